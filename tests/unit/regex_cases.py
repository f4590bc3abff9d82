"""The hand-written cases of tests/unit/regex.py: (operation, pattern, flags, subject, pos, endpos).

Operations: s search, m match, f fullmatch, F all matches, A the same with allocation failing step by step, i flags and
groups, t template.
"""
import re

NO_END = 0xFFFFFFFF
I, M, S, X, A, L, U = (int(f) for f in (re.I, re.M, re.S, re.X, re.A, re.L, re.U))
CASES = []


def add(ops, pattern, *subjects, flags=0, pos=0, end=NO_END):
    for subject in subjects:
        for op in ops:
            CASES.append((op, pattern, flags, subject, pos, end))


# ---- Errors, with their positions ----
ERRORS = r"""
(?t)a|(?t:a)|a{4294967295}|a{4294967294}|(?<=a*)|(?P<é>a)|(?P<a b>x)|(?(+1)a)|(?( 1 )a)(b)|(?(1_0)a)|(?(٣)a)|a**|a*+*
a*?+|a+++|a{1}{2}|a{1}?{2}|(?i:|(?i-:a)|(?-|(?a-u:x)|(?ixL)|(?q)|(?iq)|(?i1)|a(?i)b|(?i)|(?x) (?i)a|(?#c)(?i)a|(?L)a
(?au)a|\8|\400|[\400]|[\8]|\x1|\u12|\U0011|\U00110000|\N|\N{|\N{}|\N{foo|\N{foo}|\N{digit one}|[\N{digit one}]|()\2|(\1)
(?P=a)|(?P<a|(?P<>a)|(?P|(?Px|(?|(?<|(?<a|(?(a)b)|(?(0)b)|(?(1|(?(2)a)(b)|(?(1)a|(a|a)|[a|[|[]|[^]|[b-a]|[\d-a]|[a-\d]
*a|(*a)|^*|$+|\b?|\A{2}|(?:)*|(?P<a>x)(?P<a>y)|\q|\|a\|(\|[\|*\|[a-\x4|(?<=(a)\1)|(?<=(?(1)a))(c)|{|{1}|a{1|a{2,1}|{}|{,}
(?=a)*|(?!)+|(?<!a*)b|(?x)a # b|(?s-i:a)|(?i-i:a)|(?ii:a)|(?aL:a)|(?P=|(?P=a|(?P<1a>x)|(?P<it's>x)|(?(99999999999)x)|\99
\0777|(?>a|(?>a)b|a{99999999999999999999}|(?:a|(?#|(?-i)|(?-i:|(?-t:a)|(?-1:a)|(?i-s|(?i-1:a)|(?is-|(?i-sq|[[a]|[a[b]]|[a--b]
[a&&b]|[--a]|[a-b--c]|[a~~b]|[&&a]|x{,}|x{,3}|(?<=a{2,2})b|(?<=ab?)|(?<=(?:a)+)|(?<=\b)a|\c|\_|\-|[\c]|[\_]|(?P>a)|(?P<a>)(?P=b)
(?=a|(?<=a|(?!a|(?<!|(?P<n>|((a)|()(|)(|(((|x(?P<y|(?<=(?P<a>b)(?P=a))|(?P<a>(?P=a))|(?<=\1)(a)|\07|\08|\100|[\100]|[\08]|\18()
(?(-1)a)|(?(1.5)a)|(?(b-c)x)|(?P<a-b>x)|(?P<a.b>|(?P=a b)|(?P=1)|(?( )x)|(?())|(?()x)|a{ 1}|a{1, 2}|a{1,2|a{,|a{,b|a{-1}|(?m-s:a)
(?-m:a)|(?-mm:a)|(?x-x:a)|(?a:b)|(?u:b)|(?a-i:b)|(?ia:b)|(?L:a)|(?iLu:a)|(?!|(?=|(?)|(?:|(?é)|(?Pé)|(?<é)|(?ié)|(?-é)|(?i-é)
""".strip()
for line in ERRORS.split("\n"):
    for pattern in line.split("|"):
        add("i", pattern, "")
        if pattern.isascii():
            add("i", pattern.encode(), b"")
for pattern in ("[a||b]", "(?(1)a|b|c)(d)", "|(?i)a", "a|b)", "(a|b", "\n(\n", "ab\ncd)", "(?P<a\nb>x)", "\n\n  *", "a\n**",
                "(?x)\n(?P<a>b)\n(?P<a>c)", "(?P<\ud800>a)", "(?P<a\x00>b)", '(?P<"\'>b)', "[\U00010000-a]", "(?<\U0001f600)",
                "(" * 240 + "a" + ")" * 240, "(" * 600 + "a" + ")" * 600, "(?:" * 700 + ")" * 700):
    add("i", pattern, "")
