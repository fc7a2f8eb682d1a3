"""Takes each check out of the sources in turn and expects a test to fail: proof that the tests would notice.

usage: python3 Tests/Mutations/run.py [NAME…]

Works on a copy in .build/mutation, so the sources themselves are never touched. Every mutation costs a build of one target and a run of its tests, about
a minute. Exits with 1 when a mutation survives.
"""

import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
COPY = os.path.join(ROOT, ".build", "mutation")
TESTS = "ImportPipelineTests"


def blocks(path):
    text = "\n".join(line for line in open(path).read().split("\n") if not line.startswith("#"))
    for block in text.strip().split("\n\n"):
        name, file, before, after = block.strip("\n").split("\n")
        yield name, file, before[2:], after[2:]


def run(*command):
    return subprocess.run(command, cwd=COPY, capture_output=True, text=True)


def main():
    wanted = sys.argv[1:]
    mutations = [m for m in blocks(os.path.join(ROOT, "Tests/Mutations/checks.txt")) if not wanted or m[0] in wanted]
    os.makedirs(COPY, exist_ok=True)
    subprocess.run(
        ["rsync", "-a", "--delete", "--exclude", "/.build", "--exclude", "/.git", f"{ROOT}/", f"{COPY}/"], check=True
    )
    swift = os.environ.get("SWIFT", "swift").split()
    first = run(*swift, "test", "--filter", TESTS)
    if first.returncode != 0:
        sys.exit(f"The tests fail without any mutation:\n{first.stdout[-2000:]}")
    survived = []
    for name, file, before, after in mutations:
        path = os.path.join(COPY, file)
        text = open(path).read()
        if text.count(before) != 1:
            sys.exit(f"{file} has “{before}” {text.count(before)} times, not once: bring Tests/Mutations/checks.txt up to date")
        open(path, "w").write(text.replace(before, after))
        try:
            outcome = run(*swift, "test", "--filter", TESTS)
        finally:
            open(path, "w").write(text)
        if "error: " in outcome.stdout + outcome.stderr and "Test run" not in outcome.stdout + outcome.stderr:
            sys.exit(f"“{name}” does not compile:\n{(outcome.stdout + outcome.stderr)[-2000:]}")
        if outcome.returncode == 0:
            survived.append(name)
        print(f"{'SURVIVED' if outcome.returncode == 0 else 'noticed '}  {name}", flush=True)
    print(f"{len(mutations) - len(survived)} of {len(mutations)} mutations were noticed")
    sys.exit(1 if survived else 0)


main()
