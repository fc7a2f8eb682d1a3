"""The figures of all benchmarks with the bars that they have to keep.

  verdicts.py print FILE      prints them as a table, and exits with 1 if one is missed

A benchmark adds a line to the file that the environment's VERDICTS names: what was measured, the figure, "at most" or "at least", and the bar, between
tabs; or "left out", what it is, and how to install it.
"""
import os
import sys


def add(*fields):
    path = os.environ.get("VERDICTS")
    if path:
        with open(path, "a") as file:
            file.write("\t".join(fields) + "\n")


def record(work, value, side, bar):
    """Adds a figure; says whether it keeps its bar."""
    add(work, f"{value:.2f}", side, f"{bar:g}")
    return value <= bar if side == "at most" else value >= bar


def leave_out(name, install):
    """Adds a peer that is not installed."""
    add("left out", name, install)


def show(path):
    with open(path) as file:
        rows = [line.rstrip("\n").split("\t") for line in file]
    figures = [row for row in rows if len(row) == 4]
    width = max((len(row[0]) for row in figures), default=0)
    print("All bars")
    missed = 0
    for work, value, side, bar in figures:
        kept = float(value) <= float(bar) if side == "at most" else float(value) >= float(bar)
        missed += not kept
        print(f"  {work:{width}}  {value:>8}  {side:8} {bar:>4}  {'kept' if kept else 'MISSED'}")
    print(f"  {len(figures) - missed} of {len(figures)} kept; the machine: {os.cpu_count()} cores, load {os.getloadavg()[2]:.1f} in the last 15 minutes")
    for _, name, install in (row for row in rows if len(row) == 3):
        print(f"  left out: {name}, which “{install}” installs")
    return missed


if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] != "print":
        sys.exit(__doc__)
    sys.exit(1 if show(sys.argv[2]) else 0)
