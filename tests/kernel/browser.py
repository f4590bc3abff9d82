"""JupyterLab 4 and Notebook 7 in a headless Chromium, driven by Selenium, as a person would: run cells, see HTML and drawings, complete with Tab, inspect with
Shift-Tab, interrupt, restart, answer input(), watch a bar, change the theme, open a stranger's notebook. Pictures of it lie under build/browser-pictures.

    tests/kernel/browser.py [--keep] [lab | notebook | widgets | figures | pictures | ranks]…
    tests/kernel/browser.py docs            the pictures of docs/pictures anew, from the notebook of examples/ and of ranks

--keep: the servers' logs are kept too. It makes an environment from PyPI once; it is skipped, and says why, where that or Chromium cannot be had.
"""
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.dirname(HERE)]
import harness  # noqa: E402
import run as clients  # noqa: E402

PACKAGES = ["jupyterlab>=4.2,<5", "notebook>=7.2,<8", "selenium>=4.20", "ipywidgets>=8.1,<9"]
PICTURES = os.path.join(harness.ROOT, "build", "browser-pictures")
PATIENCE = 30 * harness.slowness()
# A cell by its number in the notebook: the page's elements may for a while stand in another order.
CELL = "const c = window.jupyterapp.shell.currentWidget.content.widgets[arguments[0]].node;"
CHROMIUM, DRIVER = shutil.which("chromium") or shutil.which("chromium-browser"), shutil.which("chromedriver")


def skip(why):
    print(f"skip browser: {why}")
    print("0 passed, 0 failed, 1 skipped")
    sys.exit(0)


def main():
    if "PERCH_BROWSER" not in os.environ:           # from here on in the environment
        if not os.path.exists(harness.perch_path() + "-kernel"):
            skip("built without ZeroMQ, jansson or libsodium")
        if not CHROMIUM or not DRIVER:
            skip("there is no Chromium with its driver")
        python, why = clients.environment("browser", PACKAGES)
        if not python:
            skip(f"JupyterLab cannot be had: {why}")
        os.environ["PERCH_BROWSER"] = "1"
        sys.exit(subprocess.run([python, os.path.abspath(__file__), *sys.argv[1:]]).returncode)
    os.makedirs(PICTURES, exist_ok=True)
    tally = harness.Tally("browser")
    chosen = [a for a in sys.argv[1:] if not a.startswith("-")] or ["lab", "notebook", "widgets", "figures", "pictures", "ranks"]
    with tempfile.TemporaryDirectory() as folder, Pages(folder) as pages:
        for name in chosen:
            start = time.monotonic()
            try:
                SCENES[name](tally, pages)
                print(f"     {name}: {time.monotonic() - start:.0f} s")
            except Exception as error:
                pages.picture(f"failed_{name}")
                tally.check(False, name, f"{type(error).__name__}: {str(error)[:2000]}")
        if "--keep" in sys.argv:
            shutil.copytree(folder, os.path.join(PICTURES, "folder"), dirs_exist_ok=True)
    tally.close()


# ---- servers and pages ----

def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def notebook(*cells):
    code = [{"cell_type": "code", "id": f"c{i}", "metadata": {}, "source": c, "outputs": [], "execution_count": None} for i, c in enumerate(cells)]
    return {"cells": code, "metadata": {"kernelspec": {"name": "perch", "display_name": "perch", "language": "python"}}, "nbformat": 4, "nbformat_minor": 5}


SETTINGS = {
    "@jupyterlab/apputils-extension/notification.jupyterlab-settings": {"fetchNews": "false", "checkForUpdates": False, "doNotDisturbMode": True},
    "@jupyterlab/notebook-extension/tracker.jupyterlab-settings": {"windowingMode": "none", "autoStartDefaultKernel": True},
    "@jupyterlab/completer-extension/manager.jupyterlab-settings": {"autoCompletion": False},
}


