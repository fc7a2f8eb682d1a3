"""Times the readers and prints their best times, throughput, peak memory and how many times as long as ours they take."""
import importlib.util, os, resource, subprocess, sys, time

data, runs, ours, machine = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4]
scripts = {
    "Python csv": "import csv,sys\nn=0\nfor row in csv.reader(open(sys.argv[1],newline='',encoding='utf-8')): n+=len(row)\n",
    "DuckDB": "import duckdb,sys\nc=duckdb.connect()\nc.execute('SET threads=1')\n"
    "c.execute(\"CREATE TABLE t AS SELECT * FROM read_csv(?, all_varchar=true)\", [sys.argv[1]])\n",
    "polars": "import os,sys\nos.environ['POLARS_MAX_THREADS']='1'\nimport polars\n"
    "polars.read_csv(sys.argv[1], infer_schema=False)\n",
}
modules = {"DuckDB": "duckdb", "polars": "polars"}
commands = {"Studbook, fields with places": [ours, data], "plain C state machine": [machine, data]}
for name, script in scripts.items():
    if name in modules and importlib.util.find_spec(modules[name]) is None:
        print(f"{name}: not installed, skipped")
    else:
        commands[name] = [sys.executable, "-c", script, data]

def run(command):
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"{command[0]} failed")
    return time.perf_counter() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss // 1024, output

results = {name: [] for name in commands}
for _ in range(runs):  # in turn, so that all see the same machine
    for name, command in commands.items():
        results[name].append(run(command))
answers = [results[name][0][3] for name in list(commands)[:2]]
if answers[0] != answers[1]:
    sys.exit(f"the readers disagree: {answers}")
megabytes = os.path.getsize(data) / 1e6
best = {name: min(times, key=lambda item: item[1]) for name, times in results.items()}
base = next(iter(best.values()))[1]
for name, (_, seconds, memory, _) in best.items():
    print(f"{name:30} {seconds:7.2f} s processor time  {megabytes / seconds:7.0f} MB/s  {memory:6} MB peak  {seconds / base:6.2f} times ours")
