"""What holds for every page of the desk: it can be read, reached, followed and trusted, whatever the data, the size and the colours."""

import checks
from harness import KENNELS, DeskTestCase, axe, look
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

# Every page, by what it is; a number or a name in it is one of the showcase.
PAGES = {
    "findings": "", "sources": "sources", "grid": "sources/0", "values": "sources/1?panel=1&is=1:Toy+Group", "faulty": "sources/0?faulty=1",
    "query": "sources/1?where=heightMin+%3E", "record": "sources/0/records/5", "new-record": "sources/0/new", "entities": "objects",
    "objects": "objects/Breed", "object": "objects/AKCGroup/name%3DSporting%20Group", "breed": "objects/Breed/name%3DVizsla",
    "edit": "objects/Breed/name%3DVizsla/edit/group", "edit-text": "objects/Breed/name%3DVizsla/edit/breedDescription",
    "computed": "objects/AKCGroup/name%3DSporting%20Group/edit/emblem", "new-object": "new/Breed",
    "delete": "objects/AKCGroup/name%3DHerding%20Group/delete", "release": "release", "missing": "objects/Breed/none",
}  # fmt: skip


class PageTests(DeskTestCase):
    def pages(self, browser, desk):
        """Opens every page, one after the other."""
        for name, path in PAGES.items():
            browser.get(desk.root + path)
            self.assertEqual(name == "missing", browser.find_elements(By.CSS_SELECTOR, "nav") == [], f"{name} is another page")
            yield name
        browser.get(desk.root)
        browser.get(self.attribute(browser, ".otherwise a", "href"))
        yield "text"
        browser.get(desk.root)
        self.click(browser, 'form[action="/elsewhere"] button')
        self.element(browser, "input.address")
        yield "elsewhere"

    def judge(self, browser, *scripts):
        """What the checks say, with everything open that can be."""
        browser.execute_script("for (const one of document.querySelectorAll('details')) one.open = true")
        return [problem for script in scripts for problem in browser.execute_script(script)]

    def violations(self, browser, script, *, kinds=("minor", "moderate", "serious", "critical")):
        browser.execute_script(script)
        found = browser.execute_async_script("axe.run(document, { resultTypes: ['violations'] }).then(arguments[0])")
        return [(one["id"], one["nodes"][0]["html"][:200]) for one in found["violations"] if one["impact"] in kinds]

    def each(self, browser, desk, judge):
        for name in self.pages(browser, desk):
            with self.subTest(name):
                self.assertEqual(judge(name), [])

    def test_a_checker_finds_nothing_on_any_page(self):
        script = axe()
        if script is None:
            self.skipTest("axe-core is not installed; make test-browser installs it")
        desk, browser = self.open()
        # The checker is not blind.
        browser.execute_script("document.getElementById('main').insertAdjacentHTML('beforeend', '<input><a href=x></a>')")
        self.assertEqual({kind for kind, _ in self.violations(browser, script)}, {"label", "link-name"})

        def judge(name):
            browser.execute_script("for (const one of document.querySelectorAll('details')) one.open = true")
            # A page that only says what is the matter has no frame.
            return self.violations(browser, script, kinds=("moderate", "serious", "critical"))

        self.each(browser, desk, judge)

    def test_every_page_can_be_read_and_heard(self):
        desk, browser = self.open()

        def judge(name):
            self.picture(browser, f"{name}-light")
            # A page that only says what is the matter has no frame, and nothing happens on it.
            heard = [] if name == "missing" else [checks.ACCESSIBILITY]
            return self.judge(browser, checks.CONTRAST, checks.LAYOUT, checks.TARGETS, *heard)

        self.each(browser, desk, judge)
        # The page that is not there is asked for on purpose.
        complaints = [entry for entry in browser.get_log("browser") if entry["level"] == "SEVERE" and "objects/Breed/none" not in entry["message"]]
        self.assertEqual(complaints, [], "something is against the policy for contents")

    def test_every_page_can_be_read_in_the_dark(self):
        desk, browser = self.open(dark=True)

        def judge(name):
            self.picture(browser, f"{name}-dark")
            return self.judge(browser, checks.CONTRAST)

        self.each(browser, desk, judge)

    def test_every_page_fits_a_phone(self):
        desk, browser = self.open(width=320, height=740)

        def judge(name):
            self.picture(browser, f"{name}-phone")
            return self.judge(browser, checks.LAYOUT, checks.TARGETS)

        self.each(browser, desk, judge)

    def test_the_focus_is_seen_wherever_tab_leads(self):
        desk, browser = self.open()

        def judge(name):
            problems = []
            for _ in range(20):
                self.keys(browser, Keys.TAB)
                problem = browser.execute_async_script(checks.FOCUS)
                if problem is None:
                    break
                problems += [problem] if problem else []
            return problems

        self.each(browser, desk, judge)


