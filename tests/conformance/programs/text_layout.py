# Wrapping, justifying and tables.
TEXT = ("A good text layout breaks lines at spaces, never leaves a line too long, and when asked to justify, "
        "spreads the blanks evenly from the left.")


def wrap(text, width):
    line = []
    for word in text.split():
        if line and len(" ".join(line + [word])) > width:
            yield line
            line = []
        line.append(word)
    if line:
        yield line


def justify(words, width):
    if len(words) == 1:
        return words[0]
    blanks, extra = divmod(width - sum(map(len, words)), len(words) - 1)
    return "".join(w + " " * (blanks + (i < extra)) for i, w in enumerate(words[:-1])) + words[-1]


lines = list(wrap(TEXT, 32))
for words in lines[:-1]:
    print("|" + justify(words, 32) + "|")
print("|" + " ".join(lines[-1]).ljust(32) + "|")


def table(rows, align=None):
    columns = list(zip(*[[str(c) for c in r] for r in rows]))
    widths = [max(map(len, c)) for c in columns]
    align = align or "<" * len(widths)
    rule = "+" + "+".join("-" * (w + 2) for w in widths) + "+"
    yield rule
    for i, row in enumerate(rows):
        yield "|" + "|".join(f" {str(c):{a}{w}} " for c, a, w in zip(row, align, widths)) + "|"
        if i in (0, len(rows) - 1):
            yield rule


print(*table([("planet", "moons", "day (h)"), ("Mars", 2, 24.6), ("Jupiter", 95, 9.9), ("Earth", 1, 24)], "<>^"), sep="\n")
for n in (1, 9, 99):
    print(f"{n:>3}{'%' if n < 50 else '!'} [{'=' * (n // 5):<20}]")
print("\n".join(f"{'*' * (2 * i + 1):^9}" for i in range(5)))
