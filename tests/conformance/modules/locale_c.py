# _locale in the locales that every machine has.
# --- case: names
import locale
for category in range(7): print(category, locale.setlocale(category))
for category, name in ((6, "C"), (6, "POSIX"), (1, "xx_YY"), (99, "C"), (99, None), (0, "C.UTF-8"), (6, None), (6, "LC_CTYPE=xx;LC_NUMERIC=C"), (0, 1), ("a", "C"), (2, "a\0b"),
        (6, "LC_CTYPE=C.UTF-8;LC_NUMERIC=C;LC_TIME=C;LC_COLLATE=C;LC_MONETARY=C;LC_MESSAGES=C;LC_PAPER=C;LC_NAME=C;LC_ADDRESS=C;LC_TELEPHONE=C;LC_MEASUREMENT=C;LC_IDENTIFICATION=C"), (6, "C.UTF-8"), (6, None)):
    try: print(category, ascii(name), locale.setlocale(category, name))
    except Exception as e: print(category, ascii(name), type(e).__name__, type(e).__module__, e)
print(locale.getlocale(), locale.getlocale(locale.LC_NUMERIC))
# --- case: what_it_says
import _locale, locale
print(locale.localeconv(), list(locale.localeconv()) == list(_locale.localeconv()))
items = {n: getattr(_locale, n) for n in sorted(dir(_locale)) if isinstance(getattr(_locale, n), int)}
print(items)
print([(n, locale.nl_langinfo(k)) for n, k in items.items() if not n.startswith("LC_") and n not in ("CHAR_MAX", "CODESET")])
print(locale.format_string("%d %.2f", (1234567, 1.5), grouping=True), locale.atof("1.5"), locale.str(2.5), locale.normalize("de"))
try: locale.nl_langinfo(1)
except ValueError as e: print(e)
# --- case: order
import locale
print(locale.strcoll("a", "b") < 0, locale.strcoll("b", "a") > 0, locale.strcoll("\u00e4", "z") > 0, ascii(locale.strxfrm("abc\u00e4\u20ac")), sorted("b\u00e4aZ", key=locale.strxfrm) == sorted("b\u00e4aZ"))
for f in (lambda: locale.strcoll("a\0", "b")), (lambda: locale.strxfrm("\0")), (lambda: locale.strcoll(1, "b")), (lambda: locale.strxfrm(1)):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: messages
import locale
print(locale.gettext("hi"), locale.dgettext("x", "hi"), locale.dcgettext(None, "hi", 5), locale.textdomain(None), locale.bindtextdomain("foo", "/tmp"), locale.bindtextdomain("foo", None))
print(locale.bind_textdomain_codeset("foo", "utf-8"), locale.bind_textdomain_codeset("bar", None), locale.textdomain("foo"), locale.textdomain(None))
try: locale.bindtextdomain("", "x")
except locale.Error as e: print(e)
# --- case: numbers_are_read_alike
import locale, json, time
locale.setlocale(locale.LC_ALL, "C.UTF-8")
print(float("1.5"), json.dumps(1.5), "%.2f" % 1.5, f"{1234567:n} {1.5:n}", time.strftime("%A", (2024, 1, 1, 0, 0, 0, 0, 1, 0)))
