# A JSON parser written by hand, checked against the module.
import json


class Parser:
    def __init__(self, text):
        self.text, self.pos = text, 0

    def fail(self, what):
        raise ValueError(f"{what} at {self.pos}")

    def blank(self):
        while self.pos < len(self.text) and self.text[self.pos] in " \t\r\n":
            self.pos += 1

    def value(self):
        self.blank()
        ch = self.text[self.pos:self.pos + 1]
        if ch == "{":
            return self.object()
        if ch == "[":
            return self.array()
        if ch == '"':
            return self.string()
        for word, v in (("true", True), ("false", False), ("null", None)):
            if self.text.startswith(word, self.pos):
                self.pos += len(word)
                return v
        return self.number()

    def object(self):
        out = {}
        self.pos += 1
        self.blank()
        if self.text[self.pos] == "}":
            self.pos += 1
            return out
        while True:
            self.blank()
            key = self.string()
            self.blank()
            if self.text[self.pos] != ":":
                self.fail("expected a colon")
            self.pos += 1
            out[key] = self.value()
            self.blank()
            ch = self.text[self.pos]
            self.pos += 1
            if ch == "}":
                return out
            if ch != ",":
                self.fail("expected , or }")

    def array(self):
        out = []
        self.pos += 1
        self.blank()
        if self.text[self.pos] == "]":
            self.pos += 1
            return out
        while True:
            out.append(self.value())
            self.blank()
            ch = self.text[self.pos]
            self.pos += 1
            if ch == "]":
                return out
            if ch != ",":
                self.fail("expected , or ]")

    def string(self):
        if self.text[self.pos] != '"':
            self.fail("expected a string")
        self.pos += 1
        out = []
        while (ch := self.text[self.pos]) != '"':
            self.pos += 1
            if ch == "\\":
                esc = self.text[self.pos]
                self.pos += 1
                if esc == "u":
                    ch = chr(int(self.text[self.pos:self.pos + 4], 16))
                    self.pos += 4
                else:
                    ch = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}.get(esc, esc)
            out.append(ch)
        self.pos += 1
        return "".join(out)

    def number(self):
        start = self.pos
        while self.pos < len(self.text) and self.text[self.pos] in "+-0123456789.eE":
            self.pos += 1
        text = self.text[start:self.pos]
        if not text:
            self.fail("expected a value")
        return float(text) if set(text) & set(".eE") else int(text)


for text in ['{"a": [1, -2.5, 3e2, true, null], "b": {"c": "x\\n\\u00e9"}}', "[]", " 12 ", '"q\\"q"', "{}"]:
    mine = Parser(text).value()
    print(mine, mine == json.loads(text))
for text in ["[1 2]", '{"a" 1}', "?", '{1: 2}']:
    try:
        Parser(text).value()
    except ValueError as e:
        print(text, "->", e)
