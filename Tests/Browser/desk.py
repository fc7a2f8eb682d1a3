#!/usr/bin/env python3
"""Works on the desk with a real headless Chromium, as an editor does.

Needs python3 with selenium, chromium and chromium-driver; `make test-browser` says how they are had. STUDBOOK is the tool that is tried;
STUDBOOK_PICTURES a folder for screenshots.
"""

import http.server
import os
import pathlib
import shutil
import subprocess
import tempfile
import threading
import time
import unittest

from selenium import webdriver
from selenium.common.exceptions import NoSuchElementException, StaleElementReferenceException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = os.environ.get("STUDBOOK", str(ROOT / ".build/debug/studbook"))
PATIENCE = 60

# What is planted: the file, the clean text, the broken one, the value of the finding, and the right value.
PLANTED = [
    ("akc-breeds.csv", ",Hound Group,63.5,", ",Hound Grup,63.5,", "Hound Grup", "Hound Group"),
    ("akc-breeds.csv", ",Working Group,61,71.1,", ",Working Group,61,711,", "711", "71.1"),
    ("akc-groups.csv", ",TOY,", ",toy,", "toy", "TOY"),
    ("fci-nomenclature.xml", '<breed number="39">', '<breed number="3900">', "3900", "39"),
    ("fci-nomenclature.xml", "<name>Austrian Pinscher<", "<name>Austrian  Pinscher<", "Austrian  Pinscher", "Austrian Pinscher"),
    ("akc-statistics.html", '<td class="rank">5</td><td class="rank">5</td>', '<td class="rank">fifth</td><td class="rank">5</td>', "fifth", "5"),
]


class Desk:
    """A desk over a copy of the showcase."""

    def __init__(self, changes=(), *options):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="studbook-browser-"))
        shutil.copytree(ROOT / "Inputs", self.folder, dirs_exist_ok=True)
        for name, clean, broken, *_ in changes:
            text = (self.folder / name).read_bytes()
            assert clean.encode() in text, (name, clean)
            (self.folder / name).write_bytes(text.replace(clean.encode(), broken.encode(), 1))
        self.process = subprocess.Popen(
            [TOOL, "desk", str(self.folder / "DogBreeds.recipe.yml"), *options], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self.address = self.process.stdout.readline().strip()

    @property
    def root(self):
        return self.address.split("?")[0]

    def bytes(self, name):
        return (self.folder / name).read_bytes()

    def close(self):
        self.process.terminate()
        self.process.wait(timeout=PATIENCE)
        self.process.stdout.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def chromium(width=1200, height=900, dark=False, scripts=True):
    options = webdriver.ChromeOptions()
    for argument in ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]:
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    if not scripts:
        options.add_experimental_option("prefs", {"profile.managed_default_content_settings.javascript": 2})
    driver = shutil.which("chromedriver")
    browser = webdriver.Chrome(options=options, service=Service(driver) if driver else Service())
    browser.set_page_load_timeout(PATIENCE)
    browser.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
    )
    if dark:
        browser.execute_cdp_cmd(
            "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "dark"}]}
        )
    return browser


