"""What re warns of: sets that will mean something else, names and numbers of groups that will not do, the flag TEMPLATE; and RegexFlag's bits that have no name."""
import re
import warnings


def tell(f, *args):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            result = f(*args)
        except Exception as error:
            result = f"{type(error).__name__}: {error}"
    print(*map(ascii, args), "->", ascii(result) if isinstance(result, (str, bytes)) else "compiled")
    for warning in caught:
        print("   ", warning.category.__name__, ascii(str(warning.message)))


for pattern in ["[[a]", "[a--b]", "[a||b]", "[a&&b~~]", b"(?P<\xc2\xb5>x)", b"(?P=\xc2\xb5)", b"(?(\xc2\xb5)y)", b"(?P<\xe9>)(?P=\xe9)", b"(?P<a\xff b>)",
                "()(?(+1)a|b)", "()" * 10 + "(?(1_0)a|b)", "()(?( 1 )a|b)", "()(?(\u0967)a|b)", "()(?(\u3280)a|b)", "()(?(-1)a|b)", "()(?(1_)a|b)", "()(?(-0)a|b)",
                "()(?(00)a|b)", "()(?(\u30001\u2003)a|b)", b"()(?(\xa01)a)", "\n()\n()(?(+1)a|b)", "(?P<a>x)(?(+9)a)"]:
    tell(re.compile, pattern)
for pattern, text, subject in [("(?P<a>x)", r"\g<+1>", "xx"), ("()" * 10, r"\g<1_0>", "xx"), ("(?P<a>x)", r"\g< 1 >", "xx"), ("(?P<a>x)", "\\g<\xa9>", "xx"),
                               (b"(?P<a>x)", b"\\g<\xc2\xb5>", b"xx"), ("x", "\\g<\u0967>", "x"), ("x", r"\g<-0>", "x"), ("x", r"\g<00>", "x"), ("x", r"\g<+9>", "x"),
                               (b"x", b"\\g<+0>", b"x")]:
    tell(re.sub, pattern, text, subject)
tell(re.template, "a")
tell(re.compile, "ab", re.TEMPLATE | re.UNICODE)
tell(re.compile, "ab", re.TEMPLATE | re.UNICODE)

with warnings.catch_warnings():
    warnings.simplefilter("error")
    for f, args in [(re.compile, ("[[b]",)), (re.compile, ("()(?(+1)c)",)), (re.sub, ("(x)", r"\g<+1>y", "x")), (re.compile, ("abc", re.T)), (re.template, ("b",))]:
        try:
            f(*args)
        except Warning as error:
            print(type(error).__name__, error)

for flags in [~re.I, ~(re.I | re.S | re.X | (1 << 20)), re.I | re.S | re.X | (1 << 20), ~re.RegexFlag(1 << 20), ~re.RegexFlag(0), re.RegexFlag(511)]:
    print(repr(flags), int(flags), list(flags), len(flags), bool(flags))
