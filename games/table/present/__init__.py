"""What one viewer sees of a table, as the plain values that templates show.

Gets a TableView, never a State. Start with table.py.
"""
