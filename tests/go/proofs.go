package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"golang.org/x/mod/sumdb/tlog"
)

// checkProofs checks the service's own proof files, over HTTP, of entries at the tiles' edges; how many.
func (p *published) checkProofs() (int, error) {
	count := 0
	for _, position := range []int64{0, 1, 254, 255, 256, 257, p.tree.N / 2, p.tree.N - 2, p.tree.N - 1} {
		if _, ok := p.source.(web); !ok || position < 0 || position >= p.tree.N {
			continue
		}
		leaves, err := p.hashes.ReadHashes([]int64{tlog.StoredHashIndex(0, position)})
		if err != nil {
			return 0, err
		}
		if err := p.checkProofFile(position, leaves[0]); err != nil {
			return 0, fmt.Errorf("proof/%d: %w", position, err)
		}
		count++
	}
	return count, nil
}

// checkProofFile reads a C2SP tlog-proof: magic, index, hashes, a blank line, the checkpoint.
func (p *published) checkProofFile(position int64, leaf tlog.Hash) error {
	data, err := p.source.read(fmt.Sprintf("proof/%d", position))
	if err != nil {
		return err
	}
	head, checkpoint, found := strings.Cut(string(data), "\n\n")
	lines := strings.Split(head, "\n")
	if !found || len(lines) < 2 || lines[0] != "c2sp.org/tlog-proof@v1" {
		return errors.New("malformed proof file")
	}
	if lines[1] != fmt.Sprintf("index %d", position) {
		return errors.New("the proof is for another entry")
	}
	proof, err := hashesOf(lines[2:])
	if err != nil {
		return err
	}
	_, tree, err := signedTree([]byte(checkpoint), p.known)
	if err != nil {
		return err
	}
	return tlog.CheckRecord(proof, tree.N, tree.Hash, position, leaf)
}

// checkGrowth proves that the log is an extension of an earlier checkpoint; the size of that.
func (p *published) checkGrowth(file string) (int64, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return 0, err
	}
	origin, old, err := signedTree(data, p.known)
	if err != nil {
		return 0, err
	}
	if origin != p.origin || old.N > p.tree.N {
		return 0, errors.New("the earlier checkpoint is of another log, or larger")
	}
	proof, err := tlog.ProveTree(p.tree.N, old.N, p.hashes)
	if err != nil {
		return 0, err
	}
	if err := tlog.CheckTree(proof, p.tree.N, p.tree.Hash, old.N, old.Hash); err != nil {
		return 0, err
	}
	return old.N, p.checkToldGrowth(old)
}

// checkToldGrowth checks the consistency proof that the service itself makes.
func (p *published) checkToldGrowth(old tlog.Tree) error {
	if _, ok := p.source.(web); !ok {
		return nil
	}
	data, err := p.source.read(fmt.Sprintf("consistency?from=%d&to=%d", old.N, p.tree.N))
	if err != nil {
		return err
	}
	var told struct{ Hashes []string }
	if err := json.Unmarshal(data, &told); err != nil {
		return err
	}
	proof, err := hashesOf(told.Hashes)
	if err != nil {
		return err
	}
	return tlog.CheckTree(proof, p.tree.N, p.tree.Hash, old.N, old.Hash)
}

func hashesOf(lines []string) ([]tlog.Hash, error) {
	found := make([]tlog.Hash, len(lines))
	for i, line := range lines {
		hash, err := tlog.ParseHash(line)
		if err != nil {
			return nil, err
		}
		found[i] = hash
	}
	return found, nil
}
