"""What templates need beyond Django: pictures, names and forms. No query runs here."""
