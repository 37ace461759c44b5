package main

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
)

// mostBytes is more than the largest entry bundle has.
const mostBytes = 256*(65535+2) + 1

// reader reads a file of the log by its path below the log's address.
type reader interface {
	read(path string) ([]byte, error)
}

func source(place, bearer string) reader {
	if strings.HasPrefix(place, "http://") || strings.HasPrefix(place, "https://") {
		return web{strings.TrimRight(place, "/"), bearer}
	}
	return folder(place)
}

type web struct{ url, bearer string }

func (w web) read(path string) ([]byte, error) {
	request, err := http.NewRequest("GET", w.url+"/"+path, nil)
	if err != nil {
		return nil, err
	}
	if w.bearer != "" {
		request.Header.Set("Authorization", "Bearer "+w.bearer)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", path, answer.Status)
	}
	return io.ReadAll(io.LimitReader(answer.Body, mostBytes))
}

type folder string

func (f folder) read(path string) ([]byte, error) {
	return os.ReadFile(filepath.Join(string(f), filepath.FromSlash(path)))
}
