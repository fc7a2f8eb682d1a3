"""Runs commands and says what they cost."""

import os
import subprocess
import sys
import time


def measure(command, **options):
    """Runs a command to its end: wall seconds, processor seconds, peak MiB of the largest of its processes."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, **options)
    errors = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - start
    if os.waitstatus_to_exitcode(status) != 0:
        sys.exit(f"exit status {os.waitstatus_to_exitcode(status)} from {' '.join(command)}\n{errors.decode()[-2000:]}")
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024
