"""Faults of phones, networks and servers, each a test with a pass criterion."""
