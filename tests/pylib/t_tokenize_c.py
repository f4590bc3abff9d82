"""_tokenize: the compiler's own tokens; co_linetable and what replace() makes of it."""
import _tokenize
import tokenize

sources = ['x = 1\n', 'def f(a, *b):\n    return "é" + f"{a}"  # note\n\nif x:\n  y\n', '(a\n,b)', 'async def f(): await x', "'''a\nb''' + r'c'", 'é = 1_0 + 0xff', '\\\nx', 'x = $', '', '\n\n', 'a' * 3]
for source in sources:
    print(list(_tokenize.TokenizerIter(source)))
for source in "'abc", '0x', '1__0', '(]', 'a\u20ac':
    try:
        print(list(_tokenize.TokenizerIter(source)))
    except SyntaxError as e:
        print(type(e).__name__, e.msg, e.lineno, e.offset, e.filename)
for wrong in (), (1,), ('a', 'b'):
    try:
        _tokenize.TokenizerIter(*wrong)
    except TypeError as e:
        print('TypeError')
print(len(list(tokenize._generate_tokens_from_c_tokenizer('if a:\n' + ' b\n'))))


def f(a):
    try:
        return [x.y for x in a
                if x]
    except (A,
            B) as e:
        pass
    return lambda: a + \
        1


code = f.__code__
same = code.replace(co_linetable=code.co_linetable)
print(same == code, list(same.co_positions()) == list(code.co_positions()), list(same.co_lines()) == list(code.co_lines()), type(code.co_linetable))
bare = code.replace(co_linetable=b'')
print(bare == code, {row[0] for row in bare.co_positions()} <= {None}, bare.co_firstlineno == code.co_firstlineno)
shifted = code.replace(co_firstlineno=code.co_firstlineno + 10)
print([None if line is None else line - 10 for *_, line in shifted.co_lines()] == [line for *_, line in code.co_lines()])
