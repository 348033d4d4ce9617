from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('journal', '0002_events_are_append_only'),
    ]

    operations = [
        migrations.DeleteModel(
            name='IdempotencyKey',
        ),
    ]
