#!/usr/bin/python3
"""Writes src/lang/data/unicode_tables.inc and src/lang/data/unicode_names.inc.

Everything is asked of the running Python (str methods, unicodedata, _sre), so that perch agrees with the Python it is
compared with; run it with Debian 12's /usr/bin/python3 (Unicode 14.0.0).  Only the spellings of name aliases and named
sequences cannot be listed from Python: they are taken as candidates from Perl's copy of the Unicode data, and each is
kept only if unicodedata.lookup knows it.

Usage: tools/make_unicode.py [OUTPUT-FOLDER]
"""
import os
import subprocess
import sys
import unicodedata as ud
from collections import Counter

import _sre

LAST = 0x110000
HEADER = "/* Made by tools/make_unicode.py from Unicode %s; do not edit. */\n" % ud.unidata_version

CATEGORIES = ("Cn Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Zl Zp Cc Cf Cs Co").split()
BIDI = ("", "L", "LRE", "LRO", "R", "AL", "RLE", "RLO", "PDF", "EN", "ES", "ET", "AN", "CS", "NSM", "BN", "B", "S",
        "WS", "ON", "LRI", "RLI", "FSI", "PDI")
EAW = ("F", "H", "W", "Na", "A", "N")
TAGS = ("", "<noBreak>", "<compat>", "<super>", "<fraction>", "<sub>", "<font>", "<circle>", "<wide>", "<vertical>",
        "<square>", "<isolated>", "<final>", "<initial>", "<medial>", "<small>", "<narrow>")
FLAGS = ("ALPHA DECIMAL DIGIT NUMERIC SPACE PRINTABLE LOWER UPPER TITLE XID_START XID_CONTINUE CASED CASE_IGNORABLE "
         "LINEBREAK MIRRORED NFC_STABLE NFKC_STABLE ZERO_WIDTH").split()
FINAL_SIGMA = "\u03c2"


def emit_array(out, ctype, name, values, per_line=20):
    out.write("static const %s %s[%d] = {\n" % (ctype, name, len(values)))
    for i in range(0, len(values), per_line):
        out.write(",".join(str(v) for v in values[i:i + per_line]) + ",\n")
    out.write("};\n")


def two_stage(values, best_of=range(4, 9)):
    """The split of `values` into shared blocks that takes the fewest bytes: (shift, first, second)."""
    best = None
    for shift in best_of:
        size = 1 << shift
        seen, first, second = {}, [], []
        for i in range(0, len(values), size):
            block = tuple(values[i:i + size])
            if block not in seen:
                seen[block] = len(seen)
                second.extend(block)
            first.append(seen[block])
        cost = len(first) * (1 if len(seen) < 257 else 2) + len(second) * 2
        if best is None or cost < best[0]:
            best = (cost, shift, first, second)
    return best[1:]


def emit_two_stage(out, name, values):
    shift, first, second = two_stage(values)
    out.write("#define %s_SHIFT %d\n" % (name.upper(), shift))
    emit_array(out, "uint8_t" if max(first) < 256 else "uint16_t", name + "_first", first, 32)
    emit_array(out, "uint8_t" if max(second) < 256 else "uint16_t", name + "_second", second, 32)


def simple_maps(c):
    """One-to-one lower, upper and title of c, which str's methods hide behind the full mappings."""
    cp = ord(c)
    lower = _sre.unicode_tolower(cp)
    up, title = c.upper(), c.title()
    stitle = ord(title) if len(title) == 1 else cp
    supper = ord(up) if len(up) == 1 else stitle
    return lower, supper, stitle


def case_ignorable(c):
    return ("A" + c + "\u03a3").lower()[-1] == FINAL_SIGMA and (" " + c + "\u03a3").lower()[-1] != FINAL_SIGMA


def zero_width(c, cat):
    cp = ord(c)
    return (cat in ("Mn", "Me") or 0x1160 <= cp <= 0x11FF or (cat == "Cf" and cp != 0xAD) or cat in ("Cc", "Zl", "Zp"))


def compositions():
    pairs = []
    for cp in range(LAST):
        if 0xAC00 <= cp <= 0xD7A3:
            continue
        d = ud.decomposition(chr(cp))
        if d and not d.startswith("<") and " " in d and ud.normalize("NFC", chr(cp)) == chr(cp):
            a, b = (int(x, 16) for x in d.split())
            pairs.append((a, b, cp))
    pairs.sort()
    return pairs


