"""Packages from PyPI for suites: fetched once by `perch pip install` into a folder of the tree's cache; where PyPI cannot be had, why."""
import os
import subprocess
import sys
import tempfile

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from harness import ROOT, perch_path      # noqa: E402


def packages(name, requirements):
    """(XDG_DATA_HOME with these packages in perch's folder, '') or (None, why not)."""
    home = os.path.join(ROOT, '.cache', 'packages', name)
    missing = [one for one in requirements if not os.path.isdir(os.path.join(home, 'perch', 'site-packages', one.replace('==', '-') + '.dist-info'))]
    for one in missing:
        done = subprocess.run([perch_path(), 'pip', 'install', one], env={**os.environ, 'XDG_DATA_HOME': home}, capture_output=True, text=True, timeout=300)
        if done.returncode or not os.path.isdir(os.path.join(home, 'perch', 'site-packages', one.replace('==', '-') + '.dist-info')):
            with tempfile.TemporaryDirectory() as folder:
                other = subprocess.run([sys.executable, '-m', 'pip', 'download', '--no-deps', '-q', '-d', folder, one], capture_output=True, text=True, timeout=300)
            if other.returncode:
                return None, f'{one} cannot be had: ' + (other.stderr.strip().splitlines() or ['no answer'])[-1][:200]
            raise AssertionError(f'perch pip install {one}: {done.stdout[-1000:]}{done.stderr[-1000:]}')
    return home, ''
