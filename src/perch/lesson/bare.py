"""Blocks without a language in a Markdown file whose other blocks name theirs: which of them could run there, and which only show something: a value, a
command for a shell, expressions over names that the lesson has nowhere (`a[start:end]`). What assigns or calls for effect stays a cell: a NameError there is the lesson's own."""
import ast
import builtins
import re

SESSION = re.compile(r'\s*[%!]')      # a line for the session, not for Python
BINDS_NOTHING = re.compile(r'\s*%(matplotlib|config|pylab)\b')


def parsed(lines):
    """The tree of a block; None: Python cannot read it."""
    try:
        return ast.parse('\n'.join(lines))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def read(lines):
    """The tree of a block without its lines for the session."""
    return parsed('' if SESSION.match(line) else line for line in lines)


def is_value(lines):
    """Nothing but expressions: what could have been printed."""
    tree = read(lines)
    return tree is not None and all(isinstance(each, ast.Expr) for each in tree.body)


def bound(tree):
    """The names that a program binds anywhere; None where nobody can tell (a star)."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            names.add(node.id)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.ExceptHandler, ast.MatchAs, ast.MatchStar)):
            names.add(node.name)
        elif isinstance(node, ast.arg):
            names.add(node.arg)
        elif isinstance(node, ast.alias):
            if node.name == '*':
                return None
            names.add((node.asname or node.name).partition('.')[0])
    return names


class Judge:
    """What the cells so far have bound; everything: more than can be told."""

    def __init__(self):
        self.known, self.everything = set(dir(builtins)), False

    def read(self, lines):
        """These lines are a cell."""
        tree = read(lines)
        names = None if tree is None or any(SESSION.match(line) and not BINDS_NOTHING.match(line) for line in lines) else bound(tree)
        self.everything = self.everything or names is None
        self.known |= names or set()

    def runs(self, lines, marked):
        """Could this block be a cell of a file that marks its cells so? '': it marks none, and all are; 'cells': what is not marked is none; 'language'."""
        if marked != 'language':
            return not marked
        tree = read(lines)
        if tree is None:
            return False
        if self.everything or any(map(SESSION.match, lines)) or not all(isinstance(each, ast.Expr) for each in tree.body) or any(isinstance(each.value, ast.Call) for each in tree.body):
            return True
        names = bound(tree)
        return all(node.id in self.known or node.id in names for node in ast.walk(tree) if isinstance(node, ast.Name))
