"""A viewer's view of a table as the plain values that templates show."""
