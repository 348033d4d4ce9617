"""What is wrong with a document: every fault with the path of its place."""

from __future__ import annotations

from dataclasses import dataclass, field

from django.core.exceptions import ValidationError


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault: a path such as `sessions[0].tables[3].hands[7].points`, and a sentence."""

    path: str
    text: str

    def __str__(self) -> str:
        return f"{self.path}: {self.text}" if self.path else self.text


class DocumentError(ValidationError):
    """A document that cannot be read in; nothing of it was saved. `faults` are all of them."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__([ValidationError(str(fault), code="document") for fault in faults])
        self.faults = tuple(faults)


@dataclass(slots=True)
class Faults:
    """The faults found so far."""

    found: list[Fault] = field(default_factory=list)

    def add(self, path: str, text: object) -> None:
        """Note one fault."""
        self.found.append(Fault(path, str(text)))

    def raise_any(self) -> None:
        """Raise DocumentError if there is any fault."""
        if self.found:
            raise DocumentError(self.found)
