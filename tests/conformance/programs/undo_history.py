# Undo and redo by the command pattern; transactions with context managers.
from contextlib import contextmanager


class Document:
    def __init__(self):
        self.text, self.done, self.undone = "", [], []

    def do(self, command):
        command.apply(self)
        self.done.append(command)
        self.undone.clear()
        return self

    def undo(self):
        command = self.done.pop()
        command.revert(self)
        self.undone.append(command)
        return self

    def redo(self):
        command = self.undone.pop()
        command.apply(self)
        self.done.append(command)
        return self

    @contextmanager
    def transaction(self):
        mark = len(self.done)
        try:
            yield self
        except Exception as e:
            while len(self.done) > mark:
                self.undo()
            self.undone.clear()
            print("rolled back:", e)


class Insert:
    def __init__(self, at, text):
        self.at, self.text = at, text

    def apply(self, doc):
        if self.at > len(doc.text):
            raise IndexError(f"position {self.at} in a text of {len(doc.text)}")
        doc.text = doc.text[:self.at] + self.text + doc.text[self.at:]

    def revert(self, doc):
        doc.text = doc.text[:self.at] + doc.text[self.at + len(self.text):]


class Delete:
    def __init__(self, at, count):
        self.at, self.count = at, count

    def apply(self, doc):
        self.gone = doc.text[self.at:self.at + self.count]
        doc.text = doc.text[:self.at] + doc.text[self.at + self.count:]

    def revert(self, doc):
        doc.text = doc.text[:self.at] + self.gone + doc.text[self.at:]


class Both:
    def __init__(self, *commands):
        self.commands = commands

    def apply(self, doc):
        for c in self.commands: c.apply(doc)

    def revert(self, doc):
        for c in reversed(self.commands): c.revert(doc)


doc = Document()
doc.do(Insert(0, "hello")).do(Insert(5, " world")).do(Delete(0, 1)).do(Insert(0, "J"))
print(doc.text)
print(doc.undo().undo().text, "|", doc.redo().text, "|", len(doc.undone))
with doc.transaction():
    doc.do(Insert(0, ">> "))
    doc.do(Insert(999, "x"))
print(repr(doc.text), len(doc.done))
doc.do(Both(Delete(0, 4), Insert(0, "bye")))
print(doc.text, "|", doc.undo().text)
try:
    while True:
        doc.undo()
except IndexError as e:
    print(repr(doc.text), e)
