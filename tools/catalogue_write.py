"""Writes what is made from the catalogue's heads and the pages: the search table and the programs of `perch explain`, and docs/errors/*.html.

docs/errors has a page for each code and three indexes in one page (by symptom, by cause, by library), in English and in Chinese. What perch says of each
program is taken from running it, so the pages change when perch's words do; tests/catalogue compares them.
"""
import html
import importlib.util
import math
import os
import re
import sys

import catalogue
from catalogue import ROOT

CAUSES = {
    "data": ("Data that did not move", "没有移动的数据"), "dropped": ("The result of a move was dropped", "丢弃了移动的结果"),
    "attribute": ("Values that a module does not know", "模块不知道的值"), "made": ("Values made on the default device", "在默认设备上创建的值"),
    "loss": ("Losses and their weights", "损失及其权重"), "index": ("Masks and indices", "掩码与下标"), "state": ("Hidden states and running averages", "隐藏状态与滑动平均"),
    "order": ("Things done in the wrong order", "顺序不对"), "parallel": ("Two GPUs", "两块 GPU"), "checkpoint": ("Saving and loading", "保存与加载"),
    "host": ("The host's side: NumPy, generators, pinned memory, workers", "主机一侧：NumPy、生成器、锁页内存、工作进程"), "device": ("Which device is meant", "指的是哪个设备"),
    "memory": ("Memory", "内存"), "late": ("Errors that show late", "迟到的错误"), "cost": ("Nothing fails, it is slow", "不报错，但很慢"), "libraries": ("Two libraries in one program", "一个程序里有两个库"),
}
WHERE = os.path.join(ROOT, "src", "perch")
MARK = "\x1f"
DOCS = os.path.join(ROOT, "docs", "errors")


def module(name):
    spec = importlib.util.spec_from_file_location("perch_" + name, os.path.join(WHERE, name + ".py"))
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def ordered(entries):
    causes = list(CAUSES)
    return sorted(entries, key=lambda e: (causes.index(e.cause), e.accent == "MXNet", e.name))


# ---- the search table ----

def lookup_tokens():
    """The function tokens() of perch/lookup.py, without its imports."""
    with open(os.path.join(WHERE, "lookup.py"), encoding="utf-8") as f:
        text = f.read()
    space = {}
    exec(text[text.index("STOP = "):text.index("def nearest")], space)
    return space["tokens"]


def page_words(pages):
    """{code: what an original says}, from running the pages' examples."""
    found = {}

    class Example:
        gpus = "sim:2"
    jobs = [(code, header + example + "\n") for code, (*_, mxnet, torch) in sorted(pages.items())
            for header, example in (("from mxnet import nd, gpu, cpu, gluon, autograd\n", mxnet), ("import torch\n", torch)) if example]
    from harness import in_parallel
    for (code, _), (_, _, err) in zip(jobs, in_parallel(lambda job: catalogue.run(Example, job[1]), jobs)):
        said = catalogue.Drawn(err).said
        if said:
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
    said = page_words(pages)
    for i, code in enumerate(sorted(pages), len(entries)):
        for words in said.get(code, ()):
            if not any(e.code == code for e in entries):
                field(i, words, original=1)
    holders = {}
    for n, (_, words, _) in enumerate(fields):
        for word in words:
            holders.setdefault(word, []).append(n)
    weight = {word: round(10 * math.log(1 + len(fields) / len(ns))) for word, ns in holders.items()}
    rare = round(10 * math.log(1 + len(fields)))
    out = ['"""The catalogue of placement mistakes as `perch explain` searches it: long strings, of which a question reads only what it needs. Written by',
           'tools/catalogue.py: change examples/errors/*.py instead."""', "", "# (cause, (English, Chinese))", "CAUSES = ("]
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
    out = ['"""The programs of the catalogue, without their heads. Written by tools/catalogue.py: change examples/errors/*.py instead."""', "", "PROGRAMS = {"]
    for e in entries:
        out.append(f"    {e.name!r}:")
        out += [f"        {line + chr(10)!r}" for line in e.body.rstrip("\n").split("\n")]
        out[-1] += ","
    return "\n".join(out + ["}"]) + "\n"


# ---- pages in HTML ----

