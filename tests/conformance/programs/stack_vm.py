# A virtual machine for a stack language, with labels and calls.
PROGRAM = """
    push 5
    call fact
    print
    push 0
loop:
    dup
    print
    push 1
    add
    dup
    push 3
    lt
    jnz loop
    halt
fact:
    dup
    push 2
    lt
    jnz base
    dup
    push 1
    sub
    call fact
    mul
    ret
base:
    pop
    push 1
    ret
"""


def assemble(text):
    code, labels = [], {}
    for line in text.splitlines():
        line = line.strip()
        if not line:
            continue
        if line.endswith(":"):
            labels[line[:-1]] = len(code)
        else:
            op, _, arg = line.partition(" ")
            code.append((op, arg))
    return [(op, labels[a] if a in labels else int(a) if a else None) for op, a in code]


class VM:
    def __init__(self, code):
        self.code, self.stack, self.calls, self.pc, self.steps = code, [], [], 0, 0

    binary = {"add": lambda a, b: a + b, "sub": lambda a, b: a - b, "mul": lambda a, b: a * b, "lt": lambda a, b: int(a < b)}

    def run(self):
        while True:
            op, arg = self.code[self.pc]
            self.pc += 1
            self.steps += 1
            match op:
                case "push": self.stack.append(arg)
                case "pop": self.stack.pop()
                case "dup": self.stack.append(self.stack[-1])
                case "print": print("out:", self.stack[-1])
                case "jnz":
                    if self.stack.pop():
                        self.pc = arg
                case "call":
                    self.calls.append(self.pc)
                    self.pc = arg
                case "ret": self.pc = self.calls.pop()
                case "halt": return self.stack
                case _ if op in self.binary:
                    b, a = self.stack.pop(), self.stack.pop()
                    self.stack.append(self.binary[op](a, b))
                case _: raise RuntimeError(f"bad instruction {op}")


vm = VM(assemble(PROGRAM))
print(vm.run(), vm.steps)
try:
    VM(assemble("push 1\nfly")).run()
except RuntimeError as e:
    print(e)
try:
    VM(assemble("add")).run()
except IndexError as e:
    print(e)