add("i", b"(?<\xe9", b"")
add("i", b"(?u)x", b"")
add("i", b"(?P<\xff>x)", b"")
for flags in (L, A | U, U, L | A, X, I | M | S | X):
    add("i", "a # (", "", flags=flags)
    add("i", b"a # (", b"", flags=flags)
add("i", "(?P<one>a)(b)(?P<two>c)(?P<three>(?P<four>d))", "")

# ---- Matches ----
add("smfF", "", "", "a", "abc")
add("smfF", "a*", "", "aaa", "baac", "bbb")
add("smfF", "a*?", "", "aaa", "baac")
add("smfF", "a+?", "aaa", "baac")
add("smfF", "a|ab|abc", "abc", "ab", "xabc")
add("smfF", "(a|ab)(c|bcd)(d*)", "abcd", "acd")
add("smfF", "(a)|(b)", "a", "b", "ab", "c")
add("smfF", "(?:(a)|(b))*", "ab", "ba", "aab", "")
add("smfF", "(?:(a)|(b)|c)*?d", "abcd", "bacd", "d")
add("smfF", "((a)|b)*", "ab", "ba", "bab")
add("smfF", "(a*)*", "", "aa", "b")
add("smfF", "(a*)+", "", "aa", "b")
add("smfF", "(a*?)*", "", "aa", "b")
add("smfF", "(a|b*)*c", "abac", "c", "bbbab")
add("smfF", "(?:a?){3}b", "aab", "aaaab", "b")
add("smfF", "(?:a?)*?b", "aab", "b")
add("smfF", "(?:){3,5}x", "x")
add("smfF", r"(\w+)\s+\1", "the the cat", "a b c c", "aa a")
add("smfF", r"(?P<q>['\"]).*?(?P=q)", "say 'it' \"is\"", "'\"")
add("smfF", r"(?i)(ab)\1", "abAB", "ABab", "aBAb")
add("smfF", r"(a)?(?(1)b|c)", "ab", "c", "ac", "b")
add("smfF", r"(?P<x>a)?(?(x)b)", "ab", "b", "a")
add("smfF", r"(<)?\w+@\w+(?:\.\w+)+(?(1)>|$)", "<a@b.com>", "a@b.com", "<a@b.com", "a@b.com>")
add("smfF", r"(?=a)\w", "ab", "ba")
add("smfF", r"(?=(a))\w\1", "aa", "ab")
add("smfF", r"(?!a)\w", "ab", "ba")
add("smfF", r"(?<=a)b", "ab", "bb", "aab")
add("smfF", r"(?<!a)b", "ab", "bb", "b")
add("smfF", r"(?<=(a))b", "ab")
add("smfF", r"(?<=a|b)c", "ac", "bc", "cc")
add("smfF", r"(?<=^)a", "aa")
add("smfF", r"(?<=ab(?=c))c", "abc")
add("smfF", r"(?!(a)b)\w\w", "ac", "ab")
add("smfF", r"(?:(?=(a))a|b)+", "ab", "aba")
add("smfF", r"(?>a+)b", "aaab", "aaa")
add("smfF", r"(?>a+)a", "aaa")
add("smfF", r"(?>a|ab)c", "abc", "ac")
add("smfF", r"((?>a+))b(?>c|cd)d", "aabcd")
add("smfF", "a++a", "aaa")
add("smfF", "a*+b", "aab", "b")
add("smfF", "a?+a", "a", "aa")
add("smfF", "(?:ab)++c", "ababc", "abab")
add("smfF", "(?:a|ab){2}+c", "abac", "aabc", "ababc")
add("smfF", "(a|b)*+c", "abac")
add("smfF", "(?:a{1,2}){1,2}+a", "aaa", "aaaaa")
add("smfF", "a{2,3}", "a", "aa", "aaaaa")
add("smfF", "a{2,3}?", "aaaaa")
add("smfF", "(?:ab){2,3}", "ab", "abab", "abababab")
add("smfF", "(?:ab){2,3}?", "abababab")
add("smfF", "(?:ab){0}", "ab")
add("smfF", "a{,2}", "aaa")
add("smfF", "a{,}", "aaa")
add("smfF", "x{y", "x{y")
add("smfF", "^", "", "a\nb", flags=M)
add("smfF", "$", "", "a\nb\n", flags=M)
add("smfF", "$", "", "a\n", "a\nb\n")
add("smfF", r"\Z", "a\n")
add("smfF", r"\A.", "a\nb", flags=M)
add("smfF", "^.", "a\nb", flags=M)
add("smfF", ".$", "a\nb\n", flags=M)
add("smfF", ".$", "a\nb\n")
add("smfF", ".", "\n", "a", flags=S)
add("smfF", ".*", "a\nb")
add("smfF", "(?s:.*)b.*", "a\nb\nc")
add("smfF", r"\b", "", "a", " a b ", "é")
add("smfF", r"\B", "", "a", "ab c")
add("smfF", r"\bé\b", "é é", "aé")
add("smfF", r"(?a)\bé\b", "é é", "aé")
add("smfF", r"\w+", "héllo wörld_1 ²½ ٣", "日本語 テキスト")
add("smfF", r"(?a)\w+", "héllo wörld_1")
add("smfF", r"\d+", "12 ٣٤ ²")
add("smfF", r"\s+", "a \t\n\x0b\x0c\r\x1c\x1f\x85\xa0\u2003\u3000b")
add("smfF", r"(?a)\s+", "a \t\n\x0b\x0c\r\x1c\x1f\x85\xa0\u2003b")
add("smfF", r"[\w\s]+", "a b,c")
add("smfF", r"[^\w\s]+", "a b,c;.")
add("smfF", r"[\W_]+", "a_b, c")
add("smfF", r"[]-a]+", "]^_`a-")
add("smfF", r"[a\]-]+", "a]-b")
add("smfF", r"[^]]+", "ab]")
add("smfF", r"[\x41-\x43\u0044\0\b]+", "ABCD\0\b")
add("smfF", r"[\101\60-\62]+", "A0123")
add("smfF", r"\x41\u0042\U00000043\104\N{LATIN CAPITAL LETTER E}", "ABCDE")
add("smfF", r"\a\f\n\r\t\v\0\\", "\a\f\n\r\t\v\0\\")
add("smfF", "[\u4e00-\u9fff]+", "abc漢字def")
add("smfF", "[^\u4e00-\u9fff]+", "abc漢字def")
add("smfF", "[\U0001f600-\U0001f64f]+", "x😀😃y")
add("smfF", "😀+", "😀😀", "a😀")
add("smfF", "[ab-]|\u0100", "a-\u0100")
for text in ("kK\u212a", "sS\u017f", "iI\u0130\u0131", "\xb5\u03bc\u039c", "ßẞ", "ǅǆǄ", "σςΣ", "\ufb05\ufb06", "ééÉ", "θϑΘϴ",
             "\u0390\u1fd3", "\u0345\u03b9\u1fbe\u0399", "\U00010400\U00010428", "ᲀвВ", "Ωω\u2126", "åÅ\u212b", "ꙋᲈꙊ"):
    for c in text:
        add("F", re.escape(c), text, flags=I)
        add("F", "[%s]" % re.escape(c) if ord(c) < 0x10000 else c, text, flags=I)
        add("F", "[^%s]" % re.escape(c) if ord(c) < 0x10000 else c, text, flags=I)
        add("F", "[%s1]" % re.escape(c) if ord(c) < 0x10000 else c, text, flags=I)
        add("F", re.escape(c), text, flags=I | A)
        add("F", "[%s-%s]" % (c, c), text, flags=I)
        add("F", "(%s)\\1" % re.escape(c), c + text, flags=I)
