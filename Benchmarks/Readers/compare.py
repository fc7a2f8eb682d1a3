"""Times the readers in turn and prints for each the best processor time, throughput, peak memory, and how many times as long as ours it takes.

  compare.py SHAPE FILE RUNS READER-BENCHMARK STATE-MACHINE
"""
import importlib.util, os, statistics, subprocess, sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../Support"))
import verdicts

shape, data, runs, ours, machine = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4], sys.argv[5]
scripts = {
    "Python csv": "import csv,sys\nn=0\nfor row in csv.reader(open(sys.argv[1],newline='',encoding='utf-8')): n+=len(row)\n",
    "DuckDB": "import duckdb,sys\nc=duckdb.connect()\nc.execute('SET threads=1')\n"
    "c.execute(\"CREATE TABLE t AS SELECT * FROM read_csv(?, all_varchar=true)\", [sys.argv[1]])\n",
    "polars": "import os,sys\nos.environ['POLARS_MAX_THREADS']='1'\nimport polars\n"
    "polars.read_csv(sys.argv[1], infer_schema=False)\n",
}
modules = {"DuckDB": "duckdb", "polars": "polars"}
# How many times as long as ours each has to take.
bars = {"plain C state machine": 1, "Python csv": 4, "DuckDB": 2, "polars": 2}
commands = {"Studbook, fields with places": [ours, data], "plain C state machine": [machine, data]}
for name, script in scripts.items():
    if name in modules and importlib.util.find_spec(modules[name]) is None:
        print(f"  {name}: not installed, skipped")
        verdicts.leave_out(name, f"pip install {modules[name]}")
    else:
        commands[name] = [sys.executable, "-c", script, data]


def run(command):
    process = subprocess.Popen(command, stdout=subprocess.PIPE)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"{command[0]} failed")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss // 1024, output


results = {name: [] for name in commands}
for _ in range(runs):  # in turn, so that all see the same machine
    for name, command in commands.items():
        results[name].append(run(command))
own, *others = results
answers = [results[name][0][2] for name in (own, others[0])]
if answers[0] != answers[1]:
    sys.exit(f"the readers disagree: {answers}")
megabytes = os.path.getsize(data) / 1e6
for name, times in results.items():
    seconds = min(time for time, _, _ in times)
    line = f"  {name:28} {seconds:7.2f} s processor time {megabytes / seconds:6.0f} MB/s {times[0][1]:6} MB peak"
    if name in bars:
        ratio = statistics.median(theirs[0] / mine[0] for theirs, mine in zip(times, results[own]))
        kept = verdicts.record(f"read {shape} CSV: {name} / ours, cpu", ratio, "at least", bars[name])
        line += f"  {ratio:6.2f} times ours (at least {bars[name]}: {'yes' if kept else 'NO'})"
    print(line, flush=True)