NASTY = "\"><script>document.title='hit'</script><img src=x onerror=\"document.title='hit'\">&lt;'"


def csv(*texts):
    return ",".join('"' + text.replace('"', '""') + '"' for text in texts) + "\n"


HOSTILE = {
    "Kennels.xcdatamodel/contents": KENNELS,
    "Kennels.recipe.yml": f"""model: Kennels.xcdatamodel
output: Kennels.sqlite
sources:
  - {{ file: kennels.csv, entity: Kennel, key: name, attributes: {{ name: name, note: '{NASTY.replace("'", "''")}' }} }}
  - {{ file: "dogs <b>'\\"&.csv", entity: Dog, key: name, relationships: {{ kennel: {{ field: kennel, matches: name }} }} }}
""",
    "kennels.csv": csv("name", NASTY) + csv(NASTY, NASTY) + csv("Plain", "</textarea><script>document.title='hit'</script>"),
    "dogs <b>'\"&.csv": csv("name", "age", "kennel")
    + csv(f"Rex {NASTY}", "4", NASTY)
    + csv("Bella", NASTY, "Plain")
    + csv("Ace", "3", f"{NASTY} of nobody"),
}


class HostileDataTests(DeskTestCase):
    def assertHarmless(self, browser, what):
        with self.subTest(what):
            self.assertNotEqual(browser.title, "hit")
            self.assertEqual(browser.find_elements(By.CSS_SELECTOR, 'main script, body script, img[src="x"], [onerror], dl b, td b, p > b > b'), [])
            self.assertNoComplaints(browser)

    def test_scripts_and_quotes_in_data_are_texts_on_every_page(self):
        desk, browser = self.open((), files=HOSTILE, recipe="Kennels.recipe.yml")
        self.assertEqual(self.count(browser), 2)
        self.assertIsNotNone(self.field(browser, NASTY), "the text is not in the field as it stands in the file")
        self.assertHarmless(browser, "findings")
        for path in ["sources", "sources/0", "sources/0?panel=0", "sources/0?panel=1", "sources/1?panel=2", "sources/0/records/1", "sources/1/records/2",
                     "sources/0/new", "sources/1?q=%22%3E%3Cscript%3E", "sources/1?where=name+%3D+%22%3Cimg+src%3Dx+onerror%3D1%3E%22", "objects",
                     "objects/Kennel", "objects/Kennel?q=%22%3E%3Cimg+src%3Dx%3E", "objects/Dog", "new/Kennel", "new/Dog", "release"]:  # fmt: skip
            browser.get(desk.root + path)
            self.assertHarmless(browser, path)
        browser.get(desk.root + "objects/Kennel")
        self.element(browser, "#objects li a")
        object = next(one.get_attribute("href") for one in browser.find_elements(By.CSS_SELECTOR, "#objects li a") if NASTY in one.text)
        for path in ["", "/delete", "/edit/name", "/edit/note"]:
            browser.get(object + path)
            self.assertIn(NASTY, self.element(browser, "#main").text + self.text(browser, "#main"))
            self.assertHarmless(browser, object + path)

    def test_what_is_typed_is_written_as_it_is(self):
        desk, browser = self.open((), files=HOSTILE, recipe="Kennels.recipe.yml")
        # In a field of several lines, Enter is a line break.
        self.type_into(browser, NASTY, "'\"<b>&amp;")
        self.keys(browser, Keys.ENTER, hold=Keys.CONTROL)
        self.wait(browser, lambda: b"\"'\"\"<b>&amp;\"" in desk.bytes("dogs <b>'\"&.csv"), "it is not written as it was typed")
        self.wait(browser, lambda: self.field(browser, "'\"<b>&amp;") is not None, "it does not stand in the field")
        self.assertHarmless(browser, "findings")
        browser.get(desk.root + "sources/1")
        cell = 'tr[data-record="1"] td:nth-of-type(1)'
        self.wait(browser, lambda: self.text(browser, cell) == f"Rex {NASTY}", "the cell does not say what the file does")
        self.click(browser, cell)
        self.keys(browser, Keys.ENTER)
        area = browser.switch_to.active_element
        self.assertEqual(area.get_attribute("value"), f"Rex {NASTY}")
        self.keys(browser, "a", hold=Keys.CONTROL)
        self.keys(browser, "<img src=x>", Keys.ENTER)
        self.wait(browser, lambda: self.text(browser, cell) == "<img src=x>", "the cell does not show it")
        self.assertHarmless(browser, "grid")
        # What was changed is told on the page of the release.
        browser.get(desk.root + "release")
        self.assertIn("<img src=x>", self.text(browser, "#changes"))
        self.assertHarmless(browser, "release")
