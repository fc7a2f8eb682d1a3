"""Measures `studbook site`: how long the pages of a release take to be written, and how long a search takes in a real browser.

usage: site.py STUDBOOK WORK [COUNT] [RUNS]

The objects are those of two entities, one in groups of the other, with a text of some sentences each and accents in their names. A search is timed in the
page, opened from the disk: from the letter that was typed until the list is there and laid out, the first one, which prepares the texts, apart. The browser is
driven by chromedriver's own protocol, so that nothing has to be installed but Debian's chromium and chromium-driver.
"""

import csv
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import urllib.request

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(HERE, "../Support"))
import verdicts
from measuring import measure

MOST_SECONDS, MOST_MILLISECONDS = 10, 200
BROWSER = "apt-get install -y chromium chromium-driver"
MODEL = """<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" lastSavedToolsVersion="22757" systemVersion="23F79" minimumToolsVersion="Automatic" sourceLanguage="Swift" userDefinedModelVersionIdentifier="">
    <entity name="Group" representedClassName="Group" syncable="YES" codeGenerationType="class">
        <attribute name="name" attributeType="String"/>
        <relationship name="dogs" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Dog" inverseName="group" inverseEntity="Dog"/>
    </entity>
    <entity name="Dog" representedClassName="Dog" syncable="YES" codeGenerationType="class">
        <attribute name="name" attributeType="String"/>
        <attribute name="text" optional="YES" attributeType="String"/>
        <attribute name="height" optional="YES" attributeType="Double" usesScalarValueType="NO"/>
        <relationship name="group" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Group" inverseName="dogs" inverseEntity="Group"/>
    </entity>
</model>
"""
RECIPE = """model: Site.xcdatamodeld
output: Site.sqlite
sources:
  - { file: groups.csv, entity: Group, mode: insert }
  - { file: dogs.csv, entity: Dog, mode: insert, relationships: { group: { field: group, matches: name } } }
"""
QUERIES = ["a", "hound", "griffon vendeen", "zzz", "alert 7", "n"]
SEARCH = """
const done = arguments[arguments.length - 1], input = document.getElementById("search");
input.value = arguments[0];
const start = performance.now();
input.dispatchEvent(new Event("input"));
const found = document.getElementById("found");
const bottom = found.getBoundingClientRect().bottom;
const laidOut = performance.now();
requestAnimationFrame(() => setTimeout(() => done([laidOut - start, performance.now() - start, found.children.length, bottom])));
"""


def prepare(studbook, work, count):
    folder = os.path.join(work, str(count))
    os.makedirs(os.path.join(folder, "Site.xcdatamodeld/Site.xcdatamodel"), exist_ok=True)
    chooser = random.Random(21)
    words = "loyal keen alert naïve patient bold gentle clever swift stubborn hound spaniel Griffon Vendéen retriever short-haired quick sturdy".split()
    with open(os.path.join(folder, "Site.xcdatamodeld/Site.xcdatamodel/contents"), "w") as file:
        file.write(MODEL)
    with open(os.path.join(folder, "Site.recipe.yml"), "w") as file:
        file.write(RECIPE)
    groups = [f"Group {number}" for number in range(50)]
    with open(os.path.join(folder, "groups.csv"), "w", newline="") as file:
        csv.writer(file).writerows([["name"]] + [[group] for group in groups])
    with open(os.path.join(folder, "dogs.csv"), "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["name", "text", "height", "group"])
        for number in range(count - len(groups)):
            name = f"{chooser.choice(words).title()} {chooser.choice(words).title()} {number}"
            text = ". ".join(" ".join(chooser.choices(words, k=9)).capitalize() for _ in range(4)) + "."
            writer.writerow([name, text, chooser.randrange(20, 90), chooser.choice(groups)])
    subprocess.run([studbook, "build", os.path.join(folder, "Site.recipe.yml"), "--output", os.path.join(folder, "Output"), "--quiet"], check=True)
    return folder


class Browser:
    """A headless Chromium, by the protocol of WebDriver: <https://www.w3.org/TR/webdriver2/>."""

    def __init__(self):
        self.process = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, text=True)
        for line in self.process.stdout:
            if "successfully on port" in line:
                self.address = f"http://127.0.0.1:{line.split()[-1].rstrip('.')}"
                break
        options = {"args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1200,900"]}
        session = self.ask("POST", "/session", {"capabilities": {"alwaysMatch": {"goog:chromeOptions": options}}})
        self.session = f"/session/{session['sessionId']}"

    def ask(self, method, path, body=None):
        request = urllib.request.Request(self.address + path, method=method, data=json.dumps(body or {}).encode() if method == "POST" else None)
        with urllib.request.urlopen(request, timeout=120) as answer:
            return json.load(answer)["value"]

    def open(self, address):
        self.ask("POST", self.session + "/url", {"url": address})

    def run(self, script, *values):
        return self.ask("POST", self.session + "/execute/async", {"script": script, "args": list(values)})

    def close(self):
        self.ask("DELETE", self.session)
        self.process.terminate()
        self.process.wait()


def search(site):
    """Milliseconds of the first search of a page, and the longest of many others."""
    browser = Browser()
    try:
        first, others = [], []
        for _ in range(3):
            browser.open(f"file://{os.path.join(site, 'index.html')}")
            for number, query in enumerate(QUERIES * 3):
                laid_out, painted, count, _ = browser.run(SEARCH, query)
                if count == 0:
                    sys.exit(f"the search for {query} shows nothing")
                (others if number else first).append((laid_out, painted))
        return first, others
    finally:
        browser.close()


def main():
    if len(sys.argv) not in (3, 4, 5):
        sys.exit(__doc__)
    studbook, work = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    count, runs = (int(sys.argv[place]) if len(sys.argv) > place else usual for place, usual in ((3, 10_000), (4, 3)))
    folder = prepare(studbook, work, count)
    site = os.path.join(folder, "Pages")
    kept = True
    for title, more in [("pages", []), ("pages with where facts come from", ["--recipe", os.path.join(folder, "Site.recipe.yml")])]:
        costs = [measure([studbook, "site", os.path.join(folder, "Output"), "--output", site, "--quiet", *more]) for _ in range(runs)]
        wall, processor, peak = (statistics.median(values) for values in zip(*costs))
        print(f"{count} objects, {title}: {wall:.2f} s, {processor:.2f} s processor, {peak:.0f} MiB")
        kept &= verdicts.record(f"{count} objects as {title}, s", wall, "at most", MOST_SECONDS)
    if shutil.which("chromedriver") is None or shutil.which("chromium") is None:
        print(f"left out: Chromium, which “{BROWSER}” installs")
        verdicts.leave_out("a search in Chromium", BROWSER)
    else:
        first, others = search(site)
        for title, times in [("the first search of a page", first), ("any other search", others)]:
            longest = max(laid_out for laid_out, _ in times)
            print(f"{title}: {statistics.median(time for time, _ in times):.0f} ms, at most {longest:.0f} ms until it is laid out, {max(time for _, time in times):.0f} ms until the next frame")
            kept &= verdicts.record(f"{title} in {count} objects, ms", longest, "at most", MOST_MILLISECONDS)
    sys.exit(0 if kept else 1)


if __name__ == "__main__":
    main()