add("F", "[a-z]+", "Kelvin \u212a ſ İ ı", flags=I)
add("F", "[A-Z]+", "Kelvin \u212a ſ İ ı", flags=I)
add("F", "[A-Z]+", "Kelvin \u212a ſ İ ı", flags=I | A)
add("F", "[^a-z]+", "Kelvin \u212a ſ İ ı", flags=I)
add("F", "[\U00010400-\U00010410]+", "\U00010428\U00010400", flags=I)
add("F", r"[a\W]+", "İa,A", flags=I)
add("F", "hello", "Hello HELLO hEllO", flags=I)
add("F", "(?i:h)ello", "Hello HELLO hello")
add("F", "(?i)h(?-i:e)llo", "Hello HELLO hello HeLLO")
add("smfF", rb"\w+", b"ab\xe9c \xff")
add("smfF", rb"[^a]+", b"ab\xe9c \xff")
add("smfF", rb"\xe9", b"\xe9\xc9", flags=I)
add("smfF", rb"(?L)\w+\b", b"ab\xe9c", b"a b")
add("smfF", rb"(?Li)AB\xe9", b"ab\xe9", b"ab\xc9")
add("smfF", rb"\d\D\s\S\w\W", b"1a\n\xffb\xff")
add("smfF", r"""
    (?P<year> \d{4} ) -   # the year
    (?P<month>\d\d)\ -[ ] # the month \
    [#]\#
""", "2024-12 - ##", flags=X)
add("smfF", "(?x: a b ) c", "ab c", "a b  c")
add("smfF", "(?x: a (?-x: b ) )c", "a b c")
add("smfF", "a(?#comment)b", "ab")
for pos, end in ((0, 2), (1, NO_END), (1, 1), (2, 1), (9, NO_END), (3, 9), (1, 3)):
    for pattern in ("^b", "b", r"\bb", "(?<=a)b", "b$", "", r"c\Z", "(?=c)", "b(?!c)", r"\Ab"):
        # Python's match finds the empty pattern even where the text ends before pos; perch does not.
        if pos <= end or pattern:
            add("smF", pattern, "abc", pos=pos, end=end)
