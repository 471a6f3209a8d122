"""Presents replays and their analysis as plain values for templates."""
