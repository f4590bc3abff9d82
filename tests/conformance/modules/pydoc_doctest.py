# pydoc and doctest as CPython has them.
# --- case: a_class
import pydoc
class Base:
    """What is common."""
    def shared(self, a, *, b=1) -> int: "Shared by all."
class Thing(Base):
    """A thing.

    With a second paragraph."""
    limit = 3
    def __init__(self, size=2): "Begin."; self.size = size
    def grow(self, by: "int" = 1, *rest, **more):
        """Grow a thing."""
    @property
    def double(self): "Twice the size."
    @staticmethod
    def make(): pass
    @classmethod
    def many(cls, n): "Many of them."
print(pydoc.plain(pydoc.render_doc(Thing)))
# --- case: functions_and_values
import pydoc, collections
def f(a, b=[1, 2], *c, d: int, **e) -> None:
    """Do it."""
async def g(): "Wait."
print(pydoc.plain(pydoc.render_doc(f)), pydoc.plain(pydoc.render_doc(g)), pydoc.plain(pydoc.render_doc(lambda x: x)), sep="\n")
print(pydoc.describe(f), pydoc.describe(3), pydoc.describe(collections), pydoc.splitdoc("One.\n\nTwo."), pydoc.isdata(3), pydoc.locate("collections.OrderedDict"))
try: pydoc.render_doc("no.such.thing")
except ImportError as e: print(e)
Point = collections.namedtuple("Point", "x y")
print(pydoc.plain(pydoc.render_doc(Point)).splitlines()[:8])
# --- case: topics
import pydoc, io
out = io.StringIO()
helper = pydoc.Helper(io.StringIO(), out)
helper.help("if"); helper.help("TRUTHVALUE"); helper.help("nothing_of_this_name"); helper.help("keywords")
print(out.getvalue())
# --- case: page
import pydoc
class Small:
    "Small."
    def m(self): "See m."
html = pydoc.html.document(Small)
print("<strong" in html, "Small" in html, html.count("See m") or html.count("See&nbsp;m"))
# --- case: examples_that_fail
import doctest
def wrong():
    """
    >>> 1 + 1
    3
    >>> 1 / 0
    Traceback (most recent call last):
    ZeroDivisionError: division by zero
    >>> [i for i in range(20)]  # doctest: +ELLIPSIS
    [0, 1, ..., 19]
    >>> print("a\\n\\nb")
    a
    <BLANKLINE>
    b
    >>> undefined
    """
finder, runner = doctest.DocTestFinder(), doctest.DocTestRunner(verbose=False)
for test in finder.find(wrong, "wrong", globs=globals()):
    print(runner.run(test, out=lambda s: print(s.replace(test.filename or "", "FILE").split("Traceback")[0], end="")))
print(runner.summarize(verbose=False))
print(doctest.script_from_examples(">>> a = 1\n>>> a\n1\nText.\n"))
# --- case: suite
import doctest, unittest, io
def right():
    """
    >>> 2 * 3
    6
    """
suite = unittest.TestSuite([doctest.DocTestCase(t) for t in doctest.DocTestFinder().find(right, "right", globs=globals())])
result = unittest.TextTestRunner(stream=io.StringIO()).run(suite)
print(result.testsRun, result.failures, result.errors)
