from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0011_model_names"),
    ]

    operations = [
        migrations.AddField(
            model_name="bystander",
            name="promised_seat",
            field=models.PositiveSmallIntegerField(editable=False, null=True),
        ),
        migrations.AddConstraint(
            model_name="bystander",
            constraint=models.UniqueConstraint(
                fields=("game", "promised_seat"), name="one_promise_a_seat"
            ),
        ),
    ]
