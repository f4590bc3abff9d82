# Regular expressions.
# --- case: match_search_fullmatch
import re
print(re.match("a", "abc"), re.match("b", "abc"), re.search("b", "abc"), re.fullmatch("a.c", "abc"), re.fullmatch("a", "abc"), bool(re.search("", "")))
# --- case: match_object_1
import re
m = re.search(r"(\w+)@(\w+)\.com", "mail joe@site.com now")
print(m.group(), m.group(0), m.group(1, 2), m.groups(), m.start())
# --- case: match_object_2
import re
m = re.search(r"(\w+)@(\w+)\.com", "mail joe@site.com now")
print(m.end(2), m.span(1), m[1], m.string, m.pos)
# --- case: match_object_3
import re
m = re.search(r"(\w+)@(\w+)\.com", "mail joe@site.com now")
print(m.endpos, m.re.pattern, m.lastindex, m.expand(r"\2-\1"))
# --- case: named_groups
import re
m = re.match(r"(?P<year>\d{4})-(?P<month>\d\d)", "2020-05")
print(m["year"], m.group("month"), m.groupdict(), m.lastgroup, m.re.groupindex, m.span("year"))
# --- case: optional_groups
import re
m = re.match("(a)?(b)?", "b")
print(m.groups(), m.groups("none"), m.group(1), m.start(1), m.span(1), m.groupdict(), re.match("(?P<x>a)?", "").groupdict("d"))
# --- case: findall_finditer
import re
print(re.findall("a", "banana"), re.findall("(a)(n)?", "banana"), re.findall(r"(\d)", "a1b2"), [m.span() for m in re.finditer("an", "banana")], re.findall("", "ab"), re.findall("a*", "baac"))
# --- case: sub_1
import re
print(re.sub("a", "o", "banana"), re.sub("a", "o", "banana", 1), re.sub(r"(\w)(\d)", r"\2\1", "a1 b2"), re.sub("a", lambda m: m.group().upper(), "banana"), re.subn("a", "", "banana"), re.sub("", "-", "ab"))
# --- case: sub_2
import re
print(re.sub("x*", "-", "axb"), re.sub(r"(?P<n>\d+)", r"<\g<n>>", "a12"), re.sub("a", r"\g<0>\g<0>", "cat"), re.sub("b", r"\n\\", "abc"), re.sub("(a)|b", r"[\1]", "ab"))
# --- case: split
import re
print(re.split(",", "a,b,,c"), re.split(r"\s+", " a b "), re.split("(,)", "a,b"), re.split(",", "a,b,c", 1), re.split("", "ab"), re.split("x*", "axbc"), re.split("(a)|b", "1a2b3"))
# --- case: flags_1
import re
print(re.findall("a", "aA", re.I), re.findall("^a", "a\na", re.M), re.findall("a.b", "a\nb", re.S), re.findall(r"a b # c", "ab", re.X), re.findall(r"\w", "aé"))
# --- case: flags_2
import re
print(re.findall(r"\w", "aé", re.A), re.search("(?i)B", "abc"), re.findall("(?m:^)x", "x\nx"), re.search("(?s:.)", "\n"), re.findall("(?i:a)B", "aB AB ab"))
# --- case: character_classes_1
import re
print(re.findall(r"\d+", "a12b3"), re.findall(r"\D+", "a12b"), re.findall(r"\w+", "a_1 b-c"), re.findall(r"\W", "a b-"), re.findall(r"\s", "a\tb\n"))
# --- case: character_classes_2
import re
print(re.findall(r"[a-c]+", "abcd"), re.findall(r"[^a-c]", "abcd"), re.findall(r"[\]\-a]", "]-ab"), re.findall(r"[]a]", "]a"), re.findall(r"[a-]", "a-b"))
# --- case: character_classes_3
import re
print(re.findall(r"\S+", "ab cd"), re.findall(r"[\d\s]", "1 a"), re.findall("[α-ω]", "aβγ"))
# --- case: quantifiers_1
import re
print(re.findall("a{2}", "aaaaa"), re.findall("a{2,}", "aaaaa"), re.findall("a{,2}", "aaa"), re.findall("a{1,2}?", "aaa"), re.findall("a+?", "aaa"), re.findall("<.*?>", "<a><b>"))
# --- case: quantifiers_2
import re
print(re.findall("<.*>", "<a><b>"), re.findall("ab?", "abaab"), re.findall("a??b", "ab"), re.findall("x{a}", "x{a}"), re.findall("a{}", "a{}"), re.findall("(?:ab){2}", "ababab"))
# --- case: possessive_and_atomic
import re
print(re.match("a++a", "aaa"), re.match("(?>a+)a", "aaa"), re.match("a*+b", "aab"), re.match("a?+a", "a"), re.match("a{1,2}+a", "aa"))
# --- case: anchors_boundaries
import re
print(re.findall(r"\bw", "word two w"), re.findall(r"\Bo", "foo o"), re.search(r"\Aa", "ba"), re.search(r"a\Z", "ba\n"), re.search("a$", "ba\n"), re.findall("$", "a\n"), re.findall("(?m)$", "a\nb\n"), re.search("^$", ""), re.findall(r"(?m)^\w+$", "ab\ncd e\nf"))
# --- case: lookaround
import re
print(re.findall(r"\w+(?=!)", "hi! yo"), re.findall(r"a(?!b)", "abac"), re.findall(r"(?<=\$)\d+", "$5 6"), re.findall(r"(?<!\$)\b\d+", "$5 6"), re.search(r"(?=a)(?=ab)", "ab"), re.findall(r"(?<=(a))b", "ab"), re.sub(r"(?<=\d)(?=(\d{3})+$)", ",", "1234567"))
# --- case: backreferences
import re
print(re.search(r"(\w)\1", "hello"), re.search(r"(?P<q>['\"]).*?(?P=q)", "say 'x\"y' ok").group(), re.findall(r"(a)(b)\2\1", "abba"), re.match(r"(a)?\1b", "b"), re.search(r"(?i)(a)\1", "aA"))
# --- case: conditionals
import re
print(re.match(r"(<)?a(?(1)>)", "<a>"), re.match(r"(<)?a(?(1)>)$", "<a"), re.match(r"(?P<o>\()?x(?(o)\)|!)", "x!"), re.match(r"(a)?(?(1)b|c)", "ab"))
# --- case: alternation
import re
print(re.findall("a|b|c", "xaybzc"), re.findall("ab|a", "aab"), re.findall("a|ab", "ab"), re.match("(a|ab)(c|bcd)(d*)", "abcd").groups(), re.findall("|a", "a"))
# --- case: compile_object_1
import re
p = re.compile(r"(\d)(?P<x>\w)?", re.I)
print(p.pattern, p.flags, p.groups, p.groupindex, p.findall("1a 2"))
# --- case: compile_object_2
import re
p = re.compile(r"(\d)(?P<x>\w)?", re.I)
print(p.match("x1", 1), p.search("a1b2", 2), p.sub("#", "1a"), p.split("a1bc"), p == re.compile(r"(\d)(?P<x>\w)?", re.I))
# --- case: compile_object_3
import re
p = re.compile(r"(\d)(?P<x>\w)?", re.I)
print(p.fullmatch("1a"), repr(p), p.scanner("1") is not None)
# --- case: pos_endpos
import re
p = re.compile("^a")
print(p.match("ba", 1), p.search("ba", 1), re.compile("a$").search("ab", 0, 1), re.compile("b").findall("abab", 2), re.compile("a").match("aaa", 5))
# --- case: escape
import re
print(re.escape("a.b*c[d]"), re.escape("hello world!"), re.escape("é-_~#&"), re.match(re.escape("a+b"), "a+b") is not None, re.escape(b"a.b"))
# --- case: bytes_patterns
import re
print(re.findall(rb"\d+", b"a12b3"), re.sub(b"a", b"b", b"aa"), re.match(b"(a)", b"a").groups(), re.split(b",", b"a,b"))
re.match("a", b"a")
# --- case: bytes_str_mix
import re
re.match(b"a", "a")
# --- case: wrong_types_1
import re
for f in (lambda: re.match(5, "a"), lambda: re.match("a", 5), lambda: re.sub("a", 5, "a"), lambda: re.match("a"), lambda: re.sub("a", "b", None), lambda: re.compile(re.compile("a"), re.I), lambda: re.match("(a)", "a").group(5), lambda: re.match("(a)", "a").group("x")):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: wrong_types_2
import re
for f in (lambda: re.match("a", "a")[1], lambda: re.sub("a", r"\2", "a"), lambda: re.sub("a", r"\g<x>", "a"), lambda: re.sub("a", "\\", "a"), lambda: re.sub("a", r"\g<", "a"), lambda: re.sub("a", r"\q", "a"), lambda: re.sub("a", lambda m: 5, "a")):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: errors_groups_1
import re
for p in ("(", ")", "(a", "a)", "(?", "(?P", "(?P<"):
    try: print(p, re.compile(p).groups)
    except re.error as e: print(p, "->", e)
