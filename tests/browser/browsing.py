"""Chromium, driven as a person uses it."""
import shutil

from attempts import expect
from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains


class Browser:
    def __init__(self):
        options = Options()
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars"):
            options.add_argument(argument)
        options.binary_location = shutil.which("chromium")
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(service=Service(shutil.which("chromedriver")), options=options)
        self.driver.set_script_timeout(60)

    def emulate(self, scheme):
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})

    def resize(self, width, height):
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})

    def open(self, path, width=1400, height=1000, scheme="light"):
        """A path, or one with what the address has behind "#". Pages that differ there only are loaded anew, too."""
        self.emulate(scheme)
        self.resize(width, height)
        self.driver.get("about:blank")
        self.driver.get("file://" + path)

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def click(self, selector):
        self.run("const node = document.querySelector(arguments[0]); node.dispatchEvent(new MouseEvent('click', { bubbles: true }))", selector)

    def keys(self, text):
        ActionChains(self.driver).send_keys(text).perform()

    def quiet(self):
        """No error, no dialog, nothing fetched."""
        log = self.driver.get_log("browser")
        expect(not log, "the console says %s", log)
        fetched = self.run('return performance.getEntriesByType("resource").map((entry) => entry.name).filter((name) => !name.startsWith("data:"))')
        expect(not fetched, "the page fetched %s", fetched)


def same(found, wanted, what):
    expect(found == wanted, "%s: %r, not %r", what, found, wanted)
