#!/usr/bin/env python3
"""Draws the emblems of the breeds and groups from their facts: emblems.zip, and emblems.csv, which says whose each picture is.

They are no likenesses. Each shows the outline of a dog as high and as heavy as akc-breeds.csv says, before marks of 10 cm, in the colour of its group.
The outline is rough, wavy, fringed or smooth where the description or the name speaks of the coat, and plain where they do not. A group's emblem has the
median height and weight of its breeds. The same files give the same bytes with the same version of zlib.

Needs Python 3 and nothing else: Inputs/draw-emblems.py
"""

import csv
import io
import math
import os
import re
import statistics
import struct
import unicodedata
import zipfile
import zlib
from concurrent.futures import ProcessPoolExecutor

FOLDER = os.path.dirname(os.path.abspath(__file__))
SIDE, SMALL, CELL = 192, 48, 8
# How far the parts of an outline flow into each other, in shoulder heights.
SMOOTHING = 0.035
# Of the groups, in the order of akc-groups.csv.
COLOURS = [(33, 102, 130), (131, 78, 34), (58, 76, 122), (122, 52, 60), (150, 92, 148), (74, 110, 70), (46, 122, 100), (110, 110, 110), (140, 118, 40)]
# What the words of a description or a name say of the coat; the first that fits counts.
COATS = [
    ("cords", r"\bcord(s|ed)\b|\bmop\b|\bdreadlock"),
    ("none", r"\bhairless\b"),
    ("curls", r"\bcurl(s|y)\b|\bcurly-coated\b|\bwoolly\b|\bpoodle\b"),
    ("rough", r"\bwir(y|e)\b|\bwire-?haired\b|\brough\b|\bharsh\b|\bshaggy\b|\bwhisker|\bbeard|\bgriffon\b"),
    ("long", r"\blong(-| )?(hair|coat|silk)|\bsilk(y|en)\b|\bflowing\b|\bfeather|\bfringe|\blonghaired\b|\bmane\b"),
    ("thick", r"\bthick\b|\bdouble coat|\bfluffy\b|\bplush\b|\bdense\b|\bspitz\b|\bsnow\b|\bfur\b"),
    ("smooth", r"\bshort(-| )?(hair|coat)|\bsmooth\b|\bsleek\b|\bglossy\b|\bshorthaired\b"),
]


def coat(name, description):
    text = (name + " " + description).lower()
    return next((kind for kind, pattern in COATS if re.search(pattern, text)), "plain")


def number(text):
    return float(text) if text else None


def mean(least, greatest):
    known = [value for value in (number(least), number(greatest)) if value is not None]
    return sum(known) / len(known) if known else None


def capsules(height, weight):
    """The parts of the outline, in shoulder heights from the ground: two ends with their radii."""
    # A dog of the median build weighs about this much; who weighs more is stouter, and lower on the legs.
    build = 1.0
    if height and weight:
        usual = 22.0 * (height / 52.0) ** 2.55
        build = max(0.72, min(1.75, (weight / usual) ** 0.42))
    body = 0.20 * build
    leg = 0.055 * (0.75 + 0.35 * build)
    length = 0.62 + 0.20 * max(0.0, build - 0.85)
    back = 1.0 - body * 0.95
    belly = 0.012
    front, rear = 0.0, -length
    head = 0.115 * (0.85 + 0.25 * build)
    neck_x, neck_y = front + 0.16, 1.16
    parts = [
        (rear, back - 0.02, body * 0.86, front, back, body),  # trunk
        (front - 0.02, back - 0.03, body * 1.02, front + 0.05, back + 0.03, body * 0.8),  # chest
        (front + 0.03, back + 0.04, body * 0.68, neck_x, neck_y, head * 0.86),  # neck
        (neck_x, neck_y, head, neck_x + 0.08, neck_y + 0.02, head * 0.92),  # skull
        (neck_x + 0.08, neck_y - 0.01, head * 0.7, neck_x + 0.26, neck_y - 0.06, head * 0.42),  # muzzle
        (neck_x - 0.03, neck_y + 0.05, head * 0.36, neck_x - 0.10, neck_y - 0.11, head * 0.42),  # ear
        (rear - 0.02, back - 0.03, body * 0.82, rear - 0.06, 0.52, leg * 1.75),  # thigh
        (rear - 0.06, 0.52, leg * 1.5, rear - 0.14, 0.30, leg * 1.05),
        (rear - 0.14, 0.30, leg, rear - 0.10, leg, leg),
        (rear - 0.10, leg, leg, rear - 0.03, leg * 0.9, leg * 0.85),
        (rear + 0.10, back - 0.14, leg * 1.6, rear - 0.05, leg, leg * 1.2),
        (front + 0.04, back - 0.1, leg * 1.8, front + 0.05, leg, leg),
        (front + 0.05, leg, leg, front + 0.12, leg * 0.85, leg * 0.8),
        (front - 0.08, back - 0.1, leg * 1.7, front - 0.09, leg, leg * 0.95),
        (rear - body * 0.7, back + 0.02, leg * 0.95, rear - body * 0.7 - 0.20, back + 0.16, leg * 0.6),  # tail
        (rear - body * 0.7 - 0.20, back + 0.16, leg * 0.6, rear - body * 0.7 - 0.27, back + 0.34, belly + leg * 0.25),
    ]
    return parts, body, back, rear


