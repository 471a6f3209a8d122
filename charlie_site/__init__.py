"""The site around the game: settings, addresses and the server's entrance."""
