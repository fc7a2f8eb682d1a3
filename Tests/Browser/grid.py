"""The grid of a source: keys, editing, facets, search, predicates, records that are added and deleted."""

from harness import KENNELS, DeskTestCase
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

GROUPS, BREEDS = "sources/0", "sources/1"


class GridTests(DeskTestCase):
    def grid(self, path, changes=(), **desk):
        desk, browser = self.open(changes, **desk)
        browser.get(desk.root + path)
        return desk, browser

    def place(self, browser):
        """The record and the column that have the focus; a record of `None` is the head."""
        return browser.execute_script(
            """
            const cell = document.activeElement.closest("td, th");
            return cell ? [cell.parentElement.dataset.record ? Number(cell.parentElement.dataset.record) : null, cell.cellIndex] : null;
            """
        )

    def cell(self, record, column):
        return f'tr[data-record="{record}"] > :nth-child({column + 1})'

    def go(self, browser, record, column):
        self.click(browser, self.cell(record, column))
        self.assertEqual(self.place(browser), [record, column])

    def records(self, browser):
        """The records in the table, once it says how many there are."""
        return browser.execute_script("return [...document.querySelectorAll('.grid tr[data-record]')].map((row) => Number(row.dataset.record))")

    def state(self, browser):
        return self.text(browser, "#grid-state")

    def test_keys_go_from_cell_to_cell(self):
        desk, browser = self.grid(BREEDS)
        count = desk.bytes("akc-breeds.csv").count(b"\n") - 1
        self.wait(browser, lambda: self.state(browser) == f"{count} records", "it is not read to its end")
        self.go(browser, 1, 1)
        for keys, hold, place in [
            ([Keys.ARROW_DOWN], None, [2, 1]), ([Keys.ARROW_RIGHT], None, [2, 2]), ([Keys.ARROW_UP], None, [1, 2]), ([Keys.ARROW_LEFT], None, [1, 1]),
            ([Keys.END], None, [1, 11]), ([Keys.HOME], None, [1, 0]), ([Keys.ARROW_LEFT], None, [1, 0]), ([Keys.END], Keys.CONTROL, [None, 11]),
        ]:  # fmt: skip
            self.keys(browser, *keys, hold=hold)
            if place[0] is None:
                # The last record has to be fetched.
                self.wait(browser, lambda: (self.place(browser) or [0, 0])[0] not in [None, 0, 1] and self.place(browser)[1] == 11, "not at the end")
            else:
                self.assertEqual(self.place(browser), place, keys)
        self.assertEqual(self.place(browser), [count, 11])
        self.keys(browser, Keys.HOME, hold=Keys.CONTROL)
        self.wait(browser, lambda: self.place(browser) == [1, 1], "not at the beginning")
        self.keys(browser, Keys.PAGE_DOWN)
        self.wait(browser, lambda: self.place(browser)[0] > 3, "no page further")
        self.keys(browser, Keys.PAGE_UP)
        self.wait(browser, lambda: self.place(browser) == [1, 1], "no page back")
        self.keys(browser, Keys.ARROW_UP)
        self.assertEqual(self.place(browser), [None, 1], "not on the heading")
        self.assertNoComplaints(browser)

    def test_all_of_a_long_source_can_be_reached_by_scrolling(self):
        rows = "".join(f"Dog {number}\n" for number in range(1, 60_001))
        files = {"K.xcdatamodel/contents": KENNELS, "K.recipe.yml": "model: K.xcdatamodel\noutput: K.sqlite\nsources: [{ file: dogs.csv, entity: Dog, key: name }]\n",
                 "dogs.csv": "name\n" + rows}  # fmt: skip
        _, browser = self.grid("sources/0", files=files, recipe="K.recipe.yml")
        self.wait(browser, lambda: "60,000 records" in self.state(browser), "it is not read to its end")
        browser.execute_script("const grid = document.getElementById('grid-scroll'); grid.scrollTop = grid.scrollHeight / 2")
        self.wait(browser, lambda: any(29_000 < number < 31_000 for number in self.records(browser)), "the middle is not shown")
        browser.execute_script("const grid = document.getElementById('grid-scroll'); grid.scrollTop = grid.scrollHeight")
        self.wait(browser, lambda: 60_000 in self.records(browser), "the end is not shown")
        self.assertLess(len(self.records(browser)), 400, "rows that are not in sight are in the table")

    def test_a_cell_is_edited_by_keys(self):
        desk, browser = self.grid(BREEDS)
        before = desk.sources()
        self.go(browser, 2, 3)
        self.keys(browser, Keys.ENTER)
        area = browser.switch_to.active_element
        self.assertEqual((area.tag_name, area.get_attribute("value")), ("textarea", "63.5"))
        self.keys(browser, "99", Keys.ESCAPE)
        self.assertEqual((self.place(browser), self.text(browser, self.cell(2, 3))), ([2, 3], "63.5"))
        self.assertEqual(desk.sources(), before)
        # Typing replaces; Enter goes down, Tab to the right, and both save.
        self.keys(browser, "64", Keys.ENTER)
        self.wait(browser, lambda: self.place(browser) == [3, 3], "Enter does not go down")
        self.assertIn(b"Afghan Hound,Hound Group,64,68.6,", desk.bytes("akc-breeds.csv"))
        self.go(browser, 2, 4)
        self.keys(browser, Keys.F2)
        self.keys(browser, "69", Keys.TAB)
        self.wait(browser, lambda: self.place(browser) == [2, 5], "Tab does not go on")
        self.assertIn(b"Afghan Hound,Hound Group,64,69,", desk.bytes("akc-breeds.csv"))
        self.keys(browser, "23")
        self.keys(browser, Keys.TAB, hold=Keys.SHIFT)
        self.wait(browser, lambda: self.place(browser) == [2, 4], "Shift+Tab does not go back")
        self.assertIn(b"Afghan Hound,Hound Group,64,69,23,", desk.bytes("akc-breeds.csv"))
        # What is wrong with it is said at once.
        self.keys(browser, "6900", Keys.ENTER)
        self.wait(browser, lambda: "error" in self.attribute(browser, self.cell(2, 4), "class"), "it is not marked")
        self.go(browser, 2, 4)
        self.wait(browser, lambda: self.text(browser, "#grid-cell .said.error") != "", "it is not told")
        for _ in range(4):
            self.undo(browser)
        self.wait(browser, lambda: desk.sources() == before, "not all is taken back")
        self.wait(browser, lambda: self.text(browser, self.cell(2, 4)) == "68.6", "the grid does not follow")
        self.assertNoComplaints(browser)

    def test_values_of_a_column_filter(self):
        _, browser = self.grid(BREEDS)
        self.click(browser, '.grid thead th:nth-child(3) a')
        self.wait(browser, lambda: self.text(browser, "#facet-title") == "Group", "the values are not shown")
        count = browser.execute_script(
            "return [...document.querySelectorAll('.facet-values li')].find((one) => one.textContent.includes('Toy Group')).querySelector('.count').textContent"
        )
        self.assertEqual(self.text(browser, '.grid thead th:nth-child(3) a').count("100 % filled"), 1)
        self.click(browser, "//ul[@class='facet-values']//a[contains(., 'Toy Group')]", By.XPATH)
        self.wait(browser, lambda: self.state(browser).startswith(f"{count} of "), "it does not filter")
        self.assertEqual({browser.execute_script("return [...document.querySelectorAll('.grid tbody tr[data-record]')].map((row) => row.cells[2].textContent).join()")}
                         , {",".join(["Toy Group"] * int(count))})  # fmt: skip
        # Another value of the column joins it, and the chip takes both back.
        self.click(browser, "//ul[@class='facet-values']//a[contains(., 'Miscellaneous Class')]", By.XPATH)
        self.wait(browser, lambda: self.state(browser).startswith(f"{int(count) + 4} of "), "it does not join")
        self.click(browser, ".taken a")
        self.wait(browser, lambda: " of " not in self.state(browser), "it is not taken back")
        # Keys: Enter on the heading opens, arrows go through the values, Escape closes.
        self.go(browser, 1, 3)
        self.keys(browser, Keys.ARROW_UP)
        self.assertEqual(self.place(browser), [None, 3])
        self.keys(browser, Keys.ENTER)
        self.wait(browser, lambda: self.text(browser, "#facet-title") == "Height min (cm)", "the key does not open")
        self.wait(browser, lambda: "facet-values" in browser.switch_to.active_element.find_element(By.XPATH, "../..").get_attribute("class"), "no focus")
        first = browser.switch_to.active_element
        self.keys(browser, Keys.ARROW_DOWN)
        self.assertNotEqual(browser.switch_to.active_element, first)
        self.keys(browser, Keys.ESCAPE)
        self.wait(browser, lambda: self.text(browser, "#grid-side").strip() == "" and self.place(browser) == [None, 3], "it does not close")
        self.assertNoComplaints(browser)

    def test_search_predicate_and_findings_filter(self):
        changes = [("akc-breeds.csv", ",Hound Group,63.5,", ",Hound Grup,63.5,", "Hound Grup", "Hound Group")]
        desk, browser = self.grid(BREEDS, changes)
        self.fill(browser, '[name="q"]', "saarloos", Keys.ENTER)
        self.wait(browser, lambda: self.state(browser).startswith("0 of ") or self.state(browser).startswith("1 of "), "it does not search")
        self.fill(browser, '[name="q"]', "AFGHAN", Keys.ENTER)
        self.wait(browser, lambda: self.text(browser, self.cell(2, 1)) == "Afghan Hound" and " of " in self.state(browser), "case matters")
        self.fill(browser, '[name="q"]', "")
        self.fill(browser, '[name="where"]', "heightMin > 75 AND Group == \"Hound Group\"", Keys.ENTER)
        self.wait(browser, lambda: " of " in self.state(browser), "the predicate does nothing")
        shown = browser.execute_script("return [...document.querySelectorAll('.grid tbody tr[data-record]')].map((row) => [row.cells[2].textContent, Number(row.cells[3].textContent)])")
        self.assertTrue(shown and all(group == "Hound Group" and height > 75 for group, height in shown), shown)
        self.fill(browser, '[name="where"]', "heightMin >", Keys.ENTER)
        self.wait(browser, lambda: self.text(browser, "#grid-problem") != "", "it is not said what is wrong")
        self.fill(browser, '[name="where"]', "")
        self.click(browser, '[name="faulty"]')
        self.click(browser, ".grid-form button")
        self.wait(browser, lambda: self.state(browser).startswith("1 of "), "it does not filter by findings")
        # The suggestion stands below the grid, and mends the cell.
        self.go(browser, 2, 2)
        self.click(browser, "#grid-cell button")
        self.wait(browser, lambda: b"Afghan Hound,Hound Group,63.5," in desk.bytes("akc-breeds.csv"), "the suggestion is not taken")

    def test_records_are_added_and_deleted(self):
        desk, browser = self.grid(GROUPS)
        before = desk.sources()
        self.go(browser, 2, 1)
        self.keys(browser, Keys.INSERT)
        self.wait(browser, lambda: "/new?after=2" in browser.current_url, "the form is not opened")
        for name, text in [("f0", "Space Group"), ("f1", "SPC"), ("f2", "Dogs that were shot into the sky, \"Laika\" first of all.")]:
            self.fill(browser, f'[name="{name}"]', text)
        self.click(browser, "form.record button")
        self.wait(browser, lambda: self.text(browser, self.cell(3, 1)) == "Space Group", "the record is not where it was to be")
        added = b'Space Group,SPC,"Dogs that were shot into the sky, ""Laika"" first of all.",\n'
        self.assertEqual(desk.bytes("akc-groups.csv").splitlines(True)[3], added)
        self.go(browser, 3, 1)
        self.keys(browser, Keys.DELETE, hold=Keys.CONTROL)
        self.wait(browser, lambda: self.text(browser, self.cell(3, 1)) == "Working Group", "the record is still there")
        self.assertEqual(desk.sources(), before)
        self.undo(browser)
        self.assertIn(added, desk.bytes("akc-groups.csv"))
        self.undo(browser)
        self.assertEqual(desk.sources(), before)
        self.assertNoComplaints(browser)

    def test_what_the_file_says_by_now_is_shown_beside_what_was_typed(self):
        desk, browser = self.grid(BREEDS)
        self.go(browser, 2, 3)
        self.keys(browser, Keys.ENTER)
        path = desk.folder / "akc-breeds.csv"
        changed = path.read_bytes().replace(b"Afghan Hound,Hound Group,63.5,", b"Afghan Hound,Hound Group,63.25,")
        path.write_bytes(changed)
        self.keys(browser, "65", Keys.ENTER)
        self.wait(browser, lambda: self.text(browser, "#grid-cell .conflict") != "", "nothing is said")
        self.assertEqual(path.read_bytes(), changed)

    def test_cells_that_cannot_be_changed_say_so_beforehand(self):
        files = {
            "K.xcdatamodel/contents": KENNELS,
            "K.recipe.yml": "model: K.xcdatamodel\noutput: K.sqlite\nsources: [{ file: dogs.xml, records: /dogs/dog, entity: Dog, key: name, "
            "attributes: { name: name, age: age } }]\n",
            "dogs.xml": "<dogs>\n<dog><name>Rex</name><age>4<!-- or 5 --></age></dog>\n<dog><name>Ace</name><age>3</age></dog>\n<dog><name>Pug</name></dog>\n</dogs>\n",
        }
        desk, browser = self.grid("sources/0", files=files, recipe="K.recipe.yml")
        before = desk.sources()
        self.go(browser, 1, 2)
        self.assertEqual(self.attribute(browser, self.cell(1, 2), "aria-readonly"), "true")
        self.assertIsNone(self.attribute(browser, self.cell(2, 2), "aria-readonly"))
        self.assertIn("Not changed here, because there are comments in the element", self.text(browser, "#grid-cell"))
        self.keys(browser, "5")
        self.assertEqual(browser.find_elements(By.CSS_SELECTOR, "td.editing"), [])
        self.assertEqual(desk.sources(), before)
        # What is not there is none of them: it can be added.
        self.go(browser, 3, 2)
        self.keys(browser, "6", Keys.ENTER)
        self.wait(browser, lambda: b"<dog><name>Pug</name><age>6</age></dog>" in desk.bytes("dogs.xml"), "the element is not added")