def fringe(kind, body, back, rear):
    """What long hair adds: below the trunk, at the legs, the ears and the tail."""
    if kind not in ("long", "cords", "thick"):
        return []
    depth = {"long": 1.0, "cords": 1.25, "thick": 0.45}[kind]
    low = back - body * (0.9 + 0.75 * depth)
    parts = [(rear, low + 0.03, body * 0.42, 0.0, low, body * 0.42), (0.1, back - 0.12, body * 0.55 * (0.6 + depth * 0.4), 0.12, back - 0.1 - 0.2 * depth, body * 0.3)]
    tail = rear - body * 0.7
    parts.append((tail - 0.1, back + 0.05, 0.05 * depth + 0.02, tail - 0.24, back + 0.16, 0.07 * depth + 0.02))
    return parts


def distance(x, y, part):
    """How far a point is outside of a part whose radius goes evenly from one end to the other."""
    x0, y0, r0, x1, y1, r1 = part
    dx, dy = x1 - x0, y1 - y0
    square = dx * dx + dy * dy
    t = 0.0 if square == 0 else max(0.0, min(1.0, ((x - x0) * dx + (y - y0) * dy) / square))
    return math.hypot(x - x0 - t * dx, y - y0 - t * dy) - (r0 + t * (r1 - r0))


def texture(kind, x, y):
    """How far hair stands out at a point."""
    if kind == "rough":
        return 0.016 * (abs(math.sin(71 * x + 3 * math.sin(37 * y))) + abs(math.sin(67 * y + 2 * math.sin(41 * x))) - 0.7)
    if kind == "curls":
        return 0.022 * math.sin(48 * x) * math.sin(48 * y) + 0.012
    if kind == "cords":
        return 0.020 * math.sin(95 * x) + 0.010
    if kind == "long":
        return 0.010 * math.sin(60 * x + 22 * y) + 0.008
    if kind == "thick":
        return 0.020 + 0.007 * math.sin(55 * x + 9) * math.sin(61 * y)
    return -0.008 if kind == "none" else 0.0


def coverage(height, weight, kind):
    """How much of each pixel is outline or mark, from 0 to 1."""
    parts, body, back, rear = capsules(height, weight)
    parts += fringe(kind, body, back, rear)
    # The highest dog has 0.57 of the side; small ones are drawn larger than they are, or nothing could be seen of them.
    shown = 0.57 * math.sqrt((height or 50.0) / 90.0)
    scale = SIDE * shown
    ground = SIDE * 0.88
    left = SIDE * 0.5 + scale * (0.62 - 0.16) * 0.5
    def outside(column, row):
        """How many pixels a point is outside of the outline, without its texture."""
        x, y = (column - left) / scale, (ground - row) / scale
        total, nearest = 0.0, 9.0
        for part in parts:
            away = distance(x, y, part)
            nearest = min(nearest, away)
            if away < 0.3:
                total += math.exp(-away / SMOOTHING)
        return (-SMOOTHING * math.log(total) if total > 0 else nearest) * scale

    rows = [[0.0] * SIDE for _ in range(SIDE)]
    # Squares that are wholly inside or outside are not looked at pixel by pixel.
    for top in range(0, SIDE, CELL):
        for start in range(0, SIDE, CELL):
            middle = outside(start + CELL / 2, top + CELL / 2)
            reach = CELL * 0.75 + 0.035 * scale + 1
            for row in range(top, top + CELL):
                for column in range(start, start + CELL):
                    if middle > reach or middle < -reach:
                        ink = 1.0 if middle < 0 else 0.0
                    else:
                        x, y = (column + 0.5 - left) / scale, (ground - row - 0.5) / scale
                        away = outside(column + 0.5, row + 0.5) - texture(kind, x, y) * scale
                        ink = max(0.0, min(1.0, 0.5 - away)) if y > -0.03 else 0.0
                    rows[row][column] = ink
    # The ground, and marks for every 10 cm of the dog's height.
    for row in range(SIDE):
        y = (ground - row - 0.5) / scale
        if ground <= row + 0.5 < ground + 2:
            rows[row] = [max(ink, 0.75) for ink in rows[row]]
        elif height and y > 0 and y * height < math.ceil(height / 10.0) * 10 + 1:
            mark = (y * height) % 10.0
            if min(mark, 10.0 - mark) < height / scale * 0.6:
                for column in range(9, 14):
                    rows[row][column] = max(rows[row][column], 0.55)
    return rows


