"""Measures the patches of `studbook pack` beside those of bsdiff, zstd --patch-from and xdelta3, for real edits of two releases.

usage: packs.py STUDBOOK SHOWCASE DATA WORK [RUNS]

SHOWCASE is the folder of the showcase's inputs, DATA the import benchmark's with dogs.csv of a million rows, groups.csv and Bench.xcdatamodeld, WORK a
folder for what is made. Each edit is built with --previous, so that objects keep their keys. Everything is measured in turn; medians are printed. bsdiff
and zstd, which take minutes for a large file, run once; of that file only bsdiff on the edit that a bar speaks of, unless ALL_PEERS is set.
"""

import csv
import multiprocessing
import os
import random
import shutil
import statistics
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(HERE, "../Support"))
import verdicts
from measuring import measure

# What is measured, and Debian's package that has it.
PEERS = {"bsdiff": "bsdiff", "zstd": "zstd", "xdelta3": "xdelta3"}
SLOW = {"bsdiff", "zstd"}
MOST_BYTES, MOST_BYTES_OF_BSDIFF, MOST_TIME_OF_BSDIFF = 1, 1.2, 0.1


def other(value, chooser):
    """Another value of the same kind."""
    try:
        number = float(value)
        return f"{number + 0.3:.1f}" if number < 50 else f"{number - 0.3:.1f}"
    except ValueError:
        pass
    if len(value) == 10 and value[4] == "-":
        return value[:8] + f"{int(value[8:]) % 28 + 1:02}"
    words = value.split(" ")
    words[chooser.randrange(len(words))] = chooser.choice(["otherwise", "new", "quick", "remarkably"])
    return " ".join(words)


