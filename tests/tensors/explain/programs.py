"""Generates programs that make one placement mistake each, and knows what is true of it.

A Program holds its text, the expression that fails (in the text between « and », which are taken out), and the operands that perch must
draw: name, place, and the line that put it there (0: the failing line itself). The same seed gives the same programs.
"""
import random
import re


class Operand:
    def __init__(self, name, place, line, verb="made", simple=True):
        self.name, self.place, self.line, self.verb, self.simple = name, place, line, verb, simple


class Program:
    def __init__(self, title, gpus):
        self.title, self.gpus = title, gpus
        self.lines, self.operands = [], []
        self.fix = True  # one must be printed

    def add(self, *lines):
        self.lines += lines
        return len(self.lines)

    @property
    def marked(self):
        return "\n".join(self.lines) + "\n"

    @property
    def text(self):
        return self.marked.replace("«", "").replace("»", "")

    @property
    def failing(self):
        return self.marked.split("«")[1].split("»")[0]

    def mended(self, fix):
        before, rest = self.marked.split("«")
        return before + fix + rest.split("»")[1]


class MXNet:
    name = "mxnet"

    def __init__(self, rng):
        self.rng = rng
        self.bare = rng.random() < 0.3  # the prelude alone
        self.header = [] if self.bare else rng.choice([["import mxnet as mx", "from mxnet import nd"], ["from mxnet import nd, cpu, gpu, gluon", "import mxnet as mx"]])
        self.short = self.bare or "gpu" in self.header[0]

    def place(self, where):  # as text of the program
        text = "cpu()" if where < 0 else f"gpu({where})"
        return text if self.short else "mx." + text

    def shown(self, where):
        return "cpu(0)" if where < 0 else f"gpu({where})"

    def make(self, where, shape="(2, 2)"):
        return f"nd.ones({shape})" if where < 0 and self.rng.random() < 0.5 else f"nd.ones({shape}, ctx={self.place(where)})"

    def move(self, name, where):
        return f"{name}.{self.rng.choice(['copyto', 'as_in_context'])}({self.place(where)})"

    def calls(self):
        return ["nd.dot({a}, {b})", "nd.concat({a}, {b}, dim=0)", "nd.concat(*[{a}, {b}], dim=1)", "nd.stack({a}, {b})", "nd.maximum({a}, {b})", "nd.broadcast_add({a}, {b})"]


class Torch:
    name = "torch"

    def __init__(self, rng):
        self.rng = rng
        self.header = rng.choice([["import torch"], ["import torch", "from torch import nn"]])

    def place(self, where):
        return "'cpu'" if where < 0 else self.rng.choice([f"'cuda:{where}'", f"torch.device('cuda', {where})", f"torch.device('cuda:{where}')"])

    def shown(self, where):
        return "cpu" if where < 0 else f"cuda:{where}"

    def make(self, where, shape="2, 2"):
        return f"torch.ones({shape})" if where < 0 and self.rng.random() < 0.5 else f"torch.ones({shape}, device={self.place(where)})"

    def move(self, name, where):
        if where < 0:
            return f"{name}.{self.rng.choice(['cpu()', 'to(' + self.place(where) + ')'])}"
        return f"{name}.{self.rng.choice([f'cuda({where})', 'to(' + self.place(where) + ')'])}"

    def calls(self):
        return ["torch.matmul({a}, {b})", "torch.cat([{a}, {b}])", "torch.cat(({a}, {b}), dim=1)", "torch.stack([{a}, {b}])", "torch.maximum({a}, {b})", "{a}.matmul({b})",
                "{a}.mul({b})", "torch.add({a}, {b})", "torch.nn.functional.linear({a}, {b})"]


NAMES = ["x", "y", "a", "b", "data", "weights", "hidden", "out", "left", "right", "features", "mask"]


