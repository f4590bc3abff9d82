# A to-do list driven by commands, kept in a file.
import json
import os


class Store:
    def __init__(self, path):
        self.path = path

    def __enter__(self):
        self.items = json.load(open(self.path)) if os.path.exists(self.path) else []
        return self.items

    def __exit__(self, kind, value, tb):
        if kind is None:
            with open(self.path, "w") as f:
                json.dump(self.items, f)
        return kind is KeyError


commands = {}


def command(f):
    commands[f.__name__] = f
    return f


@command
def add(items, *words):
    """add WORDS: a new entry"""
    items.append({"text": " ".join(words), "done": False})


@command
def done(items, number):
    """done N: tick an entry"""
    items[int(number) - 1]["done"] = True


@command
def show(items):
    """show: list them"""
    for i, item in enumerate(items, 1):
        print(f"{i:>2}. [{'x' if item['done'] else ' '}] {item['text']}")


@command
def help(items):
    """help: this"""
    for name in sorted(commands):
        print(commands[name].__doc__)


def run(line):
    name, *args = line.split()
    with Store("todo.json") as items:
        commands[name](items, *args)
        return
    print(f"unknown command {name}")


for line in ["add buy milk", "add write tests", "done 1", "show", "fly", "help"]:
    run(line)
for line in ["done 9", "done x", "show 1"]:
    try:
        run(line)
    except (IndexError, ValueError, TypeError) as e:
        print(type(e).__name__, e)
print(open("todo.json").read())
