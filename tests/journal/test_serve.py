"""The command that serves: what it refuses before it begins."""

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError


@pytest.mark.parametrize("port", ["0", "-1", "65536", "99999999", "²", "x", "8000 "])
def test_a_port_that_is_none_is_refused(port):
    with pytest.raises(CommandError, match="is no port: 1 to 65535"):
        call_command("serve", "--port", port, "--no-serve")
