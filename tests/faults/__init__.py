"""Every fault that living rooms and server rooms know, each a test with a pass line."""
