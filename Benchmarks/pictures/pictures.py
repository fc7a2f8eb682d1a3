"""Measures a build whose records bring pictures of 2 megapixels, checked and made to fit, beside vipsthumbnail on the same files.

usage: pictures.py STUDBOOK WORK [COUNT] [RUNS]

The pictures, 1600 by 1250 pixels with the noise of a camera, are made once, by the vips command: a hundred that look different, each under many names with
a remark of its own, so that no two files have the same bytes. The peer has both cores: two processes of one thread each, which take 64 files at a time. It
makes pictures of the same size, format and quality; it checks nothing, and leaves files where Studbook reads what each picture says of itself, requires that
all of it decodes, and leaves a store, a manifest and reports. Each is
measured with the files in the system's memory as far as they fit.
"""

import csv
import os
import shutil
import statistics
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(HERE, "../Support"))
import verdicts
from measuring import measure

WIDTH, HEIGHT, DIFFERENT = 1600, 1250, 100
MOST_TIME = 1.3
MAKER = "apt-get install -y libvips-tools"


def vips(*words):
    subprocess.run(["vips", *map(str, words)], check=True, env={**os.environ, "VIPS_CONCURRENCY": "1"})


def make_picture(path, number):
    """Clouds of several sizes, other colours, and the noise of a camera."""
    bands = []
    for band in range(3):
        coarse, fine, noise, sum_, more, out = (f"{path}.{band}.{part}.v" for part in range(6))
        vips("perlin", coarse, WIDTH, HEIGHT, "--cell-size", 250, "--seed", number * 10 + band)
        vips("perlin", fine, WIDTH, HEIGHT, "--cell-size", 30, "--seed", number * 10 + 7)
        vips("gaussnoise", noise, WIDTH, HEIGHT, "--mean", 128, "--sigma", 6, "--seed", number * 10 + band)
        vips("linear", coarse, sum_, 60, 0)
        vips("linear", fine, more, 45, 0)
        vips("add", sum_, more, out + "a.v")
        vips("add", out + "a.v", noise, out)
        bands.append(out)
        for file in (coarse, fine, noise, sum_, more, out + "a.v"):
            os.remove(file)
    joined, bytes_ = path + ".rgb.v", path + ".bytes.v"
    vips("bandjoin", " ".join(bands), joined)
    vips("cast", joined, bytes_, "uchar")
    vips("jpegsave", bytes_, path, "--Q", 88)
    for file in bands + [joined, bytes_]:
        os.remove(file)


def prepare(work, count):
    """Makes what is not there yet."""
    base, folder = os.path.join(work, "different"), os.path.join(work, str(count))
    pictures = os.path.join(folder, "pictures")
    os.makedirs(base, exist_ok=True)
    missing = [number for number in range(DIFFERENT) if not os.path.exists(os.path.join(base, f"{number}.jpg"))]

    def make(number):
        make_picture(os.path.join(base, f"part-{number}.jpg"), number)
        os.rename(os.path.join(base, f"part-{number}.jpg"), os.path.join(base, f"{number}.jpg"))

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(make, missing))
    names = [f"{number:05}.jpg" for number in range(count)]
    if not os.path.exists(os.path.join(folder, "pictures.csv")):
        os.makedirs(pictures, exist_ok=True)
        for number, name in enumerate(names):
            with open(os.path.join(base, f"{number % DIFFERENT}.jpg"), "rb") as file:
                bytes_ = file.read()
            remark = f"picture {number}".encode()
            with open(os.path.join(pictures, name), "wb") as file:
                file.write(bytes_[:2] + b"\xff\xfe" + (len(remark) + 2).to_bytes(2, "big") + remark + bytes_[2:])
        with open(os.path.join(folder, "pictures.csv"), "w", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows([["name", "file"]] + [[f"Picture {name[:5]}", name] for name in names])
    shutil.copy(os.path.join(HERE, "Pictures.recipe.yml"), folder)
    shutil.copytree(os.path.join(HERE, "Pictures.xcdatamodeld"), os.path.join(folder, "Pictures.xcdatamodeld"), dirs_exist_ok=True)
    return folder, pictures, names


def run_peer(folder, pictures, names):
    out = os.path.join(folder, "thumbnails")
    shutil.rmtree(out, ignore_errors=True)
    os.makedirs(out)
    listed = os.path.join(folder, "names")
    with open(listed, "w") as file:
        file.write("\n".join(names) + "\n")
    output = os.path.join(out, "%s.jpg[Q=82,strip,optimize_coding]")
    command = ["xargs", "-a", os.path.abspath(listed), "-P", "2", "-n", "64", "vipsthumbnail", "--size", "640x640", "-o",
               os.path.abspath(output)]
    cost = measure(command, cwd=pictures, env={**os.environ, "VIPS_CONCURRENCY": "1"})
    if len(os.listdir(out)) != len(names):
        sys.exit("vipsthumbnail has left pictures out")
    shutil.rmtree(out)
    return cost


def run_studbook(studbook, folder, names):
    out = os.path.join(folder, "Output")
    shutil.rmtree(out, ignore_errors=True)
    cost = measure([studbook, "build", os.path.join(folder, "Pictures.recipe.yml"), "--output", out, "--quiet"])
    found = subprocess.run(["sqlite3", os.path.join(out, "Pictures.sqlite"), "SELECT count(*), count(DISTINCT ZPHOTO) FROM ZPICTURE"], check=True,
                           stdout=subprocess.PIPE, text=True).stdout.split()
    # Those that look the same become the same bytes, because the remarks are left out.
    if found != [f"{len(names)}|{min(len(names), DIFFERENT)}"]:
        sys.exit(f"the store has other pictures than expected: {found}")
    return cost


def main():
    if len(sys.argv) not in (3, 4, 5):
        sys.exit(__doc__)
    studbook, work = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 10_000
    runs = int(sys.argv[4]) if len(sys.argv) > 4 else 1
    # The pictures are made by a command of the same package.
    if shutil.which("vipsthumbnail") is None or shutil.which("vips") is None:
        print(f"left out: vipsthumbnail, and pictures to measure with, which “{MAKER}” installs")
        return verdicts.leave_out("vipsthumbnail", MAKER)
    folder, pictures, names = prepare(work, count)
    costs = {"vipsthumbnail, two at a time": [], "studbook build": []}
    for _ in range(runs):
        costs["vipsthumbnail, two at a time"].append(run_peer(folder, pictures, names))
        costs["studbook build"].append(run_studbook(studbook, folder, names))
    print(f"{count} pictures of {WIDTH} by {HEIGHT} pixels made to fit 640 by 640")
    walls = []
    for name, measured in costs.items():
        wall, processor, peak = (statistics.median(values) for values in zip(*measured))
        walls.append(wall)
        print(f"  {name:30} {wall:8.2f} s {processor:8.2f} s processor {peak:6.0f} MiB")
    print(f"  the build takes {walls[1] / walls[0]:.2f} times as long")
    if not verdicts.record(f"{count} pictures checked and made to fit / vipsthumbnail, wall", walls[1] / walls[0], "at most", MOST_TIME):
        sys.exit(1)


if __name__ == "__main__":
    main()