class Pages:
    """A folder with notebooks, servers over it, and one browser. What a page holds is asked with JavaScript; what a person types is typed."""

    def __init__(self, folder):
        self.folder = folder
        self.servers = []
        self.driver = None

    def __enter__(self):
        from selenium import webdriver
        for place, content in SETTINGS.items():
            path = os.path.join(self.folder, "settings", place)
            os.makedirs(os.path.dirname(path))
            with open(path, "w") as f:
                json.dump(content, f)
        self.environment = harness.clean_environment(
            HOME=self.folder, JUPYTER_DATA_DIR=os.path.join(self.folder, "data"), JUPYTER_CONFIG_DIR=os.path.join(self.folder, "config"),
            JUPYTER_RUNTIME_DIR=os.path.join(self.folder, "runtime"), JUPYTERLAB_SETTINGS_DIR=os.path.join(self.folder, "settings"),
            JUPYTERLAB_WORKSPACES_DIR=os.path.join(self.folder, "workspaces"), PERCH_HISTORY=os.path.join(self.folder, "history"),
            PATH=os.path.dirname(sys.executable) + os.pathsep + os.environ["PATH"])
        os.makedirs(os.path.join(self.folder, "work"))
        perch = harness.perch_path()
        for options in (["--gpus", "sim:2"], ["--name", "perch8", "--gpus", "sim:8,mem=16G"]):
            subprocess.run([perch, "kernel", "install", "--user", *options], env=self.environment, check=True, stdout=subprocess.DEVNULL)
        options = webdriver.ChromeOptions()
        options.binary_location = CHROMIUM
        for word in ("--headless=new", "--hide-scrollbars", "--disable-renderer-backgrounding", "--disable-backgrounding-occluded-windows", "--disable-background-timer-throttling", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1100,1000", "--force-device-scale-factor=1",
                     "--disable-background-networking", "--disable-component-update", "--no-first-run", f"--user-data-dir={os.path.join(self.folder, 'chromium')}"):
            options.add_argument(word)
        self.driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))
        self.driver.set_script_timeout(PATIENCE)
        return self

    def __exit__(self, *why):
        if self.driver:
            self.driver.quit()
        for server in self.servers:
            server.terminate()
        for server in self.servers:
            try:
                server.wait(10)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()

    def serve(self, app, *options, environment=None):
        """Starts `jupyter lab` or `jupyter notebook`; its address."""
        port = free_port()
        kind = {"lab": "LabApp", "notebook": "JupyterNotebookApp"}[app]
        log = open(os.path.join(self.folder, f"{app}{port}.log"), "w")
        self.servers.append(subprocess.Popen(
            [sys.executable, "-m", "jupyter", app, "--no-browser", "--allow-root", f"--port={port}", "--ServerApp.port_retries=0", "--IdentityProvider.token=",
             f"--{kind}.expose_app_in_browser=True", f"--ServerApp.root_dir={os.path.join(self.folder, 'work')}", *options],
            env=environment or self.environment, stdout=log, stderr=log, cwd=os.path.join(self.folder, "work")))
        address = f"http://127.0.0.1:{port}"
        self.until(lambda: self._answers(port), f"{app} answers")
        return address

    @staticmethod
    def _answers(port):
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return True
        except OSError:
            return False

    def write(self, name, *cells):
        with open(os.path.join(self.folder, "work", name), "w") as f:
            json.dump(notebook(*cells), f)

    # ---- the browser ----
    def js(self, text, *arguments):
        return self.driver.execute_script(text, *arguments)

    def until(self, question, what, patience=None):
        end = time.monotonic() + (patience or PATIENCE)
        while True:
            found = question()
            if found:
                return found
            if time.monotonic() > end:
                raise TimeoutError(f"waited in vain: {what}")
            time.sleep(0.05)

    def command(self, name, arguments=None):
        """One of the application's commands; returns when it is done."""
        self.driver.execute_async_script(
            "const done = arguments[arguments.length - 1]; Promise.resolve(window.jupyterapp.commands.execute(arguments[0], arguments[1] || {})).then(() => done(), e => done(String(e)))",
            name, arguments)

    def open(self, address, path):
        self.driver.get(address + path)
        self.until(lambda: self.js("return !!(window.jupyterapp && window.jupyterapp.shell && document.querySelector('.jp-NotebookPanel .jp-Cell, .jp-Launcher'))"), f"{path} opens")

    def open_notebook(self, address, path):
        self.open(address, path)
        self.until(lambda: self.js("const p = window.jupyterapp.shell.currentWidget; const k = p && p.sessionContext && p.sessionContext.session && p.sessionContext.session.kernel;"
                                   "return !!k && k.status === 'idle' && k.connectionStatus === 'connected'"), "the kernel is there")

    def kernel(self):
        return self.js("return window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.status")

    def settle(self):
        """Until no cell waits or runs."""
        self.until(lambda: self.kernel() == "idle" and not self.js("return [...document.querySelectorAll('.jp-NotebookPanel:not(.lm-mod-hidden) .jp-InputPrompt')].some(e => e.textContent.includes('*'))"),
                   "the cells end")

    def run_all(self):
        self.command("notebook:run-all-cells")
        self.settle()

    def outputs(self, cell, selector=""):
        """The HTML of a cell's outputs (or what is in there)."""
        return self.js(CELL +
                       "return [...c.querySelectorAll('.jp-OutputArea-output' + arguments[1])].map(e => e.innerHTML)", cell, selector)

    def text(self, cell):
        return self.js(CELL +
                       "return [...c.querySelectorAll('.jp-OutputArea-output')].map(e => e.innerText).join('\\n')", cell)

    def cells(self):
        return self.js("return window.jupyterapp.shell.currentWidget.content.widgets.map(w => w.model.sharedModel.getSource())")

    # A cell is chosen and used in one script: between two, what an earlier cell left under way (a reply, a scroll, a focus) may choose another.
    SELECT = "const n = window.jupyterapp.shell.currentWidget.content; n.activeCellIndex = arguments[0]; n.deselectAll();"

    def fill(self, cell, source):
        """The source of a cell, and the cursor at its end."""
        self.js(self.SELECT + "const c = n.widgets[arguments[0]]; c.model.sharedModel.setSource(arguments[1]); n.mode = 'edit';"
                "c.editor.focus(); c.editor.setCursorPosition(c.editor.getPositionAt(arguments[1].length))", cell, source)
        self.until(lambda: self.js("const n = window.jupyterapp.shell.currentWidget.content; return n.activeCellIndex === arguments[0] && n.widgets[arguments[0]].editor.hasFocus()", cell)
                   or self.js(self.SELECT + "n.mode = 'edit'; n.widgets[arguments[0]].editor.focus()", cell), f"cell {cell} has the cursor")

    def run_cell(self, cell, wait=True):
        start = self.SELECT + "const run = window.jupyterapp.commands.execute('notebook:run-cell');"
        if wait:
            self.driver.execute_async_script(start + "const done = arguments[arguments.length - 1]; Promise.resolve(run).then(() => done(), e => done(String(e)))", cell)
            self.settle()
        else:
            self.js(start, cell)

    def keys(self, *keys):
        from selenium.webdriver.common.action_chains import ActionChains
        chain = ActionChains(self.driver)
        for key in keys:
            if isinstance(key, tuple):
                chain.key_down(key[0]).send_keys(key[1]).key_up(key[0])
            else:
                chain.send_keys(key)
        chain.perform()

    def scroll(self, cell):
        self.js(CELL + "c.scrollIntoView({block: 'start'})", cell)
        time.sleep(0.2)

    def theme(self, name):
        self.command("apputils:change-theme", {"theme": name})
        self.until(lambda: self.js("return document.body.dataset.jpThemeName") == name, f"the theme {name}")
        time.sleep(0.5)

    def size(self, wide, tall):
        self.driver.set_window_size(wide, tall)
        time.sleep(0.3)

    def picture(self, name):
        try:
            self.driver.save_screenshot(os.path.join(PICTURES, name + ".png"))
        except Exception:               # (a machine that is busy: the picture is no test)
            print(f"     no picture {name}")


# ---- what is played ----

