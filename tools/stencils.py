#!/usr/bin/env python3
"""Takes the machine code of instructions out of objects of src/lang/vm/stencils.c, as a C text that src/lang/vm/jit.c includes: stencils.py OUTPUT OBJECT...

The objects are x86-64 ELF, in the order of their VARIANT. Each function stencil_NAME is a stencil; equal ones are kept once. What it cannot carry over (a jump table, a call where a jump
was wanted) ends the build."""
import re
import struct
import sys

HOLES = ['HOLE_' + n for n in 'A B C PAIR CONST INT CACHE HERE NEXT OVER OVER_PAIR JUMP TRUE FALSE MISS'.split()]
KINDS = {1: 'WIDE', 2: 'NEAR', 4: 'NEAR', 10: 'SHORT', 11: 'SHORT'}  # R_X86_64_64, PC32, PLT32, 32, 32S
JUMPS = {'HOLE_NEXT', 'HOLE_OVER', 'HOLE_OVER_PAIR', 'HOLE_JUMP', 'HOLE_TRUE', 'HOLE_FALSE', 'HOLE_MISS'}
QUICK = 'INT FLOAT LIST TUPLE STR RANGE SHAPE SET DICT LEN'.split()


class Object:
    """An ELF object: its sections, symbols, and what is to be filled in where."""

    def __init__(self, path):
        self.path, data = path, open(path, 'rb').read()
        if data[:5] != b'\x7fELF\x02' or struct.unpack_from('<H', data, 18)[0] != 62:
            sys.exit(f'{path}: not an object for x86-64')
        at, = struct.unpack_from('<Q', data, 40)
        size, count, names = struct.unpack_from('<HHH', data, 58)
        rows = [struct.unpack_from('<IIQQQQIIQQ', data, at + i * size) for i in range(count)]
        text = lambda table, start: data[rows[table][4] + start:data.index(b'\0', rows[table][4] + start)].decode()
        self.names = [text(names, r[0]) for r in rows]
        self.bytes = [data[r[4]:r[4] + r[5]] if r[1] != 8 else b'' for r in rows]
        table = next(i for i, r in enumerate(rows) if r[1] == 2)
        self.symbols = []
        for i in range(rows[table][5] // 24):
            name, info, _, section, value, length = struct.unpack_from('<IBBHQQ', data, rows[table][4] + i * 24)
            self.symbols.append((text(rows[table][6], name), info & 15, section, value, length))
        self.filled = {}
        for r in rows:
            if r[1] == 4:
                self.filled[r[7]] = [struct.unpack_from('<QQq', data, r[4] + i * 24) for i in range(r[5] // 24)]

    def stencils(self):
        for name, kind, section, value, length in self.symbols:
            if kind == 2 and section and name.startswith(('stencil_', 'quick_')):
                yield name, section, value, length


class Book:
    """All that was collected: bytes, rows, fillings, symbols."""

    def __init__(self):
        self.code, self.fills, self.rows, self.known, self.outside, self.data, self.table = bytearray(), [], [], {}, {}, {}, {}

    def symbol(self, o, number, addend, where):
        name, kind, section, value, _ = o.symbols[number]
        if name in HOLES:
            return HOLES.index(name), addend
        if not section:
            return len(HOLES) + self.outside.setdefault('&' + name, len(self.outside)), addend
        if not o.names[section].startswith('.rodata') or section in o.filled:
            sys.exit(f'{o.path}: {where} needs {name or o.names[section]}, which is not of the kind that can be carried over')
        text = o.bytes[section]
        self.data.setdefault(text, f'stencil_data_{len(self.data)}')
        return len(HOLES) + self.outside.setdefault(self.data[text], len(self.outside)), addend + value

    def take(self, o, variant):
        for name, section, value, length in o.stencils():
            code, fills = bytearray(o.bytes[section][value:value + length]), []
            for at, info, addend in sorted(o.filled.get(section, [])):
                if not value <= at < value + length:
                    continue
                kind, at = info & 0xffffffff, at - value
                if kind not in KINDS:
                    sys.exit(f'{o.path}: {name} has a relocation of type {kind}')
                number, addend = self.symbol(o, info >> 32, addend, name)
                if number < len(HOLES) and HOLES[number] in JUMPS and code[at - 1] != 0xe9 and code[at - 2] != 0x0f:  # jmp, or jcc
                    sys.exit(f'{o.path}: {name} calls what comes after it and should jump there')
                fills.append((at, KINDS[kind], number, addend))
            if fills and code[-5:-4] == b'\xe9' and fills[-1] == (len(code) - 4, 'NEAR', HOLES.index('HOLE_NEXT'), -4):
                code, fills = code[:-5], fills[:-1]  # it runs on into the next
            key = bytes(code), tuple(fills)
            if key not in self.known:
                self.known[key] = len(self.rows)
                self.rows.append((len(self.code), len(code), len(self.fills), len(fills)))
                self.code += code
                self.fills += fills
            self.table.setdefault(name, {})[variant] = self.known[key]

    def write(self, path, variants):
        with open(path, 'w') as out:
            put = lambda text: print(text, file=out)
            put('/* Made by tools/stencils.py. */')
            put('enum { ' + ', '.join(HOLES) + ', HOLES };')
            for text, name in self.data.items():
                put(f'static const unsigned char {name}[] __attribute__((aligned(16))) = {{{",".join(map(str, text))}}};')
            names = list(self.outside)
            for i, name in enumerate(names):
                if name[0] == '&':
                    put(f'extern const char outside_{i}[] __asm__("{name[1:]}");')
            put('static const void *const stencil_symbols[] = {' + ', '.join(f'outside_{i}' if n[0] == '&' else n for i, n in enumerate(names)) + '};')
            put('static const unsigned char stencil_code[] = {' + re.sub(r'(.{180}[^,]*,)', r'\1\n', ','.join(map(str, self.code))) + '};')
            put('static const Fill stencil_fills[] = {')
            for at, kind, number, addend in self.fills:
                put(f'{{{at}, {addend}, {number}, FILL_{kind}}},')
            put('};\nstatic const StencilRow stencil_rows[] = {')
            for row in self.rows:
                put('{%d, %d, %d, %d},' % row)
            put('};\nenum { STENCIL_OUTSIDE = %d };' % self.table['stencil_OUTSIDE'][0])
            put(f'static const uint16_t stencil_of[][{variants}] = {{')
            for name, each in self.table.items():
                if name.startswith('stencil_') and name != 'stencil_OUTSIDE':
                    put(f'[BC_{name[8:]}] = {self.variants(each, variants)},')
            put('};\nenum { ' + ', '.join('QUICK_' + k for k in QUICK) + ', QUICKS };')
            put(f'static const uint16_t quick_of[][QUICKS][{variants}] = {{')
            for name, each in self.table.items():
                if name.startswith('quick_'):
                    op, kind = name[6:].rsplit('_', 1)
                    put(f'[BC_{op}][QUICK_{kind}] = {self.variants(each, variants)},')
            put('};')

    @staticmethod
    def variants(each, count):
        return '{' + ', '.join(str(each[v] + 1) for v in range(count)) + '}'


def main():
    book = Book()
    for variant, path in enumerate(sys.argv[2:]):
        book.take(Object(path), variant)
    book.write(sys.argv[1], len(sys.argv) - 2)


if __name__ == '__main__':
    main()
