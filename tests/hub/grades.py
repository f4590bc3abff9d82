"""nbgrader over perch's kernel (run.py): an assignment that asks where values live is made, released, fetched and submitted by ten, collected, autograded; each one's grade for each question is checked.

Everything is by nbgrader's own commands, in folders of its own, with a HOME of its own for each of them.
"""
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from harness import ROOT, Tally, slowness  # noqa: E402

CONFIG = os.path.join(ROOT, "jupyter", "nbgrader_config.py")
COURSE, WORK = "places", "first"

# The teacher's notebook: id -> (points, source); points None: the learner's to write, 0: read alone.
CELLS = {
    "start": (0, "from mxnet import nd, gluon, autograd\nfrom mxnet.gluon import nn\nimport torch"),
    "where": (None, "# x: ones of 2 x 3 on the second GPU\n### BEGIN SOLUTION\nx = nd.ones((2, 3), ctx=gpu(1))\n### END SOLUTION"),
    "where-test": (2, "assert x.shape == (2, 3)\nassert where(x) == gpu(1)"),
    "net": (None, "# net: a layer of 4 units with its parameters on both GPUs\n### BEGIN SOLUTION\nnet = nn.Dense(4, in_units=3)\nnet.initialize(ctx=[gpu(0), gpu(1)])\n### END SOLUTION"),
    "net-test": (3, "assert [str(place) for place in net.weight.list_ctx()] == ['gpu(0)', 'gpu(1)']\n### BEGIN HIDDEN TESTS\nassert sorted(where(net).places) == ['gpu(0)', 'gpu(1)']\n### END HIDDEN TESTS"),
    "model": (None, "# model: torch.nn.Linear(3, 2) on the second GPU; y: what it gives for ones of 5 x 3, brought back to the CPU\n### BEGIN SOLUTION\nmodel = torch.nn.Linear(3, 2).cuda(1)\n"
                    "y = model(torch.ones(5, 3, device='cuda:1')).cpu()\n### END SOLUTION"),
    "model-test": (4, "assert where(model) == 'cuda:1'\nassert y.shape == (5, 2) and where(y) == 'cpu'"),
    "total": (None, "# total: the sum of x as a number\n### BEGIN SOLUTION\ntotal = x.sum().asscalar()\n### END SOLUTION"),
    "total-test": (1, "### AUTOTEST float(total)\n### HASHED AUTOTEST float(total) > 5"),
}
AUTOTESTS = """perch:
    setup: "from hashlib import sha1"
    hash: 'sha1(str({{snippet}}).encode("utf-8")+b"{{salt}}").hexdigest()'
    dispatch: "type({{snippet}}).__name__"
    normalize: "str({{snippet}})"
    check: 'assert {{snippet}} == "{{value}}", "{{message}}"'
    success: "print('Success!')"
    templates:
        default:
            - test: "type({{snippet}})"
              fail: "type of {{snippet}} is not right"
            - test: "{{snippet}}"
              fail: "value of {{snippet}} is not right"
"""
RIGHT = {name: source.replace("### BEGIN SOLUTION\n", "").replace("### END SOLUTION", "") for name, (points, source) in CELLS.items() if points is None}
# Who writes what in the place of what is right; the points for where, net, model, total.
PUPILS = {
    "anna": ({}, (2, 3, 4, 1)),
    "ben": ({"where": "x = nd.ones((2, 3))"}, (0, 3, 4, 1)),
    "chen": ({"where": "x = nd.ones((2, 3), ctx=gpu(0))", "model": "model = torch.nn.Linear(3, 2).cuda(1)\ny = model(torch.ones(5, 3))"}, (0, 3, 0, 1)),
    "dora": ({"net": "net = nn.Dense(4, in_units=3)\nnet.initialize(ctx=gpu(1))"}, (2, 0, 4, 1)),
    "emil": ({"where": "x = nd.ones((2, 3), ctx=gpu(7))"}, (0, 3, 4, 0)),
    "fay": ({"net": "net = nn.Dense(4\nnet.initialize()"}, (2, 0, 4, 1)),
    "gus": ({"model": "while True: pass"}, (2, 3, 0, 1)),
    "hana": ({"total": None, "model": None}, (2, 3, 0, 0)),
    "ivan": ({"total": "for i in range(200000): print('line', i)\ntotal = 6.0", "where-test": "print('no test any more')", "where": "x = nd.ones((2, 3))"}, (0, 3, 4, 1)),
    "jo": ({"where": "x = nd.ones((2, 3)).as_in_context(gpu(1))\n%where x", "total": "total = float((x.as_in_context(cpu())).sum().asscalar()) + 1"}, (2, 3, 4, 0)),
}


def notebook(cells):
    made = []
    for name, (points, source) in cells.items():
        grade = bool(points)
        marks = {"grade": grade, "grade_id": name, "locked": points is not None, "schema_version": 3, "solution": points is None, "task": False, **({"points": points} if grade else {})}
        made.append({"cell_type": "code", "id": name, "metadata": {"nbgrader": marks}, "source": source, "outputs": [], "execution_count": None})
    return {"cells": made, "metadata": {"kernelspec": {"name": "perch", "display_name": "perch", "language": "python"}}, "nbformat": 4, "nbformat_minor": 5}