IMPORTS = "from mxnet.gluon import nn\nfrom mxnet import nd, gpu, cpu\nimport torch, time"
CARD = ["x = ones(2, 3, ctx=gpu(1))\nx", "x.context", "net = nn.Sequential()\nnet.add(nn.Dense(256, activation='relu'), nn.Dense(10, in_units=256))\nnet.initialize(ctx=[gpu(0), gpu(1)])\nnet"]
VIEWS = ["a = nd.ones((300, 200), ctx=gpu(0))\nb = a.copyto(gpu(1))\nc = nd.dot(a, a.T) * 0.5\nd = nd.dot(b, b.T)\nnd.waitall()\n[c, d]", "%where", "%devices", "%mem", "%transfers", "%timeline", "%blame c d",
         "m = torch.nn.Sequential(torch.nn.Conv2d(1, 8, 3), torch.nn.BatchNorm2d(8), torch.nn.Flatten(), torch.nn.Linear(1352, 10)).to('cuda:1')\nm", "m.state_dict()", "nd.arange(10000)", "%dry c + d",
         "y = ones(2, 3, ctx=gpu(0))\nx + y"]

# The least contrast of any letters of a page's outputs with what is behind them, as the guidelines for readable pages reckon it.
CONTRAST = """
const rgba = text => (text.match(/[\\d.]+/g) || [0, 0, 0, 0]).map(Number);
const over = (top, below) => { const a = top.length > 3 ? top[3] : 1; return [0, 1, 2].map(i => top[i] * a + below[i] * (1 - a)); };
const light = c => { const f = c.map(v => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; }); return 0.2126 * f[0] + 0.7152 * f[1] + 0.0722 * f[2]; };
const ground = e => { const all = []; for (; e; e = e.parentElement) all.push(rgba(getComputedStyle(e).backgroundColor)); return all.reverse().reduce((below, c) => over(c, below), [255, 255, 255]); };
const clear = e => { let a = 1; for (; e; e = e.parentElement) a *= Number(getComputedStyle(e).opacity); return a; };
let least = [99, ''];
for (const root of document.querySelectorAll('.jp-NotebookPanel:not(.lm-mod-hidden) .jp-OutputArea-output'))
  for (const e of root.querySelectorAll('*')) {
    const own = [...e.childNodes].filter(n => n.nodeType === 3).map(n => n.data).join('').trim();
    if (!own || !e.getClientRects().length || e.closest('svg title')) continue;
    const style = getComputedStyle(e), back = ground(e), drawn = e.closest('svg');
    if (drawn && style.fill === 'rgb(255, 255, 255)') continue;      // on a rectangle of a device's colour
    const ink = rgba(drawn ? style.fill : style.color), a = clear(e) * (drawn ? Number(style.fillOpacity) : 1) * (ink.length > 3 ? ink[3] : 1);
    const one = light(over([ink[0], ink[1], ink[2], a], back)), two = light(back);
    const ratio = (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
    if (ratio < least[0]) least = [ratio, own.slice(0, 60)];
  }
return least;
"""


def readable(tally, pages, theme):
    least, where = pages.js(CONTRAST)
    tally.check(least >= 4.5, f"letters can be read: {theme}", f"contrast {least:.2f}: {where!r}")


def launcher(tally, pages, address):
    pages.open(address, "/lab?reset")
    look = ("return [...document.querySelectorAll('.jp-LauncherCard[data-category=Notebook]')].map(e => [e.innerText.trim(), "
            "[...e.querySelectorAll('img')].filter(i => i.complete && i.naturalWidth > 0).length])")
    cards = pages.until(lambda: (lambda found: found if sum(c[1] == 1 and c[0].startswith("perch") for c in found) == 2 else None)(pages.js(look)), "two kernels with logos in the launcher")
    tally.check({c[0].replace("\n", " ") for c in cards} >= {"perch (2 simulated GPUs)", "perch (8 simulated GPUs of 16 GB)"}, "kernels in the launcher, with logos and their devices", str(cards))
    pages.picture("lab_launcher")


def lab(tally, pages):
    address = pages.serve("lab")
    launcher(tally, pages, address)
    pages.write("card.ipynb", IMPORTS, *CARD, *VIEWS)
    pages.open_notebook(address, "/lab/tree/card.ipynb?reset")
    pages.command("application:toggle-left-area")
    pages.size(1100, 1000)
    pages.run_all()
    tally.check("2x3" in pages.text(1) and "NDArray 2x3 @gpu(1)" in pages.text(1), "an array with its badge", pages.text(1))
    tally.check("256x?" in pages.text(3) and "waits for its shape" in pages.text(3), "a network's table", pages.text(3))
    at = {source: i + 1 + len(CARD) for i, source in enumerate(VIEWS)}
    for name in ("%timeline", "%blame c d"):
        shown = pages.js(CELL + "return [...c.querySelectorAll('.perch-view svg')].map(e => e.getBoundingClientRect().width > 200 && "
                         "getComputedStyle(e.parentElement).display !== 'none' && getComputedStyle(e.parentElement.nextElementSibling).display === 'none')", at[name])
        tally.check(shown == [True], f"{name} is drawn", str(shown))
    failed = pages.text(at[VIEWS[-1]])
    tally.check("\u252c" in failed and failed.rstrip().split("\n")[-1] == "x.copyto(gpu(0)) + y", "an error with its drawing, and the repaired line alone", failed)
    for theme in ("Dark", "Light"):
        pages.theme("JupyterLab " + theme)
        for i in range(1, len(CARD + VIEWS) + 1, 3):
            pages.scroll(i)
            pages.picture(f"lab_{theme.lower()}_{i:02}")
        readable(tally, pages, theme.lower())
    typing(tally, pages, address, "/lab/tree/")
    running(tally, pages, address, "/lab/tree/", "lab")
    strange(tally, pages, address)


def notebook7(tally, pages):
    address = pages.serve("notebook")
    pages.write("card.ipynb", IMPORTS, *CARD, *VIEWS)
    pages.open_notebook(address, "/notebooks/card.ipynb")
    pages.size(1100, 1000)
    pages.run_all()
    tally.check("NDArray 2x3 @gpu(1)" in pages.text(1), "Notebook: an array", pages.text(1))
    readable(tally, pages, "Notebook")
    for i in (1, 7, 10):
        pages.scroll(i)
        pages.picture(f"notebook_{i:02}")
    running(tally, pages, address, "/notebooks/", "notebook")


