# Tokens of a program, and of pieces put together at random: tokens or the error's words, and back to text in both ways.
import hashlib, io, random, token, tokenize
program = b'''# -*- coding: utf-8 -*-
import math   # a comment
class A(object):
    def f(self, x: int = 0x1F, *, y=1_0.5e-3j) -> None:
        """doc
        string"""
        if x <= y and (x,
                       y) != ...:
            return f'{x!r}' rb"q" \\
                + 'a'
\t# tab
    async def g(self): await self[1:2]
x = lambda: [i ** 2 for i in range(3)] ; y @= x
'''
for t in tokenize.tokenize(io.BytesIO(program).readline): print(t, t.exact_type)
print(tokenize.untokenize(tokenize.tokenize(io.BytesIO(program).readline)) == program)
print(token.tok_name == tokenize.tok_name, list(token.EXACT_TOKEN_TYPES), token.__all__, tokenize.__all__)
def show(src):
    out = []
    try:
        for t in tokenize.tokenize(io.BytesIO(src).readline): out.append(t)
    except Exception as e: out.append((type(e).__name__, e.args))
    try: u = tokenize.untokenize([t for t in out if isinstance(t, tokenize.TokenInfo)])
    except Exception as e: u = repr(e)
    try: v = tokenize.untokenize([t[:2] for t in out if isinstance(t, tokenize.TokenInfo)])
    except Exception as e: v = repr(e)
    return out, u, v
bits = ['x', 'if', ' ', '  ', '\t', '\n', '\n', '\n    ', '\n  ', '\\\n', '\\', '"a"', "'", '"', '"""', "'''", 'f"x{1}"', "rb'q'", 'Rb"', '1', '0x1f', '0b1', '1_0', '1.5', '.5', '1e5j', '1.', '...', '.', '(', ')', '[', ']', '{', '}', '#c', '# -*- coding: utf-8 -*-\n', '# coding: latin-1\n', '# coding: foo\n', '+', '->', ':=', '!=', '!', '$', '?', '`', 'é', '²', '**=', '//', '\r\n', '\r', '\f', '@', '\ufeff', '0777', '1if', '0_0', '~', '\x00', 'ab\\\n', "'a\\\n", 'b\\\n']
rng = random.Random(5)
for _ in range(400):
    s = ''.join(rng.choice(bits) for _ in range(rng.randint(1, 10))).encode()
    print(repr(s), show(s))
for data in (b'', b'x', b'\xef\xbb\xbf# coding: latin-1\n', b'#\n# vim: set fileencoding=cp1252 :\nx', b'# coding: nothing\n', b'\xff\n', b'x\n# coding: latin-1\n'):
    try: print(tokenize.detect_encoding(io.BytesIO(data).readline))
    except SyntaxError as e: print(e)