def run(folder, home, name, *command):
    """One of nbgrader's commands, as this person; (it went well, what it said)."""
    os.makedirs(home, exist_ok=True)
    env = {**os.environ, "HOME": home, "USER": name, "LOGNAME": name, "PERCH_GPUS": "2", "JUPYTER_DATA_DIR": os.path.join(home, "data"), "JUPYTER_RUNTIME_DIR": os.path.join(home, "run")}
    done = subprocess.run(["nbgrader", *command], cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", timeout=600 * slowness())
    return done.returncode == 0, done.stdout


def write_course(folder):
    os.makedirs(os.path.join(folder, "source", WORK))
    with open(os.path.join(folder, "source", WORK, "lesson.ipynb"), "w") as file:
        json.dump(notebook(CELLS), file)
    with open(os.path.join(folder, "source", WORK, "autotests.yml"), "w") as file:
        file.write(AUTOTESTS)
    with open(os.path.join(folder, "nbgrader_config.py"), "w") as file:
        file.write(f"load_subconfig({CONFIG!r})\nc = get_config()\nc.CourseDirectory.course_id = {COURSE!r}\nc.Exchange.root = {os.path.join(os.getcwd(), 'exchange')!r}\nc.Execute.timeout = {int(8 * slowness())}\nc.ExchangeCollect.check_owner = False\n")
    os.makedirs("exchange")
    os.chmod("exchange", 0o777)


def answer(path, answers):
    """The learner's notebook with what he writes."""
    with open(path) as file:
        book = json.load(file)
    for cell in book["cells"]:
        name = cell["metadata"].get("nbgrader", {}).get("grade_id")
        if name in answers or name in RIGHT:
            said = answers.get(name, RIGHT.get(name))
            if said is not None:
                cell["source"] = said
    with open(path, "w") as file:
        json.dump(book, file)


def released(tally, course):
    teacher = os.path.abspath("teacher")
    well, said = run(course, teacher, "teacher", "generate_assignment", WORK)
    tally.check(well, "generate_assignment", said)
    with open(os.path.join(course, "release", WORK, "lesson.ipynb")) as file:
        shown = {cell["metadata"]["nbgrader"]["grade_id"]: "".join(cell["source"]) for cell in json.load(file)["cells"]}
    tally.check("raise NotImplementedError" in shown["where"] and "gpu(1)" not in shown["where"], "solutions are taken out", shown["where"])
    tally.check("sorted" not in shown["net-test"], "hidden tests are taken out", shown["net-test"])
    tally.check("<class 'float'>" in shown["total-test"] and '"6.0"' in shown["total-test"] and "sha1(" in shown["total-test"], "autotests are made by perch's kernel", shown["total-test"])
    well, said = run(course, teacher, "teacher", "release_assignment", WORK)
    tally.check(well, "release_assignment", said)


def submitted(tally, course, name, answers):
    folder = os.path.abspath(os.path.join("pupils", name))
    os.makedirs(folder)
    with open(os.path.join(folder, "nbgrader_config.py"), "w") as file:
        file.write(f"load_subconfig({os.path.join(course, 'nbgrader_config.py')!r})\nget_config().CourseDirectory.student_id = {name!r}\n")
    well, said = run(folder, folder, name, "fetch_assignment", WORK)
    path = os.path.join(folder, WORK, "lesson.ipynb")
    if not tally.check(well and os.path.exists(path), f"{name} fetches", said):
        return
    answer(path, answers)
    well, said = run(folder, folder, name, "submit", WORK)
    tally.check(well, f"{name} submits", said)


def graded(tally, course):
    """Grades by nbgrader's gradebook: pupil -> {question: points}."""
    from nbgrader.api import Gradebook
    teacher = os.path.abspath("teacher")
    for command in ("collect", "autograde"):
        well, said = run(course, teacher, "teacher", command, WORK)
        tally.check(well, command, "\n".join(said.splitlines()[-25:]))
    with Gradebook("sqlite:///" + os.path.join(course, "gradebook.db")) as book:
        return {s.student.id: {grade.name: grade.auto_score for grade in s.notebooks[0].grades} for s in book.assignment_submissions(WORK)}


def shows(course, name, question):
    """The errors that a graded notebook shows in a cell."""
    path = os.path.join(course, "autograded", name, WORK, "lesson.ipynb")
    if not os.path.exists(path):
        return [], {"outputs": "it was not graded"}
    with open(path) as file:
        cell = [cell for cell in json.load(file)["cells"] if cell["metadata"].get("nbgrader", {}).get("grade_id") == question][0]
    return [output["ename"] for output in cell["outputs"] if output["output_type"] == "error"], cell


def main():
    tally = Tally("grades")
    course = os.path.abspath("course")
    write_course(course)
    released(tally, course)
    for name, (answers, _) in PUPILS.items():
        submitted(tally, course, name, answers)
    grades = graded(tally, course)
    questions = ("where-test", "net-test", "model-test", "total-test")
    for name, (_, points) in PUPILS.items():
        given = tuple(grades.get(name, {}).get(question) for question in questions)
        tally.check(given == points, f"{name}'s grades", f"{given}, not {points}")
    for name, question, error in (("ben", "where-test", "AssertionError"), ("emil", "where", "MXNetError"), ("fay", "net", "SyntaxError"), ("gus", "model", "CellTimeoutError"), ("hana", "model", "NotImplementedError")):
        errors, cell = shows(course, name, question)
        tally.check(error in errors, f"{name}'s notebook shows {error}", json.dumps(cell["outputs"])[:800])
    errors, cell = shows(course, "gus", "total-test")
    tally.check(errors == [], "after a cell that ran too long was interrupted, the next ones run in the same kernel", str(cell["outputs"])[:500])
    well, said = run(course, os.path.abspath("teacher"), "teacher", "generate_feedback", WORK)
    tally.check(well and os.path.exists(os.path.join(course, "feedback", "ben", WORK, "lesson.html")), "generate_feedback", said)
    print("     " + ", ".join(f"{name} {sum(points.values()):g}" for name, points in sorted(grades.items())))
    tally.close()


if __name__ == "__main__":
    main()
