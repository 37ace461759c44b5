"""What games with a rotating bank share: the first banker, the bank set apart, its passing."""
