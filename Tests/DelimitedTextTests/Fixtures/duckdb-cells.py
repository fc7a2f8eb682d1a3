#!/usr/bin/env python3
"""Writes duckdb-cells.json: what DuckDB reads in the files of other projects' test suites, by its own detection, as text.

For each file its names (null where the file has none, so that DuckDB made one up), how many rows it has, and an FNV-1a digest of
its cells in UTF-8, 0x1F after each and 0x1E after each row. No value and an empty one are the same.

    pip install duckdb; duckdb-cells.py CORPUS/csv > duckdb-cells.json
"""
import json, os, re, sys
import duckdb

PROJECTS = ("csvkit", "duckdb", "frictionless", "univocity", "messytables")


def digest(rows):
    value = 0xCBF29CE484222325
    for row in rows:
        data = b"".join(("" if cell is None else cell).encode() + b"\x1f" for cell in row) + b"\x1e"
        for byte in data:
            value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return f"{value:016x}"


def answer(path):
    # Whether there is a header is told by the values' types.
    header = duckdb.sql(f"SELECT HasHeader FROM sniff_csv('{path}')").fetchall()[0][0]
    relation = duckdb.sql(f"SELECT * FROM read_csv('{path}', all_varchar = true, header = {header})")
    rows = relation.fetchall()
    text = open(path, "rb").read().decode("latin-1")
    made_up = lambda name: re.search(r"^column\d+$|_\d+$", name) and name not in text
    return {"names": [None if made_up(name) else name for name in relation.columns], "rows": len(rows), "cells": digest(rows)}


root = sys.argv[1]
answers = {}
for project in PROJECTS:
    for folder, _, names in sorted(os.walk(f"{root}/{project}")):
        for name in sorted(names):
            path = f"{folder}/{name}"
            if not name.endswith((".csv", ".tsv")):
                continue
            try:
                answers[os.path.relpath(path, root)] = answer(path)
            except duckdb.Error:
                pass  # DuckDB does not read it.
lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(found, ensure_ascii=False)}" for name, found in sorted(answers.items()))
print("{\n" + lines + "\n}")
