"""A table's decks, from commitment through shuffle to reveal.

There is always one *coming* deck, committed to and open for contributions, and at times a *current* one
that cards come off. When the current deck is done with its seed is revealed; a coming deck that is never
used is revealed too, marked unused: no commitment stays without its reveal.
"""
