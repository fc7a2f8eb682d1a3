"""Measures the desk over plain HTTP: its first page, an edit until it is judged and shown, an edit of an object until its page is shown, and the memory of all that.

    desk.py STUDBOOK INPUTS BIG RUNS [FOLDER]

INPUTS is the showcase's folder of sources; BIG one with 1,000,000 records. Copies of both are used, in FOLDER or beside BIG.
"""

import html
import http.client
import json
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Support"))
import verdicts  # noqa: E402


class Desk:
    """A desk over a copy of a folder, and one client of it."""

    def __init__(self, tool, recipe):
        self.start = time.monotonic()
        self.process = subprocess.Popen([tool, "desk", str(recipe), "--quiet"], stdout=subprocess.PIPE, text=True)
        address = urllib.parse.urlsplit(self.process.stdout.readline().strip())
        self.host = address.netloc
        self.connection = http.client.HTTPConnection(self.host, timeout=600)
        self.headers = {"Host": self.host, "Origin": f"http://{self.host}"}
        response = self.send("GET", f"{address.path}?{address.query}")
        self.headers["Cookie"] = response.getheader("Set-Cookie").split(";")[0]

    def send(self, method, path, form=None, headers=None):
        body = None if form is None else urllib.parse.urlencode(form)
        sent = {**self.headers, **(headers or {})}
        if body is not None:
            sent["Content-Type"] = "application/x-www-form-urlencoded"
        self.connection.request(method, path, body, sent)
        response = self.connection.getresponse()
        self.text = response.read().decode()
        return response

    def page(self, path="/"):
        response = self.send("GET", path)
        assert response.status == 200, (path, response.status, self.text[:500])
        return self.text

    def json(self, path):
        response = self.send("GET", path, headers={"Accept": "application/json"})
        assert response.status == 200, (path, response.status, self.text[:500])
        return json.loads(self.text)

    def post(self, path, form):
        response = self.send("POST", path, form)
        assert response.status == 303, (path, response.status, re.sub("<[^>]+>", " ", self.text)[-800:])
        return response.getheader("Location")

    def post_page(self, path, form):
        response = self.send("POST", path, form)
        assert response.status == 200, (path, response.status, self.text[:500])
        return self.text

    def value_form(self, value):
        """The form of the first finding whose field says so."""
        for form in re.findall(r'<form class="write".*?</form>', self.text, re.S):
            if f'value="{value}"' in form and 'name="text"' in form:
                hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form))
                return html.unescape(re.search(r'action="([^"]*)"', form)[1]), {k: html.unescape(v) for k, v in hidden.items()}
        raise AssertionError(f"no field says {value}")

    def peak(self):
        """In MiB."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmHWM:\s+(\d+)", status)[1]) / 1024

    def close(self):
        self.process.terminate()
        self.process.wait(timeout=60)


def timed(body):
    start = time.monotonic()
    body()
    return (time.monotonic() - start) * 1000


def mend(desk, broken, right):
    """Milliseconds from the button to the page that shows the new list."""
    path, form = desk.value_form(broken)

    def work():
        desk.page(desk.post(path, {**form, "text": right}))

    elapsed = timed(work)
    assert f'value="{broken}"' not in desk.text, "the finding is still there"
    return elapsed


def undo(desk, broken):
    def work():
        desk.page(desk.post("/undo", {}))

    elapsed = timed(work)
    assert f'value="{broken}"' in desk.text, "nothing is taken back"
    return elapsed


def edit_object(desk, page, attribute, texts):
    """Milliseconds from the button of an object's form to the object's page, for one text after the other."""
    found = []
    for text in texts:
        desk.page(f"{page}/edit/{attribute}")
        form = re.search(r'<form[^>]*method="post".*?</form>', desk.text.split("<main", 1)[1], re.S)[0]
        hidden = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form)
        values = {name: html.unescape(value) for name, value in hidden}
        action = html.unescape(re.search(r'action="([^"]*)"', form)[1])

        def work():
            desk.page(desk.post(action, {**values, "text": text, "sure": "1"}))

        found.append(timed(work))
        assert text in desk.text, "the object's page says something else"
    return found


def measure_objects(name, tool, recipe, entity, key, attribute, texts, runs, bar):
    first, tried, edits, findings = [], [], [], []
    for _ in range(runs):
        desk = Desk(tool, recipe)
        desk.page()
        first.append(timed(lambda: desk.page(f"/objects/{entity}")))
        page = f"/objects/{entity}/{key}" if key else html.unescape(re.search(rf'href="(/objects/{entity}/[^"]+)"', desk.text)[1])
        # The first trial reads all keys: a browser asks for it while somebody types.
        desk.page(f"{page}/edit/{attribute}")
        tried.append(timed(lambda: desk.post_page(f"{page}/try/{attribute}", {"form": "value", "text": texts[-1]})))
        edits += edit_object(desk, page, attribute, texts)
        findings.append(timed(desk.page))
        peak = desk.peak()
        desk.close()
    print(f"{name}, objects, {runs} desks of {len(texts)} edits each; medians")
    value = statistics.median(edits)
    told = ""
    if bar is not None:
        told = f"  (at most {bar}: {'yes' if verdicts.record(f'desk, {name}: an object edited and shown, ms', value, 'at most', bar) else 'NO'})"
    print(f"  {'first list of objects, ms':<36} {statistics.median(first):8.1f}")
    print(f"  {'first trial of a text, ms':<36} {statistics.median(tried):8.1f}")
    print(f"  {'an object edited and shown, ms':<36} {value:8.1f}{told}")
    print(f"  {'findings page after that, ms':<36} {statistics.median(findings):8.1f}")
    print(f"  {'peak of memory, MiB':<36} {peak:8.1f}")


def measure(name, tool, folder, recipe, source, clean, broken, values, runs, bars):
    path = folder / source
    data = path.read_bytes()
    middle = data.index(clean, len(data) // 2 if len(data) > 1_000_000 else 0)
    with open(path, "r+b") as file:
        assert len(clean) == len(broken)
        file.seek(middle)
        file.write(broken)
    del data
    results = {"first": [], "mend": [], "undo": [], "peak": []}
    for _ in range(runs):
        desk = Desk(tool, folder / recipe)
        desk.page()
        results["first"].append((time.monotonic() - desk.start) * 1000)
        for _ in range(3):
            results["mend"].append(mend(desk, *values))
            results["undo"].append(undo(desk, values[0]))
        results["peak"].append(desk.peak())
        desk.close()
    print(f"{name}, {runs} desks of 3 edits each; medians")
    for key, label, bar in [("first", "first page after the start, ms", bars[0]), ("mend", "an edit judged and shown, ms", bars[1]),
                            ("undo", "the edit taken back, ms", bars[1]), ("peak", "peak of memory, MiB", bars[2])]:
        value = statistics.median(results[key]) if key != "peak" else max(results[key])
        told = ""
        if bar is not None:
            told = f"  (at most {bar}: {'yes' if verdicts.record(f'desk, {name}: {label}', value, 'at most', bar) else 'NO'})"
        print(f"  {label:<36} {value:8.1f}{told}")


def main():
    tool, inputs, big, runs = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]), int(sys.argv[4])
    parent = pathlib.Path(sys.argv[5]) if len(sys.argv) > 5 else big.parent
    folder = pathlib.Path(tempfile.mkdtemp(prefix="studbook-desk-", dir=parent))
    try:
        showcase = folder / "showcase"
        shutil.copytree(inputs, showcase)
        measure("showcase", tool, showcase, "DogBreeds.recipe.yml", "akc-breeds.csv", b",Hound Group,", b",Hound Grouq,",
                ("Hound Grouq", "Hound Group"), runs, (300, 100, None))
        measure_objects("showcase", tool, showcase / "DogBreeds.recipe.yml", "Breed", "name=Beagle", "heightMin", ["34", "35", "36"], runs, 100)
        million = folder / "million"
        million.mkdir()
        for name in ["Bench.recipe.yml", "groups.csv", "dogs.csv"]:
            shutil.copy(big / name, million / name)
        shutil.copytree(big / "Bench.xcdatamodeld", million / "Bench.xcdatamodeld")
        measure("1,000,000 records", tool, million, "Bench.recipe.yml", "dogs.csv", b",Herding,", b",Herdimg,", ("Herdimg", "Herding"), runs,
                (None, 500, 400))
        measure_objects("1,000,000 records", tool, million / "Bench.recipe.yml", "Dog", None, "country", ["Norway", "Sweden", "Chile"], runs, 500)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
