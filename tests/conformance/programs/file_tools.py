# Working with files: a small tree, counts, search and replace, backups.
import os
import re
import shutil
from pathlib import Path

root = Path("project")
files = {"README.txt": "Title\n=====\nsome words here\n", "src/main.py": "import util\n\n\ndef main():\n    return util.twice(4)\n",
         "src/util.py": "def twice(x):\n    # doubles\n    return x * 2\n", "data/raw.csv": "a,b\n1,2\n3,4\n", "data/empty.txt": ""}
for name, text in files.items():
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def tree(path, indent=0):
    for p in sorted(path.iterdir(), key=lambda p: (p.is_file(), p.name)):
        print("  " * indent + p.name + ("/" if p.is_dir() else f" ({p.stat().st_size})"))
        if p.is_dir():
            tree(p, indent + 1)


def count(path):
    text = path.read_text()
    return text.count("\n"), len(text.split()), len(text)


def grep(pattern, top):
    for folder, _, names in sorted(os.walk(top)):
        for name in sorted(names):
            for number, line in enumerate(open(os.path.join(folder, name)), 1):
                if re.search(pattern, line):
                    yield f"{name}:{number}: {line.strip()}"


tree(root)
for p in sorted(root.rglob("*.py")):
    print(p.as_posix(), *count(p))
print(*grep(r"\b(def|return)\b", root), sep="\n")
shutil.copytree(root, "backup")
for p in root.glob("src/*.py"):
    p.write_text(re.sub(r"\btwice\b", "double", p.read_text()))
changed = [p.name for p in sorted(root.rglob("*")) if p.is_file() and p.read_bytes() != (Path("backup") / p.relative_to(root)).read_bytes()]
print(changed, (root / "src/main.py").read_text().splitlines()[-1])
(root / "data/empty.txt").unlink()
os.rename(root / "data/raw.csv", root / "data/clean.csv")
print(sorted(p.relative_to(root).as_posix() for p in root.rglob("*") if p.is_file()))
shutil.rmtree(root)
print(root.exists(), Path("backup").exists())
