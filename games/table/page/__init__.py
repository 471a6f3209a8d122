"""Presents a table to one viewer, as plain values for templates, and answers requests.

The presenters take a TableView, never a State. Start with whole.py.
"""
