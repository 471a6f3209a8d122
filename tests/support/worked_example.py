"""The suspects of the books' worked example."""

NILS, LASH, BORIS, FLEMING = "10110", "10010", "01110", "00010"
