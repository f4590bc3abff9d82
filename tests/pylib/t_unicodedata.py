import unicodedata as u
for c in 'aA1é½٣Ⅷ日\u0301ﬁ(😀\n\ud800':
    print(ascii(c), u.category(c), u.bidirectional(c), u.combining(c), u.mirrored(c), u.east_asian_width(c), u.decomposition(c), u.decimal(c, None), u.digit(c, None), u.numeric(c, None), u.name(c, '-'))
print(u.unidata_version, u.lookup('SNOWMAN'), u.lookup('latin small letter a'))
for f in ('NFC', 'NFD', 'NFKC', 'NFKD'):
    for s in ('é', 'e\u0301', 'ﬁ', 'Å', '한글', 'abc', ''): print(ascii(u.normalize(f, s)), u.is_normalized(f, s))
for e in ["u.name('\\n')", "u.decimal('a')", "u.digit('a')", "u.numeric('a')", "u.lookup('NOPE')", "u.normalize('X','a')", "u.category('ab')", "u.category(1)", "u.name('ab')", "u.name(5)", "u.normalize('NFC', 5)", "u.decimal('')", "u.combining('')", "u.mirrored(5)", "u.decomposition(5)", "u.digit(5)", "u.numeric(5)", "u.bidirectional(5)", "u.east_asian_width(5)"]:
    try: print(e, eval(e))
    except Exception as x: print(e, type(x).__name__, x)
