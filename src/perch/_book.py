"""`perch explain --html FOLDER`: the catalogue of placement mistakes as pages: one for each code and an index by symptom, by cause, by library and by code, in
English and in Chinese. Each program is run to show what perch says of it."""
import html
import os
import re
import sys

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
    "en": {"lang": "en", "index": "Placement mistakes", "other": "中文", "happened": "What happened", "why": "Why this happens", "see": "How to see it in perch", "mend": "How to fix it",
           "same": "In {}", "library": "In the other library", "entries": "Programs that make this mistake", "said": "What the library says", "cause": "Why", "repair": "Repair", "perch": "What perch says",
           "cure": "Repaired where it began", "source": "Reported in", "words": "Words from", "by symptom": "By symptom", "by cause": "By cause", "by library": "By library",
           "by code": "By code", "lead": "{n} small programs that put a value on the wrong device, as users report them, with the library's words, what perch says, and the repair. "
           "<code>perch explain WORDS</code> finds them in a terminal, <code>%explain</code> after an error.", "made": "Written by <code>perch explain --html</code>.", "back": "all mistakes"},
    "zh": {"lang": "zh", "index": "设备放置错误", "other": "English", "happened": "发生了什么", "why": "为什么会这样", "see": "在 perch 中怎样看到它", "mend": "怎样修复",
           "same": "在 {} 中", "library": "在另一个库中", "entries": "犯这个错误的程序", "said": "库的原话", "cause": "原因", "repair": "修复", "perch": "perch 的说明",
           "cure": "从源头修复", "source": "见于", "words": "原话出处", "by symptom": "按症状", "by cause": "按原因", "by library": "按库",
           "by code": "按代码", "lead": "{n} 个把值放错设备的小程序，来自用户的真实报告，附有库的原话、perch 的说明和修复方法。"
           "在终端用 <code>perch explain 词语</code> 查找，出错之后用 <code>%explain</code>。", "made": "由 <code>perch explain --html</code> 生成。", "back": "全部错误"},
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


def failing_line(stderr):
    """The number of the line that an error or a note is about, as text; '' for none."""
    levels = re.findall(r'^  File "<stdin>", line (\d+)', stderr, re.M)
    late = re.findall(r"given to the device on line (\d+)", stderr)
    note = re.findall(r"^note: line (\d+):", stderr, re.M)
    return (late or levels[-1:] or note or [""])[0]


def numbered(body, at):
    """A program with the failing line marked."""
    lines = body.rstrip("\n").split("\n")
    return "\n".join((f'<span class="at">{esc(line)}</span>' if i == at else html.escape(line, quote=False)) for i, line in enumerate(lines, 1))


def difference(body, cured):
    """The cure as lines taken away and added."""
    import difflib
    out = []
    for line in difflib.unified_diff(body.rstrip("\n").split("\n"), cured.rstrip("\n").split("\n"), lineterm="", n=1):
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


def run(body, gpus, language):
    """What a program says on stderr, run in a folder of its own. What a user has set for perch does not change it."""
    import subprocess
    import tempfile

    from perch._programs import FILES
    env = {key: value for key, value in os.environ.items() if not key.startswith(("PERCH_", "LC_", "CUDA_", "COLOR", "FORCE_COLOR"))}
    env |= {"PERCH_GPUS": gpus, "PERCH_NOTES": "1", "PERCH_LANG": language, "NO_COLOR": "1", "LC_ALL": "C.UTF-8"}
    with tempfile.TemporaryDirectory() as folder:
        for name, data in FILES.items():
            with open(os.path.join(folder, name), "wb") as file:
                file.write(data)
        done = subprocess.run([sys.executable, "-"], input=body.encode(), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=env, cwd=folder)
    return done.stderr.decode("utf-8", "replace")


def entry_html(e, body, cured, err, language):
    label = LABELS[language]
    name, accent, code, cause, said, words, source = e[:7]
    title, symptom, because, repair = e[11:15] if language == "zh" else e[7:11]
    parts = [f'<section class="entry" id="{name}">', f"<h3>{esc(title)}</h3>", f'<p class="dim">{accent} · <code>examples/errors/{name}.py</code></p>',
             f"<p>{esc(symptom)}</p>", f"<pre>{numbered(body, int(failing_line(err) or 0))}</pre>", f"<p><b>{label['said']}:</b> {esc(said)}</p>",
             f"<p><b>{label['cause']}:</b> {esc(because)}</p>", f"<p><b>{label['repair']}:</b> {esc(repair)}</p>",
             f"<p><b>{label['perch']}:</b></p>", f"<pre>{html.escape(said_by_perch(err), quote=False)}</pre>"]
    if cured:
        parts += [f"<p><b>{label['cure']}:</b></p>", f"<pre>{difference(body, cured)}</pre>"]
    parts += [f'<p class="dim">{label["source"]} {linked(source)}. {label["words"]}: {linked(words)}.</p>', "</section>"]
    return "\n".join(parts)


