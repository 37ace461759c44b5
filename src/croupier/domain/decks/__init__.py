"""A table's decks, from commitment through shuffle to reveal.

There is always one *coming* deck, committed to and open for contributions, and at times a *current* one
that cards come off. When the current deck is done with its seed is revealed; a coming deck that is never
used is revealed too, marked unused: no commitment stays without its reveal.

Some games shuffle again within a round what is left of the deck in use. That goes by the same seed and
contributions as the first shuffle, with the next shuffle number (the public deck format, 3). At a table with
fixed decks it takes the next of the named lists.

The places of a deck's cards, from 0, go on counting through a reshuffle of discards and cards put under the
deck: these are new cards at its end. So the place of a card that has come off never changes its meaning.
"""
