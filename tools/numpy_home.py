"""numpy_home.py CACHE: the folder that has the package numpy, in the one version whose Python half perch takes (src/tensor/array/numpy.txt), and where it is from: two lines.

Looked for in turn: what this Python has; what was fetched into CACHE before; Debian's package, without what it depends on; PyPI's wheel. Only its files in Python are used.
"""
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from pathlib import Path

VERSION = "1.24.2"


def version_of(folder):
    try:
        text = (folder / "numpy" / "_version.py").read_text(encoding="utf-8")
    except OSError:
        return None
    return next(iter(re.findall(r'"version": "([^"]+)"', text)), None)


def installed():
    places = [Path(folder) for folder in [*sys.path, sysconfig.get_path("purelib"), "/usr/lib/python3/dist-packages"] if folder]
    return next((folder for folder in places if version_of(folder) == VERSION), None)


def ran(command, folder):
    try:
        return subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=600).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def by_apt(folder):
    if ran(["apt-get", "download", "python3-numpy"], folder):
        for package in folder.glob("*.deb"):
            ran(["dpkg-deb", "-x", package.name, "."], folder)
    return folder / "usr/lib/python3/dist-packages"


def by_pip(folder):
    if ran([sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary=:all:", "--python-version=3.11", "numpy==" + VERSION], folder):
        for wheel in folder.glob("*.whl"):
            with zipfile.ZipFile(wheel) as archive:
                archive.extractall(folder, [name for name in archive.namelist() if name.endswith(".py")])
    return folder


def fetched(cache):
    """What was, or is now, fetched; kept whole or not at all."""
    home = cache / f"numpy-{VERSION}"
    if version_of(home) == VERSION:
        return home
    cache.mkdir(parents=True, exist_ok=True)
    for way in (by_apt, by_pip):
        with tempfile.TemporaryDirectory(dir=cache) as place:
            found = way(Path(place))
            if version_of(found) == VERSION:
                whole = Path(place) / "whole"
                shutil.copytree(found / "numpy", whole / "numpy", ignore=lambda folder, names: [name for name in names if (Path(folder) / name).is_file() and not name.endswith(".py")])
                shutil.rmtree(home, ignore_errors=True)
                whole.rename(home)
                return home
    return None


def main():
    home = installed() or fetched(Path(sys.argv[1]))
    if home is None:
        sys.exit(f"NumPy {VERSION} is neither here nor to be had from Debian's python3-numpy or from PyPI")
    print(home)
    print(f"NumPy {VERSION}, {home}/numpy")


main()