STYLE = """\
:root { color-scheme: light dark; --ink: #1f2328; --dim: #59636e; --page: #ffffff; --box: #f4f5f7; --line: #d8dde3; --link: #0550ae; --bad: #b3261e; --good: #116329; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e8ea; --dim: #9aa4af; --page: #15181c; --box: #1e2329; --line: #343b44; --link: #79b8ff; --bad: #ff8a80; --good: #7ee2a0; }
}
body { margin: 0 auto; max-width: 56rem; padding: 1.5rem 1rem 4rem; background: var(--page); color: var(--ink); font: 16px/1.6 system-ui, "Noto Sans CJK SC", sans-serif; }
a { color: var(--link); }
h1 { font-size: 1.6rem; line-height: 1.25; } h2 { font-size: 1.2rem; margin-top: 2.2rem; } h3 { font-size: 1.05rem; margin-top: 2rem; }
nav, .dim, footer { color: var(--dim); font-size: .9rem; }
pre { background: var(--box); border: 1px solid var(--line); border-radius: 6px; padding: .7rem .9rem; overflow-x: auto; font: 13.5px/1.45 ui-monospace, "DejaVu Sans Mono", "Noto Sans Mono CJK SC", monospace; }
code { font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: .92em; }
pre .at { color: var(--bad); font-weight: 600; } pre .minus { color: var(--bad); } pre .plus { color: var(--good); }
section.entry { border-top: 1px solid var(--line); margin-top: 2rem; }
ul.index { padding-left: 1.2rem; } ul.index li { margin: .3rem 0; }
"""

LABELS = {
    "en": {"lang": "en", "index": "Placement mistakes", "other": "中文", "happened": "What happened", "why": "Why it is said so", "see": "How to see it in perch", "mend": "How to mend it",
           "same": "In {}", "library": "In the other library", "entries": "Programs that make this mistake", "said": "What the library says", "cause": "Why", "repair": "Repair", "perch": "What perch says",
           "cure": "Repaired where it began", "source": "Reported in", "words": "Words from", "by symptom": "By symptom", "by cause": "By cause", "by library": "By library",
           "by code": "By code", "lead": "{n} small programs that put a value on the wrong device, as users report them, with the library's words, what perch says, and the repair. "
           "<code>perch explain WORDS</code> finds them in a terminal, <code>%explain</code> after an error.", "made": "Written by tools/catalogue.py from examples/errors.", "back": "all mistakes"},
    "zh": {"lang": "zh", "index": "设备放置错误", "other": "English", "happened": "发生了什么", "why": "为什么这样说", "see": "在 perch 中怎样看到它", "mend": "怎样修复",
           "same": "在 {} 中", "library": "在另一个库中", "entries": "犯这个错误的程序", "said": "库的原话", "cause": "原因", "repair": "修复", "perch": "perch 的说明",
           "cure": "从源头修复", "source": "见于", "words": "原话出处", "by symptom": "按症状", "by cause": "按原因", "by library": "按库",
           "by code": "按代码", "lead": "{n} 个把值放错设备的小程序，来自用户的真实报告，附有库的原话、perch 的说明和修复方法。"
           "在终端用 <code>perch explain 词语</code> 查找，出错之后用 <code>%explain</code>。", "made": "由 tools/catalogue.py 根据 examples/errors 生成。", "back": "全部错误"},
}


def esc(text):
    """Escaped; what stands in backquotes is code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", html.escape(text, quote=False))


def linked(source):
    """A source with its issues as links."""
    return re.sub(r"\b([\w.-]+/[\w.-]+)#(\d+)", r'<a href="https://github.com/\1/issues/\2">\1#\2</a>', esc(source))


def sheet(title, body, label, other):
    return f"""<!DOCTYPE html>
<html lang="{label['lang']}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{esc(title)}</title>
<link rel="stylesheet" href="style.css">
</head>
<body>
<nav><a href="{'index.html' if label['lang'] == 'en' else 'index.zh.html'}">{label['back']}</a> · <a href="{other}">{label['other']}</a></nav>
{body}
<footer>{label['made']}</footer>
</body>
</html>
"""


def numbered(entry, drawn):
    """A program with the failing line marked; lines count from the file's top, as perch counts them."""
    lines = entry.body.rstrip("\n").split("\n")
    at = int(drawn.at or 0) - entry.head
    return "\n".join((f'<span class="at">{esc(line)}</span>' if i == at else html.escape(line, quote=False)) for i, line in enumerate(lines, 1))


