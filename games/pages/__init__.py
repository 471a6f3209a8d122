"""Pages without a table: home, rules, errors, health, and the middleware."""
