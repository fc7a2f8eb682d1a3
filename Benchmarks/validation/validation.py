"""Measures validation: its cost in an import, the cost of bad rows, and `studbook check` against Frictionless and DuckDB.

usage: validation.py STUDBOOK DATA [RUNS]

DATA is the import benchmark's folder with dogs.csv of a million rows, groups.csv and Bench.xcdatamodeld. Everything is measured in turn, so that a
machine that grows slower meets all alike; medians are printed.
"""

import importlib.util
import os
import re
import shutil
import statistics
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(HERE, "../Support"))
import verdicts

QUARTER = 250_000


def measure(command, allowed=(0,)):
    """Runs a command to its end: wall seconds, processor seconds, peak MiB."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    errors = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - start
    code = os.waitstatus_to_exitcode(status)
    if code not in allowed:
        sys.exit(f"exit status {code} from {' '.join(command)}\n{errors.decode()[-2000:]}")
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def prepare(data, work):
    """Makes the folders: without checks, with checks, and with every row bad; the last two also with a quarter of the rows."""
    for name in ["plain", "checks", "bad", "checks-quarter", "bad-quarter"]:
        folder = os.path.join(work, name)
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        shutil.copy(os.path.join(data, "groups.csv"), folder)
        shutil.copytree(os.path.join(data, "Bench.xcdatamodeld"), os.path.join(folder, "Bench.xcdatamodeld"))
        if name == "plain":
            shutil.copy(os.path.join(data, "Bench.recipe.yml"), os.path.join(folder, "Bench.recipe.yml"))
            contents = os.path.join(folder, "Bench.xcdatamodeld/Bench.xcdatamodel/contents")
            text = open(contents).read()
            text = re.sub(r' (minValueString|maxValueString|regularExpressionString)="[^"]*"', "", text)
            open(contents, "w").write(text)
        else:
            shutil.copy(os.path.join(HERE, "Checks.recipe.yml"), os.path.join(folder, "Bench.recipe.yml"))
        target = os.path.join(folder, "dogs.csv")
        if name in ("plain", "checks"):
            os.link(os.path.join(data, "dogs.csv"), target)
        else:
            write_dogs(os.path.join(data, "dogs.csv"), target, name.startswith("bad"), QUARTER if "quarter" in name else None)


def write_dogs(path, target, is_bad, rows):
    """Copies the first `rows` rows, all for None; in bad ones the height is no number."""
    height = re.compile(rb"^(\d+,[^,\n]*,[^,\n]*,[^,\n]*),[0-9.]*,", re.M)
    with open(path, "rb") as source, open(target, "wb") as copy:
        for line in source:
            # A text may hold a line break, so that not every line begins a row.
            number = re.match(rb"(\d+),", line)
            if rows and number and int(number.group(1)) > rows:
                break
            copy.write(height.sub(rb"\1,tall,", line, count=1) if is_bad else line)


FRICTIONLESS = '''
import sys
from frictionless import Checklist, Resource, Schema, system
fields = [
    {"name": "number", "type": "integer", "constraints": {"required": True, "minimum": 1}},
    {"name": "name", "type": "string", "constraints": {"required": True, "minLength": 2, "maxLength": 80, "unique": True}},
    {"name": "group", "type": "string", "constraints": {"required": True, "enum": GROUPS}},
    {"name": "country", "type": "string", "constraints": {"maxLength": 60}},
    {"name": "height", "type": "number", "constraints": {"minimum": 10, "maximum": 120}},
    {"name": "weight", "type": "number", "constraints": {"minimum": 0.5, "maximum": 120}},
    {"name": "text", "type": "string", "constraints": {"minLength": 10, "maxLength": 400}},
    {"name": "photo URL", "type": "string", "constraints": {"pattern": r"https://.+\\.jpg"}},
    {"name": "recognised on", "type": "date", "constraints": {"minimum": "1870-01-01"}},
]
system.trusted = True
report = Resource(path=PATH, schema=Schema.from_descriptor({"fields": fields})).validate(Checklist(), limit_errors=1000000)
sys.exit(0 if report.valid else f"Frictionless could not check it: {report.flatten(['type', 'note'])[:3]}")
'''

# The rules of the model and of Checks.recipe.yml as an analyst would write them by hand; a query a rule gives the rows to mend.
DUCKDB = '''
import duckdb
duckdb.sql("""CREATE TABLE dogs AS SELECT row_number() OVER () AS row, * FROM read_csv('PATH', all_varchar = true, header = true, quote = '"', escape = '"')""")
duckdb.sql("CREATE TABLE groups AS SELECT * FROM read_csv('GROUPS', all_varchar = true, header = true)")
height, weight = "try_cast(height AS DOUBLE)", "try_cast(weight AS DOUBLE)"
rules = [
    ("number", "try_cast(number AS BIGINT) IS NULL OR try_cast(number AS BIGINT) < 1"),
    ("name", "name IS NULL OR length(name) NOT BETWEEN 2 AND 80"),
    ('"group"', '"group" NOT IN (SELECT name FROM groups)'),
    ("country", "length(country) > 60"),
    ("country", '"recognised on" IS NOT NULL AND country IS NULL'),
    ("height", f"height IS NOT NULL AND ({height} IS NULL OR {height} NOT BETWEEN 10 AND 120)"),
    ("weight", f"weight IS NOT NULL AND ({weight} IS NULL OR {weight} NOT BETWEEN 0.5 AND 120)"),
    ("weight", f"{weight} IN (0, 999)"),
    ("weight", f"{weight} > {height} * 10"),
    ("text", "length(text) NOT BETWEEN 10 AND 400"),
    ('"photo URL"', """NOT regexp_full_match("photo URL", 'https://.+[.]jpg')"""),
    ('"photo URL"', """NOT regexp_full_match("photo URL", 'https?://[A-Za-z0-9-]+([.][A-Za-z0-9-]+)*(:[0-9]+)?([/?#][^ "<>^`{|}]*)?')"""),
    ('"recognised on"', """try_cast("recognised on" AS DATE) IS NULL OR try_cast("recognised on" AS DATE) NOT BETWEEN DATE '1870-01-01' AND current_date"""),
]
for column in ["name", "country", "text", '"photo URL"']:
    rules += [
        (column, f"{column} <> trim({column}) OR contains({column}, '  ')"),
        (column, rf"regexp_matches({column}, '[\\x00-\\x09\\x0b-\\x1f\\x{{a0}}\\x{{ad}}\\x{{2000}}-\\x{{200f}}\\x{{202f}}\\x{{2060}}\\x{{3000}}\\x{{feff}}]')"),
        (column, f"regexp_matches({column}, '[,;:–—-]$')"),
        (column, f"lower({column}) IN ('tbd', 'tba', 'todo', 'n/a', 'none', 'null', 'unknown', 'test', '?', '-', 'xxx', '#ref!', '#n/a')"),
        (column, f"upper({column}) = {column} AND regexp_matches({column}, '[A-Z]{{5}}')"),
        (column, f"regexp_matches({column}, '[a-zA-Z][а-яА-Я]|[а-яА-Я][a-zA-Z]')"),
        (column, rf"regexp_matches({column}, 'Ã[\\x{{80}}-\\x{{bf}}]|â€')"),
    ]
for field, condition in rules:
    duckdb.sql(f"SELECT row, {field} FROM dogs WHERE {condition}").fetchall()
duckdb.sql("SELECT row, name FROM dogs WHERE name IN (SELECT name FROM dogs GROUP BY name HAVING count(*) > 1)").fetchall()
'''

# The same rules in one pass that only counts: it says how many rows are wrong, not which.
DUCKDB_COUNTS = DUCKDB.split("for field")[0].replace("CREATE TABLE dogs AS SELECT row_number() OVER () AS row, *", "CREATE VIEW dogs AS SELECT *") + '''
counts = ", ".join(f"count(*) FILTER (WHERE {condition})" for field, condition in rules if "SELECT" not in condition)
duckdb.sql(f"SELECT {counts}, count(*) - count(DISTINCT name), count(*) FILTER (WHERE \\"group\\" NOT IN (SELECT name FROM groups)) FROM dogs").fetchall()
'''


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    studbook, data = sys.argv[1:3]
    runs = int(sys.argv[3]) if len(sys.argv) > 3 else 3
    if not os.path.exists(os.path.join(data, "dogs.csv")):
        sys.exit(f"{data} has no data; run Benchmarks/run, which makes it")
    work = os.path.join(data, "validation")
    prepare(data, work)

    def build(name):
        folder = os.path.join(work, name)
        shutil.rmtree(os.path.join(folder, "Output"), ignore_errors=True)
        return measure([studbook, "build", f"{folder}/Bench.recipe.yml", "--output", f"{folder}/Output", "--quiet"], (0, 1))

    dogs = os.path.join(work, "checks", "dogs.csv")
    groups = os.path.join(work, "checks", "groups.csv")
    names = [line.strip() for line in open(groups)][1:]
    tasks = {
        "build without validation": lambda: build("plain"),
        "build with validation": lambda: build("checks"),
        "build with every row bad": lambda: build("bad"),
        "a quarter, with validation": lambda: build("checks-quarter"),
        "a quarter, every row bad": lambda: build("bad-quarter"),
        "studbook check": lambda: measure([studbook, "check", f"{work}/checks/Bench.recipe.yml", "--quiet"]),
    }
    skipped = []
    if importlib.util.find_spec("duckdb"):
        script = DUCKDB.replace("PATH", dogs).replace("GROUPS", groups)
        tasks["DuckDB, a query a rule"] = lambda: measure([sys.executable, "-c", script])
        counts = DUCKDB_COUNTS.replace("PATH", dogs).replace("GROUPS", groups)
        tasks["DuckDB, one query of counts"] = lambda: measure([sys.executable, "-c", counts])
    else:
        skipped.append("DuckDB")
    load = os.getloadavg()[0]
    results = {name: [] for name in tasks}
    for _ in range(runs):
        for name, task in tasks.items():
            results[name].append(task())
    if importlib.util.find_spec("frictionless"):
        # A tenth of the rows, once: the whole takes many minutes, and its time grows with the rows.
        part = os.path.join(work, "part.csv")
        with open(dogs, "rb") as source, open(part, "wb") as target:
            target.write(b"".join(line for _, line in zip(range(100_000), source)))
        rows = sum(1 for line in open(part, "rb") if re.match(rb"\d+,", line))
        script = FRICTIONLESS.replace("PATH", repr(part)).replace("GROUPS", repr(names))
        wall, cpu, peak = measure([sys.executable, "-c", script])
        results["Frictionless (from a tenth)"] = [(wall * 1e6 / rows, cpu * 1e6 / rows, peak)]
    else:
        skipped.append("Frictionless")

    median = {}
    print(f"1000000 rows, {runs} runs in turn; medians")
    for name, values in results.items():
        median[name] = [statistics.median(value[i] for value in values) for i in range(2)]
        peak = max(value[2] for value in values)
        print(f"  {name:30} wall {median[name][0]:7.2f} s  cpu {median[name][1]:7.2f} s  peak {peak:7.1f} MiB")

    def compare(label, left, right, side=None, limit=None):
        if left not in median or right not in median:
            return
        wall, cpu = (median[left][i] / median[right][i] for i in range(2))
        bar = ""
        if side is not None:
            kept = verdicts.record(f"{label}, wall", wall, side, limit)
            bar = f"({side} {limit}: {'yes' if kept else 'NO'})"
        print(f"  {label:55} wall {wall:6.2f}  cpu {cpu:6.2f}   {bar}")

    compare("with validation / without", "build with validation", "build without validation", "at most", 1.4)
    compare("every row bad / none", "build with every row bad", "build with validation", "at most", 2.0)
    compare("every row bad / none, a quarter of the rows", "a quarter, every row bad", "a quarter, with validation", "at most", 2.0)
    compare("Frictionless / studbook check", "Frictionless (from a tenth)", "studbook check", "at least", 20)
    compare("DuckDB, a query a rule / studbook check", "DuckDB, a query a rule", "studbook check", "at least", 2)
    compare("DuckDB, one query of counts / studbook check", "DuckDB, one query of counts", "studbook check")

    def growth(whole, quarter):
        """What the peak of memory grows by, in MiB, from a quarter of the rows to all."""
        peaks = [max(value[2] for value in results[name]) for name in (whole, quarter)]
        return peaks[0] - peaks[1]

    # With findings memory is flat if it grows with the rows no more than without; 4 MiB are what runs differ by.
    good = growth("build with validation", "a quarter, with validation")
    bad = growth("build with every row bad", "a quarter, every row bad")
    is_flat = verdicts.record("memory that four times as many bad rows add, MiB", bad, "at most", round(max(good, 0) + 4, 1))
    print(f"  memory from a quarter of the rows to all: {good:+.1f} MiB with no row bad, {bad:+.1f} MiB with every row bad"
          f"   (no more than with none: {'yes' if is_flat else 'NO'})")
    print(f"  the machine's load while measuring: {load:.1f} before, {os.getloadavg()[0]:.1f} after")
    for name in skipped:
        install = f"pip install {name.lower()}"
        print(f"  left out: {name} ({install}, and say where with PYTHON)")
        verdicts.leave_out(name, install)


main()
