"""dis for perch's code: instructions of a register machine (perch --dump bytecode FILE shows them too). An instruction has the offset 2 * its number,
which is what f_lasti and co_lines count in; its operands are written out, its argument is the one among them that says most."""
import _trace


def _decoded(co, line_offset=0):
    starts = dict(findlinestarts(co))
    rows = _trace.instructions(co)
    targets = {row[3] for row in rows if row[5]} | {entry.target for entry in _parse_exception_table(co)}
    for (number, (name, op, arg, value, shown, _)), positions in zip(enumerate(rows), co.co_positions()):
        offset = 2 * number
        line = starts.get(offset)
        yield Instruction(name, op, arg, value, shown, offset, None if line is None else line + line_offset, offset in targets, Positions(*positions))


def get_instructions(x, *, first_line=None, show_caches=False, adaptive=False):
    """The instructions of a function, a method, a code object or a source text, one after another."""
    co = _get_code_object(x)
    return _decoded(co, 0 if first_line is None else first_line - co.co_firstlineno)


def _write(co, lasti=-1, line_offset=0, file=None):
    rows = list(_decoded(co, line_offset))
    lines = [row.starts_line for row in rows if row.starts_line is not None]
    wide = max(3, len(str(max(lines)))) if lines else 0
    for row in rows:
        if row.starts_line is not None and row.offset:
            print(file=file)
        print(row._disassemble(wide, row.offset == lasti, max(4, len(str(rows[-1].offset)))), file=file)
    entries = _parse_exception_table(co)
    if entries:
        print('ExceptionTable:', file=file)
    for entry in entries:
        print(f'  {entry.start} to {entry.end - 2} -> {entry.target} [{entry.depth}]', file=file)


def disassemble(co, lasti=-1, *, file=None, show_caches=False, adaptive=False):
    """Write the instructions of a code object; an arrow stands at lasti."""
    _write(co, lasti, file=file)


disco = disassemble


def _iterate(self):
    return _decoded(self.codeobj, self._line_offset)


def _written(self):
    """What dis() would print."""
    with io.StringIO() as out:
        _write(self.codeobj, -1 if self.current_offset is None else self.current_offset, self._line_offset, out)
        return out.getvalue()


Bytecode.__iter__, Bytecode.dis = _iterate, _written


def _unpack_opargs(code):
    """(offset, opcode, its first two operands as one number) of each instruction in the bytes of co_code."""
    for at in range(0, len(code), 8):
        op, a, b, c = (int.from_bytes(code[at + k:at + k + 2], sys.byteorder) for k in (0, 2, 4, 6))
        yield at // 4, op, a | b << 16


def findlabels(code):
    """Offsets that jumps in the bytes of co_code lead to."""
    labels = []
    for at in range(0, len(code), 8):
        op = int.from_bytes(code[at:at + 2], sys.byteorder)
        if _trace.opcodes[op].startswith('JMP'):
            label = at // 4 + 2 + 2 * int.from_bytes(code[at + 4:at + 8], sys.byteorder, signed=True)
            if label not in labels:
                labels.append(label)
    return labels


def _find_imports(co):
    """(name, level, names) of each import."""
    held = {}                                   # what constants were put into which registers
    for name, _, arg, value, shown, _ in _trace.instructions(co):
        if name in ('LOADK', 'LOAD_INT'):
            held[shown.split(',')[0]] = value
        elif name == 'IMPORT_NAME':
            first = shown.rsplit('t', 1)[1]
            yield value, held.get(f't{first}'), held.get(f't{int(first) + 1}')


def _find_store_names(co):
    """Names that a module or class binds."""
    for name, _, arg, value, _, _ in _trace.instructions(co):
        if name in ('STORE_NAME', 'STORE_GLOBAL'):
            yield value
