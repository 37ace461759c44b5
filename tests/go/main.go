// Checks a published log with nothing but its public key and the Go project's own code for notes and trees.
//
//	check -keys FILE [-bearer KEY] [-old CHECKPOINT] URL|FOLDER
//
// The log is read below a URL (.../v1/log/<log>), from a folder with the same files, or from an unpacked
// bundle, whose records lie under records/. With -old it also has to be an extension of that checkpoint.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"

	"golang.org/x/mod/sumdb/note"
)

func main() {
	keys := flag.String("keys", "", "file of the log's verifier keys, one a line")
	bearer := flag.String("bearer", "", "key for reading the log over HTTP")
	old := flag.String("old", "", "file of an earlier checkpoint")
	flag.Parse()
	report, err := check(*keys, *bearer, *old, flag.Arg(0))
	if err != nil {
		fmt.Fprintln(os.Stderr, "not verified:", err)
		os.Exit(1)
	}
	fmt.Println(report)
}

func check(keys, bearer, old, place string) (string, error) {
	known, err := verifiers(keys)
	if err != nil {
		return "", err
	}
	log := published{source: source(place, bearer), known: known}
	if err := log.open(); err != nil {
		return "", err
	}
	records, err := log.checkRecords()
	if err != nil {
		return "", err
	}
	proofs, err := log.checkProofs()
	if err != nil {
		return "", err
	}
	report := fmt.Sprintf("verified: %s size %d, %d records, %d proofs", log.origin, log.tree.N, records, proofs)
	if old != "" {
		size, err := log.checkGrowth(old)
		if err != nil {
			return "", err
		}
		report += fmt.Sprintf(", grown from %d", size)
	}
	return report, nil
}

func verifiers(file string) (note.Verifiers, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var found []note.Verifier
	for _, line := range strings.Fields(string(text)) {
		verifier, err := note.NewVerifier(line)
		if err != nil {
			return nil, err
		}
		found = append(found, verifier)
	}
	if len(found) == 0 {
		return nil, errors.New("no verifier key")
	}
	return note.VerifierList(found...), nil
}