def difference(entry):
    """The cure as lines taken away and added."""
    old, new = entry.body.split("\n"), "\n".join(entry.cured().split("\n")[entry.head:]).split("\n")
    import difflib
    out = []
    for line in difflib.unified_diff(old, new, lineterm="", n=1):
        if line.startswith(("---", "+++", "@@")):
            continue
        kind = {"-": "minus", "+": "plus"}.get(line[0])
        text = html.escape(line, quote=False)
        out.append(f'<span class="{kind}">{text}</span>' if kind else text)
    return "\n".join(out)


def said_by_perch(stderr):
    """An error without its traceback's frames, the library's sentence in one line."""
    out, frames = [], False
    for line in stderr.rstrip("\n").split("\n"):
        if line.startswith(("Traceback", '  File "', "    ")) and not line.startswith("     "):
            continue
        if line.startswith("    ") and not re.match(r"^ +[│├└(┬a-zA-Z]", line):
            continue
        if "UserWarning" in line and "<frozen" in line or line.startswith("  param.initialize"):
            continue
        out.append(re.sub(r"^<stdin>", "", line))
    return "\n".join(out)


def entry_html(entry, err, language):
    label = LABELS[language]
    words = {"title": entry.title, "symptom": entry.symptom, "because": entry.because, "repair": entry.repair} if language == "en" else entry.zh
    drawn = catalogue.Drawn(err)
    parts = [f'<section class="entry" id="{entry.name}">', f"<h3>{esc(words['title'])}</h3>", f'<p class="dim">{entry.accent} · <code>examples/errors/{entry.name}.py</code></p>',
             f"<p>{esc(words['symptom'])}</p>", f"<pre>{numbered(entry, drawn)}</pre>", f"<p><b>{label['said']}:</b> {esc(entry.said)}</p>",
             f"<p><b>{label['cause']}:</b> {esc(words['because'])}</p>", f"<p><b>{label['repair']}:</b> {esc(words['repair'])}</p>",
             f"<p><b>{label['perch']}:</b></p>", f"<pre>{html.escape(said_by_perch(err), quote=False)}</pre>"]
    if entry.edits:
        parts += [f"<p><b>{label['cure']}:</b></p>", f"<pre>{difference(entry)}</pre>"]
    parts += [f'<p class="dim">{label["source"]} {linked(entry.source)}. {label["words"]}: {linked(entry.words)}.</p>', "</section>"]
    return "\n".join(parts)


def code_html(code, pages, chinese, words, entries, told, language):
    label = LABELS[language]
    title, what, why, mend = pages[code][:4] if language == "en" else chinese[code]
    see = words[module("pages").seen_with(code)][language == "zh"]
    other = module("pages" if language == "en" else "pages_zh").OTHER.get(code)
    parts = [f"<h1>{code}: {esc(title)}</h1>", f"<h2>{label['happened']}</h2><p>{esc(what)}</p>", f"<h2>{label['why']}</h2><p>{esc(why)}</p>",
             f"<h2>{label['see']}</h2><p>{esc(see)}</p>", f"<h2>{label['mend']}</h2><p>{esc(mend)}</p>"]
    if other:
        parts.append(f"<h2>{label['library']}</h2><p>{esc(other)}</p>")
    for name, example in (("MXNet", pages[code][4]), ("PyTorch", pages[code][5])):
        if example:
            parts.append(f"<h2>{label['same'].format(name)}</h2><pre>{html.escape(example, quote=False)}</pre>")
    mine = [e for e in entries if e.code == code]
    if mine:
        parts.append(f"<h2>{label['entries']}</h2>")
        parts += [entry_html(e, told[e.name, language], language) for e in mine]
    return sheet(f"{code}: {title}", "\n".join(parts), label, f"{code}.zh.html" if language == "en" else f"{code}.html")


def link(entry, language, text):
    return f'<a href="{entry.code}{".zh" if language == "zh" else ""}.html#{entry.name}">{esc(text)}</a>'


