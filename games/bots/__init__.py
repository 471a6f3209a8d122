"""Players made of code, and what a perfect mind knows: pure Python over the rules."""
