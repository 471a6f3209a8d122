from django.db import migrations


def keep_table(name: str) -> migrations.AlterModelTable:
    """Name the table of a model, which changes nothing in the database."""
    return migrations.AlterModelTable(name=name, table=f"games_{name.lower()}")


class Migration(migrations.Migration):
    """Takes the suffix off five names. The tables keep theirs (games.models.round)."""

    dependencies = [
        ("games", "0010_held_accusations"),
    ]

    operations = [
        keep_table("MoveRow"),
        migrations.RenameModel("MoveRow", "Move"),
        keep_table("DrawRow"),
        migrations.RenameModel("DrawRow", "Draw"),
        keep_table("AccusationRow"),
        migrations.RenameModel("AccusationRow", "Accusation"),
        keep_table("TokenRow"),
        migrations.RenameModel("TokenRow", "Token"),
        keep_table("TradeRow"),
        migrations.RenameModel("TradeRow", "Trade"),
    ]