def typing(tally, pages, address, where):
    from selenium.webdriver.common.keys import Keys
    pages.write("typing.ipynb", "x = nd.ones((2, 3), ctx=gpu(1))\nxylophone = [x, 1]\nimport torch", "", "", "", "")
    pages.open_notebook(address, where + "typing.ipynb?reset")
    pages.run_cell(0)
    rows = "return [...document.querySelectorAll('.jp-Completer:not(.lm-mod-hidden) .jp-Completer-item')].map(e => e.innerText.replace(/\\s+/g, ' ').trim())"

    def completed(cell, source):
        pages.fill(cell, source)
        time.sleep(0.3)
        pages.keys(Keys.TAB)
        found = pages.until(lambda: pages.js(rows), f"completions of {source!r}", 10)
        return found

    found = completed(1, "x.as_")
    pages.picture("lab_completion")
    tally.check(any("as_in_context" in row for row in found), "Tab completes attributes", str(found))
    pages.keys(Keys.ESCAPE)
    found = completed(2, "%time")
    tally.check({"%time", "%timeit", "%timeline"} <= {word for row in found for word in row.split(" ")}, "Tab completes magics", str(found))
    pages.keys(Keys.ESCAPE)
    found = completed(3, "torch.nn.Li")
    tally.check(any(row.startswith("Linear") or "Linear" in row for row in found), "Tab completes what a module has", str(found))
    pages.keys(Keys.ENTER)
    time.sleep(0.5)
    tally.check(pages.cells()[3].startswith("torch.nn.Li") and len(pages.cells()[3]) > len("torch.nn.Li"), "Return takes a completion", pages.cells()[3])
    pages.fill(4, "nd.ones(")
    time.sleep(0.3)
    pages.keys((Keys.SHIFT, Keys.TAB))
    tip = pages.until(lambda: pages.js("const e = document.querySelector('.jp-Tooltip'); return e && e.innerText.length > 20 ? e.innerText : ''"), "a tooltip", 10)
    pages.picture("lab_tooltip")
    tally.check("shape" in tip and "ctx" in tip, "Shift-Tab shows what a call takes", tip)
    pages.keys(Keys.ESCAPE)
    pages.fill(4, "nd.ones?")
    pages.run_cell(4)
    tally.check("shape" in (pages.text(4) + pages.js("return [...document.querySelectorAll('.jp-Notebook, .jp-OutputArea-output, .jp-Pager')].map(e => e.innerText).join(' ')")), "? shows help", pages.text(4))
    pages.picture("lab_help")


def running(tally, pages, address, where, name):
    from selenium.webdriver.common.keys import Keys
    loop = "import time\nfrom tqdm.auto import tqdm\nfor i in tqdm(range(40), desc='steps'):\n    time.sleep(0.04)\n%watch on\na = nd.ones((200, 200), ctx=gpu(0))\nfor i in range(2000):\n    a = nd.dot(a, a) * 0.001\n    if i % 50 == 0: a.wait_to_read()"
    pages.write(f"running_{name}.ipynb", loop, "i = 0\nwhile True: i += 1", "i > 0", "who = input('who? ')\nprint('hello', who)", "ones(2, ctx=gpu(0)) + ones(2, ctx=gpu(1))", "i",
                "from IPython.display import Image, SVG, display, clear_output\ndisplay(SVG('<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"60\" height=\"20\"><rect width=\"60\" height=\"20\" fill=\"#23834a\"/></svg>'))\nhandle = display('one', display_id=True)\nhandle.update('two')")
    pages.open_notebook(address, where + f"running_{name}.ipynb?reset")
    pages.run_cell(0, wait=False)
    first = pages.until(lambda: pages.js("const e = document.querySelector('.jp-OutputArea-output progress'); return e && e.value > 3 && e.value < 40 ? [e.value, e.max] : null"), "a bar moves")
    pages.picture(f"{name}_bar")
    pages.until(lambda: pages.js("const all = [...document.querySelectorAll('.jp-OutputArea-output progress')]; return all.length > 1 && all[1].max == 100"), "the devices are watched")
    pages.settle()
    pages.picture(f"{name}_watch")
    shown = pages.outputs(0)
    tally.check(first[1] == 40 and len(shown) == 2 and "40/40" in pages.text(0), f"{name}: a bar in its place", pages.text(0))
    tally.check("gpu(0)" in pages.text(0) and "GiB" in pages.text(0), f"{name}: %watch", pages.text(0))
    pages.run_cell(1, wait=False)
    pages.until(lambda: pages.kernel() == "busy", "the loop runs")
    time.sleep(0.5)
    pages.command("notebook:interrupt-kernel")
    pages.settle()
    tally.check("KeyboardInterrupt" in pages.text(1), f"{name}: an endless loop is interrupted", pages.text(1))
    pages.run_cell(2)
    tally.check("True" in pages.text(2), f"{name}: and the session goes on", pages.text(2))
    pages.run_cell(3, wait=False)
    pages.until(lambda: pages.js("return !!document.querySelector('.jp-Stdin-input')"), "a question")
    pages.js("document.querySelector('.jp-Stdin-input').focus()")
    pages.keys("perch", Keys.ENTER)
    pages.settle()
    tally.check("hello perch" in pages.text(3), f"{name}: input()", pages.text(3))
    pages.run_cell(4)
    before = pages.cells()
    pages.fill(5, "%fix 1")
    pages.run_cell(5)
    try:
        pages.until(lambda: len(pages.cells()) > len(before), "a cell below")
    except TimeoutError as error:
        raise TimeoutError(f"{error}: cells {pages.cells()}, outputs {pages.text(4)!r}, {pages.text(5)!r}") from None
    tally.check(pages.cells()[6] == "ones(2, ctx=gpu(0)).copyto(gpu(1)) + ones(2, ctx=gpu(1))", f"{name}: %fix gives the repaired cell", str(pages.cells()))
    pages.scroll(3)
    pages.picture(f"{name}_fix")
    pages.run_cell(6)
    tally.check("gpu(1)" in pages.text(6), f"{name}: the repaired cell runs", pages.text(6))
    pages.run_cell(7)
    tally.check("two" in pages.text(7) and "one" not in pages.text(7) and len(pages.outputs(7)) == 2, f"{name}: drawings, and displays that are updated", str(pages.outputs(7)))
    pages.js("window.jupyterapp.commands.execute('notebook:restart-kernel')")
    pages.until(lambda: pages.js("const e = document.querySelector('.jp-Dialog .jp-mod-accept'); if (e) e.click(); return !!e"), "the question whether to restart")
    time.sleep(1)
    pages.until(lambda: pages.kernel() == "idle", "the kernel is there again")
    pages.fill(2, "i")
    pages.run_cell(2)
    tally.check("NameError" in pages.text(2), f"{name}: a restarted kernel knows no names", pages.text(2))


