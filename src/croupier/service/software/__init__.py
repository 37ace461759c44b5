"""What software runs here, as a list that can be kept and compared."""
