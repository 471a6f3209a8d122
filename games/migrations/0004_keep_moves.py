from django.db import migrations

from games.models.triggers import create_triggers, drop_triggers


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0003_fairness_and_chain'),
    ]

    operations = [
        migrations.RunPython(create_triggers, drop_triggers),
    ]
