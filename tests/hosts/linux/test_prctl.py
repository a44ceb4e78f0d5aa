import os
import sys

import pytest

from arena.hosts.linux.prctl import die_with_parent

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Linux alone has prctl")


def test_a_process_whose_parent_is_gone_already_ends_at_once() -> None:
    pid = os.fork()
    if pid == 0:
        die_with_parent(os.getpid())  # not the parent
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 1
