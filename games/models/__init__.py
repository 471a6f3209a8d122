"""Database rows and their constraints, without rules of the game.

Start with game.py.
"""

# Django finds models in the modules that this one imports.
import games.models.archive
import games.models.game
import games.models.move
import games.models.player
import games.models.round  # noqa: F401
