"""The verifier: one file that checks a record without trusting a server."""
