"""The receipts of closed games, and their comparison with the database."""

from games.models.game import Game
from games.rules.checks import Check
from games.rules.receipt import Receipt, result_text


def receipt_of(game: Game) -> Receipt:
    """Return the receipt of a closed game, from its rows."""
    seats = list(game.seats.order_by("index"))
    winners = [place for place, seat in enumerate(seats) if seat.winner]
    result = result_text([seat.points for seat in seats], winners)
    return Receipt(game.code, result, game.head_hash)


def compare_receipt(receipt: Receipt) -> Check:
    """Compare a receipt with the game of its code."""
    closed = Game.objects.filter(started_at__isnull=False, ended_at__isnull=False)
    game = closed.filter(code=receipt.code).first()
    found = str(receipt_of(game)) if game else "no closed game"
    return Check(f"receipt {receipt.code}", str(receipt), found)
