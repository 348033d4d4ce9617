"""The arguments that name the rules, for every subcommand that counts."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from scoring.engine.rules import Profile, Rules


def add_rules_arguments(parser: ArgumentParser) -> None:
    """Add `--profile` and `--set`."""
    parser.add_argument(
        "--profile",
        choices=[profile.value for profile in Profile],
        default=Profile.WMO.value,
        help="whose rules: the 2006 rule book, or Chinese practice",
    )
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="SETTING=VALUE",
        help="a ruling of the referee, such as exhausted_wait=own",
    )


def rules_from(arguments: Namespace) -> Rules:
    """The rules that the arguments name; EngineError for a setting that does not exist."""
    settings = dict(pair.partition("=")[::2] for pair in arguments.set)
    return Rules().with_settings({"profile": arguments.profile, **settings})
