"""Tags and filters for pictures, names and forms. No query runs here."""
