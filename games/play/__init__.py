"""The only writers of a table's rows, and the reads that they and the pages need."""
