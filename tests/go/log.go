package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// height is that of the tiles: 256 hashes wide.
const height = 8

// published is a log as it is published, of which nothing is believed but what the keys have signed.
type published struct {
	source reader
	known  note.Verifiers
	origin string
	tree   tlog.Tree
	hashes tlog.HashReader
}

// open reads the checkpoint.
func (p *published) open() error {
	data, err := p.source.read("checkpoint")
	if err != nil {
		return err
	}
	p.origin, p.tree, err = signedTree(data, p.known)
	p.hashes = tlog.TileHashReader(p.tree, tiles{p.source, map[string][]byte{}})
	return err
}

func signedTree(data []byte, known note.Verifiers) (string, tlog.Tree, error) {
	opened, err := note.Open(data, known)
	if err != nil {
		return "", tlog.Tree{}, err
	}
	lines := strings.Split(opened.Text, "\n")
	if len(lines) != 4 || lines[0] != opened.Sigs[0].Name {
		return "", tlog.Tree{}, errors.New("malformed checkpoint")
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	if err != nil || size < 0 || strconv.FormatInt(size, 10) != lines[1] {
		return "", tlog.Tree{}, errors.New("malformed size of a checkpoint")
	}
	root, err := tlog.ParseHash(lines[2])
	return lines[0], tlog.Tree{N: size, Hash: root}, err
}

// tiles is a tlog.TileReader over the paths of C2SP tlog-tiles, which leave out the height. It reads every tile
// once, and may: whatever is made of them is proven up to the root.
type tiles struct {
	source reader
	known  map[string][]byte
}

func (t tiles) Height() int                         { return height }
func (t tiles) SaveTiles(_ []tlog.Tile, _ [][]byte) {}

func (t tiles) ReadTiles(wanted []tlog.Tile) ([][]byte, error) {
	found := make([][]byte, len(wanted))
	for i, tile := range wanted {
		data, read := t.known[path(tile)]
		if !read {
			var err error
			if data, err = t.source.read(path(tile)); err != nil {
				return nil, err
			}
			t.known[path(tile)] = data
		}
		found[i] = data
	}
	return found, nil
}

func path(tile tlog.Tile) string {
	mapped := strings.Replace(tile.Path(), "tile/8/", "tile/", 1)
	return strings.Replace(mapped, "tile/data/", "tile/entries/", 1)
}

// checkRecords hashes every record and compares it with its proven leaf; how many there were.
func (p *published) checkRecords() (int64, error) {
	if place, ok := p.source.(folder); ok {
		if _, err := os.Stat(string(place) + "/records"); err == nil {
			return p.checkBundle(string(place) + "/records")
		}
	}
	for start := int64(0); start < p.tree.N; start += 1 << height {
		width := p.tree.N - start
		if width > 1<<height {
			width = 1 << height
		}
		tile := tlog.Tile{H: height, L: -1, N: start >> height, W: int(width)}
		if err := p.checkEntries(tile, start); err != nil {
			return 0, fmt.Errorf("%s: %w", path(tile), err)
		}
	}
	return p.tree.N, nil
}

func (p *published) checkEntries(tile tlog.Tile, start int64) error {
	data, err := p.source.read(path(tile))
	if err != nil {
		return err
	}
	for i := int64(0); i < int64(tile.W); i++ {
		if len(data) < 2 || len(data)-2 < int(binary.BigEndian.Uint16(data)) {
			return errors.New("the bundle is cut short")
		}
		length := int(binary.BigEndian.Uint16(data)) + 2
		if err := p.checkRecord(start+i, data[2:length]); err != nil {
			return err
		}
		data = data[length:]
	}
	if len(data) != 0 {
		return errors.New("the bundle has more than its entries")
	}
	return nil
}

// checkRecord proves the record up to the root. To compare it with the leaf in its tile would not do: a
// TileHashReader hands out a tile unproven when the hashes that make up the root come from fewer tiles than
// they are.
func (p *published) checkRecord(position int64, record []byte) error {
	proof, err := tlog.ProveRecord(p.tree.N, position, p.hashes)
	if err != nil {
		return err
	}
	if err := tlog.CheckRecord(proof, p.tree.N, p.tree.Hash, position, tlog.RecordHash(record)); err != nil {
		return fmt.Errorf("record %d is not the one in the tree: %w", position, err)
	}
	return nil
}
