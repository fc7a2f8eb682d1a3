"""Switches each check off in turn and expects a test to fail: proof that the tests would notice.

usage: python3 Tests/Mutations/run.py [--no-build] [RULE…]

One debug build serves all of them, and its test program is run directly: it leaves out the rules that STUDBOOK_WITHOUT_CHECK names (SwitchedOffRules). Every rule about sources, records, values,
references and texts is taken, as the catalogue has them. First the test that noticed a rule's absence last time is run alone (witnesses.json); if it does not
now, all suites that read sources are. Exits with 1 when the tests do not notice one.
"""

import glob
import json
import os
import re
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# Not the families about models, recipes, releases and stores: their findings are not made by reading records, and no run leaves them out.
FAMILIES = ("source", "record", "value", "reference", "rule", "text")
SUITES = "Planted(Kinds|Faults)Tests|ImportRunTests|EndCheckTests|ValueCheckTests|TextCheckTests|RecordRuleTests|MarkupImportTests|ImportPlannerTests"
SUITES += "|RecordEffectTests|UniquenessTests|LoweredSeverityTests|PassedOverTests"
# Found before any record is read, so that there is nothing to switch off: a run stops there, and tests expect the error.
STOPPING = {"source.binary", "source.missing", "source.table-missing"}


# By rule, the test that noticed its absence last time.
WITNESSES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "witnesses.json")


def rules():
    text = open(f"{ROOT}/Sources/Findings/Rules/RuleCatalogue.swift").read()
    codes = set(re.findall(r'Entry\("([a-z.-]+)"', text))
    return sorted(code for code in codes if code.split(".")[0] in FAMILIES and code not in STOPPING)


def test(without, suites=SUITES):
    programs = glob.glob(f"{ROOT}/.build/debug/*.xctest")
    environment = dict(os.environ, STUDBOOK_WITHOUT_CHECK=without)
    command = [*programs, "--testing-library", "swift-testing", "--filter", suites]
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True)
    output = (run.stdout + run.stderr).decode(errors="replace")
    if "Test run with" not in output:
        # A test that looks at a finding which is not there may end the program; that is noticed as well.
        if without and "Test run started" in output:
            return 1, ["the tests ended early"]
        sys.exit(f"The tests do not run:\n{output[-2000:]}")
    return run.returncode, sorted(set(re.findall(r"✘\S* Test (\w+)\(", output)))


def main():
    if "--no-build" not in sys.argv and subprocess.run(["swift", "build", "--build-tests"], cwd=ROOT).returncode != 0:
        sys.exit("The tests cannot be built")
    status, failed = test("")
    if status != 0:
        sys.exit(f"Tests fail with every check switched on: {', '.join(failed)}")
    taken = [name for name in sys.argv[1:] if not name.startswith("-")] or rules()
    survived = []
    with open(WITNESSES) as file:
        witnesses = json.load(file)
    for rule in taken:
        start = time.perf_counter()
        status, failed = test(rule, f"/{witnesses[rule]}\\(") if rule in witnesses else (0, [])
        if status == 0:
            status, failed = test(rule)
            witnesses.pop(rule, None)
            if failed and not failed[0].startswith("the tests"):
                witnesses[rule] = failed[0]
        with open(WITNESSES, "w") as file:
            json.dump(witnesses, file, indent=2, sort_keys=True)
            file.write("\n")
        if status == 0:
            survived.append(rule)
        verdict = "SURVIVED" if status == 0 else "noticed "
        print(f"{verdict}  {rule:24} {time.perf_counter() - start:5.1f} s  {', '.join(failed[:3])}", flush=True)
    print(f"{len(taken) - len(survived)} of {len(taken)} rules: a test fails when the rule is switched off")
    sys.exit(1 if survived else 0)


main()