def strange(tally, pages, address):
    """A notebook that nobody here has run: the page takes no scripts, styles or drawings from it."""
    path = os.path.join(pages.folder, "work", "card.ipynb")
    pages.open_notebook(address, "/lab/tree/card.ipynb?reset")
    pages.run_all()
    pages.command("docmanager:save")
    time.sleep(1)
    with open(path) as f:
        saved = json.load(f)
    saved["metadata"]["title"] = "of a stranger"        # its signature is not ours any more
    with open(os.path.join(pages.folder, "work", "strange.ipynb"), "w") as f:
        json.dump(saved, f)
    pages.open_notebook(address, "/lab/tree/strange.ipynb?reset")
    shown = pages.js("return [...document.querySelectorAll('.jp-NotebookPanel:not(.lm-mod-hidden) .jp-OutputArea-output')].map(e => [e.querySelectorAll('svg, style, script').length, e.innerText])")
    tally.check(shown and not any(n for n, _ in shown), "a stranger's page has no drawings", str([n for n, _ in shown]))
    whole = "\n".join(text for _, text in shown)
    tally.check("gpu(1)" in whole and "\u2588" in whole and "from the first to the last" in whole and "perch-" not in whole and "{" not in whole, "what is drawn is there as text", whole)
    pills = pages.js("return [...document.querySelectorAll('.jp-NotebookPanel:not(.lm-mod-hidden) .perch-view span')].filter(e => getComputedStyle(e).backgroundColor === 'rgb(15, 125, 146)').length")
    tally.check(pills > 2, "devices keep their colours", str(pills))
    for i in (1, 10):
        pages.scroll(i)
        pages.picture(f"lab_strange_{i:02}")
    readable(tally, pages, "a stranger's notebook")


def widgets(tally, pages):
    """ipywidgets' kernel side, from this environment, in perch: a slider that a person moves runs a function."""
    import ipywidgets
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys
    site = os.path.dirname(os.path.dirname(ipywidgets.__file__))
    address = pages.serve("lab")
    pages.write("widgets.ipynb", f"import sys\nsys.path.append({site!r})\nimport ipywidgets as widgets",
                "@widgets.interact(n=(0, 7))\ndef place(n=2):\n    x = ones(2, n + 1, ctx=gpu(n % 2))\n    print(x.shape, x.context)\n    return x",
                "bar = widgets.FloatProgress(max=3)\nbutton = widgets.Button(description='go on')\nbutton.on_click(lambda b: setattr(bar, 'value', bar.value + 1))\nwidgets.VBox([bar, button])", "bar.value")
    pages.open_notebook(address, "/lab/tree/widgets.ipynb?reset")
    pages.command("application:toggle-left-area")
    pages.run_all()
    pages.until(lambda: "(2, 3) gpu(0)" in pages.text(1), "the function ran for the slider's first value")
    handle = pages.until(lambda: pages.driver.find_elements(By.CSS_SELECTOR, ".jp-NotebookPanel .widget-slider .noUi-handle, .jp-NotebookPanel .widget-slider input"), "a slider")[0]
    handle.send_keys(Keys.ARROW_RIGHT)
    tally.check(pages.until(lambda: "(2, 4) gpu(1)" in pages.text(1), "the slider's next value"), "a slider moved by a key runs the function")
    handle.send_keys(*[Keys.ARROW_RIGHT] * 3)
    tally.check(pages.until(lambda: "(2, 7) gpu(0)" in pages.text(1) and "(2, 4)" not in pages.text(1), "its last value"), "what it showed before is replaced", pages.text(1))
    for _ in range(2):
        pages.driver.find_element(By.CSS_SELECTOR, ".jp-NotebookPanel .widget-button").click()
    pages.settle()
    pages.run_cell(3)
    tally.check(pages.text(3) == "2.0", "a button's clicks reached the session", pages.text(3))
    pages.picture("lab_widgets")


FIGURES = ["%matplotlib inline\nimport matplotlib.pyplot as plt\nfrom IPython.display import HTML, clear_output, display\nfrom PIL import Image",
           "plt.figure(figsize=(3, 2))\nplt.plot([1, 2, 3], [1, 4, 2], 'r-o')\nplt.title('losses');",
           "fig, ax = plt.subplots(figsize=(3, 2))\nfor step in range(4):\n    ax.clear()\n    ax.bar(range(step + 1), range(1, step + 2))\n    display(fig)\n    print('step', step)\n    clear_output(wait=True)\ndisplay(fig)\nplt.close(fig)",
           "from matplotlib_inline.backend_inline import set_matplotlib_formats\nset_matplotlib_formats('svg')\nplt.figure(figsize=(3, 2))\nplt.plot([3, 1, 2]);",
           "Image.new('RGB', (60, 40), (200, 30, 90))",
           "from matplotlib.animation import FuncAnimation\nfig, ax = plt.subplots(figsize=(3, 2))\nline, = ax.plot([], [])\nax.set(xlim=(0, 3), ylim=(0, 9))\n"
           "moving = FuncAnimation(fig, lambda i: line.set_data(range(i + 1), [k * k for k in range(i + 1)]), frames=4, interval=100)\npage = moving.to_jshtml()\nplt.close(fig)\nHTML(page)"]