def smaller(rows):
    step = SIDE // SMALL
    return [
        [sum(rows[r * step + i][c * step + j] for i in range(step) for j in range(step)) / step**2 for c in range(SMALL)]
        for r in range(SMALL)
    ]


def png(rows, colour):
    """A PNG of 16 colours: from a light tint of the group's colour to a dark shade of it."""
    side = len(rows)
    light = [255 - (255 - part) * 0.20 for part in colour]
    dark = [part * 0.62 for part in colour]
    palette = bytes(round(a + (b - a) * i / 15) for i in range(16) for a, b in zip(light, dark))
    data = bytearray()
    for row in rows:
        data.append(0)
        for column in range(0, side, 2):
            data.append(round(row[column] * 15) << 4 | round(row[column + 1] * 15))

    def chunk(name, body):
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    header = struct.pack(">IIBBBBB", side, side, 4, 3, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"PLTE", palette) + chunk(b"IDAT", zlib.compress(bytes(data), 9)) + chunk(b"IEND", b"")


def draw(job):
    _, height, weight, kind, colour = job
    rows = coverage(height, weight, kind)
    return png(rows, colour), png(smaller(rows), colour)


def file_name(name):
    plain = unicodedata.normalize("NFD", name).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-") + ".png"


def jobs():
    """Whose emblems are drawn, in their order, and from what."""
    with open(os.path.join(FOLDER, "akc-groups.csv"), encoding="utf-8", newline="") as file:
        groups = [row["Group"] for row in csv.DictReader(file)]
    colours = dict(zip(groups, COLOURS))
    with open(os.path.join(FOLDER, "akc-breeds.csv"), encoding="utf-8", newline="") as file:
        breeds = list(csv.DictReader(file))
    wanted, members = [], {group: ([], []) for group in groups}
    for breed in breeds:
        height = mean(breed["Height min (cm)"], breed["Height max (cm)"])
        weight = mean(breed["Weight min (kg)"], breed["Weight max (kg)"])
        for values, value in zip(members[breed["Group"]], (height, weight)):
            if value is not None:
                values.append(value)
        wanted.append((breed["Breed"], height, weight, coat(breed["Breed"], breed["Description"]), colours[breed["Group"]]))
    for group in groups:
        heights, weights = members[group]
        wanted.append((group, statistics.median(heights), statistics.median(weights), "plain", colours[group]))
    return wanted


def main():
    wanted = jobs()
    with ProcessPoolExecutor() as pool:
        drawn = list(pool.map(draw, wanted, chunksize=8))
    table = io.StringIO()
    writer = csv.writer(table, lineterminator="\n")
    writer.writerow(["Name", "Emblem", "Thumbnail"])
    with zipfile.ZipFile(os.path.join(FOLDER, "emblems.zip"), "w", zipfile.ZIP_STORED) as archive:
        for (name, *_), pictures in zip(wanted, drawn):
            paths = ["emblems/" + file_name(name), "thumbnails/" + file_name(name)]
            for path, picture in zip(paths, pictures):
                archive.writestr(zipfile.ZipInfo(path, (2026, 1, 1, 0, 0, 0)), picture)
            writer.writerow([name, *paths])
    with open(os.path.join(FOLDER, "emblems.csv"), "w", encoding="utf-8", newline="") as file:
        file.write(table.getvalue())


if __name__ == "__main__":
    main()
