"""Regular expressions: search, findall, groups, substitution, splitting, a tokenizer."""
import re

LINES = []
for i in range(15000):
    LINES.append(f"10.0.{i % 256}.{i * 7 % 256} - user{i % 97} [{i % 28 + 1:02}/Mar/2024:{i % 24:02}:{i % 60:02}:00] "
                 f"\"{'GET' if i % 3 else 'POST'} /page/{i % 50}/item?id={i} HTTP/1.1\" {200 if i % 11 else 404} {i * 13}")
LOG = re.compile(r'^(?P<ip>\d+\.\d+\.\d+\.\d+) - (?P<user>\w+) \[(?P<when>[^\]]+)\] "(?P<verb>GET|POST) (?P<path>\S+) [^"]*" '
                 r'(?P<code>\d{3}) (?P<size>\d+)$')
TOKEN = re.compile(r"\s*(?:(?P<number>\d+(?:\.\d+)?)|(?P<name>[A-Za-z_]\w*)|(?P<string>'[^']*')|(?P<op>[-+*/=<>!]=?|[(){},;]))")
counts, total = {}, 0
for line in LINES:
    m = LOG.match(line)
    counts[m["verb"], m["code"]] = counts.get((m["verb"], m["code"]), 0) + 1
    total += int(m["size"])
print(sorted(counts.items()), total)
text = "\n".join(LINES)
print(len(re.findall(r"\b\d{1,3}(?:\.\d{1,3}){3}\b", text)), len(re.findall(r"user(\d)\b", text)))
print(len(re.sub(r"id=(\d+)", lambda m: "id=" + m[1][::-1], text)), re.sub(r"(\d+)/(\w+)/(\d+)", r"\3-\2-\1", LINES[5]))
print(len(re.split(r"[\s\[\]\"]+", text)), sum(1 for _ in re.finditer(r"(?i)post /page/4\d", text)))
source = "let total_1 = (alpha + 3.25) * beta - 'text here' ; if total_1 >= 10 { print(total_1, x) }\n" * 1200
kinds = {}
for m in TOKEN.finditer(source):
    kinds[m.lastgroup] = kinds.get(m.lastgroup, 0) + 1
print(kinds)
words = re.compile(r"(?P<first>[a-z])[a-z]*?(?P=first)?\b")
print(sum(len(m[0]) for m in words.finditer("abracadabra level noon stats test " * 4000)))
print(len(re.findall(r"(?<=id=)\d+(?!\d)", text)), bool(re.search(r"x*x*x*y", "x" * 60)), re.fullmatch(r"(a|b)*c", "ab" * 5000 + "c") is not None)