# Of a cell's output: each picture's kind and size on the page, drawn or not
SHOWN = """return [...c.querySelectorAll('.jp-OutputArea-output img, .jp-OutputArea-output svg')].filter(e => !e.closest('.anim-buttons, button')).map(e => {
  const at = e.getBoundingClientRect(), kind = e.tagName === 'IMG' ? (e.src.match(/^data:image.(png|svg|gif|jpeg)/) || ['', 'other'])[1] : 'svg';
  return [kind, Math.round(at.width), Math.round(at.height), e.tagName !== 'IMG' || (e.complete && e.naturalWidth > 0)];
})"""


def figures(tally, pages):
    """Figures of matplotlib and pictures of Pillow: each is on the page, once, in its size."""
    address = pages.serve("lab")
    pages.write("figures.ipynb", *FIGURES)
    pages.open_notebook(address, "/lab/tree/figures.ipynb?reset")
    pages.command("application:toggle-left-area")
    pages.size(1000, 1500)
    pages.run_all()
    time.sleep(1)                       # (the animation's script draws its first frame)
    shown = {i: pages.js(CELL + SHOWN, i) for i in range(1, len(FIGURES))}
    one = [shown[i][0] if len(shown[i]) == 1 else shown[i] for i in sorted(shown)]
    tally.check(one[0][0] == "png" and one[0][3] and 200 < one[0][1] < 330, "a figure inline", str(one[0]))
    tally.check(one[1][0] == "png" and one[1][3] and not pages.text(2).strip(), "a loop's figures take each other's place", str(shown[2]) + pages.text(2))
    tally.check(one[2][0] == "svg" and 200 < one[2][1] < 400, "a figure as SVG", str(one[2]))
    tally.check(one[3] == ["png", 60, 40, True], "a picture of Pillow", str(one[3]))
    moved = "c.querySelector('.jp-OutputArea-output img').src"
    pages.js(CELL + "[...c.querySelectorAll('button')].find(b => b.title === 'Play').click()", 5)
    tally.check(len(shown[5]) == 1 and shown[5][0][3] and shown[5][0][1] > 200, "an animation's page shows a frame", str(shown[5]))
    tally.check(pages.until(lambda: pages.js(CELL + f"const now = {moved}; const was = c.perchFrame; c.perchFrame = now; return !!was && was !== now", 5), "the animation's next frame"), "the animation moves")
    for i in (0, 2, 4):
        pages.scroll(i)
        pages.picture(f"lab_figures_{i}")


# a cell; the kinds of pictures that it puts on the page, with what their width is between
PICTURES_SHOWN = [
    ("%matplotlib inline\nimport matplotlib.pyplot as plt, numpy as np, torch, torchvision, io, PIL.Image\nfrom IPython.display import Image, display\nx = torch.ones(300, 300, device='cuda:0'); y = (x @ x).to('cuda:1'); z = x.cpu()", []),
    ("ax = plt.figure(figsize=(4, 3)).add_subplot(projection='3d')\nu, v = np.meshgrid(np.linspace(-2, 2, 25), np.linspace(-2, 2, 25))\nax.plot_surface(u, v, np.exp(-u**2 - v**2), cmap='viridis')\nax.set_title(r'$e^{-x^2-y^2}$');", [("png", 200, 400)]),
    ("from matplotlib.animation import FuncAnimation, PillowWriter\nfig, ax = plt.subplots(figsize=(3, 2)); dot, = ax.plot(0, 0, 'ro'); ax.set(xlim=(0, 4), ylim=(0, 4))\n"
     "FuncAnimation(fig, lambda i: dot.set_data([i], [i]), frames=5).save('moving.gif', writer=PillowWriter(fps=4)); plt.close(fig)\nImage('moving.gif', format='gif')", [("gif", 290, 310)]),
    ("torch.manual_seed(0)\nbatch = torch.rand(12, 3, 24, 24)\ngrid = torchvision.utils.make_grid(batch, nrow=6)\nplt.figure(figsize=(5, 2)); plt.imshow(grid.permute(1, 2, 0)); plt.axis('off');", [("png", 300, 500)]),
    ("torchvision.transforms.ToPILImage()(grid)", [("png", 158, 158)]),
    ("[display(each) for each in (PIL.Image.new('L', (50, 20), 90), PIL.Image.new('RGBA', (50, 20), (0, 0, 255, 99)), PIL.Image.new('1', (50, 20)))];", [("png", 50, 50)] * 3),
    ("out = io.BytesIO(); PIL.Image.new('RGB', (40, 30), 'teal').save(out, 'JPEG')\nImage(out.getvalue(), width=80)", [("jpeg", 80, 80)]),
    ("%config InlineBackend.figure_formats = ['svg']\nplt.figure(figsize=(3, 2)); plt.hist(np.random.RandomState(0).randn(500), bins=20); plt.xlabel(r'$\\sigma$');", [("svg", 200, 420)]),
    ("%config InlineBackend.figure_formats = ['retina']\nplt.figure(figsize=(3, 2)); plt.scatter(u[0], u[1], c=u[2]); plt.colorbar();", [("png", 200, 330)]),
    ("%config InlineBackend.figure_formats = ['png']\nimport perch.plots\nperch.plots.memory();", [("png", 300, 800)]),
    ("perch.plots.timeline();", [("png", 300, 800)]),
    ("perch.plots.transfers();", [("png", 300, 800)]),
]
# How many colours a picture on the page has, each counted of 4 bits
COLOURS = """const all = [...c.querySelectorAll('.jp-OutputArea-output img')].map(e => { const d = document.createElement('canvas'); d.width = e.naturalWidth; d.height = e.naturalHeight;
  const g = d.getContext('2d'); g.drawImage(e, 0, 0); const p = g.getImageData(0, 0, d.width, d.height).data, seen = new Set();
  for (let i = 0; i < p.length; i += 4) seen.add((p[i] >> 4) * 256 + (p[i + 1] >> 4) * 16 + (p[i + 2] >> 4)); return seen.size; }); return all;"""


