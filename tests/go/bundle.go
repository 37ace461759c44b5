package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
)

// checkBundle checks the records of an unpacked bundle: lines of position, tab, record, in ascending order.
func (p *published) checkBundle(folder string) (int64, error) {
	files, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil {
		return 0, err
	}
	count, last := int64(0), int64(-1)
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			return 0, err
		}
		for _, line := range bytes.SplitAfter(data, []byte("\n")) {
			if len(line) == 0 {
				continue
			}
			position, record, err := recordOf(line)
			if err != nil || position <= last {
				return 0, fmt.Errorf("%s: malformed or out of order after %d", file, last)
			}
			if err := p.checkRecord(position, record); err != nil {
				return 0, err
			}
			count, last = count+1, position
		}
	}
	return count, nil
}

func recordOf(line []byte) (int64, []byte, error) {
	before, after, found := bytes.Cut(line, []byte("\t"))
	if !found || !bytes.HasSuffix(after, []byte("\n")) {
		return 0, nil, fmt.Errorf("malformed line")
	}
	position, err := strconv.ParseInt(string(before), 10, 64)
	return position, after[:len(after)-1], err
}