class Maker:
    """Adds the lines that make a tensor somewhere, in one of many ways, and tells how the program then calls it."""

    def __init__(self, program, accent, rng):
        self.p, self.accent, self.rng = program, accent, rng
        self.names = rng.sample(NAMES, len(NAMES))
        self.helpers = set()

    def name(self):
        return self.names.pop()

    def elsewhere(self, where):
        return self.rng.choice([w for w in range(-1, self.p.gpus) if w != where])

    def helper(self, name, *lines):
        if name not in self.helpers:
            self.helpers.add(name)
            self.p.add(*lines)

    def plain(self, where):
        n = self.name()
        return Operand(n, where, self.p.add(f"{n} = {self.accent.make(where)}"))

    def computed(self, where):
        n = self.name()
        return Operand(n, where, self.p.add(f"{n} = {self.accent.make(where)} * 2 + 1"))

    def moved(self, where):
        first, n = self.name(), self.name()
        self.p.add(f"{first} = {self.accent.make(self.elsewhere(where))}")
        return Operand(n, where, self.p.add(f"{n} = {self.accent.move(first, where)}"), "moved")

    def rebound(self, where):
        n = self.name()
        self.p.add(f"{n} = {self.accent.make(self.elsewhere(where))}")
        return Operand(n, where, self.p.add(f"{n} = {self.accent.move(n, where)}"), "moved")

    def alias(self, where):
        one = self.plain(where)
        n = self.name()
        self.p.add(f"{n} = {one.name}")
        return Operand(n, where, one.line)

    def attribute(self, where):
        self.helper("Holder", "class Holder:", "    pass")
        n = self.name()
        self.p.add(f"{n} = Holder()")
        return Operand(f"{n}.w", where, self.p.add(f"{n}.w = {self.accent.make(where)}"))

    def deep_attribute(self, where):
        self.helper("Holder", "class Holder:", "    pass")
        n = self.name()
        self.p.add(f"{n} = Holder()", f"{n}.inner = Holder()")
        return Operand(f"{n}.inner.w", where, self.p.add(f"{n}.inner.w = {self.accent.make(where)}"))

    def element(self, where):
        n, other = self.name(), self.accent.make(self.elsewhere(where))
        i = self.rng.randrange(2)
        items = [other, self.accent.make(where)] if i else [self.accent.make(where), other]
        return Operand(f"{n}[{self.rng.choice([i, i - 2])}]", where, self.p.add(f"{n} = [{', '.join(items)}]"))

    def looped(self, where):
        n = self.name()
        self.p.add(f"{n} = []", "for i in range(3):")
        return Operand(f"{n}[{self.rng.randrange(3)}]", where, self.p.add(f"    {n}.append({self.accent.make(where)})"))

    def keyed(self, where):
        n = self.name()
        return Operand(f"{n}['w']", where, self.p.add(f"{n} = {{'w': {self.accent.make(where)}, 'b': 1}}"))

    def pair(self, where):
        a, b = self.name(), self.name()
        line = self.p.add(f"{a}, {b} = {self.accent.make(self.elsewhere(where))}, {self.accent.make(where)}")
        return Operand(b, where, line)

    def returned(self, where):
        n = self.name()
        self.p.add(f"def make_{n}():")
        line = self.p.add(f"    return {self.accent.make(where)}")
        self.p.add(f"{n} = make_{n}()")
        return Operand(n, where, line)

    def spread_line(self, where):
        n = self.name()
        line = self.p.add(f"{n} = ({self.accent.make(where)} *")
        self.p.add("     3)")
        return Operand(n, where, line)

    def inline(self, where):
        return Operand(self.accent.make(where), where, 0, simple=False)

    def expression(self, where):
        one = self.plain(where)
        return Operand(f"{one.name} * 2", where, 0, simple=False)

    def negated(self, where):
        one = self.plain(where)
        return Operand(f"-{one.name}", where, 0, simple=False)

    def nested_call(self, where):
        self.helper("double", "def double(v):", "    return v * 2")
        one = self.plain(where)
        line = next(i + 1 for i, l in enumerate(self.p.lines) if l == "    return v * 2")
        return Operand(f"double({one.name})", where, line, simple=False)

    def method_result(self, where):
        one = self.element(where)
        return Operand(f"{one.name}.reshape({'(2, 2)' if self.accent.name == 'mxnet' else '2, 2'})", where, 0, simple=False)

    simple_ways = ["plain", "computed", "moved", "rebound", "alias", "attribute", "deep_attribute", "element", "looped", "keyed", "pair", "returned", "spread_line"]
    all_ways = simple_ways + ["inline", "expression", "negated", "nested_call", "method_result"]

    def any(self, where, simple=False):
        way = self.rng.choice(self.simple_ways if simple else self.all_ways)
        return getattr(self, way)(where)


