"""Statistics of the shuffle, for who wants to see that it is as random as it claims (`croupier rng-test`)."""