# --- case: errors_groups_2
import re
for p in ("(?P<x", "(?P<1>a)", "(?P<a>x)(?P<a>y)", "(?P=x)", "(?P>a)", "(?<a)", "(?<=a*)"):
    try: print(p, re.compile(p).groups)
    except re.error as e: print(p, "->", e)
# --- case: errors_groups_3
import re
for p in ("(?<=a|bc)", r"\1", r"(a)\2", "(?(1)a)", "(?(x)a)", "(?(0)a)", "(?z)"):
    try: print(p, re.compile(p).groups)
    except re.error as e: print(p, "->", e)
# --- case: errors_groups_4
import re
for p in ("(?i", "a(?i)b", "(?-i)", "(?a:b", "(?P<é>a)", "(?P<>a)", "(?#a"):
    try: print(p, re.compile(p).groups)
    except re.error as e: print(p, "->", e)
# --- case: errors_groups_5
import re
for p in ("(?:a", "(?(1", "(a)(?(1)b|c|d)"):
    try: print(p, re.compile(p).groups)
    except re.error as e: print(p, "->", e)
# --- case: errors_quantifiers_1
import re
for p in ("*", "+a", "?", "a**", "a+*", "a{2}{3}", "{1}"):
    try: print(p, re.compile(p).pattern == p)
    except Exception as e: print(p, "->", type(e).__name__, e)
