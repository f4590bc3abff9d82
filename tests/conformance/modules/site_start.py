# What site does at the start: .pth files, sitecustomize, usercustomize; what it answers.
# --- case: customize_modules
import os, subprocess, sys
os.mkdir("p"); os.mkdir("own")
open("p/sitecustomize.py", "w").write("import sys\nprint(__name__, sorted(n for n in sys.modules if n == '__main__'), any(p.endswith('own') for p in sys.path))\nsys.flag_of_site = 1\n")
open("p/usercustomize.py", "w").write("import sys\nprint(__name__, sys.flag_of_site)\n")
open("own/program.py", "w").write("import sys\nprint(getattr(sys, 'flag_of_site', None), [p for p in sys.path if p.endswith('own')] != [])\n")
env = os.environ | {"PYTHONPATH": "p", "HOME": os.getcwd()}
for options in [], ["-s"], ["-S"], ["-I"], ["-E"], ["-P"]:
    done = subprocess.run([sys.executable, *options, "own/program.py"], env=env, capture_output=True, text=True)
    print(options, done.stdout.splitlines()[:2], done.stderr)
# --- case: customize_that_fails
import os, subprocess, sys
os.mkdir("p")
open("p/usercustomize.py", "w").write("1 / 0\n")
open("p/sitecustomize.py", "w").write("import not_there\n")
done = subprocess.run([sys.executable, "-c", "print('runs')"], env=os.environ | {"PYTHONPATH": "p", "HOME": os.getcwd()}, capture_output=True, text=True)
print(done.stdout, done.stderr)
# --- case: paths_files
import os, site, sys
for folder in "s", "s/here", "s/other": os.mkdir(folder)
open("s/b.pth", "w").write("# a remark\n\nhere\nimport sys; sys.told = sys.path[-1]\nnot_there\nother\nhere\n")
open("s/a.pth", "w").write("import\tsys; sys.first = 1\n")
before = list(sys.path)
site.addsitedir("s")
print([os.path.relpath(p) for p in sys.path[len(before):]], sys.path[:len(before)] == before, os.path.relpath(sys.told), sys.first)
print(site.addsitedir("s", set()) is not None, site.makepath("a", "..", "b")[0] == os.path.abspath("b"))
# --- case: paths_file_that_fails
import os, site, sys
os.mkdir("s")
open("s/a.pth", "w").write("import nothing_of_the_kind\n/\n")
site.addsitedir("s")
print("/" in sys.path)
# --- case: folder_of_the_user
import os, subprocess, sys
folder = os.path.join("base", "lib", "python3.11", "site-packages")
os.makedirs(os.path.join(folder, "more"))
open(os.path.join(folder, "a.pth"), "w").write("more\nimport sys; sys.told = 1\n")
open(os.path.join(folder, "of_the_user.py"), "w").write("x = 41\n")
show = """
import sys
print([p.partition('base/')[2] for p in sys.path if 'base/' in p], getattr(sys, 'told', 0))
import site
print(site.ENABLE_USER_SITE, site.USER_SITE and site.USER_SITE.partition('base/')[2], site.getuserbase().rpartition('/')[2], site.getusersitepackages().partition('base/')[2])
import of_the_user
"""
for options in [], ["-s"], ["-S"]:
    done = subprocess.run([sys.executable, *options, "-c", show], env=os.environ | {"PYTHONUSERBASE": os.path.abspath("base")}, capture_output=True, text=True)
    print(options, done.stdout, done.stderr[-60:])
for options in ["--user-base"], ["--user-site"], ["--user-base", "--user-site"], ["--nothing"]:
    done = subprocess.run([sys.executable, "-m", "site", *options], env=os.environ | {"PYTHONUSERBASE": "/base"}, capture_output=True, text=True)
    print(done.returncode, done.stdout if done.returncode == 0 else "")
# --- case: answers
import builtins, site, sys
print(site.getsitepackages(["/a", "/a", ""]))
print(site.check_enableusersite(), site.USER_SITE is not None, type(site.PREFIXES).__name__)
site.setquit(); site.setcopyright(); site.sethelper()
print(repr(exit), repr(quit), type(copyright).__name__, type(help).__name__)
exit(3)
# --- case: small_modules
import genericpath, this
print(genericpath.commonprefix(["ab", "ac"]), this.d["a"])
