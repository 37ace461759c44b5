"""A witness as a program: its key, its folder of cosigned notes, its HTTP interface."""
