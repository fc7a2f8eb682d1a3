#!/usr/bin/env python3
"""Works on the desk with a real headless Chromium, as an editor does.

Needs python3 with selenium and axe-core, chromium and chromium-driver; `make test-browser` says how they are had. STUDBOOK is the tool that is
tried; STUDBOOK_PICTURES a folder for screenshots. `desk.py GridTests` runs some of the tests.
"""

import http.server
import threading
import unittest

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from grid import GridTests  # noqa: F401
from harness import PLANTED, ROOT, DeskTestCase
from mending import MendingTests  # noqa: F401
from objects import ObjectTests  # noqa: F401
from pages import HostileDataTests, PageTests  # noqa: F401
from release import ReleaseTests  # noqa: F401


class DeskTests(DeskTestCase):
    def mend(self, browser, value, text):
        self.type_into(browser, value, text, Keys.ENTER)
        self.wait(browser, lambda: self.field(browser, value) is None and self.field(browser, text) is None, f"{value} is not mended")

    def test_an_editor_mends_all_formats_and_takes_all_back(self):
        desk, browser = self.open()
        names = sorted({change[0] for change in PLANTED})
        before = {name: desk.bytes(name) for name in names}
        self.picture(browser, "desk-findings")
        for _, _, _, value, text in PLANTED:
            self.mend(browser, value, text)
        self.assertEqual(self.count(browser), 0)
        for name in names:
            self.assertEqual(desk.bytes(name), (ROOT / "Inputs" / name).read_bytes(), name)
        for number in range(len(PLANTED)):
            self.click(browser, 'form[action="/undo"] button')
            value = PLANTED[-1 - number][3]
            self.wait(browser, lambda: self.field(browser, value) is not None, "nothing is taken back")
        for name in names:
            self.assertEqual(desk.bytes(name), before[name], name)
        self.assertNoComplaints(browser)

    def test_without_scripts_forms_do_the_same(self):
        desk = self.desk()
        browser = self.browser(desk.address, scripts=False)
        self.type_into(browser, "711", "71.1", Keys.ENTER)
        self.wait(browser, lambda: b",61,71.1," in desk.bytes("akc-breeds.csv"), "nothing is written")
        self.click(browser, 'form[action="/undo"] button')
        self.wait(browser, lambda: b",61,711," in desk.bytes("akc-breeds.csv"), "nothing is taken back")

    def test_two_browsers_see_each_others_changes(self):
        desk, one = self.open()
        self.click(one, 'form[action="/elsewhere"] button')
        address = self.attribute(one, "input.address", "value")
        one.get(desk.root)
        other = self.browser(address)
        self.type_into(other, "toy", "toy draft")
        self.mend(one, "711", "71.1")
        self.wait(other, lambda: self.field(other, "711") is None, "the other browser does not follow")
        self.assertIsNotNone(self.field(other, "toy draft"), "what was being typed is lost")
        self.assertEqual(other.switch_to.active_element.get_attribute("value"), "toy draft")

    def test_a_file_that_changes_underneath_is_not_overwritten(self):
        desk, browser = self.open()
        self.type_into(browser, "Hound Grup", "Hound Group")
        changed = desk.bytes("akc-breeds.csv").replace(b",Hound Grup,", b",Hound Grp,")
        (desk.folder / "akc-breeds.csv").write_bytes(changed)
        self.wait(browser, lambda: "Hound Grp" in self.text(browser, "#groups"), "the page does not follow")
        self.assertEqual(desk.bytes("akc-breeds.csv"), changed)

    def test_another_origin_changes_and_reads_nothing(self):
        desk, browser = self.open()
        page = f"""<!DOCTYPE html><title>hostile</title><form id=f method=post action="{desk.root}rules/reference.unknown/take"></form>
          <iframe id=i src="{desk.root}"></iframe><script src="{desk.root}desk.js" onload="window.loaded = true"></script><script>
          window.result = "";
          fetch("{desk.root}", {{credentials: "include"}}).then((a) => a.text()).then((t) => window.result = "read " + t.length, () => window.result = "refused");
          fetch("{desk.root}undo", {{method: "POST", mode: "no-cors", credentials: "include"}});
          </script>""".encode()

        class Hostile(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.end_headers()
                self.wfile.write(page)

            def log_message(self, *_):
                pass

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Hostile)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        before = desk.bytes("akc-breeds.csv")
        # Another port of the same host is the same site, to which browsers send the cookie.
        browser.get(f"http://127.0.0.1:{server.server_port}/")
        self.wait(browser, lambda: browser.execute_script("return window.result") != "", "no answer")
        self.assertEqual(browser.execute_script("return window.result"), "refused")
        self.assertFalse(browser.execute_script("return window.loaded === true"))
        browser.execute_script("document.getElementById('f').submit()")
        self.wait(browser, lambda: "Another site has asked for this" in browser.page_source, "the form is not refused")
        self.assertEqual(desk.bytes("akc-breeds.csv"), before)

    def test_the_keyboard_is_enough(self):
        desk, browser = self.open()
        ActionChains(browser).send_keys(Keys.TAB, Keys.ENTER).perform()
        for _ in range(200):
            active = browser.switch_to.active_element
            if active.get_attribute("name") == "text" and active.get_attribute("value") == "711":
                break
            ActionChains(browser).send_keys(Keys.TAB).perform()
        self.assertEqual(browser.switch_to.active_element.get_attribute("value"), "711")
        ActionChains(browser).key_down(Keys.CONTROL).send_keys("a").key_up(Keys.CONTROL).send_keys("71.1", Keys.ENTER).perform()
        self.wait(browser, lambda: b",61,71.1," in desk.bytes("akc-breeds.csv"), "nothing is written")
        self.wait(browser, lambda: self.field(browser, "71.1") is None, "the finding is still there")
        self.wait(browser, lambda: browser.switch_to.active_element.tag_name != "body", "the focus is lost")
        # In a field the keys take back what was typed there.
        while browser.switch_to.active_element.tag_name == "input":
            self.keys(browser, Keys.TAB)
        ActionChains(browser).key_down(Keys.CONTROL).send_keys("z").key_up(Keys.CONTROL).perform()
        self.wait(browser, lambda: b",61,711," in desk.bytes("akc-breeds.csv"), "nothing is taken back")

    def test_read_only_shows_no_fields(self):
        _, browser = self.open(PLANTED, "--read-only")
        self.element(browser, "#groups .finding")
        self.assertEqual(browser.find_elements(By.CSS_SELECTOR, "#groups form, #tools button"), [])


if __name__ == "__main__":
    unittest.main(verbosity=2)
