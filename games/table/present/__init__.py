"""Presents a table to one viewer, as plain values for templates.

Takes a TableView, never a State. Start with page.py.
"""
