"""`perch explain --html FOLDER`: a page for each code and an index, in two languages, whole and with links that lead somewhere; and SAID.txt, the words of the
originals for pages that have no program: the pages' examples say them."""
import html.parser
import os
import re
import subprocess
import tempfile

import catalogue
import catalogue_table
import harness

VOID = {"meta", "link", "br", "hr", "img"}
HEADERS = ("from mxnet import nd, gpu, cpu, gluon, autograd\n", "import torch\n")


class Page(html.parser.HTMLParser):
    """A page's links, places and text; `wrong` where its elements do not close as they were opened."""

    def __init__(self, text):
        super().__init__()
        self.open, self.links, self.places, self.wrong, self.text = [], [], set(), [], ""
        self.feed(text)
        self.close()
        if self.open:
            self.wrong.append(f"left open: {self.open}")

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.links += [given[key] for key in ("href", "src") if key in given]
        if "id" in given:
            self.places.add(given["id"])
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if self.open[-1:] != [tag]:
            self.wrong.append(f"</{tag}> in {self.open[-3:]}")
        else:
            self.open.pop()

    def handle_data(self, data):
        self.text += data


def check_book(tally, entries):
    codes = catalogue.of_perch("pages").PAGES
    with tempfile.TemporaryDirectory() as home:
        folder = os.path.join(home, "new", "pages")
        env = harness.clean_environment(HOME=home, PERCH_GPUS="none", PERCH_LANG="en")
        done = subprocess.run([catalogue.perch(), "explain", "--html", folder], env=env, cwd=home, stdin=subprocess.DEVNULL, capture_output=True, timeout=300)
        tally.check(done.returncode == 0 and os.path.join(folder, "index.html") in done.stdout.decode(), "explain --html says where the index is", done.stderr.decode())
        pages = {}
        for name in os.listdir(folder):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                pages[name] = Page(file.read()) if name.endswith(".html") else None
        tally.check(sorted(pages) == sorted(["style.css"] + [f"{code}{more}.html" for code in (*codes, "index") for more in ("", ".zh")]), "a page for each code in both languages")
        lost = [f"{name}: {page.wrong}" for name, page in pages.items() if page and page.wrong]
        for name, page in pages.items():
            for link in page.links if page else ():
                there, _, place = link.partition("#")
                if "://" not in link and ((there or name) not in pages or place and place not in pages[there or name].places):
                    lost.append(f"{name}: {link}")
        tally.check(not lost, "pages are whole, links lead somewhere", "\n".join(lost))
        for entry in entries:
            for more, title in (("", entry.title), (".zh", entry.zh["title"])):
                page = pages.get(f"{entry.code}{more}.html")
                said = entry.said.partition(": ")[2][:60]
                tally.check(page and entry.name in page.places and title.replace("`", "") in page.text and f"perch explain {entry.code}" in page.text
                            and (entry.is_note or said in page.text), f"{entry.name}{more}: its section shows the program, the words and what perch says")
        for wrong, words in ((["--html"], "expected one argument"), (["--html", folder, "P0102"], "takes no CODE"), (["--html", os.path.join(folder, "style.css")], "style.css")):
            done = subprocess.run([catalogue.perch(), "explain", *wrong], env=env, cwd=home, stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
            tally.check(done.returncode in (1, 2) and words in done.stderr.decode() and "Traceback" not in done.stderr.decode(), f"explain {' '.join(wrong)[:20]} is refused in a sentence", done.stderr.decode())


def check_said(tally, entries):
    """SAID.txt has what the examples say, for each code without a program."""
    class Example:
        gpus = "sim:2"
    bare = {code: page for code, page in catalogue.of_perch("pages").PAGES.items() if not any(e.code == code for e in entries)}
    jobs = [(code, header + example + "\n") for code, page in sorted(bare.items()) for header, example in zip(HEADERS, page[4:]) if example]
    found = {}
    for (code, _), (_, _, err) in zip(jobs, harness.in_parallel(lambda job: catalogue.run(Example, job[1]), jobs)):
        said = catalogue.Drawn(err).said
        if said:
            found.setdefault(code, []).append(said)
    known = catalogue_table.page_words()
    for code in sorted({*found, *known}):
        same = [[re.sub(r"\d+", "0", words) for words in table.get(code, [])] for table in (found, known)]
        tally.check(same[0] == same[1], f"examples/errors/SAID.txt has what the examples of {code} say", "\n".join(found.get(code, [])))