def make_tables(out):
    pairs = compositions()
    seconds = {b for _, b, _ in pairs} | set(range(0x1161, 0x1176)) | set(range(0x11A7, 0x11C3))
    numerics, specials, records = [0.0], [[0] * 12], {}
    indices = []
    for cp in range(LAST):
        c = chr(cp)
        cat = ud.category(c)
        lower, upper, title = simple_maps(c)
        full = (c.lower(), c.upper(), c.title(), c.casefold())
        fold = ord(full[3]) if len(full[3]) == 1 else lower
        special = 0
        if any(len(f) > 1 for f in full) or full[:3] != (chr(lower), chr(upper), chr(title)):
            row = []
            for f in full:
                row += ([ord(x) for x in f] + [0, 0])[:3]
            special = len(specials)
            specials.append(row)
        flags = 0
        is_lower, is_upper = c.islower(), c.isupper()
        stable = ud.combining(c) == 0 and cp not in seconds
        for i, on in enumerate((
                c.isalpha(), c.isdecimal(), c.isdigit(), c.isnumeric(), c.isspace(), c.isprintable(), is_lower,
                is_upper, cat == "Lt", c.isidentifier(), ("a" + c).isidentifier(),
                is_lower or is_upper or cat == "Lt", case_ignorable(c), len(("a" + c + "a").splitlines()) == 2,
                ud.mirrored(c), stable and ud.normalize("NFC", c) == c, stable and ud.normalize("NFKC", c) == c,
                zero_width(c, cat))):
            flags |= bool(on) << i
        number = ud.numeric(c, None)
        if number is not None and number not in numerics[1:]:
            numerics.append(number)
        record = (CATEGORIES.index(cat), BIDI.index(ud.bidirectional(c)), ud.combining(c),
                  EAW.index(ud.east_asian_width(c)), flags, lower - cp, upper - cp, title - cp, fold - cp, special,
                  ud.decimal(c, -1), ud.digit(c, -1), 0 if number is None else numerics.index(number, 1))
        indices.append(records.setdefault(record, len(records)))
    out.write("enum {\n")
    for i, f in enumerate(FLAGS):
        out.write("    F_%s = 1 << %d,\n" % (f, i))
    out.write("};\n")
    out.write('#define UNICODE_VERSION "%s"\n' % ud.unidata_version)
    for name, names in (("category", CATEGORIES), ("bidi", BIDI), ("width", EAW), ("tag", TAGS)):
        out.write("static const char %s_names[%d][%d] = {%s};\n" % (
            name, len(names), max(map(len, names)) + 1, ", ".join('"%s"' % n for n in names)))
    out.write("static const struct record records[%d] = {\n" % len(records))
    for r in records:
        out.write("{%s},\n" % ",".join(map(str, r)))
    out.write("};\n")
    emit_two_stage(out, "record", indices)
    emit_array(out, "uint32_t", "special_case", [x for row in specials for x in row], 12)
    emit_array(out, "double", "numeric_values", [repr(float(x)) for x in numerics], 8)
    make_peers(out)
    make_decomposition(out)
    out.write("static const struct composition compositions[%d] = {\n" % len(pairs))
    for p in pairs:
        out.write("{%d,%d,%d},\n" % p)
    out.write("};\n")
    print("records %d, specials %d, numerics %d, compositions %d" % (
        len(records), len(specials), len(numerics), len(pairs)))


def make_peers(out):
    """Lower-case characters that share their upper case: 's' and long s, the three iotas, ..."""
    groups = {}
    for cp in range(LAST):
        c = chr(cp)
        if c.upper() != c and _sre.unicode_tolower(cp) == cp:
            groups.setdefault(c.upper(), []).append(cp)
    rows = sorted((cp, [x for x in g if x != cp]) for g in groups.values() if len(g) > 1 for cp in g)
    width = max(len(r[1]) for r in rows)
    out.write("#define PEERS_MAX %d\n" % width)
    out.write("static const struct { uint32_t cp, peer[%d]; } case_peers[%d] = {\n" % (width, len(rows)))
    for cp, peers in rows:
        out.write("{%d,{%s}},\n" % (cp, ",".join(map(str, peers))))
    out.write("};\n")


def make_decomposition(out):
    """decomp_data rows: tag << 8 | count, then the code points as 16-bit units, high ones as two."""
    data, seen, indices = [0], {}, []
    for cp in range(LAST):
        text = ud.decomposition(chr(cp))
        if not text or 0xAC00 <= cp <= 0xD7A3:
            indices.append(0)
            continue
        if text not in seen:
            seen[text] = len(data)
            parts = text.split()
            tag = parts.pop(0) if parts[0].startswith("<") else ""
            data.append(TAGS.index(tag) << 8 | len(parts))
            for p in parts:
                p = int(p, 16)
                if p >= 0x10000 or 0xD800 <= p < 0xE000:
                    data += [0xD800 | p >> 10, 0xDC00 | p & 0x3FF]
                else:
                    data.append(p)
        indices.append(seen[text])
    emit_two_stage(out, "decomp", indices)
    emit_array(out, "uint16_t", "decomp_data", data)


def perl_names():
    """Candidate spellings of aliases and sequences, from Perl's unicore/Name.pl."""
    text = subprocess.run(["perl", "-e", 'print do "unicore/Name.pl"'], stdout=subprocess.PIPE, check=True).stdout
    names = set()
    for entry in text.decode().replace("\n\n", "\x00").split("\x00"):
        lines = entry.strip().split("\n")
        for line in (lines[1:] if len(lines) > 1 else []) + [lines[0].partition("\t")[2]]:
            names.add(line.strip())
    return names