def code_html(code, sections, language):
    from perch import pages, pages_zh
    from perch.words import TABLE
    label = LABELS[language]
    chinese = language == "zh"
    title, what, why, mend = pages_zh.PAGES[code] if chinese else pages.PAGES[code][:4]
    other = (pages_zh if chinese else pages).OTHER.get(code)
    parts = [f"<h1>{code}: {esc(title)}</h1>", f"<h2>{label['happened']}</h2><p>{esc(what)}</p>", f"<h2>{label['why']}</h2><p>{esc(why)}</p>",
             f"<h2>{label['see']}</h2><p>{esc(TABLE[pages.seen_with(code)][chinese])}</p>", f"<h2>{label['mend']}</h2><p>{esc(mend)}</p>"]
    if other:
        parts.append(f"<h2>{label['library']}</h2><p>{esc(other)}</p>")
    for name, example in (("MXNet", pages.PAGES[code][4]), ("PyTorch", pages.PAGES[code][5])):
        if example:
            parts.append(f"<h2>{label['same'].format(name)}</h2><pre>{html.escape(example, quote=False)}</pre>")
    if sections:
        parts += [f"<h2>{label['entries']}</h2>", *sections]
    return sheet(f"{code}: {title}", "\n".join(parts), label, f"{code}.html" if chinese else f"{code}.zh.html")


def index_html(entries, causes, language):
    from perch import pages, pages_zh
    label, chinese = LABELS[language], language == "zh"
    ending = ".zh" if chinese else ""

    def row(e, words, more):
        return f'<li><a href="{e[2]}{ending}.html#{e[0]}">{esc(words)}</a> <span class="dim">{more}</span></li>'

    title, symptom = (11, 12) if chinese else (7, 8)
    parts = [f"<h1>{label['index']}</h1>", f"<p>{label['lead'].format(n=len(entries))}</p>",
             "<p>" + " · ".join(f'<a href="#{key}">{label["by " + key]}</a>' for key in ("symptom", "cause", "library", "code")) + "</p>"]
    parts.append(f'<h2 id="symptom">{label["by symptom"]}</h2><ul class="index">')
    parts += [row(e, e[symptom], e[1]) for e in sorted(entries, key=lambda e: e[symptom])]
    parts.append(f'</ul><h2 id="cause">{label["by cause"]}</h2>')
    for key, names in causes:
        parts += [f'<h3>{names[chinese]}</h3><ul class="index">', *(row(e, e[title], f"{e[2]}, {e[1]}") for e in entries if e[3] == key), "</ul>"]
    parts.append(f'<h2 id="library">{label["by library"]}</h2>')
    for accent in sorted({e[1] for e in entries}):
        parts += [f'<h3>{accent}</h3><ul class="index">', *(row(e, e[title], e[2]) for e in entries if e[1] == accent), "</ul>"]
    parts.append(f'<h2 id="code">{label["by code"]}</h2><ul class="index">')
    for code in sorted(pages.PAGES):
        count = sum(e[2] == code for e in entries)
        heading = (pages_zh.PAGES if chinese else pages.PAGES)[code][0]
        parts.append(f'<li><a href="{code}{ending}.html">{code}</a> {esc(heading)}' + (f' <span class="dim">({count})</span>' if count else "") + "</li>")
    return sheet(label["index"], "\n".join([*parts, "</ul>"]), label, "index.html" if chinese else "index.zh.html")


def write(folder):
    """All pages into a folder; how many."""
    from concurrent.futures import ThreadPoolExecutor

    from perch import _catalogue, pages
    from perch._programs import CURED, GPUS, PROGRAMS
    from perch.lookup import entries
    os.makedirs(folder, exist_ok=True)
    every = entries()
    made = {"style.css": STYLE}
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for language in LABELS:
            ending = ".zh" if language == "zh" else ""
            told = pool.map(lambda e: run(PROGRAMS[e[0]], GPUS.get(e[0], "sim:2"), language), every)
            sections = [(e[2], entry_html(e, PROGRAMS[e[0]], CURED.get(e[0]), err, language)) for e, err in zip(every, told)]
            made[f"index{ending}.html"] = index_html(every, _catalogue.CAUSES, language)
            for code in pages.PAGES:
                made[f"{code}{ending}.html"] = code_html(code, [text for of, text in sections if of == code], language)
    for name, text in made.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)
    return len(made)