def bracketed(operand):
    return f"({operand.name})" if operand.name[0] == "-" or operand.name.endswith("* 2") else operand.name


def two_places(rng, gpus):
    return rng.sample(range(-1, gpus), 2)


def wrapped(p, rng, expression, operands):
    """The failing expression in a piece of program; returns nothing. Operands' names may change (parameters of a function)."""
    names = [o for o in operands if o.simple and o.name.isidentifier()]
    way = rng.choice(["statement", "assign", "argument", "nested", "function", "method", "loop", "lambda", "comprehension", "condition", "try", "return", "part"])
    if way == "statement":
        p.add(f"«{expression}»")
    elif way == "assign":
        p.add(f"result = «{expression}»")
    elif way == "argument":
        p.add(f"print(type(«{expression}»))")
    elif way == "nested":
        p.add("def same(v, n=1):", "    return v", f"result = same(same(«{expression}»), n=2)")
    elif way == "function" and len(names) == len(operands):
        formal = rng.sample(["p", "q", "first", "second"], len(operands))
        for o, f in zip(operands, formal):
            expression = re.sub(rf"(?<![\w.\0]){o.name}\b", "\0" + f, expression)
        expression = expression.replace("\0", "")
        actual = ", ".join(o.name for o in operands)
        for o, f in zip(operands, formal):
            o.name = f
        p.add(f"def run({', '.join(formal)}):", f"    r = «{expression}»", "    return r", f"run({actual})")
    elif way == "method" and len(names) == len(operands):
        p.add("class Model:", "    def __init__(self, *parts):")
        fields = rng.sample(["u", "v", "kernel", "bias"], len(operands))
        for i, (o, f) in enumerate(zip(operands, fields)):
            p.add(f"        self.{f} = parts[{i}]")
            expression = re.sub(rf"(?<![\w.\0]){o.name}\b", "\0" + f, expression)
        expression = expression.replace("\0", "self.")
        p.add("    def run(self):", f"        return «{expression}»", f"Model({', '.join(o.name for o in operands)}).run()")
        for o, f in zip(operands, fields):
            o.name = f"self.{f}"
    elif way == "loop":
        p.add("for step in range(3):", f"    result = «{expression}»")
    elif way == "lambda":
        p.add(f"go = lambda: «{expression}»", "go()")
    elif way == "comprehension":
        p.add(f"results = [«{expression}» for step in range(2)]")
    elif way == "condition":
        p.add(f"result = «{expression}» if True else None")
    elif way == "try":
        p.add("try:", f"    result = «{expression}»", "finally:", "    print('done')")
    elif way == "part":
        p.add(f"result = 2 * («{expression}»)")
    else:
        p.add(f"def last():", f"    return «{expression}»", "last()")


def operator_program(rng, accent, gpus):
    p = Program("operator", gpus)
    p.add(*accent.header)
    maker = Maker(p, accent, rng)
    places = two_places(rng, gpus)
    op = rng.choice(["+", "-", "*", "/", "<", "==" if accent.name == "torch" else ">", "+=", "@" if accent.name == "torch" else "+"])
    one = maker.any(places[0], simple=op == "+=")
    two = maker.any(places[1])
    p.operands = [one, two]
    if op == "+=":
        p.add(f"«{one.name} += {two.name}»")
        return p
    space = rng.choice([" ", " ", ""]) if two.name[0] != "-" else " "
    left, right = bracketed(one), bracketed(two)
    if rng.random() < 0.2:
        p.add(f"result = («{left} {op}" + rng.choice(["", "   # the first"]), f"          {right}»)")
    else:
        wrapped(p, rng, f"{left}{space}{op}{space}{right}", p.operands)
    return p


