"""Who asks, what they want, do it, show it."""
