#!/usr/bin/env python3
"""catalogue_table.py CATALOGUE.py PROGRAMS.py: the catalogue of placement mistakes (examples/errors) as `perch explain` searches and shows it: the modules
perch._catalogue and perch._programs. The build calls it."""
import math
import os
import sys

import catalogue
from catalogue import CAUSES

WHERE = os.path.join(catalogue.ROOT, "src", "perch")
MARK = "\x1f"


def ordered(entries):
    causes = list(CAUSES)
    return sorted(entries, key=lambda e: (causes.index(e.cause), e.accent == "MXNet", e.name))


def lookup_tokens():
    """The function tokens() of perch/lookup.py, without its imports."""
    with open(os.path.join(WHERE, "lookup.py"), encoding="utf-8") as f:
        text = f.read()
    space = {}
    exec(text[text.index("STOP = "):text.index("def nearest")], space)
    return space["tokens"]


def page_words():
    """{code: what an original says}, for the codes that have no program."""
    found = {}
    with open(os.path.join(catalogue.FOLDER, "SAID.txt"), encoding="utf-8") as f:
        for line in f:
            code, colon, said = line.rstrip("\n").partition(": ")
            if colon and not line.startswith("#"):
                found.setdefault(code, []).append(said)
    return found


def table(entries, pages, chinese):
    """The text of _catalogue.py."""
    tokens = lookup_tokens()
    fields = []                                 # (number, tokens, whether they are a library's words)

    def field(number, *texts, original=0):
        words = sorted(set(tokens(" ".join(texts))))
        if words:
            fields.append((number, words, original))

    for i, e in enumerate(entries):
        field(i, e.title, e.symptom, e.name.replace("_", " "))
        field(i, e.title, e.because, e.repair)
        field(i, e.zh["title"], e.zh["symptom"])
        field(i, e.zh["title"], e.zh["because"], e.zh["repair"])
        for said in ([] if e.said.startswith("nothing") else [e.said]) + e.also:
            field(i, said, original=1)
    for i, (code, page) in enumerate(sorted(pages.items()), len(entries)):
        field(i, page[0], page[1])
        field(i, page[0], page[3])
        field(i, *chinese[code][:2])
    said = page_words()
    for i, code in enumerate(sorted(pages), len(entries)):
        for words in said.get(code, ()):
            field(i, words, original=1)
    holders = {}
    for n, (_, words, _) in enumerate(fields):
        for word in words:
            holders.setdefault(word, []).append(n)
    weight = {word: round(10 * math.log(1 + len(fields) / len(ns))) for word, ns in holders.items()}
    rare = round(10 * math.log(1 + len(fields)))
    out = ['"""The catalogue of placement mistakes as `perch explain` searches it: long strings, of which a question reads only what it needs. Made by',
           'tools/catalogue_table.py from examples/errors/*.py."""', "", "# (cause, (English, Chinese))", "CAUSES = ("]
    out += [f"    ({key!r}, {names!r})," for key, names in CAUSES.items()]
    out += [")", "", "# an entry: name, accent, code, cause, said, words, source, (title, symptom, because, repair), the same in Chinese", "ENTRIES = ("]
    for e in entries:
        parts = [e.name, e.accent, e.code, e.cause, e.said, e.words, e.source, e.title, e.symptom, e.because, e.repair, e.zh["title"], e.zh["symptom"], e.zh["because"], e.zh["repair"]]
        out += [f"    {(part + MARK)!r}" for part in parts[:-1]] + [f"    {parts[-1]!r},"]
    out += [")", "", "# (number of an entry, or of a page behind them; what all its words weigh; are they a library's?), the texts of these numbers", "FIELDS = ("]
    rows = [f"{number} {sum(weight[w] for w in words)} {original}" for number, words, original in fields]
    out += ["    " + " ".join(repr(row + ";") for row in rows[i:i + 8]) for i in range(0, len(rows), 8)]
    out += [")", "", "# a line a word: it, its weight, the numbers of the fields that have it; RARE is the weight of a word that none has", f"RARE = {rare}", "TOKENS = (", "    '\\n'"]
    out += [f"    {' '.join(map(str, (word, weight[word], *ns))) + chr(10)!r}" for word, ns in sorted(holders.items())]
    return "\n".join(out + [")"]) + "\n"


def programs(entries):
    """The text of _programs.py."""
    out = ['"""The programs of the catalogue, without their heads. Made by tools/catalogue_table.py from examples/errors/*.py."""']

    def texts(name, rows):
        out.extend(["", f"{name} = {{"])
        for key, text in rows:
            out.append(f"    {key!r}:")
            out.extend(f"        {line + chr(10)!r}" for line in text.rstrip("\n").split("\n"))
            out[-1] += ","
        out.append("}")

    texts("PROGRAMS", [(e.name, e.body) for e in entries])
    out += ["", "# Repaired where the mistake began, where that is on other lines than the fix that is printed."]
    texts("CURED", [(e.name, "\n".join(e.cured().split("\n")[e.head:])) for e in entries if e.edits])
    out += ["", "# PERCH_GPUS for those that are not for sim:2", f"GPUS = {dict((e.name, e.gpus) for e in entries if e.gpus != 'sim:2')!r}"]
    beside = [name for name in sorted(os.listdir(catalogue.FOLDER)) if not name.endswith((".py", ".txt"))]
    out += ["", "# Files that the programs read.", "FILES = {"]
    for name in beside:
        with open(os.path.join(catalogue.FOLDER, name), "rb") as f:
            out.append(f"    {name!r}: {f.read()!r},")
    return "\n".join([*out, "}"]) + "\n"


def main(table_file, programs_file):
    entries, pages, chinese = ordered(catalogue.entries()), catalogue.of_perch("pages").PAGES, catalogue.of_perch("pages_zh").PAGES
    for path, text in ((table_file, table(entries, pages, chinese)), (programs_file, programs(entries))):
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)


if __name__ == "__main__":
    main(*sys.argv[1:])