def call_program(rng, accent, gpus):
    p = Program("call", gpus)
    p.add(*accent.header)
    maker = Maker(p, accent, rng)
    places = two_places(rng, gpus)
    one, two = maker.any(places[0]), maker.any(places[1])
    p.operands = [one, two]
    shape = rng.choice(accent.calls())
    first = one.name if "{a}." not in shape else bracketed(one)
    if rng.random() < 0.2:
        call = shape.replace(", {b}", ",\n    {b}")
        p.add(*("result = «" + call.format(a=first, b=two.name) + "»").split("\n"))
    else:
        wrapped(p, rng, shape.format(a=first, b=two.name), p.operands)
    return p


def three_program(rng, accent, gpus):
    p = Program("three", gpus)
    p.add(*accent.header)
    maker = Maker(p, accent, rng)
    places = [rng.randrange(-1, gpus) for _ in range(3)]
    if len(set(places)) == 1:
        places[rng.randrange(3)] = (places[0] + 2) % (gpus + 1) - 1
    p.operands = [maker.any(w, simple=True) for w in places[:2]] + [maker.plain(places[2])]
    names = ", ".join(o.name for o in p.operands)
    wrapped(p, rng, f"nd.concat({names}, dim=0)" if accent.name == "mxnet" else f"torch.cat([{names}])", p.operands)
    return p


def index_program(rng, accent, gpus):
    p = Program("index", gpus)
    p.add(*accent.header)
    maker = Maker(p, accent, rng)
    there = rng.randrange(0, gpus)
    here = rng.choice([w for w in range(-1, gpus) if w != there])
    one = maker.any(here, simple=True)
    n = maker.name()
    line = p.add(f"{n} = {'nd.array' if accent.name == 'mxnet' else 'torch.tensor'}([0, 1], {'ctx' if accent.name == 'mxnet' else 'device'}={accent.place(there)})")
    p.operands = [one, Operand(n, there, line)]
    wrapped(p, rng, f"{one.name}[{n}]" if accent.name == "torch" else f"nd.take({one.name}, {n})", p.operands)
    return p


def network_program(rng, accent, gpus):
    p = Program("network", gpus)
    p.add(*accent.header)
    maker = Maker(p, accent, rng)
    net, (home, away) = maker.name(), two_places(rng, gpus)
    if accent.name == "mxnet":
        nn = "gluon.nn" if not accent.bare and "gluon" in accent.header[0] else "mx.gluon.nn" if not accent.bare else "nn"
        kind = rng.choice(["dense", "sequential", "hybrid", "prefix"])
        if kind == "dense":
            p.add(f"{net} = {nn}.Dense(3, in_units=2)")
            weight = "dense0_weight"
        elif kind == "prefix":
            p.add(f"{net} = {nn}.Dense(3, in_units=2, prefix='top_')")
            weight = "top_weight"
        else:
            p.add(f"{net} = {nn}.{'HybridSequential' if kind == 'hybrid' else 'Sequential'}()", f"{net}.add({nn}.Dense(3, in_units=2), {nn}.Dense(1, in_units=3))")
            weight = "dense0_weight"
        line = p.add(f"{net}.initialize(ctx={accent.place(home)})")
        if kind == "hybrid" and rng.random() < 0.5:
            p.add(f"{net}.hybridize()")
        verb = "made"
    else:
        kind = rng.choice(["linear", "sequential", "class"])
        module = "torch.nn" if len(accent.header) == 1 else "nn"
        target = home
        if kind == "linear":
            made = f"{module}.Linear(2, 3)"
            weight = "weight"
        elif kind == "sequential":
            made = f"{module}.Sequential({module}.Linear(2, 3), {module}.ReLU(), {module}.Linear(3, 1))"
            weight = "0.weight"
        else:
            p.add(f"class Net({module}.Module):", "    def __init__(self):", "        super().__init__()", f"        self.fc = {module}.Linear(2, 3)", "    def forward(self, v):")
            p.add("        return «self.fc(v)»")
            made, weight = "Net()", "fc.weight"
        if target < 0:
            line = p.add(f"{net} = {made}")
            verb = "made"
            if kind == "class":
                line = next(i + 1 for i, l in enumerate(p.lines) if "self.fc = " in l)
        elif rng.random() < 0.5:
            line, verb = p.add(f"{net} = {made}.to({accent.place(target)})"), "made" if kind != "class" else "moved"
        else:
            p.add(f"{net} = {made}")
            line, verb = p.add(f"{net}.{rng.choice([f'cuda({target})', f'to({accent.place(target)})'])}"), "moved"
        if kind == "class":
            x = maker.any(away, simple=True)
            p.operands = [Operand("v", away, x.line, x.verb), Operand(weight, home, line, verb)]
            p.add(f"{net}({x.name})")
            return p
    x = maker.any(away)
    p.operands = [x, Operand(weight, home, line, verb, simple=False)]
    wrapped(p, rng, f"{net}({x.name})", [x])
    return p


