import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from games.migrations._triggers import create_triggers, drop_triggers


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Player',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('guest_key', models.UUIDField(blank=True, editable=False, null=True, unique=True)),
                ('name', models.CharField(blank=True, max_length=20, verbose_name='name')),
                ('created', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='created')),
                ('last_seen', models.DateTimeField(db_index=True, default=django.utils.timezone.now, editable=False, verbose_name='last seen')),
                ('session_ended_at', models.DateTimeField(db_index=True, editable=False, null=True)),
                ('user', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='player', to=settings.AUTH_USER_MODEL, verbose_name='account')),
                ('banned_until', models.DateTimeField(editable=False, null=True, verbose_name='banned until')),
            ],
            options={
                'verbose_name': 'player',
                'verbose_name_plural': 'players',
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('user', None), ('guest_key', None), _connector='OR'), name='guest_or_account'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Game',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(max_length=6, unique=True, verbose_name='code')),
                ('edition', models.CharField(choices=[('devir', 'devir'), ('gaga', 'gaga'), ('piatnik', 'piatnik')], max_length=10)),
                ('stasi', models.BooleanField(default=False)),
                ('adler', models.BooleanField(default=False)),
                ('placement', models.CharField(choices=[('referee', 'referee'), ('players', 'players')], max_length=10)),
                ('last_call', models.CharField(choices=[('race', 'race'), ('clockwise', 'clockwise')], max_length=10)),
                ('ten_points', models.CharField(choices=[('count', 'count'), ('announcer', 'announcer')], max_length=10)),
                ('discards', models.CharField(choices=[('closed', 'closed'), ('open', 'open')], max_length=10)),
                ('first_player', models.CharField(choices=[('earliest', 'earliest'), ('lot', 'lot'), ('chosen', 'chosen')], max_length=10)),
                ('listed', models.BooleanField(default=False)),
                ('notebook', models.CharField(choices=[('off', 'off'), ('on', 'on'), ('auto', 'auto'), ('odds', 'odds')], default='on', max_length=5)),
                ('reactions', models.CharField(choices=[('off', 'off'), ('on', 'on')], default='on', max_length=3)),
                ('limits', models.CharField(choices=[('off', 'off'), ('relaxed', 'relaxed'), ('quick', 'quick')], default='off', max_length=7)),
                ('is_tutorial', models.BooleanField(default=False)),
                ('has_display', models.BooleanField(default=False)),
                ('number', models.PositiveIntegerField(default=0, help_text='goes up by one with each change that anyone may see')),
                ('phase', models.CharField(choices=[('lobby', 'waiting for players'), ('sides', 'choosing clues'), ('suspects', 'suspects and accusations'), ('last-call', 'last call'), ('cafe', 'Café Adler'), ('review', 'round over'), ('over', 'game over')], default='lobby', max_length=10)),
                ('reason', models.CharField(blank=True, choices=[('ten-points', 'ten points announced'), ('colour-out', 'one token colour has run out'), ('five-rounds', 'five rounds played'), ('abandoned', 'game cancelled')], max_length=12)),
                ('round_number', models.PositiveSmallIntegerField(default=0)),
                ('move_count', models.PositiveIntegerField(default=0)),
                ('commitment', models.CharField(blank=True, editable=False, help_text='the hash of the seed, shown from the first moment on', max_length=64)),
                ('rules_version', models.PositiveSmallIntegerField(default=0, editable=False)),
                ('start_hash', models.CharField(blank=True, editable=False, max_length=64)),
                ('head_hash', models.CharField(blank=True, editable=False, help_text='the hash of the whole record; a secret until the game is closed', max_length=64)),
                ('first_seat', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('dues', models.JSONField(default=list, editable=False)),
                ('due_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('paused_at', models.DateTimeField(blank=True, null=True)),
                ('agreed', models.JSONField(default=dict, editable=False)),
                ('visited_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('opened_at', models.DateTimeField(auto_now_add=True)),
                ('started_at', models.DateTimeField(blank=True, null=True)),
                ('ended_at', models.DateTimeField(blank=True, null=True, verbose_name='end time')),
                ('previous', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='next', to='games.game')),
                ('host', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='hosted', to='games.player')),
                ('moved_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('call_link', models.URLField(blank=True, db_default='', default='')),
                ('held', models.JSONField(db_default=[], default=list, editable=False)),
                ('race', models.CharField(choices=[('fair', 'fair'), ('arrival', 'arrival')], db_default='fair', default='fair', max_length=7)),
            ],
            options={
                'verbose_name': 'game',
                'verbose_name_plural': 'games',
                'indexes': [
                    models.Index(fields=['phase', 'listed', '-opened_at'], name='games_game_phase_f89f43_idx'),
                    models.Index(fields=['-ended_at'], name='games_game_ended_a_aab40d_idx'),
                    models.Index(condition=models.Q(('ended_at__isnull', True)), fields=['visited_at'], name='open_tables_by_visit'),
                ],
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
            name='ReplayLink',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('viewer', models.SmallIntegerField(help_text='a seat, or -2 for the referee')),
                ('token', models.CharField(max_length=43, unique=True)),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='replay_links', to='games.game')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='replay_links', to='games.player')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('game', 'player', 'viewer'), name='one_link_a_viewer'),
                ],
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
                'constraints': [
                    models.UniqueConstraint(fields=('game', 'number', 'attempt'), name='one_row_an_attempt'),
                ],
            },
        ),
        migrations.CreateModel(
            name='DrawRow',
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
                'constraints': [
                    models.UniqueConstraint(fields=('round', 'index'), name='one_draw_an_index'),
                    models.UniqueConstraint(condition=models.Q(('suspect', ''), _negated=True), fields=('round', 'suspect'), name='one_draw_a_suspect'),
                    models.CheckConstraint(condition=models.Q(models.Q(('public_clue__gt', ''), ('suspect', '')), models.Q(('public_clue', ''), ('suspect__gt', '')), _connector='OR'), name='a_suspect_or_a_public_clue'),
                ],
            },
        ),
        migrations.CreateModel(
            name='AccusationRow',
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
                'constraints': [
                    models.UniqueConstraint(fields=('round', 'seat'), name='one_accusation_a_seat'),
                    models.UniqueConstraint(fields=('round', 'suspect'), name='one_accuser_a_suspect'),
                    models.UniqueConstraint(fields=('round', 'order'), name='one_accusation_an_order'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('index', models.PositiveSmallIntegerField()),
                ('name', models.CharField(blank=True, max_length=20)),
                ('investigator', models.CharField(choices=[('laces', 'laces'), ('colombini', 'colombini'), ('britton', 'britton'), ('lansbury', 'lansbury'), ('meridian', 'meridian')], max_length=10)),
                ('got_up', models.TimeField(blank=True, null=True)),
                ('contribution', models.CharField(blank=True, editable=False, max_length=32)),
                ('bot', models.CharField(blank=True, default='', max_length=8)),
                ('phones', models.PositiveIntegerField(db_default=0, default=0, editable=False)),
                ('points', models.SmallIntegerField(blank=True, null=True)),
                ('golds', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('winner', models.BooleanField(default=False)),
                ('presence', models.CharField(choices=[('here', 'here'), ('away', 'away'), ('stand-in', 'away, a stand-in is playing'), ('left', 'left, a stand-in is playing')], default='here', max_length=8)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='games.game')),
                ('player', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='seats', to='games.player')),
                ('is_ready', models.BooleanField(db_default=False, default=False)),
            ],
            options={
                'ordering': ['game', 'index'],
                'constraints': [
                    models.UniqueConstraint(fields=('game', 'index'), name='one_seat_an_index'),
                    models.UniqueConstraint(fields=('game', 'investigator'), name='one_seat_an_investigator'),
                    models.UniqueConstraint(condition=models.Q(('player__isnull', False)), fields=('game', 'player'), name='one_seat_a_player'),
                ],
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
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('seat', 'round', 'about', 'side'), name='one_mark_a_side'),
                ],
            },
        ),
        migrations.CreateModel(
            name='StaffAct',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('ended', 'ended the game'), ('name-removed', "removed a player's name")], max_length=12)),
                ('seat', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('staff_name', models.CharField(max_length=150)),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='staff_acts', to='games.game')),
                ('staff', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['game', 'made_at'],
            },
        ),
        migrations.CreateModel(
            name='TokenRow',
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
                'constraints': [
                    models.UniqueConstraint(fields=('round', 'seat'), name='one_token_a_seat'),
                    models.UniqueConstraint(fields=('round', 'order'), name='one_token_an_order'),
                ],
            },
        ),
        migrations.CreateModel(
            name='TradeRow',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('order', models.PositiveSmallIntegerField()),
                ('seat', models.PositiveSmallIntegerField()),
                ('give', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='given_in', to='games.tokenrow')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='trades', to='games.round')),
                ('take', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='taken_in', to='games.tokenrow')),
            ],
            options={
                'ordering': ['round', 'order'],
                'constraints': [
                    models.UniqueConstraint(fields=('round', 'order'), name='one_trade_an_order'),
                ],
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
            name='MoveRow',
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
        migrations.CreateModel(
            name='Bystander',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('standing', models.PositiveSmallIntegerField(choices=[(0, 'Asks'), (1, 'Played'), (2, 'Out')])),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='bystanders', to='games.game')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='bystanders', to='games.player')),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [models.UniqueConstraint(fields=('game', 'player'), name='one_standing_a_player')],
            },
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
                ('reported', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reports', to='games.player')),
                ('reporter', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='reports_made', to='games.player', verbose_name='reported by')),
            ],
            options={
                'verbose_name': 'report',
                'verbose_name_plural': 'reports',
                'constraints': [models.UniqueConstraint(fields=('game', 'reporter', 'reported'), name='one_report_a_player'), models.CheckConstraint(condition=models.Q(('reporter', models.F('reported')), _negated=True), name='reports_another')],
            },
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
        migrations.RunPython(create_triggers, drop_triggers),
    ]