def pictures(tally, pages):
    """Surfaces, GIFs, batches of pictures, other formats and perch's own figures: each on the page, in its size, with its colours."""
    address = pages.serve("lab")
    pages.write("pictures.ipynb", *(cell for cell, _ in PICTURES_SHOWN))
    pages.open_notebook(address, "/lab/tree/pictures.ipynb?reset")
    pages.command("application:toggle-left-area")
    pages.size(1000, 1500)
    pages.run_all()
    time.sleep(1)
    for i, (cell, wanted) in enumerate(PICTURES_SHOWN):
        shown = pages.js(CELL + SHOWN, i)
        fits = len(shown) == len(wanted) and all(one[0] == kind and least <= one[1] <= most and one[2] > 5 and one[3] for one, (kind, least, most) in zip(shown, wanted))
        tally.check(fits, cell[:60].replace("\n", "; "), f"{shown}, not {wanted}\n{pages.text(i)[:800]}")
    for i, least in ((1, 100), (3, 300), (4, 300)):
        colours = pages.js(CELL + COLOURS, i)
        tally.check(colours and colours[0] > least, f"cell {i} has its colours", str(colours))
    for i in (1, 4, 8, 10):
        pages.scroll(i)
        pages.picture(f"lab_pictures_{i}")


# Of several ranks, from a notebook: (what it is, a cell, what its text holds). The picture of docs/ranks.md has the first four.
BEGIN_RANKS = "%%px\nimport os, sys, time\nimport torch\nimport torch.distributed as dist\ndist.init_process_group('gloo')\nrank = dist.get_rank()\nprint('I am', rank)"
RANKS = [
    ("ranks begin", "%ranks start 4 --gpus sim:2", ["4 ranks wait for cells"]),
    ("what differs, by rank", BEGIN_RANKS, ["[stdout:0] I am 0", "[stdout:3] I am 3"]),
    ("results with their places", "%%px\nx = torch.full((2, 3), float(rank), device='cuda:%d' % (rank % 2))\ndist.all_reduce(x)\nx[0]", ["Out[0,2:2]:", "Out[1,3:2]:", "cuda:1"]),
    ("a mismatch", "%%px\nif rank == 2:\n    dist.barrier()\nelse:\n    dist.all_reduce(x)", ["[0-1,3:execute]", "ranks 0, 1, 3: all_reduce(SUM) of float32 [2, 3] at In[4]:5; rank 2: barrier at In[4]:3", "RankError: 4 of 4 ranks failed"]),
    ("some of them", "%%px --targets 0,2\nprint('hello', file=sys.stderr)\n3 * rank", ["[stderr:0,2] hello", "Out[0:4]: 0", "Out[2:4]: 6"]),
    ("an error's drawing", "%%px\ny = torch.ones(2, 3, device='cuda:1')\nx + y", ["[0,2:execute]", "\u252c", "cuda:0 and cuda:1!", "RankError: 2 of 4 ranks failed (0,2: RuntimeError)"]),
    ("a straggler", "%%px\nfor i in range(3):\n    if rank == 3: time.sleep(0.1)\n    dist.all_reduce(x)", []),
    ("where", "%where --ranks", ["cuda:0@0,2", "cuda:1@0-3"]),
    ("memory", "%mem --ranks", ["cuda:0@0,2", "the allocator's"]),
    ("devices", "%devices --ranks", ["gpu(0)@"]),
    ("transfers", "%transfers --ranks", ["ranks 0-3", "rank 3 came last"]),
    ("the timeline", "%timeline --ranks", ["for ranks@0"]),
    ("pictures", "%%px\nimport matplotlib.pyplot as plt\nplt.figure(figsize=(3, 2))\nplt.plot([1, 2, rank // 2]);", ["[output:0-1]", "[output:2-3]"]),
    ("all cells go there", "%autopx", ["enabled"]), ("a cell there", "rank // 2", ["Out[0", ": 1"]), ("no more", "%autopx", ["disabled"]),
    ("who they are", "%ranks", ["waits for a cell", "cuda:1"]),
]


def ranks(tally, pages):
    """Four ranks steered from a notebook: labels, what is equal once, errors, views, bars and lines while they run, an interrupt, a death, a restart."""
    if not shutil.which("mpirun"):
        print("     ranks: not played: there is no mpirun (openmpi-bin)")
        return
    address = pages.serve("lab")
    at = {what: i for i, (what, _, _) in enumerate(RANKS)}
    last = len(RANKS)
    pages.write("ranks.ipynb", *(cell for _, cell, _ in RANKS), *[""] * 8)
    pages.open_notebook(address, "/lab/tree/ranks.ipynb?reset")
    pages.command("application:toggle-left-area")
    pages.size(1100, 1000)
    for i, (what, _, wanted) in enumerate(RANKS):
        pages.run_cell(i)
        text = pages.text(i)
        tally.check(all(part in text for part in wanted), f"ranks: {what}", f"{wanted} in {text!r}")
    shown = pages.js(CELL + SHOWN, at["pictures"])
    tally.check([one[0] for one in shown] == ["png", "png"] and all(one[3] for one in shown), "ranks: a picture of each two", str(shown))
    lanes = pages.js(CELL + "return [...c.querySelectorAll('.perch-view svg')].map(e => { const boxes = [...e.querySelectorAll('text')].map(t => t.getBBox());"
                     "const ground = e.querySelector('rect').getBBox(); return [boxes.length > 12, boxes.filter(b => b.x < 20).slice(1).every(b => b.x + b.width <= ground.x)]; })", at["the timeline"])
    tally.check(lanes == [[True, True]], "ranks: the lanes are named, beside them", str(lanes))
    for theme in ("Dark", "Light"):
        pages.theme("JupyterLab " + theme)
        for name in ("a mismatch", "an error's drawing", "where", "transfers", "the timeline", "pictures"):
            pages.scroll(at[name])
            pages.picture(f"lab_ranks_{theme.lower()}_{at[name]:02}")
        readable(tally, pages, "ranks, " + theme.lower())
    while_they_run(tally, pages, last)
    ranks_end(tally, pages, last + 4)