class DeskTests(unittest.TestCase):
    def open(self, changes=PLANTED, *options, **look):
        desk = Desk(changes, *options)
        self.addCleanup(desk.close)
        return desk, self.browser(desk.address, **look)

    def browser(self, address, **look):
        browser = chromium(**look)
        self.addCleanup(browser.quit)
        browser.get(address)
        return browser

    def wait(self, browser, condition, what):
        WebDriverWait(browser, PATIENCE, ignored_exceptions=(Exception,)).until(lambda _: condition(), what)

    def click(self, browser, selector):
        # A page that is just being replaced takes its elements along: they are looked for again.
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                element = browser.find_element(By.CSS_SELECTOR, selector)
                browser.execute_script("arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })", element)
                return element.click()
            except (NoSuchElementException, StaleElementReferenceException):
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.05)

    def field(self, browser, value):
        for field in browser.find_elements(By.CSS_SELECTOR, ".write [name=text]"):
            if field.get_attribute("value") == value:
                return field
        return None

    def mend(self, browser, value, text):
        field = self.field(browser, value)
        self.assertIsNotNone(field, f"no field with {value}")
        field.clear()
        field.send_keys(text, Keys.ENTER)
        self.wait(browser, lambda: self.field(browser, value) is None and self.field(browser, text) is None, f"{value} is not mended")

    def count(self, browser):
        return len(browser.find_elements(By.CSS_SELECTOR, "#groups .finding"))

    def picture(self, browser, name):
        folder = os.environ.get("STUDBOOK_PICTURES")
        if folder:
            browser.save_screenshot(f"{folder}/{name}.png")

    def assertNoComplaints(self, browser):
        complaints = [entry for entry in browser.get_log("browser") if entry["level"] == "SEVERE"]
        self.assertEqual(complaints, [])

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
        desk, browser = self.open(scripts=False)
        field = self.field(browser, "711")
        field.clear()
        field.send_keys("71.1", Keys.ENTER)
        self.wait(browser, lambda: b",61,71.1," in desk.bytes("akc-breeds.csv"), "nothing is written")
        self.click(browser, 'form[action="/undo"] button')
        self.wait(browser, lambda: b",61,711," in desk.bytes("akc-breeds.csv"), "nothing is taken back")

    def test_two_browsers_see_each_others_changes(self):
        desk, one = self.open()
        self.click(one, 'form[action="/elsewhere"] button')
        address = one.find_element(By.CSS_SELECTOR, "input.address").get_attribute("value")
        one.get(desk.root)
        other = self.browser(address)
        typing = self.field(other, "toy")
        typing.send_keys(" draft")
        self.mend(one, "711", "71.1")
        self.wait(other, lambda: self.field(other, "711") is None, "the other browser does not follow")
        self.assertIsNotNone(self.field(other, "toy draft"), "what was being typed is lost")
        self.assertEqual(other.switch_to.active_element.get_attribute("value"), "toy draft")

    def test_a_file_that_changes_underneath_is_not_overwritten(self):
        desk, browser = self.open()
        typing = self.field(browser, "Hound Grup")
        typing.clear()
        typing.send_keys("Hound Group")
        changed = desk.bytes("akc-breeds.csv").replace(b",Hound Grup,", b",Hound Grp,")
        (desk.folder / "akc-breeds.csv").write_bytes(changed)
        self.wait(browser, lambda: "Hound Grp" in browser.find_element(By.ID, "groups").text, "the page does not follow")
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

    def test_scripts_in_the_data_do_not_run(self):
        hostile = '"""><script>document.title=1</script><img src=x onerror=document.title=2>"'
        desk, browser = self.open([("akc-breeds.csv", ",Hound Group,63.5,", f",{hostile},63.5,")])
        self.assertIn("Findings", browser.title)
        field = self.field(browser, '"><script>document.title=1</script><img src=x onerror=document.title=2>')
        self.assertIsNotNone(field, "the text is not in the field as it stands in the file")
        self.assertEqual(len(browser.find_elements(By.CSS_SELECTOR, "main script, main img")), 0)
        field.clear()
        field.send_keys("'\"<b>&amp;", Keys.ENTER)
        self.wait(browser, lambda: b",\"'\"\"<b>&amp;\"," in desk.bytes("akc-breeds.csv"), "it is not written as it was typed")

    def test_a_phone_shows_all_without_scrolling_sideways(self):
        _, browser = self.open(width=360, height=740)
        self.picture(browser, "desk-phone")
        self.assertLessEqual(browser.execute_script("return document.documentElement.scrollWidth"), 360)
        for button in browser.find_elements(By.CSS_SELECTOR, "main button"):
            if button.is_displayed():
                self.assertGreaterEqual(button.size["height"], 24)

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
        self.wait(browser, lambda: browser.switch_to.active_element.tag_name != "body", "the focus is lost")
        browser.find_element(By.ID, "main").send_keys("")
        browser.execute_script("document.getElementById('main').focus()")
        ActionChains(browser).key_down(Keys.CONTROL).send_keys("z").key_up(Keys.CONTROL).perform()
        self.wait(browser, lambda: b",61,711," in desk.bytes("akc-breeds.csv"), "nothing is taken back")

    def test_dark_and_light_are_readable(self):
        for dark in [False, True]:
            _, browser = self.open(dark=dark)
            self.picture(browser, "desk-dark" if dark else "desk-light")
            worst = browser.execute_script(CONTRAST)
            self.assertGreaterEqual(worst[0], 4.5, worst)

    def test_what_assistive_technology_needs_is_there(self):
        _, browser = self.open()
        for details in browser.find_elements(By.TAG_NAME, "details"):
            browser.execute_script("arguments[0].open = true", details)
        self.assertEqual(browser.execute_script(ACCESSIBILITY), [])

    def test_read_only_shows_no_fields(self):
        _, browser = self.open(PLANTED, "--read-only")
        self.assertEqual(browser.find_elements(By.CSS_SELECTOR, "#groups form, #tools button"), [])


