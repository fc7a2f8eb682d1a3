"""An editor mends every error that is planted in sources of five formats, and builds."""

import planted
from harness import DeskTestCase
from selenium.common.exceptions import NoSuchElementException
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys


class MendingTests(DeskTestCase):
    def finding(self, browser, error):
        """The finding of an error, by its file, its rule and the text in its field."""
        return browser.execute_script(
            """
            const [file, rule, text] = arguments;
            return [...document.querySelectorAll("#groups .finding")].find((one) => one.querySelector(".place").textContent.startsWith(file + ":")
              && one.querySelector(".rule").textContent === rule && (text === null || one.querySelector(".write [name=text]")?.value === text)) ?? null;
            """,
            error.file,
            error.rule,
            None if error.mending == planted.TEXT else error.broken,
        )

    def begin(self, browser, error):
        """Types, presses or follows what mends a finding."""
        finding = self.finding(browser, error)
        if finding is None:
            raise NoSuchElementException(f"no finding of {error}")
        if error.mending == planted.TYPE:
            self.type_over(finding.find_element(By.CSS_SELECTOR, ".write [name=text]"), self.clean(error), Keys.ENTER)
        elif error.mending == planted.TAKE:
            self.press(browser, finding.find_element(By.CSS_SELECTOR, 'form[action$="/take"] button'))
        elif error.mending == planted.TAKE_ALL:
            group = finding.find_element(By.XPATH, "ancestor::section")
            self.press(browser, group.find_element(By.CSS_SELECTOR, '.group-head form[action$="/take"] button'))
        else:
            if not finding.find_elements(By.CSS_SELECTOR, "details.otherwise[open]"):
                self.press(browser, finding.find_element(By.CSS_SELECTOR, ".otherwise summary"))
            self.press(browser, finding.find_element(By.PARTIAL_LINK_TEXT, "Edit the text"))

    def mend(self, browser, error):
        count = self.count(browser)
        self.steadily(lambda: self.begin(browser, error))
        expected = count - 1
        if error.mending == planted.TAKE_ALL:
            expected = count - len([one for one in planted.PLANTED if one.rule == error.rule and one.mending == planted.TAKE_ALL])
        elif error.mending == planted.TEXT:
            area = self.element(browser, "textarea.code")
            self.assertEqual(area.get_attribute("value").count(error.broken), 1)
            self.type_over(area, area.get_attribute("value").replace(error.broken, error.clean))
            self.click(browser, "form.text button")
            # That page shows no findings, as the one that follows when the last of them is mended.
            self.wait(browser, lambda: not browser.find_elements(By.CSS_SELECTOR, "form.text"), f"{error}: the text is not saved")
        self.wait(browser, lambda: self.count(browser) == expected, f"{error}: {self.count(browser)} of {count} are left")

    def clean(self, error):
        if error.clean != "@":
            return error.clean
        return next(values["entry"] for values, other in planted.records(error.format, True) if other is error)

    def test_an_editor_mends_57_errors_in_all_formats_and_the_build_is_clean(self):
        self.assertEqual(len(planted.PLANTED), 57)
        files = planted.FOLDER | planted.sources(is_clean=False)
        desk, browser = self.open((), files=files, recipe="Dogs.recipe.yml")
        self.assertEqual(self.count(browser), 57)
        taken = set()
        for error in planted.PLANTED:
            # One press takes all of a rule.
            if error.mending == planted.TAKE_ALL and error.rule in taken:
                continue
            self.mend(browser, error)
            if error.mending == planted.TAKE_ALL:
                taken.add(error.rule)
        self.assertGreaterEqual(len(taken), 2)
        for name, text in planted.sources(is_clean=True).items():
            self.assertEqual(desk.bytes(name).decode(), text, name)
        self.wait(browser, lambda: "Everything is in order" in self.text(browser, "#verdict"), "not everything is in order")
        browser.get(desk.root + "release")
        self.click(browser, 'form[action="/release/build"] button')
        self.wait(browser, lambda: "Published." in self.text(browser, "#build"), "the build does not end")
        self.assertTrue((desk.folder / "Output/Dogs.sqlite").exists())
        self.wait(browser, lambda: "nothing to mend" in self.text(browser, "#build"), "it is not said how the release is")
        self.assertNoComplaints(browser)
