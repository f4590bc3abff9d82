"""UTF-8 from and to text where runs of one, two, three and four bytes meet, and each place of such text broken in turn."""
import hashlib
import random

random.seed(11)
RANGES = {"a": (1, 0x7F), "l": (0x80, 0xFF), "c": (0x100, 0x7FF), "k": (0x800, 0xD7FF), "p": (0xE000, 0xFFFF), "e": (0x10000, 0x10FFFF)}


def text_of(kinds, most):
    out = []
    for _ in range(random.randint(1, 8)):
        low, high = RANGES[random.choice(kinds)]
        out += [chr(random.randint(low, high)) for _ in range(random.randint(1, most))]
    return "".join(out)


def tell(text):
    return hashlib.sha1(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]


same = 0
for kinds in ("a", "al", "ac", "lc", "ack", "kp", "ackp", "ae", "lce", "lckpea"):
    whole = hashlib.sha1()
    for _ in range(300):
        text = text_of(kinds, 20)
        data = text.encode()
        slow = b"".join(c.encode() for c in text)
        assert data == slow
        assert data.decode() == text and len(data.decode()) == len(text)
        whole.update(data)
    print(kinds, whole.hexdigest()[:16])

for kinds in ("ac", "lk", "ackp", "lckpea"):
    seen = hashlib.sha1()
    for _ in range(400):
        data = bytearray(text_of(kinds, 6).encode())
        at = random.randrange(len(data))
        data[at] = random.choice((0x20, 0x80, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xED, 0xEF, 0xF0, 0xF4, 0xF5, 0xFF))
        for errors in ("strict", "ignore", "replace", "surrogateescape", "surrogatepass", "backslashreplace"):
            try:
                said = tell(bytes(data).decode("utf-8", errors))
            except UnicodeDecodeError as error:
                said = str(error)
            seen.update(said.encode())
    print(kinds, seen.hexdigest()[:16])

for odd in (b"\xc0\x80" * 4, b"\xc1\xbf" * 4 + b"ab", b"\xd0\xb0" * 4 + b"\xc1\xbf", b"\xe0\x9f\xbf" * 3, b"\xed\xa0\x80" * 3, b"\xed\x9f\xbf\xee\x80\x80\xef\xbf\xbf",
            b"\xe4\xbd\xa0" * 2 + b"\xe4\xbd", b"\xd0\xb0" * 3 + b"\xd0", b"abcdefg\x80", b"\xd0\xb0\xd0\xb0\xd0\xb0\xd0\x20"):
    for errors in ("strict", "surrogatepass", "ignore", "replace"):
        try:
            print(ascii(odd.decode("utf-8", errors)))
        except UnicodeDecodeError as error:
            print(error)
for text in ("а" * 7 + "\x7f", "а\x80߿ࠀ" * 3, "аааа\ud800", "我我\udfff我", "a" * 9 + "ж" * 5 + "b" * 8 + "ж"):
    for encoding in ("utf-8", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be", "utf-16", "utf-32"):
        try:
            data = text.encode(encoding)
            print(encoding, data.hex(), data.decode(encoding) == text)
        except UnicodeEncodeError as error:
            print(encoding, error)
for text in ("é", "ééé", "Ā", "\U0010ffff", "é" * 40 + "\n" + "x" * 9, "'\"é", "ж'ж", "\x85ж", "😀\u2028", "ǆ ʼn ß ﬁ ΑΣ Σ ᾳ ǳAb", "don't stop'S", "ÿ" * 3, "ŉa b", "ß"):
    print(ascii(text), ascii(repr(text)), ascii(text.title()), text.title().encode().hex())
