"""A parser of JSON as a class, and its writer."""
class Parser:
    def __init__(self, text):
        self.text = text
        self.pos = 0
        self.n = len(text)
    def ws(self):
        t, i, n = self.text, self.pos, self.n
        while i < n and t[i] in ' \n\t\r':
            i += 1
        self.pos = i
    def value(self):
        self.ws()
        c = self.text[self.pos]
        if c == '{':
            return self.obj()
        if c == '[':
            return self.arr()
        if c == '"':
            return self.string()
        if c.isdigit() or c == '-':
            return self.number()
        for word, v in (('true', True), ('false', False), ('null', None)):
            if self.text.startswith(word, self.pos):
                self.pos += len(word)
                return v
        raise ValueError(f'bad character {c!r} at {self.pos}')
    def string(self):
        self.pos += 1
        out = []
        while True:
            c = self.text[self.pos]
            self.pos += 1
            if c == '"':
                return ''.join(out)
            if c == '\\':
                c = {'n': '\n', 't': '\t'}.get(self.text[self.pos], self.text[self.pos])
                self.pos += 1
            out.append(c)
    def number(self):
        start = self.pos
        while self.pos < self.n and (self.text[self.pos].isdigit() or self.text[self.pos] in '.-e+'):
            self.pos += 1
        s = self.text[start:self.pos]
        return float(s) if '.' in s or 'e' in s else int(s)
    def expect(self, c):
        self.ws()
        if self.text[self.pos] != c:
            raise ValueError(c)
        self.pos += 1
    def arr(self):
        self.expect('[')
        out = []
        self.ws()
        if self.text[self.pos] == ']':
            self.pos += 1
            return out
        while True:
            out.append(self.value())
            self.ws()
            if self.text[self.pos] == ']':
                self.pos += 1
                return out
            self.expect(',')
    def obj(self):
        self.expect('{')
        out = {}
        self.ws()
        if self.text[self.pos] == '}':
            self.pos += 1
            return out
        while True:
            self.ws()
            k = self.string()
            self.expect(':')
            out[k] = self.value()
            self.ws()
            if self.text[self.pos] == '}':
                self.pos += 1
                return out
            self.expect(',')
def dump(v):
    if v is None: return 'null'
    if v is True: return 'true'
    if v is False: return 'false'
    if isinstance(v, str):
        return '"' + v.replace('\\', '\\\\').replace('"', '\\"').replace('\n', '\\n') + '"'
    if isinstance(v, (int, float)):
        return repr(v)
    if isinstance(v, list):
        return '[' + ', '.join(dump(x) for x in v) + ']'
    return '{' + ', '.join(f'{dump(k)}: {dump(x)}' for k, x in v.items()) + '}'
data = [{'id': i, 'name': f'user {i}', 'tags': ['a', 'b\n', 'c"d'], 'score': i * 1.5, 'ok': i % 2 == 0, 'none': None, 'nested': {'x': [i, i + 1, [i]]}} for i in range(400)]
text = dump(data)
for _ in range(16):
    back = Parser(text).value()
    assert back == data
    text2 = dump(back)
    assert text2 == text
print(len(text))
