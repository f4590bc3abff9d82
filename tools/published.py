"""published.py CACHE NAME…: where the packages lie whose Python half perch takes into the binary, each in the one version that ROWS names. Of each a line for the build:
folder, words about it, folder of its data (or nothing), with tabs between; an empty line where it cannot be had, and why on stderr.

Looked for in turn: what this machine has installed; what was fetched into CACHE before; PyPI's wheel; Debian's packages. Nothing that they depend on is fetched, and nothing of them is run.
"""
import fcntl
import importlib.metadata
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from pathlib import Path
from typing import NamedTuple


class Row(NamedTuple):
    title: str
    versions: tuple      # the one that is taken; behind it what a packager calls the same
    wheel: str           # PyPI's name
    debian: tuple        # its packages
    holds: tuple         # modules and packages
    data: tuple = ()     # where its data may lie, beside the modules or from the packages' root


ROWS = {
    "numpy": Row("NumPy", ("1.24.2",), "numpy", ("python3-numpy",), ("numpy",)),
    "matplotlib": Row("matplotlib", ("3.6.3",), "matplotlib", ("python3-matplotlib", "python-matplotlib-data"), ("matplotlib", "mpl_toolkits", "pylab"),
                      ("matplotlib/mpl-data", "../../../share/matplotlib/mpl-data")),
    "contourpy": Row("contourpy", ("1.0.7",), "contourpy", ("python3-contourpy",), ("contourpy",)),
    "kiwisolver": Row("kiwisolver", ("1.4.4", "0.0.0"), "kiwisolver", ("python3-kiwisolver",), ("kiwisolver",)),
    "cycler": Row("cycler", ("0.11.0",), "cycler", ("python3-cycler",), ("cycler",)),
    "fonttools": Row("fontTools", ("4.38.0",), "fonttools", ("python3-fonttools",), ("fontTools",)),
    "pyparsing": Row("pyparsing", ("3.0.9",), "pyparsing", ("python3-pyparsing",), ("pyparsing",)),
    "packaging": Row("packaging", ("23.0",), "packaging", ("python3-packaging",), ("packaging",)),
    "python-dateutil": Row("dateutil", ("2.8.2",), "python-dateutil", ("python3-dateutil",), ("dateutil",)),
    "six": Row("six", ("1.16.0",), "six", ("python3-six",), ("six",)),
    "Pillow": Row("Pillow", ("9.4.0",), "Pillow", ("python3-pil",), ("PIL",)),
    "torchvision": Row("torchvision", ("0.14.1", "0.14.1a0", "0.14.1+cu117"), "torchvision", ("python3-torchvision",), ("torchvision",)),
}


def version_of(folder, name):
    return next((each.version for each in importlib.metadata.distributions(name=name, path=[str(folder)])), None)


def has_all(folder, row):
    return all((folder / name).is_dir() or (folder / (name + ".py")).is_file() for name in row.holds)


def data_of(folder, row):
    """The folder of its data, or None where it has none; False: it should have."""
    return next((place for way in row.data if (place := (folder / way).resolve()).is_dir()), False) if row.data else None


def is_whole(folder, name, row):
    return version_of(folder, name) in row.versions and has_all(folder, row) and data_of(folder, row) is not False


def installed(name, row):
    places = [Path(folder) for folder in [*sys.path, sysconfig.get_path("purelib"), "/usr/lib/python3/dist-packages"] if folder]
    return next((folder for folder in places if is_whole(folder, name, row)), None)


def ran(command, folder):
    try:
        return subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=600).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def by_pip(row, folder):
    wanted = f"{row.wheel}=={row.versions[0]}"
    if ran([sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary=:all:", "--python-version=3.11", wanted], folder):
        for wheel in folder.glob("*.whl"):
            with zipfile.ZipFile(wheel) as archive:
                archive.extractall(folder, [each for each in archive.namelist() if not re.search(r"\.so[.\d]*$|\.dylib$|/tests/", each)])
    return folder


def by_apt(row, folder):
    if ran(["apt-get", "download", *row.debian], folder):
        for package in folder.glob("*.deb"):
            ran(["dpkg-deb", "-x", package.name, "."], folder)
    return folder / "usr/lib/python3/dist-packages"


def is_wanted(path):
    return path.suffix == ".py" or path.parent.name.endswith((".dist-info", ".egg-info")) or path.name.endswith(".egg-info")


def keep(found, row, home):
    """The found package's modules, its description and its data, as a folder of its own."""
    def rest(folder, names):
        return [name for name in names if (Path(folder) / name).is_file() and not is_wanted(Path(folder) / name)]

    for each in found.iterdir():
        if each.name.removesuffix(".py") in row.holds or each.suffix in (".dist-info", ".egg-info"):
            if each.is_dir():
                shutil.copytree(each, home / each.name, ignore=rest)
            elif is_wanted(each):
                home.mkdir(parents=True, exist_ok=True)
                shutil.copy(each, home / each.name)
    if row.data:
        shutil.rmtree(home / row.data[0], ignore_errors=True)
        shutil.copytree(data_of(found, row), home / row.data[0])


def fetched(cache, name, row):
    """What was, or is now, fetched; kept whole or not at all, by one who configures at a time."""
    home = cache / f"{name}-{row.versions[0]}"
    cache.mkdir(parents=True, exist_ok=True)
    with open(cache / ".published.lock", "w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return home if is_whole(home, name, row) else fetched_anew(cache, home, name, row)


def fetched_anew(cache, home, name, row):
    for way in (by_pip, by_apt):
        with tempfile.TemporaryDirectory(dir=cache) as place:
            found = way(row, Path(place))
            if is_whole(found, name, row):
                whole = Path(place) / "whole"
                keep(found, row, whole)
                shutil.rmtree(home, ignore_errors=True)
                whole.rename(home)
                return home
    return None


def main():
    cache, names = Path(sys.argv[1]), sys.argv[2:]
    for name in names:
        row = ROWS[name]
        home = installed(name, row) or fetched(cache, name, row)
        if home is None:
            print(f"{row.title} {row.versions[0]} is neither here nor to be had from PyPI or from Debian ({', '.join(row.debian)})", file=sys.stderr)
            print()
        else:
            print(home, f"{row.title} {row.versions[0]}, {home}/{row.holds[0]}", data_of(home, row) or "", sep="\t")


main()
