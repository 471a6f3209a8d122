"""The page of a table, over HTTP and over its socket."""
