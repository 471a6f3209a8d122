"""Presents a table to one viewer, as plain values for templates, and answers requests.

The presenters take a TableView, never a State. Start with whole.py. A text says "you"
where its region or value has a method `to`, and the viewer is the seat it speaks of.
"""