def while_they_run(tally, pages, cell):
    pages.fill(cell, "%%px\nfor i in range(20):\n    print('step', i)\n    time.sleep(0.15)")
    pages.run_cell(cell, wait=False)
    pages.until(lambda: "[stdout:0-3] step 2\n" in pages.text(cell) + "\n", "lines come while the cell runs")
    tally.check(pages.kernel() == "busy" and "step 19" not in pages.text(cell), "ranks: lines come while the cell runs", pages.text(cell))
    pages.settle()
    pages.fill(cell + 1, "%%px\nfrom tqdm.auto import tqdm\nfor i in tqdm(range(40), desc='epochs'):\n    time.sleep(0.05)")
    pages.run_cell(cell + 1, wait=False)
    moved = pages.until(lambda: pages.js(CELL + "const e = c.querySelector('progress'); return e && e.value > 3 && e.value < 40 ? [e.value, e.max] : null", cell + 1), "one bar of all ranks moves")
    pages.picture("lab_ranks_bar")
    pages.settle()
    tally.check(moved[1] == 40 and "[0-3] epochs: 100%" in pages.text(cell + 1) and len(pages.outputs(cell + 1)) == 1, "ranks: one bar for all", pages.text(cell + 1))
    pages.fill(cell + 2, "%%px\nif rank: dist.barrier()\nelse: time.sleep(100)")
    pages.run_cell(cell + 2, wait=False)
    pages.until(lambda: pages.kernel() == "busy", "the cell hangs")
    time.sleep(1.5)
    pages.command("notebook:interrupt-kernel")
    pages.settle()
    tally.check("KeyboardInterrupt" in pages.text(cell + 2) and "[1-3:execute] the same error" in pages.text(cell + 2), "ranks: a cell that hangs is interrupted", pages.text(cell + 2))
    pages.fill(cell + 3, "%px dist.all_reduce(x); x.shape[0]")
    pages.run_cell(cell + 3)
    tally.check(": 2" in pages.text(cell + 3) and "Out[0-3" in pages.text(cell + 3), "ranks: and they go on", pages.text(cell + 3))


def ranks_end(tally, pages, cell):
    pages.fill(cell, "%%px\nif rank == 2: os._exit(7)\ndist.barrier()")
    pages.run_cell(cell)
    tally.check("Rank 2 exited with 7" in pages.text(cell) and "[0-1,3:execute] Rank 2 is gone" in pages.text(cell), "ranks: one that dies is told of", pages.text(cell))
    pages.scroll(cell)
    pages.picture("lab_ranks_dead")
    pages.fill(cell + 1, "%ranks restart")
    pages.run_cell(cell + 1)
    tally.check("4 ranks wait for cells" in pages.text(cell + 1), "ranks: they begin anew", pages.text(cell + 1))
    pages.js("window.jupyterapp.commands.execute('notebook:restart-kernel')")
    pages.until(lambda: pages.js("const e = document.querySelector('.jp-Dialog .jp-mod-accept'); if (e) e.click(); return !!e"), "the question whether to restart")
    time.sleep(1)
    pages.until(lambda: pages.kernel() == "idle", "the kernel is there again")
    pages.fill(cell + 2, "%px 1")
    pages.run_cell(cell + 2)
    tally.check("There are no ranks" in pages.text(cell + 2), "ranks: a restarted kernel has none", pages.text(cell + 2))


def docs(tally, pages):
    """Parts of the first notebook, for docs/kernel.md, and of one with ranks, for docs/ranks.md."""
    address = pages.serve("lab")
    shutil.copy(os.path.join(harness.ROOT, "examples", "first_notebook.ipynb"), os.path.join(pages.folder, "work"))
    pages.write("ranks.ipynb", "", *(cell for _, cell, _ in RANKS[:4]))     # (the cell that is chosen is not shown)
    folder = os.path.join(harness.ROOT, "docs", "pictures")
    os.makedirs(folder, exist_ok=True)

    def opened(name):
        pages.open_notebook(address, f"/lab/tree/{name}?reset")
        pages.js("if (!window.jupyterapp.shell.leftCollapsed) window.jupyterapp.commands.execute('application:toggle-left-area')")
        pages.size(1000, 900)
        pages.run_all()

    def part(name, cells, theme):
        """A picture of some cells alone."""
        pages.theme("JupyterLab " + theme)
        pages.js("[...document.querySelectorAll('.jp-NotebookPanel .jp-Cell')].forEach((e, i) => e.style.display = arguments[0].includes(i) ? '' : 'none');"
                 "document.querySelector('.jp-Notebook-footer').style.display = 'none'; document.activeElement.blur()", cells)
        pages.js("window.jupyterapp.shell.currentWidget.content.activeCellIndex = 0; document.querySelector('.jp-NotebookPanel .jp-WindowedPanel-outer').scrollTop = 0")
        time.sleep(0.5)
        from selenium.webdriver.common.by import By
        box = pages.js("const all = [...document.querySelectorAll('.jp-NotebookPanel .jp-Cell')].filter(e => e.getClientRects().length).map(e => e.getBoundingClientRect()); return Math.max(...all.map(r => r.bottom))")
        pages.size(1000, int(box) + 190)
        pages.js("document.querySelector('.jp-NotebookPanel .jp-WindowedPanel-outer').scrollTop = 0")
        time.sleep(0.5)
        pages.driver.find_element(By.CSS_SELECTOR, ".jp-NotebookPanel .jp-WindowedPanel-outer").screenshot(os.path.join(folder, name + ".png"))
        tally.check(os.path.getsize(os.path.join(folder, name + ".png")) < 150_000, f"{name} is small", "")
        pages.size(1000, 900)

    opened("ranks.ipynb")
    part("notebook_ranks", [1, 2, 4], "Light")
    opened("first_notebook.ipynb")
    part("notebook_network", [2, 3, 5, 6], "Light")
    part("notebook_error", [8, 10], "Dark")
    part("notebook_blame", [12, 15], "Light")       # (%fix has put a cell in)


SCENES = {"lab": lab, "notebook": notebook7, "widgets": widgets, "figures": figures, "pictures": pictures, "ranks": ranks, "docs": docs}

if __name__ == "__main__":
    main()