def loss_program(rng, accent, gpus):
    p = Program("loss", gpus)
    p.add(*accent.header)
    maker = Maker(p, accent, rng)
    home, away = two_places(rng, gpus)
    out = maker.any(home, simple=True)
    n = maker.name()
    if accent.name == "mxnet":
        line = p.add(f"{n} = nd.array([0, 1], ctx={accent.place(away)})")
        loss = "gluon.loss" if accent.bare or "gluon" in accent.header[0] else "mx.gluon.loss"
        p.add(f"loss = {loss}.{rng.choice(['SoftmaxCrossEntropyLoss', 'L2Loss'])}()")
        if "L2" in p.lines[-1]:
            p.lines[line - 1] = f"{n} = {accent.make(away)}"
    else:
        line = p.add(f"{n} = torch.tensor([0, 1], device={accent.place(away)})")
        p.add("loss = torch.nn.CrossEntropyLoss()")
    p.operands = [out, Operand(n, away, line)]
    wrapped(p, rng, f"loss({out.name}, {n})", p.operands)
    return p


def absent_program(rng, accent, gpus):
    p = Program("absent", gpus)
    p.add(*accent.header)
    number = gpus + rng.randrange(5)
    n = rng.choice(NAMES)
    way = rng.randrange(3)
    if accent.name == "mxnet":
        if way == 0:
            p.add(f"{n} = «{accent.make(number)}»")
        elif way == 1:
            p.add(f"ctx = {accent.place(number)}", f"{n} = «nd.zeros((2, 3), ctx=ctx)»")
        else:
            line = p.add(f"{n} = {accent.make(0)}")
            p.add(f"z = «{accent.move(n, number)}»")
            p.operands = [Operand(n, 0, line)]
    else:
        if way == 0:
            p.add(f"{n} = «{accent.make(number)}»")
        elif way == 1:
            p.add(f"device = torch.device('cuda:{number}')", f"{n} = «torch.zeros(2, 3, device=device)»")
        else:
            line = p.add(f"{n} = {accent.make(0)}")
            p.add(f"z = «{accent.move(n, number)}»")
            p.operands = [Operand(n, 0, line)]
    return p


KINDS = [operator_program] * 5 + [call_program] * 4 + [three_program, index_program, network_program, network_program, network_program, loss_program, absent_program]


def programs(seed, count):
    for i in range(count):
        rng = random.Random(f"{seed}/{i}")
        accent = (MXNet if i % 2 else Torch)(rng)
        p = KINDS[i // 2 % len(KINDS)](rng, accent, 2 + i % 3 // 2)
        for o in p.operands:
            if isinstance(o.place, int):
                o.place = accent.shown(o.place)
        p.title = f"{seed}/{i} {accent.name} {p.title}"
        yield p
