"""The verifier: one file that checks a record and trusts no server."""
