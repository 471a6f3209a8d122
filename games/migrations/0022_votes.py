from typing import Any

from django.db import migrations, models


def write_rows(apps: Any, _schema_editor: Any) -> None:
    """Turn the votes of each game into rows.

    They are {"pause": [0, 3], "stand-in.SEAT": […], "take-over.BYSTANDER.SEAT": […]}.
    """
    Game, Vote = (apps.get_model("games", name) for name in ("Game", "Vote"))
    for game in Game.objects.exclude(agreed={}).only("pk", "agreed"):
        for what, seats in game.agreed.items():
            kind, about = [*what.split("."), 0][:2]
            Vote.objects.bulk_create(
                Vote(game=game, kind=kind, about=int(about), seat=seat)
                for seat in sorted(set(seats))
            )


def write_values(apps: Any, _schema_editor: Any) -> None:
    """Turn the votes of each game into its column again."""
    names = ("Game", "Vote", "Bystander")
    Game, Vote, Bystander = (apps.get_model("games", name) for name in names)
    promised = dict(Bystander.objects.values_list("pk", "promised_seat"))
    agreed: dict[int, dict[str, list[int]]] = {}
    for vote in Vote.objects.order_by("game", "kind", "about", "seat"):
        what = vote.kind if vote.kind == "pause" else f"{vote.kind}.{vote.about}"
        if vote.kind == "take-over":
            what += f".{promised[vote.about]}"
        agreed.setdefault(vote.game_id, {}).setdefault(what, []).append(vote.seat)
    for pk, votes in agreed.items():
        Game.objects.filter(pk=pk).update(agreed=votes)


class Migration(migrations.Migration):
    """Votes get rows of their own."""

    dependencies = [("games", "0021_idle_seats")]

    operations = [
        migrations.CreateModel(
            name="Vote",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True,
                        primary_key=True,
                        serialize=False,
                        verbose_name="ID",
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        max_length=9,
                        choices=[
                            ("pause", "Pause"),
                            ("stand-in", "Stand In"),
                            ("take-over", "Take Over"),
                        ],
                    ),
                ),
                ("about", models.PositiveBigIntegerField()),
                ("seat", models.PositiveSmallIntegerField()),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=models.deletion.CASCADE,
                        related_name="votes",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "ordering": ["game", "kind", "about", "seat"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("game", "kind", "about", "seat"),
                        name="one_vote_a_seat",
                    )
                ],
            },
        ),
        migrations.RunPython(write_rows, write_values),
        migrations.RemoveField(model_name="game", name="agreed"),
    ]