# The least contrast of a text with what is behind it (WCAG 2.2, 1.4.3), and the text.
CONTRAST = """
const parse = (text) => text.match(/[\\d.]+/g).map(Number);
const channel = (value) => { const share = value / 255; return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4; };
const light = ([red, green, blue]) => 0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue);
const behind = (element) => { for (let one = element; one; one = one.parentElement) { const colour = parse(getComputedStyle(one).backgroundColor);
  if (colour.length < 4 || colour[3] === 1) return colour; } return [255, 255, 255]; };
let worst = [99, ""];
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) { const element = walker.currentNode.parentElement;
  if (!walker.currentNode.textContent.trim() || !element.offsetParent || element.closest("[disabled], .skip, option")) continue;
  const [one, other] = [light(parse(getComputedStyle(element).color)), light(behind(element))].sort((a, b) => b - a);
  const ratio = (one + 0.05) / (other + 0.05);
  if (ratio < worst[0]) worst = [ratio, walker.currentNode.textContent.trim()]; }
return worst;
"""

# What is missing, of what an accessibility checker calls serious.
ACCESSIBILITY = """
const problems = [];
if (!document.documentElement.lang) problems.push("no language");
if (!document.title) problems.push("no title");
if (document.querySelectorAll("h1").length !== 1) problems.push("not one h1");
if (!document.querySelector("main")) problems.push("no main");
const ids = [...document.querySelectorAll("[id]")].map((one) => one.id);
for (const id of ids) if (ids.filter((other) => other === id).length > 1) problems.push("twice: " + id);
for (const field of document.querySelectorAll("input:not([type=hidden]), textarea, select"))
  if (!field.labels?.length && !field.getAttribute("aria-label")) problems.push("no label: " + field.outerHTML.slice(0, 80));
for (const control of document.querySelectorAll("button, a[href], summary"))
  if (!control.textContent.trim() && !control.getAttribute("aria-label")) problems.push("no name: " + control.outerHTML.slice(0, 80));
let level = 1;
for (const heading of document.querySelectorAll("h1, h2, h3, h4")) { const own = Number(heading.tagName[1]);
  if (own > level + 1) problems.push("a level is left out: " + heading.textContent); level = own; }
for (const one of document.querySelectorAll("[aria-labelledby], [aria-describedby]"))
  for (const id of (one.getAttribute("aria-labelledby") ?? one.getAttribute("aria-describedby")).split(" "))
    if (!document.getElementById(id)) problems.push("no such id: " + id);
for (const one of document.querySelectorAll("[tabindex]")) if (one.tabIndex > 0) problems.push("an order of its own: " + one.outerHTML.slice(0, 80));
if (document.querySelector("svg:not([aria-hidden]):not([role])")) problems.push("a picture without a role");
return problems;
"""

if __name__ == "__main__":
    unittest.main(verbosity=2)
