"""Formats of dates by language, where Django's are not ours."""
