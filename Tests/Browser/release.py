"""The build of the release page, and how far it is."""

from harness import DeskTestCase
from selenium.webdriver.common.by import By


class ReleaseTests(DeskTestCase):
    def test_a_build_tells_how_far_it_is(self):
        desk, browser = self.open(())
        browser.get(desk.root + "release")
        # What is said while it runs is noted as it comes.
        browser.execute_script(
            """
            window.said = [];
            new MutationObserver(() => { const text = document.getElementById("build-progress")?.textContent; if (text && window.said.at(-1) !== text) window.said.push(text); })
              .observe(document.getElementById("main"), { childList: true, subtree: true, characterData: true });
            """
        )
        self.click(browser, 'form[action="/release/build"] button')
        self.wait(browser, lambda: "Published." in self.text(browser, "#build"), "the build does not end")
        said = browser.execute_script("return window.said")
        self.assertTrue(any(text.startswith("Source ") and "records" in text for text in said), said)
        self.assertTrue(any("…" in text and not text.startswith("The build begins") for text in said), said)
        self.wait(browser, lambda: "Nothing: the objects are those of" in self.text(browser, "#differences"), "it is not compared again")
        self.assertNoComplaints(browser)

    def test_without_scripts_the_page_asks_again_until_the_build_has_ended(self):
        desk = self.desk(())
        browser = self.browser(desk.address, scripts=False)
        browser.get(desk.root + "release")
        self.click(browser, 'form[action="/release/build"] button')
        self.wait(browser, lambda: len(browser.find_elements(By.CSS_SELECTOR, "#build progress")) == 1, "nothing says that a build runs")
        # Nobody presses anything.
        self.wait(browser, lambda: "Published." in browser.find_element(By.ID, "build").text, "the page does not ask again")
        self.assertTrue((desk.folder / "Output/DogBreeds.sqlite").exists())
