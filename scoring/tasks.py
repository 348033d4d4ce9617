"""What the jobs of scoring do."""

from __future__ import annotations

from django.utils import timezone, translation

from journal.jobs import Progress, ResultFile, work
from scoring.exports.backups import write_backup
from scoring.printing.catalogue import pack_parts
from scoring.printing.pdf import join, layout
from scoring.services.backups import KIND
from tournaments.models import Session, Tournament
from tournaments.selectors.links import table_link_paths


@work(KIND)
def backup(progress: Progress, *, tournament_id: int, why: str) -> str:
    """Write a backup document into the folder of backups; its file name is the result."""
    tournament = Tournament.objects.get(pk=tournament_id)
    progress(0, 1, tournament.slug)
    file = write_backup(tournament, why=why, now=timezone.now())
    progress(1, 1, file.name)
    return file.name


@work("pack")
def print_pack(progress: Progress, *, session_id: int, address: str, language: str) -> ResultFile:
    """Print seats and score sheets of a session into one PDF, a step a part and one to write."""
    session = Session.objects.select_related("tournament").get(pk=session_id)
    with translation.override(language):
        parts = pack_parts(
            session.tournament, session, address=address, links=table_link_paths(session)
        )
        total, documents = len(parts) + 1, []
        for done, (name, html) in enumerate(parts):
            progress(done, total, name)
            documents.append(layout(html()))
        progress(len(parts), total, "PDF")
        pdf = join(documents)
        progress(total, total)
    name = f"{session.tournament.slug}-session-{session.number}.pdf"
    return ResultFile(name, pdf)
