"""Random lessons for the round trips: notebooks as Jupyter writes them, Markdown as people write it. All chance comes from the seed."""
import json
import random

WORDS = ["value", "device", "# not a heading", "x = 1", "```", "```python", "~~~", "In [1]: x", "Out[1]: 2", "   ...: more", "#perch:cell {}", "<!-- perch:cell {} -->",
         "<!-- perch:end -->", "# %%", "# %% [markdown]", "#> printed", "%time x", "!ls", "%%bash", "# %matplotlib inline", "", "", " ", "\t", "trailing  ", "设备", "é", "🦩",
         "Traceback (most recent call last):", "    indented", "-->", "--", ">>> 1", "... 2", "$x^2$", "\\n", "\"quoted\"", "| a | b |", "---", "\x0b", "\u2028", "a\rb", "NaN"]
CODE = ["x = ones(2, 3)", "print(x)", "for i in range(3):\n    print(i)", "%where", "!ls", "%%time\nx", "%%html\n<b>x</b>", "'''\n```python\n'''", "# %% no cell", "x  ", "", "# comment",
        "s = '''\n\n# text\n'''", "In [1]: 2", "#> 3", "a\n\n\nb", "\n", "x\n", "def f():\n    %time\n    # !ls"]


def text(r, most=6):
    return "\n".join(r.choice(WORDS) for _ in range(r.randint(0, most)))


def bundle(r):
    data = {"text/plain": text(r, 3)}
    if r.random() < .3:
        data["text/html"] = "<b>" + text(r, 2) + "</b>"
    if r.random() < .2:
        data["image/png"] = "iVBORw0KGgo=" + ("\n" if r.random() < .5 else "")
    if r.random() < .2:
        data["application/json"] = {"a": [1, None, "-->"]}
    if r.random() < .1:
        del data["text/plain"]
        data["image/svg+xml"] = "<svg>\n</svg>"
    return data


def output(r, count):
    kind = r.choice(["stream", "stream", "result", "display", "error"])
    if kind == "stream":
        return {"output_type": "stream", "name": r.choice(["stdout", "stdout", "stderr"]), "text": text(r, 4) + r.choice(["", "\n", "\n"])}
    if kind == "result":
        return {"output_type": "execute_result", "execution_count": r.choice([count, count, 7]), "data": bundle(r), "metadata": r.choice([{}, {}, {"isolated": True}])}
    if kind == "display":
        return {"output_type": "display_data", "data": bundle(r), "metadata": {}}
    return {"output_type": "error", "ename": "ValueError", "evalue": text(r, 2), "traceback": ["Traceback (most recent call last):", "  Cell In[1], line 1", "ValueError: " + text(r, 1)]}


def notebook(seed):
    r = random.Random(seed)
    cells, n = [], 0
    minor = r.choice([5, 5, 5, 4, 2])
    run = r.random() < .7
    for i in range(r.randint(0, 7)):
        kind = r.choice(["code", "code", "markdown", "markdown", "raw"])
        cell = {"cell_type": kind, "metadata": r.choice([{}, {}, {"tags": ["a-->"]}, {"collapsed": True, "name": "é"}]), "source": r.choice(CODE) if kind == "code" and r.random() < .7 else text(r)}
        if minor == 5:
            cell["id"] = r.choice([f"cell-{i + 1}", f"q{seed}-{i}"])
        if kind == "code":
            n += 1
            cell["execution_count"] = r.choice([n, n, n + 3, None]) if run else None
            cell["outputs"] = [output(r, cell["execution_count"]) for _ in range(r.choice([0, 0, 1, 1, 2, 3]))] if run else []
        elif r.random() < .2:
            cell["attachments"] = {"a.png": {"image/png": "aGVsbG8="}}
        cells.append(cell)
    metadata = r.choice([{}, {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}, "language_info": {"name": "python", "version": "3.11.2"}},
                         {"kernelspec": {"display_name": "perch", "language": "python", "name": "perch"},
                          "language_info": {"file_extension": ".py", "mimetype": "text/x-python", "name": "python", "version": "3.11"}}, {"authors": [{"name": "é"}], "title": "--> x"}])
    return {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": minor}


def lines(value):
    return value.splitlines(True) if isinstance(value, str) else value


def as_jupyter(book):
    """The text that nbformat writes for it."""
    book = json.loads(json.dumps(book))
    for cell in book["cells"]:
        cell["source"] = lines(cell["source"])
        for out in cell.get("outputs", ()):
            if "text" in out:
                out["text"] = lines(out["text"])
            for kind in out.get("data", {}):
                if not kind.startswith("application/json"):
                    out["data"][kind] = lines(out["data"][kind])
    return json.dumps(book, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def markdown(seed):
    """As a person may have written it: other fences, blank lines, lists, outputs in several manners."""
    r = random.Random(seed)
    parts = []
    for _ in range(r.randint(0, 8)):
        kind = r.random()
        if kind < .35:
            parts.append("\n".join(r.choice([w for w in WORDS if not w.startswith(("```", "~~~", "<!-- perch", "\x0b"))]) for _ in range(r.randint(1, 5))))
            continue
        if kind < .45:
            parts.append("```bash\nls\n```")
            continue
        indent = r.choice(["", "", "", "   "])
        fence = r.choice(["```", "```", "~~~", "````"])
        info = r.choice(["", "python", "python", " python", "{.python .input  n=1}", "py title=\"x\"", "Python"])
        body = r.choice(["x = 1", "print(1)\n", "a\n\nb", "", ">>> 1 + 1\n2", "x  \ny"])
        block = [fence + info, *body.split("\n"), fence]
        if r.random() < .4:
            block += [""] * r.randint(0, 2) + [r.choice(["```output", "```", "```text", "```{.json .output n=1}", "```output result", "```output error"]), r.choice(["1", "a\n\nb", ""]), "```"]
        parts.append("\n".join(indent + line if line else line for line in "\n".join(block).split("\n")))
    gap = ["\n", "\n\n", "\n\n", "\n\n\n", "\n \n"]
    body = "".join(p + r.choice(gap) for p in parts)
    return r.choice(["", "", "\n"]) + (body.rstrip("\n") + r.choice(["", "\n", "\n", "\n\n"]) if body else "")