# --- case: errors_quantifiers_2
import re
for p in ("a{3,2}", "a{99999999999}", "(*)", "|*", "a???", "^*", "(?:)*"):
    try: print(p, re.compile(p).pattern == p)
    except Exception as e: print(p, "->", type(e).__name__, e)
# --- case: errors_quantifiers_3
import re
for p in ("a{1", "a{1,", "a*??", "$+", r"\b*"):
    try: print(p, re.compile(p).pattern == p)
    except Exception as e: print(p, "->", type(e).__name__, e)
# --- case: errors_classes_escapes_1
import re
for p in ("[", "[a", "[]", "[^]", "[z-a]", r"[\d-z]"):
    try:
        import warnings
        warnings.simplefilter("ignore")
        print(p, re.compile(p).pattern == p)
    except re.error as e: print(p, "->", e, e.pos, e.msg)
# --- case: errors_classes_escapes_2
import re
for p in ("[a-", "\\", r"\q", r"\xg", r"\x1", r"\u12"):
    try:
        import warnings
        warnings.simplefilter("ignore")
        print(p, re.compile(p).pattern == p)
    except re.error as e: print(p, "->", e, e.pos, e.msg)
# --- case: errors_classes_escapes_3
import re
for p in (r"\N{x", r"\N{nope}", r"[\q]", r"\8", r"\08", r"\777"):
    try:
        import warnings
        warnings.simplefilter("ignore")
        print(p, re.compile(p).pattern == p)
    except re.error as e: print(p, "->", e, e.pos, e.msg)
