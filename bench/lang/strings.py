"""Building and taking apart strings: joins, +=, formats, split, replace, find, case."""


def table(n):
    rows = []
    for i in range(n):
        rows.append(f"{i:>6}|{i * i:<10}|{i / 7:8.3f}|{'odd' if i & 1 else 'even':^6}|{i:x}")
    return "\n".join(rows)


def grow(n):
    s = ""
    for i in range(n):
        s += chr(97 + i % 26)
    return s


def reverse_words(text):
    return " ".join(w[::-1].capitalize() for w in text.split())


def caesar(text, k):
    out = []
    for ch in text:
        if "a" <= ch <= "z":
            out.append(chr((ord(ch) - 97 + k) % 26 + 97))
        else:
            out.append(ch)
    return "".join(out)


def palindromes(text):
    best = ""
    for i in range(len(text)):
        for j in (i, i + 1):
            l, r = i, j
            while l >= 0 and r < len(text) and text[l] == text[r]:
                l -= 1
                r += 1
            if r - l - 1 > len(best):
                best = text[l + 1:r]
    return best


t = table(150000)
print(len(t), t[-60:])
g = grow(800000)
print(len(g), g[:30], g.count("xyz"), g.find("zab", 1000), g.rfind("a"))
text = "the quick brown fox jumps over the lazy dog " * 3000
print(reverse_words(text)[:60], len(caesar(text, 3)), caesar(text, 3)[:20])
print(palindromes("abacdfgdcabba" * 150 + "q" * 40))
lines = [",".join(str(i * j) for j in range(10)) for i in range(40000)]
print(sum(int(x) for line in lines for x in line.split(",")), max(lines, key=len))
print("%s-%05d-%.3f" % ("x", 42, 2.5), "".join("%c%d" % (65 + i % 26, i) for i in range(30000))[-12:])
print(len(text.replace("fox", "cat").upper().swapcase().title().split("Cat")), text.encode().decode()[:9], text.startswith("the q"))
