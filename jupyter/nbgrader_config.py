"""nbgrader over perch's kernel (docs/jupyterhub.md): what its defaults say of a kernel called python3, said of perch's; put beside a course's own settings by load_subconfig."""
c = get_config()  # noqa: F821

c.Execute.timeout = 60            # seconds a cell may take; then it is interrupted, and graded as it is
c.ClearSolutions.code_stub = {"python": "# your code here\nraise NotImplementedError()"}


def bare(text):
    """A result without its quotes, as nbgrader has it for Python."""
    return text.strip("\"'")


c.InstantiateTests.comment_strs = {"perch": "#", "python": "#", "python3": "#"}
c.InstantiateTests.sanitizers = {"perch": bare, "python": bare, "python3": bare}
