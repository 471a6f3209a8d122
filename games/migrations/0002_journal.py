import django.db.models.deletion
from django.db import migrations, models

from games.models.triggers import create_triggers, drop_triggers


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0001_initial'),
    ]

    operations = [
        migrations.AddField(
            model_name='game',
            name='moved_at',
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.CreateModel(
            name='JournalEntry',
            fields=[
                ('number', models.PositiveIntegerField(primary_key=True, serialize=False)),
                ('code', models.CharField(max_length=6)),
                ('previous_hash', models.CharField(blank=True, max_length=64)),
                ('hash', models.CharField(max_length=64)),
                ('act', models.OneToOneField(editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='entry', to='games.staffact')),
                ('game', models.OneToOneField(editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='closing', to='games.game')),
            ],
            options={
                'ordering': ['number'],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('act__isnull', False), ('game', None)), models.Q(('act', None), ('game__isnull', False)), _connector='OR'), name='a_game_or_an_act')],
            },
        ),
        migrations.RunPython(create_triggers, drop_triggers),
    ]