def make_names(out):
    names, rules = [], []
    for cp in range(LAST):
        name = ud.name(chr(cp), None)
        if name is None or 0xAC00 <= cp <= 0xD7A3:
            continue
        if name.endswith("-%04X" % cp):
            prefix = name[:-len("%04X" % cp)]
            if rules and rules[-1][1] == cp - 1 and rules[-1][2] == prefix:
                rules[-1][1] = cp
            else:
                rules.append([cp, cp, prefix])
        else:
            names.append((name, cp))
    real = len(names)
    known = {n for n, _ in names}
    aliases, sequences = [], []
    for name in sorted(perl_names() - known):
        try:
            text = ud.lookup(name)
        except (KeyError, UnicodeError):
            continue
        if len(text) > 1:
            sequences.append((name, text))
        elif name != ud.name(text, None):
            aliases.append((name, ord(text)))
    all_names = [n for n, _ in names + aliases + sequences]

    count = Counter(w for n in all_names for w in n.split(" "))
    words = sorted(count, key=lambda w: (-count[w], w))
    short = 256 - (len(words) + 255) // 256
    code = {w: i for i, w in enumerate(words)}
    lexicon, lex_block = bytearray(), []
    for i, w in enumerate(words):
        if i % 8 == 0:
            lex_block.append(len(lexicon))
        b = bytearray(w.encode())
        b[-1] |= 0x80
        lexicon += b
    store, block = bytearray(), []
    for i, n in enumerate(all_names):
        if i % 32 == 0:
            block.append(len(store))
        enc = bytearray()
        for w in n.split(" "):
            k = code[w]
            enc += bytes([k]) if k < short else bytes([short + ((k - short) >> 8), (k - short) & 255])
        store.append(len(enc))
        store += enc
    runs = []
    for i, (_, cp) in enumerate(names):
        if not runs or runs[-1][0] + (i - runs[-1][1]) != cp:
            runs.append((cp, i))
    out.write("enum { NAMES_REAL = %d, NAMES_ALIAS = %d, NAMES_ALL = %d, WORDS_SHORT = %d, NAME_MAX_LEN = %d };\n" % (
        real, real + len(aliases), len(all_names), short, max(map(len, all_names))))
    out.write("static const struct { uint32_t first, last; char prefix[32]; } name_rules[%d] = {\n" % len(rules))
    for a, b, p in rules:
        out.write('{%d,%d,"%s"},\n' % (a, b, p))
    out.write("};\n")
    emit_array(out, "uint8_t", "lexicon", list(lexicon), 32)
    emit_array(out, "uint32_t", "lexicon_block", lex_block)
    emit_array(out, "uint8_t", "name_store", list(store), 32)
    emit_array(out, "uint32_t", "name_block", block)
    out.write("static const struct { uint32_t cp, ordinal; } name_runs[%d] = {\n" % len(runs))
    for r in runs:
        out.write("{%d,%d},\n" % r)
    out.write("};\n")
    emit_array(out, "uint16_t", "name_sorted", sorted(range(len(all_names)), key=lambda i: all_names[i].encode()), 24)
    emit_array(out, "uint32_t", "alias_cps", [cp for _, cp in aliases])
    widest = max(len(t) for _, t in sequences)
    assert widest <= 4
    out.write("static const uint32_t sequence_cps[%d][4] = {\n" % len(sequences))
    for _, t in sequences:
        out.write("{%s},\n" % ",".join(str(ord(x)) for x in t))
    out.write("};\n")
    emit_hangul(out)
    total = len(lexicon) + 4 * len(lex_block) + len(store) + 4 * len(block) + 8 * len(runs) + 2 * len(all_names)
    print("names %d, aliases %d, sequences %d, words %d, rules %d, runs %d, ~%d KB" % (
        real, len(aliases), len(sequences), len(words), len(rules), len(runs), total >> 10))


def emit_hangul(out):
    """The romanised parts of Hangul syllable names, read off names that differ in one part only."""
    def part(cp, cut_head, cut_tail):
        text = ud.name(chr(cp))[len("HANGUL SYLLABLE "):]
        return text[cut_head:len(text) - cut_tail]
    lead = [part(0xAC00 + i * 588, 0, 1) for i in range(19)]             # + A
    vowel = [part(0xAC00 + i * 28, 1, 0) for i in range(21)]             # G +
    tail = [part(0xAC00 + i, 2, 0) for i in range(28)]                   # GA +
    for name, parts in (("lead", lead), ("vowel", vowel), ("tail", tail)):
        out.write("static const char hangul_%s[%d][4] = {%s};\n" % (
            name, len(parts), ", ".join('"%s"' % p for p in parts)))


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(__file__), "..", "src", "lang", "data")
    print("Unicode", ud.unidata_version)
    for name, make in (("unicode_tables.inc", make_tables), ("unicode_names.inc", make_names)):
        with open(os.path.join(folder, name), "w") as out:
            out.write(HEADER)
            make(out)


main()
