"""The tables of the first release, in the place of the chain that led to them."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from games.migrations._triggers import create_triggers, drop_triggers


class Migration(migrations.Migration):

    initial = True

    replaces = [
        ("games", "0001_tables"),
        ("games", "0002_former_holders"),
        ("games", "0003_forgotten_games"),
        ("games", "0004_webhook"),
        ("games", "0006_evening"),
        ("games", "0007_bet"),
        ("games", "0008_lasting_reports"),
        ("games", "0009_entered_accusations"),
        ("games", "0010_held_accusations"),
        ("games", "0011_model_names"),
        ("games", "0012_promised_seats"),
        ("games", "0013_account_names"),
        ("games", "0014_claimed_seat"),
        ("games", "0015_former_person"),
        ("games", "0016_link_viewers"),
        ("games", "0017_clubs_and_reports"),
        ("games", "0018_former_scores"),
        ("games", "0019_origin"),
        ("games", "0020_account_keys"),
        ("games", "0021_idle_seats"),
        ("games", "0022_votes"),
        ("games", "0023_names"),
    ]

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='AccountName',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='stored_name', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('key', models.CharField(max_length=500, unique=True)),
            ],
        ),
        migrations.CreateModel(
            name='Game',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(max_length=6, unique=True, verbose_name='code')),
                ('listed', models.BooleanField(default=False)),
                ('language', models.CharField(db_default='en', default='en', max_length=10)),
                ('version', models.PositiveIntegerField(db_default=0, default=0, editable=False)),
                ('number', models.PositiveIntegerField(default=0, help_text='goes up by one with each change that anyone may see')),
                ('visited_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('opened_at', models.DateTimeField(auto_now_add=True)),
                ('edition', models.CharField(choices=[('devir', 'devir'), ('gaga', 'gaga'), ('piatnik', 'piatnik')], max_length=10)),
                ('stasi', models.BooleanField(default=False)),
                ('adler', models.BooleanField(default=False)),
                ('placement', models.CharField(choices=[('referee', 'referee'), ('players', 'players')], max_length=10)),
                ('last_call', models.CharField(choices=[('race', 'race'), ('clockwise', 'clockwise')], max_length=10)),
                ('ten_points', models.CharField(choices=[('count', 'count'), ('announcer', 'announcer')], max_length=10)),
                ('discards', models.CharField(choices=[('closed', 'closed'), ('open', 'open')], max_length=10)),
                ('first_player', models.CharField(choices=[('earliest', 'earliest'), ('lot', 'lot'), ('chosen', 'chosen')], max_length=10)),
                ('notebook', models.CharField(choices=[('off', 'off'), ('on', 'on'), ('auto', 'auto'), ('odds', 'odds')], default='on', max_length=5)),
                ('reactions', models.CharField(choices=[('off', 'off'), ('on', 'on')], default='on', max_length=3)),
                ('limits', models.CharField(choices=[('off', 'off'), ('relaxed', 'relaxed'), ('quick', 'quick')], default='off', max_length=7)),
                ('race', models.CharField(choices=[('fair', 'fair'), ('arrival', 'arrival')], db_default='fair', default='fair', max_length=7)),
                ('call_link', models.URLField(blank=True, db_default='', default='')),
                ('webhook', models.CharField(blank=True, db_default='', default='', max_length=500)),
                ('is_tutorial', models.BooleanField(default=False)),
                ('phase', models.CharField(choices=[('lobby', 'waiting for players'), ('sides', 'choosing clues'), ('suspects', 'suspects and accusations'), ('last-call', 'last call'), ('cafe', 'Café Adler'), ('review', 'round over'), ('over', 'game over')], default='lobby', max_length=10)),
                ('reason', models.CharField(blank=True, choices=[('ten-points', 'ten points announced'), ('colour-out', 'one token colour has run out'), ('five-rounds', 'five rounds played'), ('abandoned', 'game cancelled')], max_length=12)),
                ('round_number', models.PositiveSmallIntegerField(default=0)),
                ('move_count', models.PositiveIntegerField(default=0)),
                ('first_seat', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('started_at', models.DateTimeField(blank=True, null=True)),
                ('moved_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('ended_at', models.DateTimeField(blank=True, null=True, verbose_name='end time')),
                ('commitment', models.CharField(blank=True, editable=False, help_text='the hash of the seed, shown from the first moment on', max_length=64)),
                ('rules_version', models.PositiveSmallIntegerField(default=0, editable=False)),
                ('start_hash', models.CharField(blank=True, editable=False, max_length=64)),
                ('head_hash', models.CharField(blank=True, editable=False, help_text='the hash of the whole record; a secret until the game is closed', max_length=64)),
                ('evening', models.CharField(blank=True, db_default='', db_index=True, default='', max_length=6)),
                ('origin', models.CharField(blank=True, db_default='', default='', max_length=6)),
                ('is_last', models.BooleanField(db_default=False, default=False)),
                ('dues', models.JSONField(default=list, editable=False)),
                ('due_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('paused_at', models.DateTimeField(blank=True, null=True)),
                ('race_ends_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('former', models.JSONField(db_default=[], default=list, editable=False)),
                ('former_scores', models.JSONField(db_default={}, default=dict, editable=False)),
                ('previous', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='next', to='games.game')),
            ],
            options={
                'verbose_name': 'game',
                'verbose_name_plural': 'games',
            },
        ),
        migrations.CreateModel(
            name='GameSecrets',
            fields=[
                ('game', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='secrets', serialize=False, to='games.game')),
                ('seed', models.BinaryField(max_length=32)),
                ('deals', models.JSONField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name='Player',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('guest_key', models.UUIDField(blank=True, editable=False, null=True, unique=True)),
                ('name', models.CharField(blank=True, max_length=20, verbose_name='name')),
                ('created', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='created')),
                ('last_seen', models.DateTimeField(db_index=True, default=django.utils.timezone.now, editable=False, verbose_name='last seen')),
                ('session_ended_at', models.DateTimeField(db_index=True, editable=False, null=True)),
                ('banned_until', models.DateTimeField(editable=False, null=True, verbose_name='banned until')),
                ('user', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='player', to=settings.AUTH_USER_MODEL, verbose_name='account')),
            ],
            options={
                'verbose_name': 'player',
                'verbose_name_plural': 'players',
            },
        ),
        migrations.AddField(
            model_name='game',
            name='host',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='hosted', to='games.player'),
        ),
        migrations.CreateModel(
            name='Exclusion',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('host', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='exclusions', to='games.player')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='excluded_by', to='games.player')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Club',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(max_length=22, unique=True)),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='club', to='games.player')),
            ],
        ),
        migrations.CreateModel(
            name='PushSubscription',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('endpoint', models.CharField(max_length=1000, unique=True)),
                ('p256dh', models.CharField(max_length=88)),
                ('auth', models.CharField(max_length=24)),
                ('language', models.CharField(max_length=10)),
                ('created', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='subscriptions', to='games.player')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='ReplayLink',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('viewer', models.SmallIntegerField(help_text='a seat, -1 for everybody, -2 for the referee')),
                ('token', models.CharField(max_length=43, unique=True)),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='replay_links', to='games.game')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='replay_links', to='games.player')),
            ],
        ),
        migrations.CreateModel(
            name='Report',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=20, verbose_name='name')),
                ('reason', models.CharField(choices=[('name', 'offensive name'), ('behaviour', 'rude or hurtful behaviour'), ('spoiling', 'cheats or spoils the game')], max_length=9, verbose_name='reason')),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='made')),
                ('handled_at', models.DateTimeField(null=True, verbose_name='done')),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reports', to='games.game')),
                ('reported', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='reports', to='games.player')),
                ('reporter', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='reports_made', to='games.player', verbose_name='reported by')),
            ],
            options={
                'verbose_name': 'report',
                'verbose_name_plural': 'reports',
            },
        ),
        migrations.CreateModel(
            name='Round',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('attempt', models.PositiveSmallIntegerField()),
                ('first_seat', models.PositiveSmallIntegerField()),
                ('exposed', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('clues', models.JSONField(blank=True, default=list)),
                ('chief', models.CharField(blank=True, max_length=5)),
                ('chief_in_deck', models.BooleanField(blank=True, null=True)),
                ('mistaken', models.JSONField(blank=True, default=list)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='games.game')),
            ],
            options={
                'ordering': ['game', 'number', 'attempt'],
            },
        ),
        migrations.CreateModel(
            name='EnteredAccusation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField()),
                ('suspect', models.CharField(max_length=5)),
                ('key', models.UUIDField()),
                ('sent', models.BigIntegerField(help_text='since 1970')),
                ('latency', models.PositiveSmallIntegerField()),
                ('until', models.BigIntegerField(help_text='since 1970')),
                ('lot', models.CharField(max_length=64)),
                ('outcome', models.CharField(blank=True, default='', max_length=24)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entered', to='games.game')),
                ('player', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='games.player')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entered', to='games.round')),
            ],
            options={
                'ordering': ['game', 'sent', 'lot'],
            },
        ),
        migrations.CreateModel(
            name='Draw',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('index', models.PositiveSmallIntegerField()),
                ('seat', models.PositiveSmallIntegerField()),
                ('suspect', models.CharField(blank=True, max_length=5)),
                ('public_clue', models.CharField(blank=True, max_length=12)),
                ('sorted_as', models.CharField(blank=True, choices=[('suspect', 'suspect'), ('discard', 'discard')], max_length=8)),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='draws', to='games.round')),
            ],
            options={
                'ordering': ['round', 'index'],
            },
        ),
        migrations.CreateModel(
            name='Bet',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('suspect', models.CharField(max_length=5)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='bets', to='games.player')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='bets', to='games.round')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Accusation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('order', models.PositiveSmallIntegerField()),
                ('seat', models.PositiveSmallIntegerField()),
                ('suspect', models.CharField(max_length=5)),
                ('matches', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='accusations', to='games.round')),
            ],
            options={
                'ordering': ['round', 'order'],
            },
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('index', models.PositiveSmallIntegerField()),
                ('name', models.CharField(blank=True, max_length=20)),
                ('former_person', models.CharField(blank=True, db_default='', default='', editable=False, max_length=16)),
                ('investigator', models.CharField(choices=[('laces', 'laces'), ('colombini', 'colombini'), ('britton', 'britton'), ('lansbury', 'lansbury'), ('meridian', 'meridian')], max_length=10)),
                ('got_up', models.TimeField(blank=True, null=True)),
                ('contribution', models.CharField(blank=True, editable=False, max_length=32)),
                ('bot', models.CharField(blank=True, default='', max_length=8)),
                ('phones', models.PositiveIntegerField(db_default=0, default=0, editable=False)),
                ('is_ready', models.BooleanField(db_default=False, default=False)),
                ('points', models.SmallIntegerField(blank=True, null=True)),
                ('golds', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('winner', models.BooleanField(default=False)),
                ('presence', models.CharField(choices=[('here', 'here'), ('away', 'away'), ('stand-in', 'away, a stand-in is playing'), ('left', 'left, a stand-in is playing')], default='here', max_length=8)),
                ('idle', models.PositiveSmallIntegerField(db_default=0, default=0, editable=False)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='games.game')),
                ('player', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='seats', to='games.player')),
            ],
            options={
                'ordering': ['game', 'index'],
            },
        ),
        migrations.CreateModel(
            name='Note',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('about', models.PositiveSmallIntegerField()),
                ('side', models.CharField(choices=[('hat', 'hat'), ('no-hat', 'no-hat'), ('glasses', 'glasses'), ('no-glasses', 'no-glasses'), ('coat', 'coat'), ('sweater', 'sweater'), ('grey', 'grey'), ('orange', 'orange'), ('newspaper', 'newspaper'), ('no-newspaper', 'no-newspaper')], max_length=12)),
                ('mark', models.CharField(choices=[('no', 'ruled out'), ('yes', 'likely')], max_length=3)),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.round')),
                ('seat', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notes', to='games.seat')),
            ],
        ),
        migrations.CreateModel(
            name='Bystander',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('standing', models.PositiveSmallIntegerField(choices=[(0, 'Asks'), (1, 'Played'), (2, 'Out')])),
                ('promised_seat', models.PositiveSmallIntegerField(editable=False, null=True)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='bystanders', to='games.game')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='bystanders', to='games.player')),
                ('claimed_seat', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='claims', to='games.seat')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='StaffAct',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('ended', 'ended the game'), ('name-removed', "removed a player's name"), ('forgotten', 'deleted the game')], max_length=12)),
                ('seat', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('staff_name', models.CharField(max_length=150)),
                ('left', models.JSONField(editable=False, null=True)),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('game', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='staff_acts', to='games.game')),
                ('staff', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['game', 'made_at'],
            },
        ),
        migrations.CreateModel(
            name='JournalEntry',
            fields=[
                ('number', models.PositiveIntegerField(primary_key=True, serialize=False)),
                ('code', models.CharField(db_index=True, max_length=6)),
                ('previous_hash', models.CharField(blank=True, max_length=64)),
                ('hash', models.CharField(max_length=64)),
                ('game', models.OneToOneField(db_constraint=False, editable=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='closing', to='games.game')),
                ('act', models.OneToOneField(editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='entry', to='games.staffact')),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='Token',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('order', models.PositiveSmallIntegerField()),
                ('seat', models.PositiveSmallIntegerField()),
                ('due', models.CharField(choices=[('chief', 'chief'), ('assistant', 'assistant'), ('innocent', 'innocent'), ('no-accusation', 'no-accusation'), ('chief-in-deck', 'chief-in-deck'), ('mistake', 'mistake')], max_length=16)),
                ('colour', models.CharField(choices=[('gold', 'gold'), ('white', 'white'), ('black', 'black')], max_length=5)),
                ('face', models.CharField(blank=True, max_length=5)),
                ('name', models.CharField(blank=True, max_length=8)),
                ('holder', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('face_up', models.BooleanField(default=False)),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tokens', to='games.round')),
            ],
            options={
                'ordering': ['round', 'order'],
            },
        ),
        migrations.CreateModel(
            name='Trade',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('order', models.PositiveSmallIntegerField()),
                ('seat', models.PositiveSmallIntegerField()),
                ('give', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='given_in', to='games.token')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='trades', to='games.round')),
                ('take', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='taken_in', to='games.token')),
            ],
            options={
                'ordering': ['round', 'order'],
            },
        ),
        migrations.CreateModel(
            name='Vote',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('pause', 'Pause'), ('stand-in', 'Stand In'), ('take-over', 'Take Over')], max_length=9)),
                ('about', models.PositiveBigIntegerField()),
                ('seat', models.PositiveSmallIntegerField()),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='votes', to='games.game')),
            ],
            options={
                'ordering': ['game', 'kind', 'about', 'seat'],
            },
        ),
        migrations.CreateModel(
            name='WrongSentence',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.PositiveIntegerField(verbose_name='move')),
                ('seat', models.PositiveSmallIntegerField(verbose_name='seat')),
                ('sentence', models.TextField(verbose_name='sentence')),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='made')),
                ('handled_at', models.DateTimeField(null=True, verbose_name='done')),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='wrong_sentences', to='games.game')),
                ('reporter', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='wrong_sentences', to='games.player', verbose_name='reported by')),
            ],
            options={
                'verbose_name': 'sentence called wrong',
                'verbose_name_plural': 'sentences called wrong',
            },
        ),
        migrations.CreateModel(
            name='Audit',
            fields=[
                ('game', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='audit', serialize=False, to='games.game')),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('is_sound', models.BooleanField()),
                ('checks', models.JSONField()),
                ('made_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Move',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('seat', models.PositiveSmallIntegerField()),
                ('content', models.JSONField(help_text='the move as in docs/record.md')),
                ('key', models.UUIDField(blank=True, null=True)),
                ('by', models.CharField(choices=[('player', 'the player'), ('clock', 'the clock'), ('script', "the tutorial's script"), ('bot', 'a bot')], default='player', max_length=8)),
                ('made_at', models.DateTimeField()),
                ('previous_hash', models.CharField(blank=True, editable=False, max_length=64)),
                ('hash', models.CharField(blank=True, editable=False, help_text='of this move and of all before it (docs/fairness.md)', max_length=64)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='moves', to='games.game')),
            ],
            options={
                'ordering': ['game', 'number'],
                'constraints': [models.UniqueConstraint(fields=('game', 'number'), name='one_move_a_number'), models.UniqueConstraint(condition=models.Q(('key__isnull', False)), fields=('game', 'key'), name='one_move_a_key')],
            },
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.CheckConstraint(condition=models.Q(('user', None), ('guest_key', None), _connector='OR'), name='guest_or_account'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(fields=['phase', 'listed', '-opened_at'], name='games_game_phase_f89f43_idx'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(fields=['origin', 'id'], name='games_by_origin'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(fields=['-ended_at'], name='games_game_ended_a_aab40d_idx'),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('ended_at__isnull', True)), fields=['visited_at'], name='open_tables_by_visit'),
        ),
        migrations.AddConstraint(
            model_name='exclusion',
            constraint=models.UniqueConstraint(fields=('host', 'player'), name='one_exclusion_a_player'),
        ),
        migrations.AddConstraint(
            model_name='replaylink',
            constraint=models.UniqueConstraint(fields=('game', 'player', 'viewer'), name='one_link_a_viewer'),
        ),
        migrations.AddConstraint(
            model_name='report',
            constraint=models.UniqueConstraint(fields=('game', 'reporter', 'reported'), name='one_report_a_player'),
        ),
        migrations.AddConstraint(
            model_name='report',
            constraint=models.CheckConstraint(condition=models.Q(('reporter', models.F('reported')), _negated=True), name='reports_another'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.UniqueConstraint(fields=('game', 'number', 'attempt'), name='one_row_an_attempt'),
        ),
        migrations.AddConstraint(
            model_name='enteredaccusation',
            constraint=models.UniqueConstraint(fields=('game', 'key'), name='one_entered_accusation_a_key'),
        ),
        migrations.AddConstraint(
            model_name='enteredaccusation',
            constraint=models.UniqueConstraint(condition=models.Q(('outcome', '')), fields=('round', 'seat'), name='one_waiting_accusation_a_seat'),
        ),
        migrations.AddConstraint(
            model_name='draw',
            constraint=models.UniqueConstraint(fields=('round', 'index'), name='one_draw_an_index'),
        ),
        migrations.AddConstraint(
            model_name='draw',
            constraint=models.UniqueConstraint(condition=models.Q(('suspect', ''), _negated=True), fields=('round', 'suspect'), name='one_draw_a_suspect'),
        ),
        migrations.AddConstraint(
            model_name='draw',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('public_clue__gt', ''), ('suspect', '')), models.Q(('public_clue', ''), ('suspect__gt', '')), _connector='OR'), name='a_suspect_or_a_public_clue'),
        ),
        migrations.AddConstraint(
            model_name='bet',
            constraint=models.UniqueConstraint(fields=('round', 'player'), name='one_bet_a_round'),
        ),
        migrations.AddConstraint(
            model_name='accusation',
            constraint=models.UniqueConstraint(fields=('round', 'seat'), name='one_accusation_a_seat'),
        ),
        migrations.AddConstraint(
            model_name='accusation',
            constraint=models.UniqueConstraint(fields=('round', 'suspect'), name='one_accuser_a_suspect'),
        ),
        migrations.AddConstraint(
            model_name='accusation',
            constraint=models.UniqueConstraint(fields=('round', 'order'), name='one_accusation_an_order'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('game', 'index'), name='one_seat_an_index'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('game', 'investigator'), name='one_seat_an_investigator'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(condition=models.Q(('player__isnull', False)), fields=('game', 'player'), name='one_seat_a_player'),
        ),
        migrations.AddConstraint(
            model_name='note',
            constraint=models.UniqueConstraint(fields=('seat', 'round', 'about', 'side'), name='one_mark_a_side'),
        ),
        migrations.AddConstraint(
            model_name='bystander',
            constraint=models.UniqueConstraint(fields=('game', 'promised_seat'), name='one_promise_a_seat'),
        ),
        migrations.AddConstraint(
            model_name='bystander',
            constraint=models.UniqueConstraint(fields=('game', 'player'), name='one_standing_a_player'),
        ),
        migrations.AddConstraint(
            model_name='journalentry',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('act__isnull', False), ('game', None)), models.Q(('act', None), ('game__isnull', False)), _connector='OR'), name='a_game_or_an_act'),
        ),
        migrations.AddConstraint(
            model_name='token',
            constraint=models.UniqueConstraint(fields=('round', 'seat'), name='one_token_a_seat'),
        ),
        migrations.AddConstraint(
            model_name='token',
            constraint=models.UniqueConstraint(fields=('round', 'order'), name='one_token_an_order'),
        ),
        migrations.AddConstraint(
            model_name='trade',
            constraint=models.UniqueConstraint(fields=('round', 'order'), name='one_trade_an_order'),
        ),
        migrations.AddConstraint(
            model_name='vote',
            constraint=models.UniqueConstraint(fields=('game', 'kind', 'about', 'seat'), name='one_vote_a_seat'),
        ),
        migrations.RunPython(create_triggers, drop_triggers),
    ]