def index_html(pages, chinese, entries, language):
    label = LABELS[language]
    n = language == "zh"
    title = {e.name: (e.zh["title"] if n else e.title) for e in entries}
    symptom = {e.name: (e.zh["symptom"] if n else e.symptom) for e in entries}
    parts = [f"<h1>{label['index']}</h1>", f"<p>{label['lead'].format(n=len(entries))}</p>",
             "<p>" + " · ".join(f'<a href="#{key}">{label["by " + key]}</a>' for key in ("symptom", "cause", "library", "code")) + "</p>"]
    parts.append(f'<h2 id="symptom">{label["by symptom"]}</h2><ul class="index">')
    by_words = {}
    for e in entries:
        by_words.setdefault(re.sub(r" \(when checking.*| Operator \w+ ", " ", e.said if not e.said.startswith("nothing") else "").strip(), []).append(e)
    for e in sorted(entries, key=lambda e: symptom[e.name]):
        parts.append(f'<li>{link(e, language, symptom[e.name])} <span class="dim">{e.accent}</span></li>')
    parts.append("</ul>")
    parts.append(f'<h2 id="cause">{label["by cause"]}</h2>')
    for key, names in CAUSES.items():
        parts.append(f"<h3>{names[n]}</h3><ul class=\"index\">")
        parts += [f'<li>{link(e, language, title[e.name])} <span class="dim">{e.code}, {e.accent}</span></li>' for e in entries if e.cause == key]
        parts.append("</ul>")
    parts.append(f'<h2 id="library">{label["by library"]}</h2>')
    for accent in ("MXNet", "PyTorch", "MXNet, PyTorch"):
        parts.append(f"<h3>{accent}</h3><ul class=\"index\">")
        parts += [f'<li>{link(e, language, title[e.name])} <span class="dim">{e.code}</span></li>' for e in entries if e.accent == accent]
        parts.append("</ul>")
    parts.append(f'<h2 id="code">{label["by code"]}</h2><ul class="index">')
    for code in sorted(pages):
        count = sum(e.code == code for e in entries)
        heading = chinese[code][0] if n else pages[code][0]
        parts.append(f'<li><a href="{code}{".zh" if n else ""}.html">{code}</a> {esc(heading)}' + (f' <span class="dim">({count})</span>' if count else "") + "</li>")
    parts.append("</ul>")
    return sheet(label["index"], "\n".join(parts), label, "index.zh.html" if language == "en" else "index.html")


def everything():
    """{path: text} of all that is generated."""
    sys.path.insert(0, os.path.join(ROOT, "tests"))
    from harness import in_parallel
    pages, chinese = module("pages").PAGES, module("pages_zh").PAGES
    with open(os.path.join(WHERE, "words.py"), encoding="utf-8") as f:
        text = f.read()
    space = {}
    exec(text[text.index("TABLE = {"):text.index("say = Words")], space)
    entries = ordered(catalogue.entries())
    jobs = [(e, language) for e in entries for language in ("en", "zh")]
    told = {(e.name, language): err for (e, language), (_, _, err) in zip(jobs, in_parallel(lambda job: catalogue.run(job[0], job[0].text, language=job[1]), jobs))}
    made = {os.path.join(WHERE, "_catalogue.py"): table(entries, pages, chinese), os.path.join(WHERE, "_programs.py"): programs(entries), os.path.join(DOCS, "style.css"): STYLE}
    for language, more in (("en", ""), ("zh", ".zh")):
        made[os.path.join(DOCS, f"index{more}.html")] = index_html(pages, chinese, entries, language)
        for code in pages:
            made[os.path.join(DOCS, f"{code}{more}.html")] = code_html(code, pages, chinese, space["TABLE"], entries, told, language)
    return made


def stale():
    """Names of generated files that are not what they would be now."""
    made, wrong = everything(), []
    for path, text in made.items():
        try:
            with open(path, encoding="utf-8") as f:
                if f.read() != text:
                    wrong.append(os.path.relpath(path, ROOT))
        except OSError:
            wrong.append(os.path.relpath(path, ROOT))
    return wrong + [f"docs/errors/{name} is too many" for name in os.listdir(DOCS) if os.path.join(DOCS, name) not in made]


def main(argv):
    if argv == ["check"]:
        wrong = stale()
        print("\n".join(wrong) or "current")
        return 1 if wrong else 0
    if argv != ["write"]:
        print(catalogue.__doc__)
        return 2
    os.makedirs(DOCS, exist_ok=True)
    made = everything()
    for path, text in made.items():
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)
    print(f"{len(made)} files")
    return 0