def edited(rows, edit, columns, key):
    """The rows of another edition; `rows` has the header first."""
    chooser = random.Random(20)
    count = len(rows) - 1
    changed = {"one value": [1 + count // 3], "1 % of values": chooser.sample(range(1, count + 1), max(1, count // 100))}
    if edit == "1 % new":
        added = []
        for number in range(max(1, count // 100)):
            row = list(rows[1 + chooser.randrange(count)])
            row[key] += f" No. {number}"
            if rows[0][0] == "number":
                row[0] = str(count + 1 + number)
            added.append(row)
        return rows + added
    rows = list(rows)
    for turn, number in enumerate(changed[edit]):
        row = list(rows[number])
        column = columns[turn % len(columns)]
        row[column] = other(row[column] or "12.5", chooser)
        rows[number] = row
    return rows


def write_edited(source, target, edit, columns, key):
    with open(source, newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    with open(target, "w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows(edited(rows, edit, columns, key))


def build(studbook, inputs, recipe, output, previous=None):
    command = [studbook, "build", os.path.join(inputs, recipe), "--output", output, "--quiet"]
    subprocess.run(command + (["--previous", previous] if previous else []), check=True, stdout=subprocess.DEVNULL)


def editions(studbook, inputs, work, recipe, source, name, columns, key):
    """Builds a release and one for each edit; returns their files."""
    base = os.path.join(work, "base", name)
    if not os.path.exists(base):
        build(studbook, inputs, recipe, os.path.dirname(base))
    result = {}
    for edit in ["one value", "1 % of values", "1 % new"]:
        folder = os.path.join(work, edit.replace(" ", "-").replace("%", "percent"))
        result[edit] = os.path.join(folder, name)
        if os.path.exists(result[edit]):
            continue
        copy = folder + "-inputs"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(inputs, copy, ignore=shutil.ignore_patterns("Output", "*.sqlite", source, "*.xml", "*.html") if "dogs" in source else None)
        # In a process of its own: a child's greatest memory counts from that of the process which started it.
        writer = multiprocessing.Process(
            target=write_edited,
            args=(os.path.join(inputs, source), os.path.join(copy, source), edit, columns, key),
        )
        writer.start()
        writer.join()
        if writer.exitcode != 0:
            sys.exit(f"{source} could not be edited")
        build(studbook, copy, recipe, folder, previous=base)
        shutil.rmtree(copy)
    return base, result


def commands(studbook, old, new, work):
    """How each makes its patch, and where it is."""
    out = os.path.join(work, "patch")
    packs = os.path.join(work, "packs")
    os.makedirs(packs, exist_ok=True)
    return {
        "studbook pack": ([studbook, "pack", new, "--from", old, "--format", "none", "--output", packs], packs),
        "bsdiff": (["bsdiff", old, new, out], out),
        "zstd": (["zstd", "-q", "-f", "-19", "--long=31", f"--patch-from={old}", new, "-o", out], out),
        "xdelta3": (["xdelta3", "-9", "-f", "-e", "-s", old, new, out], out),
    }


def size(path):
    if os.path.isdir(path):
        return sum(os.path.getsize(os.path.join(path, name)) for name in os.listdir(path) if name.endswith(".patch"))
    return os.path.getsize(path)


def check(studbook, old, new, work):
    """The patch has to make the new file."""
    packs = os.path.join(work, "packs")
    name = next(name for name in os.listdir(packs) if name.endswith(".patch"))
    made = os.path.join(work, "made.sqlite")
    cost = measure([studbook, "unpack", os.path.join(packs, name), "--from", old, "--output", made])
    subprocess.run(["cmp", made, new], check=True)
    os.remove(made)
    return cost


def compare(title, studbook, old, news, work, runs):
    bytes_of_file = os.path.getsize(old)
    print(f"{title}, a file of {bytes_of_file} bytes")
    ratios = {}
    for edit, new in news.items():
        shutil.rmtree(os.path.join(work, "packs"), ignore_errors=True)
        costs, sizes = {}, {}
        for run in range(runs):
            for name, (command, out) in commands(studbook, old, new, work).items():
                if name in PEERS and shutil.which(name) is None or name in SLOW and run > 0:
                    continue
                is_judged = name == "bsdiff" and edit == "1 % of values"
                if name in SLOW and bytes_of_file > 10_000_000 and not is_judged and not os.environ.get("ALL_PEERS"):
                    continue
                costs.setdefault(name, []).append(measure(command))
                sizes[name] = size(out)
        for name, measured in costs.items():
            wall, processor, peak = (statistics.median(values) for values in zip(*measured))
            print(f"  {edit:14} {name:14} {sizes[name]:>10} bytes {100 * sizes[name] / bytes_of_file:7.3f} % {wall:8.2f} s"
                  f" {processor:8.2f} s processor {peak:6.0f} MiB")
        wall, _, peak = check(studbook, old, new, work)
        print(f"  {edit:14} applied by studbook unpack in {wall:.2f} s with {peak:.0f} MiB; the same file")
        ratios[edit] = {
            name: (sizes[name], statistics.median(cost[0] for cost in measured)) for name, measured in costs.items()
        }
    return bytes_of_file, ratios


def judge(title, bytes_of_file, ratios):
    kept = verdicts.record(
        f"{title}: patch for one value, % of the file", 100 * ratios["one value"]["studbook pack"][0] / bytes_of_file,
        "at most", MOST_BYTES,
    )
    ours, bsdiff = ratios["1 % of values"]["studbook pack"], ratios["1 % of values"].get("bsdiff")
    if bsdiff:
        kept &= verdicts.record(
            f"{title}: patch for 1 % of values / bsdiff's, bytes", ours[0] / bsdiff[0], "at most", MOST_BYTES_OF_BSDIFF)
        # Starting a process takes longer than a patch of a small file.
        if bytes_of_file > 10_000_000:
            kept &= verdicts.record(
                f"{title}: patch for 1 % of values / bsdiff's, wall", ours[1] / bsdiff[1], "at most", MOST_TIME_OF_BSDIFF)
    return kept


def main():
    if len(sys.argv) not in (5, 6):
        sys.exit(__doc__)
    studbook, showcase, data, work = sys.argv[1:5]
    runs = int(sys.argv[5]) if len(sys.argv) > 5 else 3
    studbook = os.path.abspath(studbook)
    for peer, package in PEERS.items():
        if shutil.which(peer) is None:
            print(f"left out: {peer}, which “apt-get install -y {package}” installs")
            verdicts.leave_out(peer, f"apt-get install -y {package}")
    kept = True
    # Of the breeds a height, a weight, a life span and the description; of the dogs the country, both measures, the text and the date.
    for title, inputs, recipe, source, name, columns, key in [
        ("showcase", showcase, "DogBreeds.recipe.yml", "akc-breeds.csv", "DogBreeds.sqlite", [3, 10, 7, 5], 0),
        ("1,000,000 records", data, "Bench.recipe.yml", "dogs.csv", "Bench.sqlite", [4, 3, 5, 6, 8], 1),
    ]:
        folder = os.path.join(work, name.removesuffix(".sqlite"))
        os.makedirs(folder, exist_ok=True)
        old, news = editions(studbook, inputs, folder, recipe, source, name, columns, key)
        kept &= judge(title, *compare(title, studbook, old, news, folder, runs))
    sys.exit(0 if kept else 1)


if __name__ == "__main__":
    main()
