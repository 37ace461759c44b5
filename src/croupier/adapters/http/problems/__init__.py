"""What is wrong with a request, and how its sender is told."""
