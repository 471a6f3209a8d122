"""What sockets need without any knowledge of tables: a timer of what is due.

It must not import anything of games. Start with timer.py.
"""
