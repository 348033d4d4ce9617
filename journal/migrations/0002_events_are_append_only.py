"""A trigger refuses every change of an event's content, whoever asks.

Only `actor_id` may become NULL, when an account is removed; the name stays.
"""

from django.db import migrations

COLUMNS = ["at", "scope", "actor_name", "verb", "target", "reason", "before", "after"]

SQLITE = """
CREATE TRIGGER journal_event_append_only BEFORE UPDATE OF {columns} ON journal_event
BEGIN SELECT RAISE(ABORT, 'events are append-only'); END
"""
POSTGRESQL = """
CREATE FUNCTION journal_event_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'events are append-only' USING ERRCODE = 'integrity_constraint_violation'; END $$;
CREATE TRIGGER journal_event_append_only BEFORE UPDATE OF {columns} ON journal_event
FOR EACH ROW EXECUTE FUNCTION journal_event_refuse()
"""


def add_trigger(apps, schema_editor):
    columns = ", ".join(schema_editor.quote_name(name) for name in COLUMNS)
    if schema_editor.connection.vendor == "sqlite":
        schema_editor.execute(SQLITE.format(columns=columns))
    elif schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(POSTGRESQL.format(columns=columns))


def drop_trigger(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        schema_editor.execute("DROP TRIGGER journal_event_append_only")
    elif schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP TRIGGER journal_event_append_only ON journal_event")
        schema_editor.execute("DROP FUNCTION journal_event_refuse()")


class Migration(migrations.Migration):
    dependencies = [("journal", "0001_initial")]
    operations = [migrations.RunPython(add_trigger, drop_trigger)]
