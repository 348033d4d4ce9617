"""The papers page: for the staff, with a way to print on every machine."""

from __future__ import annotations

import io

import pypdf
import pytest
from django.urls import reverse

from journal.models import Job
from scoring.printing import pdf
from scoring.printing.pdf import PrintingUnavailable, can_print
from tests.builders import add_entries, add_session, add_staff, make_tournament
from tests.machine import need_pango
from tournaments.models import Role, Session

pytestmark = pytest.mark.django_db

SESSION_PAPERS = ("by-player", "by-table", "sheets")


@pytest.fixture
def tournament():
    made = make_tournament()
    add_entries(made, 8)
    add_session(made, 1, state=Session.State.FINISHED)
    add_session(made, 2, state=Session.State.PUBLISHED)
    add_session(made, 3, state=Session.State.DRAFT)
    return made


@pytest.fixture
def observer(client, tournament):
    client.force_login(add_staff(tournament, "olaf", Role.OBSERVER))
    return client


@pytest.fixture
def without_pango(monkeypatch):
    def missing():
        raise PrintingUnavailable

    monkeypatch.setattr(pdf, "_press", missing)
    can_print.cache_clear()
    yield
    can_print.cache_clear()


def page(client, name="papers", *parts, **query):
    return client.get(reverse(name, args=["mosel", *parts]), query)


@pytest.mark.parametrize("visitor", ["nobody", "staff of another tournament"])
def test_strangers_find_no_papers(client, tournament, visitor):
    if visitor != "nobody":
        client.force_login(add_staff(make_tournament("rhine"), "rita", Role.ORGANISER))
    assert page(client).status_code == 404
    for name in ("programmes", "signs", "standings"):
        assert page(client, "paper", name, "html").status_code == 404
    for number in (2, 3):
        for name in SESSION_PAPERS:
            answer = page(client, "session_paper", number, name, "html")
            assert answer.status_code == 404
            assert b"Last01" not in answer.content
        assert client.post(reverse("papers_pack", args=["mosel", number])).status_code == 404
    assert not Job.objects.exists()


def test_the_page_says_what_to_print_next(observer):
    text = page(observer).content.decode()
    assert "The papers of session 2" in text
    assert text.count("only the staff sees these seats") == 1
    assert text.index("Before the tournament") < text.index("For a session")
    assert text.index("For a session") < text.index("After a session")


def test_after_the_last_session_the_standings_are_next(observer, tournament):
    tournament.sessions.filter(number__gt=1).delete()
    assert '<h2 id="next">The standings</h2>' in page(observer).content.decode()


def test_papers_of_a_draft_say_so(observer):
    for name in SESSION_PAPERS:
        draft = page(observer, "session_paper", 3, name, "html").content.decode()
        assert "draft, not published" in draft
        assert "Last01" in draft
        published = page(observer, "session_paper", 2, name, "html").content.decode()
        assert "draft, not published" not in published


def test_one_sheet_again(observer):
    one = page(observer, "session_paper", 2, "sheets", "html", table=2).content.decode()
    assert one.count('<section class="a4') == 1
    assert '<span class="tno">2</span>' in one
    assert page(observer, "session_paper", 2, "sheets", "html", table=9).status_code == 404
    assert page(observer, "session_paper", 2, "sheets", "html", table="x").status_code == 404


@pytest.mark.parametrize("wrong", [("nothing", "html"), ("sheets", "docx")])
def test_other_papers_and_forms_do_not_exist(observer, wrong):
    assert page(observer, "session_paper", 2, *wrong).status_code == 404
    assert page(observer, "paper", *wrong).status_code == 404


def test_codes_lead_to_the_address_of_the_hall(observer, settings):
    settings.ALLOWED_HOSTS = ["*"]
    here = reverse("session_paper", args=["mosel", 2, "sheets", "html"])
    local = observer.get(here, headers={"host": "127.0.0.1:8000"}).content.decode()
    assert 'class="qr"' not in local
    hall = observer.get(here, headers={"host": "192.168.1.20:8000"}).content.decode()
    assert hall.count('class="qr"') == 2
    settings.HALL_ADDRESS = "http://192.168.1.20:8000/"
    announced = observer.get(here, headers={"host": "127.0.0.1:8000"}).content.decode()
    assert announced.count('class="qr"') == 2


def test_a_pdf_comes_with_its_name(observer):
    need_pango()
    answer = page(observer, "session_paper", 2, "by-table", "pdf")
    assert answer.content[:5] == b"%PDF-"
    assert answer["Content-Disposition"] == 'inline; filename="mosel-session-2-by-table.pdf"'
    assert answer["Cache-Control"] == "no-store"


def test_without_pango_the_browser_prints(observer, without_pango):
    text = page(observer).content.decode()
    assert "libpango-1.0-0" in text
    assert ".pdf" not in text
    assert reverse("session_paper", args=["mosel", 2, "sheets", "html"]) in text
    refused = page(observer, "session_paper", 2, "sheets", "pdf", table=2)
    assert refused.status_code == 503
    text = refused.content.decode()
    assert "libpango-1.0-0" in text
    assert f"{reverse('session_paper', args=['mosel', 2, 'sheets', 'html'])}?table=2" in text


def test_the_pack_is_a_job_with_a_file(client, tournament, django_capture_on_commit_callbacks):
    need_pango()
    client.force_login(add_staff(tournament, "sam", Role.SCORER))
    with django_capture_on_commit_callbacks(execute=True):
        answer = client.post(reverse("papers_pack", args=["mosel", 2]))
    job = Job.objects.get()
    assert answer["Location"] == reverse("job", args=["mosel", job.pk])
    assert (job.state, job.done, job.total) == ("done", 4, 4)
    file = client.get(reverse("job_file", args=["mosel", job.pk]))
    assert file.filename == "mosel-session-2.pdf"
    reader = pypdf.PdfReader(io.BytesIO(b"".join(file.streaming_content)))
    assert len(reader.pages) == 4  # by name, by table, two score sheets


def test_an_observer_may_not_start_a_pack(observer):
    assert observer.post(reverse("papers_pack", args=["mosel", 2])).status_code == 403
    assert not Job.objects.exists()


@pytest.mark.parametrize("sessions", [1, 3])
def test_the_page_takes_as_many_queries_for_three_sessions(
    observer, tournament, sessions, django_assert_num_queries
):
    tournament.sessions.filter(number__gt=sessions).delete()
    with django_assert_num_queries(7):  # log-in 2, tournament, roles, sessions, tables, players
        page(observer)
