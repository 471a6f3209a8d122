"""What a replay and its analysis show, as plain values for templates."""