add("smfF", r"\w+@\w+\.com", "mail foo@bar.com or x@y.org, a@b.com")
add("smfF", r"(\d{4})-(\d\d)-(\d\d)", "on 2024-01-31 and 1999-12-01.")
add("smfF", r"(?:one|two|three|four)+", "onetwothree", "fourfive", "xthreetwo")
add("smfF", r"foo|foobar|food", "foobar", "food")
add("smfF", r"(foo|bar)baz|foobar", "foobar", "barbaz")
add("smfF", r"a.*c.*e", "abcde abcde")
add("smfF", r"a.*?c.*?e", "abcde abcde")
add("smfF", r"<(\w+)>.*?</\1>", "<b>x</b><i>y</i>", "<b>x</i>")
add("smfF", r'"(?:[^"\\]|\\.)*"', r'a "b\"c" "d')
add("smfF", r"^\s*([^=\s]+)\s*=\s*(.*?)\s*$", " key = value \n", "k=v", flags=M)
add("smfF", r"(a+)+$", "aaaaaaaaaaaab")
add("smfF", r"(.)(.)(.)(.)(.)(.)(.)(.)(.)(.)(.)\11", "abcdefghijkk")
add("smfF", r"((((((((((a))))))))))\10", "aa")
add("smfF", r"(?:(\w)(?!\1))+", "abcd", "abb")
add("smfF", r"(a(?=b))*b?", "ab", "aab")
add("smfF", r"(?:a(?!c)|(b))*", "abac", "abab")
add("smfF", r"(?:(a)|(?=(b))b)*c", "abac", "bc", "abab")
add("smfF", r"(?(1)a|b)(c)?", "bc", "b")
add("smfF", r"((?(1)a|b))*", "baa", "bba")
add("smfF", r"(x)?(?:(?(1)a|b)c)+", "xacac", "bcbc", "xbc")
add("smfF", r"(|a)+", "aaa")
add("smfF", r"(|a)*?b", "aab")
add("smfF", r"(a|)+b", "aab")
add("smfF", r"(?:|(a))*b", "aab", "b")
add("smfF", r"(?:\b|a)*b", "aab")
add("s", r"(?:x|a)*y", "xa" * 60000 + "y")
add("s", r"(?:(x)|(a))*y", "xa" * 30000 + "y")
add("s", r"(?:ab?)*?c", "ab" * 30000 + "c")
add("s", r".*?z", "a" * 100000 + "z")
add("s", r"(?:.|\n)*z", "a\n" * 50000 + "z")
add("s", r"(?:(?:a|b)|(?:c|d))*e", "abcd" * 20000 + "e")
for pattern in (r"(a(b)?)+c|[^d-f]{2,}(?=x)(?P<n>y|z)", "hello|help|(?i:World)", r"(?>a+b)|(?:cd)*+|\bx", r"(x)(?(1)y|z)(?<=y)"):
    add("A", pattern, "abac cdcd xy")

# ---- Templates ----
for template in (r"\1", r"\2", r"\g<1>", r"\g<a>", r"\g<b>", r"\g<", r"\g<>", r"\g", r"\g<1", r"\g<-1>", r"\g< 1>", r"\g<+1>",
                 r"\g<-0>", r"\g<1_0>", r"\g<99999999999>", r"\g<a b>", r"\0", r"\01", r"\018", r"\777", r"\101", r"\12", r"\q",
                 r"\.", r"\n\b\\\a\f\r\t\v", "\\", "x\\", r"\g<0>", r"x\g<0>y\1z", r"\99", r"\18", r"\e", r"\x", r"\08", "\n\\q",
                 r"\g<é>", "\\é", "é\\1日", r"\\1", r"\400", r"\377", r"\g<٠>", r"\g<00>", r"\g<1.0>", "plain", r"\-\1-\_", r"\g<1>\g<a>",
                 "\\g<a\n>", r"\1\1\1", "", "\\\\", r"\00\000\0000", r"\2\q", r"\g<2>", r"\g<a"):
    add("t", "(?P<a>a)", template)
    if template.isascii():
        add("t", b"(?P<a>a)", template.encode())
add("t", "(?P<é>a)(?P<éa>b)", r"\g<é>|\g<éa>|\g<e>")
