from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0020_account_keys")]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="idle",
            field=models.PositiveSmallIntegerField(
                db_default=0, default=0, editable=False
            ),
        ),
    ]
