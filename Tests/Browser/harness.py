"""A desk over a folder, a real headless Chromium in front of it, and what tests of both share."""

import importlib.util
import os
import pathlib
import shutil
import subprocess
import tempfile
import time
import unittest
import warnings

from selenium import webdriver
from selenium.common.exceptions import ElementClickInterceptedException, NoSuchElementException, StaleElementReferenceException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = str(pathlib.Path(os.environ.get("STUDBOOK", ROOT / ".build/debug/studbook")).resolve())
PATIENCE = 60
# Milliseconds by which every answer comes later: a test that does not wait for what it looks at fails with some.
LATENCY = int(os.environ.get("STUDBOOK_LATENCY", "0"))

# What is planted in the showcase: the file, the clean text, the broken one, the value of the finding, and the right value.
PLANTED = [
    ("akc-breeds.csv", ",Hound Group,63.5,", ",Hound Grup,63.5,", "Hound Grup", "Hound Group"),
    ("akc-breeds.csv", ",Working Group,61,71.1,", ",Working Group,61,711,", "711", "71.1"),
    ("akc-groups.csv", ",TOY,", ",toy,", "toy", "TOY"),
    ("fci-nomenclature.xml", '<breed number="39">', '<breed number="3900">', "3900", "39"),
    ("fci-nomenclature.xml", "<name>Austrian Pinscher<", "<name>Austrian  Pinscher<", "Austrian  Pinscher", "Austrian Pinscher"),
    ("akc-statistics.html", '<td class="rank">5</td><td class="rank">5</td>', '<td class="rank">fifth</td><td class="rank">5</td>', "fifth", "5"),
]


# A model of two entities, for sources of a test's own.
KENNELS = """<?xml version="1.0" encoding="UTF-8"?>
<model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
  <entity name="Kennel"><attribute name="name" attributeType="String"/><attribute name="note" optional="YES" attributeType="String"/>
    <relationship name="dogs" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Dog" inverseName="kennel" inverseEntity="Dog"/>
    <uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint></uniquenessConstraints></entity>
  <entity name="Dog"><attribute name="name" attributeType="String"/><attribute name="age" optional="YES" attributeType="Integer 16"/>
    <relationship name="kennel" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Kennel" inverseName="dogs" inverseEntity="Kennel"/>
    <uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint></uniquenessConstraints></entity>
</model>
"""


class Desk:
    """A desk over a copy of the showcase, or over files of a test's own."""

    def __init__(self, changes=(), *options, files=None, recipe="DogBreeds.recipe.yml"):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="studbook-browser-"))
        if files is None:
            shutil.copytree(ROOT / "Inputs", self.folder, dirs_exist_ok=True)
        for name, content in (files or {}).items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
        for name, clean, broken, *_ in changes:
            text = (self.folder / name).read_bytes()
            assert clean.encode() in text, (name, clean)
            (self.folder / name).write_bytes(text.replace(clean.encode(), broken.encode(), 1))
        # The release goes to the folder, too.
        self.process = subprocess.Popen(
            [TOOL, "desk", recipe, "--output", "Output", *options],
            cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        self.address = self.process.stdout.readline().strip()

    @property
    def root(self):
        return self.address.split("?")[0]

    def bytes(self, name):
        return (self.folder / name).read_bytes()

    def sources(self):
        """The bytes of all files but those of the release."""
        paths = [path for path in self.folder.rglob("*") if path.is_file() and self.folder / "Output" not in path.parents]
        return {str(path.relative_to(self.folder)): path.read_bytes() for path in paths}

    def close(self):
        self.process.terminate()
        self.process.wait(timeout=PATIENCE)
        self.process.stdout.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def chromium(scripts=True):
    options = webdriver.ChromeOptions()
    for argument in ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-smooth-scrolling"]:
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    if not scripts:
        options.add_experimental_option("prefs", {"profile.managed_default_content_settings.javascript": 2})
    driver = shutil.which("chromedriver")
    browser = webdriver.Chrome(options=options, service=Service(driver) if driver else Service())
    browser.set_page_load_timeout(PATIENCE)
    if LATENCY:
        browser.set_network_conditions(latency=LATENCY, throughput=100_000_000)
    return browser


def look(browser, width=1200, height=900, dark=False):
    """Gives the window a size, and the system its colours."""
    size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})


def axe():
    """The script of axe-core, the accessibility checker; `None` if it is not installed."""
    found = importlib.util.find_spec("axe_playwright_python")
    path = pathlib.Path(found.submodule_search_locations[0]) / "axe.min.js" if found else None
    return path.read_text() if path and path.exists() else None


