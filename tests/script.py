"""The one script as a module: its name has no ending, so that it cannot be imported."""

from __future__ import annotations

from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

SCRIPT = Path(__file__).resolve().parent.parent / "mcr"


def load_mcr() -> ModuleType:
    """A fresh module of `mcr`; nothing is run."""
    loader = SourceFileLoader("mcr", str(SCRIPT))
    spec = spec_from_loader(loader.name, loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module
