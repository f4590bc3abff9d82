"""Text that is made: a CSV read by hand, grouped, a table with widths, f-strings with formats, joins, wrapping, ciphers, run lengths."""


def make(n):
    cities = ["Berlin", "Paris", "Rome", "Madrid", "Oslo", "Wien"]
    goods = ["apples", "pears", "nails", "paint", "rope"]
    lines = ["id,city,good,count,price"]
    for i in range(n):
        lines.append("%d,%s,%s,%d,%.2f" % (i, cities[i * 7 % 6], goods[i * 11 % 5], i * 13 % 40 + 1, (i * 17 % 1000) / 10))
    return "\n".join(lines)


def read(text):
    header, *rows = text.split("\n")
    names = header.split(",")
    out = []
    for row in rows:
        record = dict(zip(names, row.split(",")))
        record["count"] = int(record["count"])
        record["price"] = float(record["price"])
        out.append(record)
    return out


def group(records, key):
    groups = {}
    for r in records:
        groups.setdefault(r[key], []).append(r)
    return groups


def table(headers, rows):
    widths = [max(len(str(row[i])) for row in [headers] + rows) for i in range(len(headers))]
    line = "+" + "+".join("-" * (w + 2) for w in widths) + "+"
    out = [line, "| " + " | ".join(h.center(w) for h, w in zip(headers, widths)) + " |", line]
    for row in rows:
        cells = []
        for value, w in zip(row, widths):
            cells.append(f"{value:>{w}}" if isinstance(value, (int, float)) else str(value).ljust(w))
        out.append("| " + " | ".join(cells) + " |")
    out.append(line)
    return "\n".join(out)


def caesar(text, shift):
    out = ""
    for ch in text:
        if ch.islower():
            out += chr((ord(ch) - ord("a") + shift) % 26 + ord("a"))
        elif ch.isupper():
            out += chr((ord(ch) - ord("A") + shift) % 26 + ord("A"))
        else:
            out += ch
    return out


def runs(text):
    out, i = [], 0
    while i < len(text):
        j = i
        while j < len(text) and text[j] == text[i]:
            j += 1
        out.append(text[i] + (str(j - i) if j - i > 1 else ""))
        i = j
    return "".join(out)


def wrap(text, width):
    lines, line = [], ""
    for word in text.split():
        if len(line) + len(word) + (1 if line else 0) > width:
            lines.append(line)
            line = word
        else:
            line = line + " " + word if line else word
    if line:
        lines.append(line)
    return lines


def is_palindrome(s):
    s = "".join(ch.lower() for ch in s if ch.isalnum())
    return s == s[::-1]


def title(text):
    return " ".join(w[0].upper() + w[1:] for w in text.split(" ") if w)


def roman(n):
    out = ""
    for value, letters in ((1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"),
                           (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")):
        while n >= value:
            out += letters
            n -= value
    return out


records = read(make(12000))
for key in ("city", "good"):
    rows = []
    for name, group_rows in sorted(group(records, key).items()):
        total = sum(r["count"] * r["price"] for r in group_rows)
        rows.append((name, len(group_rows), f"{total:,.2f}", round(total / len(group_rows), 3)))
    print(table([key, "n", "total", "mean"], rows))
text = "The quick brown fox, who jumps over 13 lazy dogs; and Pack my box with five dozen liquor jugs! " * 60
secret = text
for k in range(1, 6):
    secret = caesar(secret, k)
print(secret[:60], caesar(secret, -15) == text)
print(runs("aaabccddddde" * 1500)[:40], len(runs("".join(sorted(text)))))
lines = wrap(text * 5, 72)
print(len(lines), lines[5], sum(len(x) for x in lines))
print(sum(is_palindrome(s) for s in ["A man, a plan, a canal: Panama", "No lemon, no melon", "not one"] * 1500))
print(title(text)[:50], len(title(text * 5)))
print("".join(roman(n) for n in range(1, 3000))[-40:])
letters = {}
for word in text.lower().split():
    letters.setdefault(word[0], set()).add(word.strip(",;!."))
for first in sorted(letters):
    print(first, *sorted(letters[first]), sep=", ")
out = []
for i, r in enumerate(records):
    out.append(f"{r['id']:>6}|{r['city']:<10}|{r['good']:^8}|{r['count']:04d}|{r['price']:8.2f}|{i / len(records):6.1%}")
print(len("\n".join(out)), out[77])