class DeskTestCase(unittest.TestCase):
    """Tests that share one browser: to begin one takes longer than most of what it is asked."""

    shared = None

    @classmethod
    def setUpClass(cls):
        warnings.simplefilter("ignore", ResourceWarning)
        if DeskTestCase.shared is None:
            DeskTestCase.shared = chromium()
            unittest.addModuleCleanup(DeskTestCase.leave)

    @staticmethod
    def leave():
        DeskTestCase.shared.quit()
        DeskTestCase.shared = None

    def desk(self, changes=PLANTED, *options, **desk):
        desk = Desk(changes, *options, **desk)
        self.addCleanup(desk.close)
        return desk

    def open(self, changes=PLANTED, *options, width=1200, height=900, dark=False, **desk):
        """A desk, and the shared browser on its first page."""
        desk = self.desk(changes, *options, **desk)
        browser = DeskTestCase.shared
        # A page of a desk that has ended asks for it again and again.
        self.addCleanup(browser.get, "about:blank")
        look(browser, width, height, dark)
        browser.get(desk.address)
        browser.get_log("browser")
        return desk, browser

    def browser(self, address, scripts=True):
        """Another browser."""
        browser = chromium(scripts)
        self.addCleanup(browser.quit)
        look(browser)
        browser.get(address)
        return browser

    def wait(self, browser, condition, what):
        WebDriverWait(browser, PATIENCE, poll_frequency=0.1, ignored_exceptions=(Exception,)).until(lambda _: condition(), what)

    def steadily(self, action):
        """Does something with elements. A page that is just being replaced takes its elements along: they are looked for again."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                return action()
            except (NoSuchElementException, StaleElementReferenceException, ElementClickInterceptedException):
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.05)

    def element(self, browser, selector, by=By.CSS_SELECTOR):
        """The first element of a kind, as soon as there is one."""
        return self.steadily(lambda: browser.find_element(by, selector))

    def attribute(self, browser, selector, name):
        return self.steadily(lambda: browser.find_element(By.CSS_SELECTOR, selector).get_attribute(name))

    def click(self, browser, selector, by=By.CSS_SELECTOR):
        self.steadily(lambda: self.press(browser, browser.find_element(by, selector)))

    def press(self, browser, element):
        browser.execute_script("arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })", element)
        element.click()

    def keys(self, browser, *keys, hold=None):
        """Types where the focus is."""
        chain = ActionChains(browser, duration=0)
        if hold:
            chain.key_down(hold)
        chain.send_keys(*keys)
        if hold:
            chain.key_up(hold)
        chain.perform()

    def fill(self, browser, selector, *text):
        """Puts another text into a field by typing."""
        self.steadily(lambda: self.type_over(browser.find_element(By.CSS_SELECTOR, selector), *text))

    def type_over(self, field, *text):
        field.clear()
        field.send_keys(*text)

    def text(self, browser, selector):
        return browser.execute_script("return document.querySelector(arguments[0])?.textContent ?? ''", selector)

    def undo(self, browser):
        """Takes the last change back, and waits until the page is about what there is then."""
        # A form that is on its way takes no second click.
        idle = "return document.querySelector('form[data-sent]') === null"
        self.wait(browser, lambda: browser.execute_script(idle), "what was sent is not answered")
        version = browser.execute_script("return document.body.dataset.version")
        self.click(browser, 'form[action="/undo"] button')
        self.wait(browser, lambda: browser.execute_script("return document.body.dataset.version") != version, "nothing is taken back")
        self.wait(browser, lambda: browser.execute_script(idle), "the undoing is not answered")

    def field(self, browser, value, file=""):
        """The field of the finding about a value; what is typed in it may be another one by now."""
        return browser.execute_script(
            """
            for (const finding of document.querySelectorAll("#groups .finding")) {
              const field = finding.querySelector(".write [name=text]");
              if (field && [field.value, field.defaultValue].includes(arguments[0]) && finding.querySelector(".place").textContent.startsWith(arguments[1])) return field;
            }
            return null;
            """,
            value,
            file,
        )

    def type_into(self, browser, value, *text):
        """Types over the field of the finding about a value."""

        def type_over():
            field = self.field(browser, value)
            if field is None:
                raise NoSuchElementException(f"no field with {value}")
            self.type_over(field, *text)

        self.steadily(type_over)

    def count(self, browser):
        return browser.execute_script("return document.querySelectorAll('#groups .finding').length")

    def picture(self, browser, name):
        folder = os.environ.get("STUDBOOK_PICTURES")
        if folder:
            browser.save_screenshot(f"{folder}/{name}.png")

    def assertNoComplaints(self, browser):
        complaints = [entry for entry in browser.get_log("browser") if entry["level"] == "SEVERE"]
        self.assertEqual(complaints, [])