# --- case: errors_classes_escapes_4
import re
for p in (r"[a-\d]", r"\U00110000", r"[[:alpha:]]", r"\p"):
    try:
        import warnings
        warnings.simplefilter("ignore")
        print(p, re.compile(p).pattern == p)
    except re.error as e: print(p, "->", e, e.pos, e.msg)
# --- case: escapes
import re
print(re.findall(r"\x41\u0042\n\t\\\.\101", "AB\n\t\\.A"), re.findall(r"[\n\t\\]", "\n\\"), re.match(r"\0", "\0") is not None, re.match(r"\N{BULLET}", "\u2022") is not None, re.findall(r"\/\-\ \#", "/- #"))
# --- case: inline_comments_verbose
import re
p = re.compile(r"""
    (\d+)   # integer part
    \.      # dot
    (\d*)   # fraction
""", re.VERBOSE)
print(p.match("3.14").groups(), re.findall("a(?#comment)b", "ab"), re.findall(r"(?x) a [ ] b", "a b"))
# --- case: empty_matches
import re
print(re.sub("x*", "-", "abxd"), re.findall("x*", "axb"), re.split("x*", "axb"), [m.span() for m in re.finditer("a|", "ba")], re.sub(r"\b", "|", "a bc"))
# --- case: unicode
import re
print(re.findall(r"\w+", "naïve café 日本"), re.findall(r"[é-ñ]", "éêñ"), re.match("É", "é", re.I) is not None, re.findall(r"\d", "٣5"), re.sub(r"\s", "_", "a\u2003b"), re.findall(".", "a😀"), re.match("ß", "ẞ", re.I) is not None)
# --- case: greedy_backtracking
import re
print(re.match(r"(a+)(a+)b", "aaab").groups(), re.match(r"(.*)(\d+)", "abc123").groups(), re.match(r"(.*?)(\d+)$", "abc123").groups(), re.match(r"(?:a|ab)(?:c|bcd)$", "abcd") is not None, re.search(r"(x+x+)+y", "x" * 15 + "y") is not None)
# --- case: group_in_repeat
import re
print(re.match("(a|b)*", "abab").groups(), re.match("(?:(a)|b)*", "ab").groups(), re.match("((a)|(b))+", "ab").groups(), re.findall("(?:(a)|(b))", "ab"))
# --- case: tokenizer
import re
spec = [("NUM", r"\d+(\.\d+)?"), ("ID", r"[A-Za-z_]\w*"), ("OP", r"[-+*/=()]"), ("WS", r"\s+")]
p = re.compile("|".join(f"(?P<{n}>{r})" for n, r in spec))
print([(m.lastgroup, m.group()) for m in p.finditer("x = 3.5*(y+2)") if m.lastgroup != "WS"])
# --- case: sub_function_state
import re
n = 0
def num(m):
    global n
    n += 1
    return f"{n}:{m[0]}"
print(re.sub(r"\w+", num, "a bb ccc"), re.sub(r"(?P<a>\w)(?P<b>\w)?", lambda m: f"{m['b']}{m['a']}", "abc"))
# --- case: match_truth_and_copy
import re, copy
m = re.match("a", "a")
print(bool(m), copy.copy(m) is m, m.regs, re.match("(a)(b)?", "a").regs)
# --- case: flags_repr
import re
print(re.I | re.M, re.I, repr(re.compile("a", re.I | re.S)), re.compile("a").flags, re.compile(b"a").flags, re.IGNORECASE.value)
# --- case: purge_and_module_names
import re
re.purge()
print(re.error.__name__, re.Pattern.__name__, re.Match.__name__, re.compile("(?P<a>.)").sub(r"\g<a>\1", "xy"))
# --- case: date_parsing
import re
log = "2021-01-02 ERROR disk\n2021-01-03 INFO ok\n2021-01-04 ERROR net"
print([m.groups() for m in re.finditer(r"^(\d+)-(\d+)-(\d+) ERROR (.+)$", log, re.M)], re.sub(r"(\d+)-(\d+)-(\d+)", r"\3.\2.\1", log).splitlines()[0])
