"""Objects: groups and breeds are added, edited, deleted, and all of it is taken back."""

from harness import DeskTestCase
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys


class ObjectTests(DeskTestCase):
    def add(self, browser, root, entity, values):
        """Fills the form for a new object by the names of its fields."""
        browser.get(f"{root}new/{entity}")
        for name, text in values.items():
            label = self.element(browser, f"//label[span[text()='{name}']]", By.XPATH)
            self.fill(browser, f'#{label.get_attribute("for")}', text)

    def judged(self, browser):
        return self.text(browser, "form.entry .judged")

    def main(self, browser):
        return self.text(browser, "#main")

    def breed(self, name):
        return {"Breed": name, "Group": "Space Group", "Description": "A dog that was shot into the sky and looked down on all of us from there."}

    def test_a_group_with_two_breeds_is_added_and_deleted_and_all_is_taken_back(self):
        desk, browser = self.open(())
        before = desk.sources()
        browser.get(desk.root + "objects/AKCGroup")
        self.click(browser, 'a[href="/new/AKCGroup"]')
        self.add(browser, desk.root, "AKCGroup", {"Group": "Space Group", "Code": "SPC", "Description": "Dogs that were shot into the sky, Laika first of all."})
        self.wait(browser, lambda: "Nothing is wrong" in self.judged(browser), "it is not judged")
        self.click(browser, "form.entry button.main")
        self.wait(browser, lambda: self.text(browser, "h1") == "Space Group", "the group is not shown")
        for name in ["Laika", "Belka"]:
            self.add(browser, desk.root, "Breed", self.breed(name))
            self.click(browser, "form.entry button.main")
            self.wait(browser, lambda: self.text(browser, "h1") == name, f"{name} is not shown")
        # One is cancelled: nothing is written.
        with_two = desk.sources()
        self.add(browser, desk.root, "Breed", self.breed("Strelka"))
        self.click(browser, "form.entry [data-cancel]")
        self.wait(browser, lambda: self.text(browser, "h1") == "Breed", "it is not cancelled")
        self.add(browser, desk.root, "Breed", self.breed("Strelka"))
        self.keys(browser, Keys.ESCAPE)
        self.wait(browser, lambda: self.text(browser, "h1") == "Breed", "Escape does not cancel")
        self.assertEqual(desk.sources(), with_two)
        # What goes along is shown before.
        group = f"{desk.root}objects/AKCGroup/name%3DSpace%20Group"
        browser.get(group)
        self.assertEqual(self.text(browser, "#of-breeds .count"), "2")
        self.click(browser, 'a[href$="/delete"]')
        self.wait(browser, lambda: "Delete Space Group?" in self.text(browser, "h1"), "it is not asked")
        along = self.element(browser, 'section[aria-label="Goes with it"]').text
        self.assertTrue("Laika" in along and "Belka" in along, along)
        self.assertEqual(len(browser.find_elements(By.CSS_SELECTOR, 'section[aria-label="Records that are removed"] li')), 3)
        self.click(browser, "form.entry [data-cancel]")
        self.wait(browser, lambda: self.text(browser, "h1") == "Space Group", "it is not kept")
        self.assertEqual(desk.sources(), with_two)
        self.click(browser, 'a[href$="/delete"]')
        self.click(browser, "form.entry button.danger")
        self.wait(browser, lambda: self.text(browser, "h1") == "AKCGroup", "it is not deleted")
        self.assertNotIn("Space Group", self.main(browser))
        self.assertEqual(desk.sources(), before)
        # A group of the sources, with its breeds and what the other sources say of these.
        browser.get(f"{desk.root}objects/AKCGroup/name%3DMiscellaneous%20Class/delete")
        self.assertEqual(len(browser.find_elements(By.CSS_SELECTOR, 'section[aria-label="Goes with it"] li')), 4)
        self.click(browser, "form.entry button.danger")
        self.wait(browser, lambda: self.text(browser, "h1") == "AKCGroup", "it is not deleted")
        self.assertNotIn(b"Miscellaneous Class", desk.bytes("akc-groups.csv") + desk.bytes("akc-breeds.csv"))
        self.undo(browser)
        self.assertEqual(desk.sources(), before)
        # The deletion, the breeds and the group.
        self.undo(browser)
        self.assertEqual(desk.sources(), with_two)
        for _ in range(3):
            self.undo(browser)
        self.assertEqual(desk.sources(), before)
        self.assertNoComplaints(browser)

    def test_a_value_is_judged_as_one_types(self):
        desk, browser = self.open(())
        before = desk.sources()
        browser.get(f"{desk.root}objects/Breed/name%3DPug/edit/heightMin")
        self.wait(browser, lambda: browser.switch_to.active_element.get_attribute("name") == "text", "the field has not the focus")
        self.keys(browser, "a", hold=Keys.CONTROL)
        self.keys(browser, "250")
        self.wait(browser, lambda: "value.range" in self.judged(browser), "a value that is too great is not judged")
        self.keys(browser, "a", hold=Keys.CONTROL)
        self.keys(browser, "tall")
        self.wait(browser, lambda: "value.type" in self.judged(browser), "a word is not judged")
        # Nothing is saved that would leave the record out, unless somebody is sure.
        self.keys(browser, Keys.ENTER)
        self.wait(browser, lambda: browser.find_elements(By.CSS_SELECTOR, '[name="sure"]'), "it is not asked for")
        self.assertEqual(desk.sources(), before)
        self.fill(browser, '[name="text"]', "26")
        self.wait(browser, lambda: "Nothing is wrong" in self.judged(browser), "a right value is not judged")
        self.assertIn("becomes “26”", self.judged(browser))
        self.assertEqual(desk.sources(), before, "it is written before it is saved")
        browser.get(f"{desk.root}objects/Breed/name%3DPug/edit/heightMin")
        self.fill(browser, '[name="text"]', "26", Keys.ENTER)
        self.wait(browser, lambda: self.text(browser, "h1") == "Pug", "it is not saved")
        self.assertNotEqual(desk.sources(), before)
        self.undo(browser)
        self.assertEqual(desk.sources(), before)

    def test_a_new_object_is_judged_as_one_types(self):
        desk, browser = self.open(())
        self.add(browser, desk.root, "AKCGroup", {"Group": "Toy Group", "Code": "toy"})
        self.wait(browser, lambda: "value.pattern" in self.judged(browser) and "record.duplicate" in self.judged(browser), "it is not judged")

    def test_lists_are_searched_and_gone_through_by_keys(self):
        desk, browser = self.open(())
        browser.get(desk.root + "objects/Breed")
        # The next page comes as one scrolls.
        self.wait(browser, lambda: len(browser.find_elements(By.CSS_SELECTOR, "#objects li")) >= 200, "no list")
        browser.execute_script("window.scrollTo(0, document.body.scrollHeight)")
        self.wait(browser, lambda: f"{len(browser.find_elements(By.CSS_SELECTOR, '#objects li'))} objects" in self.text(browser, ".found"), "no second page")
        first, second = browser.find_elements(By.CSS_SELECTOR, "#objects li a")[:2]
        browser.execute_script("arguments[0].focus()", first)
        self.keys(browser, Keys.ARROW_DOWN)
        self.assertEqual(browser.switch_to.active_element, second)
        self.keys(browser, Keys.HOME)
        self.assertEqual(browser.switch_to.active_element, first)
        self.fill(browser, '[name="q"]', "pekin", Keys.ENTER)
        self.wait(browser, lambda: "2 with" in self.text(browser, ".found"), "it does not search")
        self.click(browser, "Pekingese", By.PARTIAL_LINK_TEXT)
        self.wait(browser, lambda: self.text(browser, "h1") == "Pekingese", "the object is not shown")
        self.wait(browser, lambda: "akc-breeds.csv" in self.main(browser), "it is not said where it comes from")
        self.click(browser, ".relation .links a")
        self.wait(browser, lambda: self.text(browser, "h1") == "Toy Group", "the relationship leads nowhere")
