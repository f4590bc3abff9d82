/* str_methods.c: the table of str's methods, and those that search, cut, join, replace and translate. Case and the tests of
 * characters are in str_case.c, str.format in format.c. What bytes has too is in text_split.c. */
#include "str_impl.h"
#include "lang/text/unicode.h"

#define METHOD(name) Value name(VM *vm, const Ref *args, int n, Ref kwnames)
static inline Ref arg(const Ref *args, int n, int i) { return i < n ? args[i] : NULL; }

/* ---- find and count ---- */
static bool find_args(VM *vm, const Ref *args, int n, int64_t *from, int64_t *to)
{
    if (!is_str(args[1])) return err_false(vm, EXC_TypeError, "must be str, not %T", args[1]);
    return text_range(vm, arg(args, n, 2), arg(args, n, 3), as_str(args[0])->len, from, to);
}

static bool find_any(VM *vm, const Ref *args, int n, bool right, int64_t *at)
{
    int64_t from, to;
    if (!find_args(vm, args, n, &from, &to)) return false;
    Text s = text_of_str(args[0]), sub = text_of_str(args[1]);
    *at = right ? text_rfind(&s, &sub, from, to) : text_find(&s, &sub, from, to);
    return true;
}

static METHOD(m_find)
{
    int64_t at;
    return find_any(vm, args, n, false, &at) ? make_small(at) : NO_VALUE;
}

static METHOD(m_rfind)
{
    int64_t at;
    return find_any(vm, args, n, true, &at) ? make_small(at) : NO_VALUE;
}

static Value found_or_raise(VM *vm, int64_t at)
{
    return at >= 0 ? make_small(at) : err_raise(vm, EXC_ValueError, "substring not found");
}

static METHOD(m_index)
{
    int64_t at;
    return find_any(vm, args, n, false, &at) ? found_or_raise(vm, at) : NO_VALUE;
}

static METHOD(m_rindex)
{
    int64_t at;
    return find_any(vm, args, n, true, &at) ? found_or_raise(vm, at) : NO_VALUE;
}

static METHOD(m_count)
{
    int64_t from, to;
    if (!find_args(vm, args, n, &from, &to)) return NO_VALUE;
    Text s = text_of_str(args[0]), sub = text_of_str(args[1]);
    return make_small(text_count(&s, &sub, from, to, INT64_MAX));
}

static bool affix_at(const Text *s, Ref affix, int64_t from, int64_t to, bool tail)
{
    Text x = text_of_str(affix);
    if (to - from < x.n) return false;
    return text_equal_at(s, tail ? to - x.n : from, &x);
}

static Value affix(VM *vm, const Ref *args, int n, bool tail)
{
    const char *name = tail ? "endswith" : "startswith";
    int64_t from, to;
    if (!text_range(vm, arg(args, n, 2), arg(args, n, 3), as_str(args[0])->len, &from, &to)) return NO_VALUE;
    Text s = text_of_str(args[0]);
    if (is_str(args[1])) return make_bool(affix_at(&s, args[1], from, to, tail));
    if (!is_tuple(args[1]))
        return err_raise(vm, EXC_TypeError, "%s first arg must be str or a tuple of str, not %T", name, args[1]);
    const Tuple *t = as_tuple(args[1]);
    for (int64_t i = 0; i < t->len; i++) {
        if (!is_str(t->items[i]))
            return err_raise(vm, EXC_TypeError, "tuple for %s must only contain str, not %T", name, (Ref)t->items[i]);
        if (affix_at(&s, t->items[i], from, to, tail)) return V_TRUE;
    }
    return V_FALSE;
}

static METHOD(m_startswith) { return affix(vm, args, n, false); }
static METHOD(m_endswith) { return affix(vm, args, n, true); }

/* ---- cut ---- */
static Value strip(VM *vm, const Ref *args, int n, const char *name, int which)
{
    Text s = text_of_str(args[0]), chars;
    Ref c = arg(args, n, 1);
    if (!c || is_none(c)) return text_strip(vm, &s, NULL, which);
    if (!is_str(c)) return err_raise(vm, EXC_TypeError, "%s arg must be None or str", name);
    chars = text_of_str(c);
    return text_strip(vm, &s, &chars, which);
}

static METHOD(m_strip) { return strip(vm, args, n, "strip", 0); }
static METHOD(m_lstrip) { return strip(vm, args, n, "lstrip", -1); }
static METHOD(m_rstrip) { return strip(vm, args, n, "rstrip", 1); }

static Value split(VM *vm, const Ref *args, int n, bool right)
{
    Ref sep = arg(args, n, 1);
    int64_t max;
    if (!text_int_arg(vm, arg(args, n, 2), -1, &max)) return NO_VALUE;
    if (max < 0) max = INT64_MAX;
    Text s = text_of_str(args[0]);
    if (!sep || is_none(sep)) return right ? text_rsplit_space(vm, &s, max) : text_split_space(vm, &s, max);
    if (!is_str(sep)) return err_raise(vm, EXC_TypeError, "must be str or None, not %T", sep);
    Text x = text_of_str(sep);
    if (x.n == 0) return err_raise(vm, EXC_ValueError, "empty separator");
    return right ? text_rsplit_sep(vm, &s, &x, max) : text_split_sep(vm, &s, &x, max);
}

static METHOD(m_split) { return split(vm, args, n, false); }
static METHOD(m_rsplit) { return split(vm, args, n, true); }

static METHOD(m_splitlines)
{
    int64_t keep;
    if (!text_cint_arg(vm, arg(args, n, 1), 0, &keep)) return NO_VALUE;
    Text s = text_of_str(args[0]);
    return text_splitlines(vm, &s, keep != 0);
}

static Value partition(VM *vm, const Ref *args, bool right)
{
    if (!is_str(args[1])) return err_raise(vm, EXC_TypeError, "must be str, not %T", args[1]);
    Text s = text_of_str(args[0]), sep = text_of_str(args[1]);
    if (sep.n == 0) return err_raise(vm, EXC_ValueError, "empty separator");
    int64_t at = right ? text_rfind(&s, &sep, 0, s.n) : text_find(&s, &sep, 0, s.n);
    Value part[3];
    if (at >= 0) {
        part[0] = text_piece(vm, &s, 0, at);
        part[1] = str_exact(vm, args[1]);
        part[2] = text_piece(vm, &s, at + sep.n, s.n);
    } else {
        part[right ? 2 : 0] = str_exact(vm, args[0]);
        part[1] = str_from_ascii(vm, "", 0);
        part[right ? 0 : 2] = str_from_ascii(vm, "", 0);
    }
    if (part[0] && part[1] && part[2]) return tuple_take(vm, part, 3);
    for (int i = 0; i < 3; i++) release(vm, part[i]);
    return NO_VALUE;
}

static METHOD(m_partition) { return partition(vm, args, false); }
static METHOD(m_rpartition) { return partition(vm, args, true); }

static METHOD(m_removeprefix)
{
    if (!is_str(args[1])) return err_raise(vm, EXC_TypeError, "removeprefix() argument must be str, not %s", text_arg_type(vm, args[1]));
    Text s = text_of_str(args[0]);
    bool there = affix_at(&s, args[1], 0, s.n, false);
    return text_piece(vm, &s, there ? as_str(args[1])->len : 0, s.n);
}

static METHOD(m_removesuffix)
{
    if (!is_str(args[1])) return err_raise(vm, EXC_TypeError, "removesuffix() argument must be str, not %s", text_arg_type(vm, args[1]));
    Text s = text_of_str(args[0]);
    bool there = affix_at(&s, args[1], 0, s.n, true);
    return text_piece(vm, &s, 0, there ? s.n - as_str(args[1])->len : s.n);
}

/* ---- pad ---- */
static Value justify(VM *vm, const Ref *args, int n, char how)
{
    int64_t width;
    uint32_t fill = ' ';
    Ref c = arg(args, n, 2);
    if (!text_int_arg(vm, args[1], 0, &width)) return NO_VALUE;
    if (c) {
        if (!is_str(c)) return err_raise(vm, EXC_TypeError, "The fill character must be a unicode character, not %T", c);
        if (as_str(c)->len != 1) return err_raise(vm, EXC_TypeError, "The fill character must be exactly one character long");
        fill = str_at(as_str(c), 0);
    }
    Text s = text_of_str(args[0]);
    return text_justify(vm, &s, how, width, fill);
}

static METHOD(m_center) { return justify(vm, args, n, '^'); }
static METHOD(m_ljust) { return justify(vm, args, n, '<'); }
static METHOD(m_rjust) { return justify(vm, args, n, '>'); }

static METHOD(m_zfill)
{
    int64_t width;
    if (!text_int_arg(vm, args[1], 0, &width)) return NO_VALUE;
    Text s = text_of_str(args[0]);
    return text_zfill(vm, &s, width);
}

static METHOD(m_expandtabs)
{
    int64_t size;
    if (!text_cint_arg(vm, arg(args, n, 1), 8, &size)) return NO_VALUE;
    Text s = text_of_str(args[0]);
    if (text_find_char(&s, '\t', 0, s.n) < 0) return str_exact(vm, args[0]);
    return text_expandtabs(vm, &s, size);
}

/* ---- join, replace ---- */
static METHOD(m_join)
{
    Ref items = args[1];
    Value held = NO_VALUE, r;
    if (is_exact(items, CLASS(list))) return str_join(vm, args[0], as_refs(as_list(items)->items), as_list(items)->len);
    if (is_exact(items, CLASS(tuple))) return str_join(vm, args[0], as_refs(as_tuple(items)->items), as_tuple(items)->len);
    if (is_str(items) && as_obj(items)->type == CLASS(str)) held = list_from_iter(vm, items);
    else {
        Value it = op_iter(vm, items);
        if (!it) {
            if (err_matches(vm, EXC_TypeError) && !type_of(vm, items)->s.iter && !type_of(vm, items)->s.getitem) {
                err_clear(vm);
                return err_raise(vm, EXC_TypeError, "can only join an iterable");
            }
            return NO_VALUE;
        }
        held = list_from_iter(vm, it);
        release(vm, it);
    }
    if (!held) return NO_VALUE;
    r = str_join(vm, args[0], as_refs(as_list(held)->items), as_list(held)->len);
    release(vm, held);
    return r;
}

static METHOD(m_replace)
{
    for (int i = 1; i <= 2; i++)
        if (!is_str(args[i])) return err_raise(vm, EXC_TypeError, "replace() argument %d must be str, not %s", i, text_arg_type(vm, args[i]));
    int64_t max;
    if (!text_int_arg(vm, arg(args, n, 3), -1, &max)) return NO_VALUE;
    Text s = text_of_str(args[0]), old = text_of_str(args[1]), by = text_of_str(args[2]);
    return text_replace(vm, &s, &old, &by, max);
}

/* ---- translate ----
 * CPython's order of questions, since a table of the program's own sees them: a text of ASCII asks once for each character and remembers, up to the first answer that
 * is not one ASCII character (or None); from there on, and in other texts, every character is asked anew. There, after one that is left out, characters are asked until
 * one stays, and that one is asked again. What a dict is asked nobody sees: all is remembered. */
enum { ASCII = 128, LEFT_OUT = 0x110001 };

/* What the table says of a character, owned; NULL with nothing raised: nothing, it stays. */
static bool ask_table(VM *vm, Ref table, uint32_t c, Value *to)
{
    int64_t code;
    if (is_exact(table, CLASS(dict))) {
        *to = retain(dict_get(vm, table, make_small(c)));
        if (err_occurred(vm)) return false;
    } else if ((*to = op_getitem(vm, table, make_small(c))) == NO_VALUE) {
        if (!err_matches(vm, EXC_LookupError)) return false;
        err_clear(vm);
    }
    Ref is = *to;
    if (!is || is_none(is) || is_str(is)) return true;
    if (!is_int(is)) err_raise(vm, EXC_TypeError, "character mapping must return integer, None or str");
    else if (!int_fits_i64(is, &code) || code < 0 || code > 0x10FFFF) err_raise(vm, EXC_ValueError, "character mapping must be in range(0x110000)");
    else return true;
    value_clear(vm, to);
    return false;
}

static bool add_mapped(StrB *b, uint32_t c, Ref to)
{
    int64_t code = c;
    if (to && is_none(to)) return true;
    if (to && is_str(to)) strb_str(b, to);
    else if (!to || int_fits_i64(to, &code)) strb_char(b, (uint32_t)code);
    return !b->failed;
}

/* 1 + the character that stands for c, up to `last`; LEFT_OUT; 0: none that is remembered. */
static uint32_t remembered(uint32_t c, Ref to, uint32_t last)
{
    int64_t code = c;
    if (to && is_none(to)) return LEFT_OUT;
    if (to && is_str(to)) {
        if (as_str(to)->len != 1) return 0;
        code = str_at(as_str(to), 0);
    } else if (to && !int_fits_i64(to, &code)) return 0;
    return code <= last ? (uint32_t)code + 1 : 0;
}

/* From the character after one that was left out: the first that is not, or the end; -1 raised. */
static int64_t past_left_out(VM *vm, Ref table, const Str *s, int64_t i)
{
    for (bool out = true; i < s->len; i++) {
        Value to;
        if (!ask_table(vm, table, str_at(s, i), &to)) return -1;
        out = to && is_none(to);
        release(vm, to);
        if (!out) break;
    }
    return i;
}

static METHOD(m_translate)
{
    const Str *s = as_str(args[0]);
    StrB b = STRB_INIT(vm);
    uint32_t known[ASCII] = {0};
    bool dict = is_exact(args[1], CLASS(dict)), remembers = dict || str_is_ascii(s);
    int64_t i = 0;
    while (i >= 0 && i < s->len && !b.failed) {
        uint32_t c = str_at(s, i);
        Value to;
        if (remembers && c < ASCII && known[c]) { /* what stays ASCII goes by the piece */
            char piece[256];
            size_t k = 0;
            for (; k < sizeof piece && i < s->len && (c = str_at(s, i)) < ASCII && known[c] && (known[c] <= ASCII || known[c] == LEFT_OUT); i++)
                if (known[c] != LEFT_OUT) piece[k++] = (char)(known[c] - 1);
            strb_ascii(&b, piece, k);
            if (i >= s->len || c >= ASCII || !known[c] || k == sizeof piece) continue;
            strb_char(&b, known[c] - 1);
            i++;
            continue;
        }
        if (!ask_table(vm, args[1], c, &to)) {
            i = -1;
            break;
        }
        if (remembers && c < ASCII && !(known[c] = remembered(c, to, dict ? 0x10FFFF : ASCII - 1)) && !dict) {
            remembers = false; /* and c is asked again */
        } else {
            bool out = to && is_none(to);
            add_mapped(&b, c, to);
            i = out && !remembers ? past_left_out(vm, args[1], s, i + 1) : i + 1;
        }
        release(vm, to);
    }
    if (i >= 0 && !b.failed) return strb_take(&b);
    strb_drop(&b);
    return NO_VALUE;
}

static Value maketrans_dict(VM *vm, Ref from)
{
    if (!is_exact(from, CLASS(dict)))
        return err_raise(vm, EXC_TypeError, "if you give only one argument to maketrans it must be a dict");
    Value d = dict_new(vm);
    if (!d) return d;
    int64_t pos = 0;
    Ref key, value;
    while (dict_next(from, &pos, &key, &value)) {
        bool ok;
        if (is_str(key)) {
            ok = as_str(key)->len == 1;
            if (!ok) err_raise(vm, EXC_ValueError, "string keys in translate table must be of length 1");
            else ok = dict_set(vm, d, make_small(str_at(as_str(key), 0)), value);
        } else if (is_int(key)) {
            ok = dict_set(vm, d, key, value);
        } else {
            ok = err_false(vm, EXC_TypeError, "keys in translate table must be strings or integers");
        }
        if (!ok) return release(vm, d), NO_VALUE;
    }
    return d;
}

static METHOD(m_maketrans)
{
    Ref x = args[0], y = arg(args, n, 1), z = arg(args, n, 2);
    if (!y) return maketrans_dict(vm, x);
    if (!is_str(y)) return err_raise(vm, EXC_TypeError, "maketrans() argument 2 must be str, not %s", text_arg_type(vm, y));
    if (z && !is_str(z)) return err_raise(vm, EXC_TypeError, "maketrans() argument 3 must be str, not %s", text_arg_type(vm, z));
    if (!is_str(x)) return err_raise(vm, EXC_TypeError, "first maketrans argument must be a string if there is a second argument");
    const Str *a = as_str(x), *b = as_str(y);
    if (a->len != b->len) return err_raise(vm, EXC_ValueError, "the first two maketrans arguments must have equal length");
    Value d = dict_new(vm);
    bool ok = d != NO_VALUE;
    for (int64_t i = 0; ok && i < a->len; i++) ok = dict_set(vm, d, make_small(str_at(a, i)), make_small(str_at(b, i)));
    for (int64_t i = 0; ok && z && i < as_str(z)->len; i++) ok = dict_set(vm, d, make_small(str_at(as_str(z), i)), V_NONE);
    if (ok) return d;
    release(vm, d);
    return NO_VALUE;
}

/* ---- encode and the rest ---- */
static METHOD(m_encode)
{
    static const char *const names[] = {"encoding", "errors"};
    const char *option[2] = {NULL, NULL};
    for (int i = 0; i < 2; i++) {
        Ref v = arg(args, n, i + 1);
        if (!v) continue;
        if (!is_str(v)) return err_raise(vm, EXC_TypeError, "encode() argument '%s' must be str, not %s", names[i], text_arg_type(vm, v));
        if (!(option[i] = str_utf8(vm, v, NULL))) return NO_VALUE;
    }
    return codec_encode(vm, args[0], option[0], option[1]);
}

static METHOD(m_format_dunder)
{
    if (!is_str(args[1])) return err_raise(vm, EXC_TypeError, "__format__() argument must be str, not %s", text_arg_type(vm, args[1]));
    return format_str_spec(vm, args[0], args[1]);
}

static METHOD(m_getnewargs)
{
    Value s = str_exact(vm, args[0]);
    if (!s) return s;
    Value t = tuple_of(vm, 1, (Ref)s);
    release(vm, s);
    return t;
}

static METHOD(m_sizeof)
{
    const Str *s = as_str(args[0]);
    int64_t head = str_is_ascii(s) ? 48 : 72; /* CPython's figures: programs print them */
    return make_small(head + (s->len + 1) * str_width(s));
}

const NativeDef str_methods[] = {
    {"encode", m_encode, "self, /, encoding='utf-8', errors='strict'", "The bytes that stand for this text in an encoding.", NATIVE_KW},
    {"replace", m_replace, "self, old, new, count=-1, /", "A copy with new in place of old: everywhere, or count times from the left.", 0},
    {"split", m_split, "self, /, sep=None, maxsplit=-1", "The parts between the separators; without sep, between runs of whitespace.", NATIVE_KW},
    {"rsplit", m_rsplit, "self, /, sep=None, maxsplit=-1", "Like split, from the end.", NATIVE_KW},
    {"join", m_join, "self, iterable, /", "All the items in a row, this text between each two.", 0},
    {"capitalize", str_m_capitalize, "self, /", "The first character in title case and the rest in lower case.", 0},
    {"casefold", str_m_casefold, "self, /", "A copy for comparing without regard to case.", 0},
    {"title", str_m_title, "self, /", "Each word begins in title case.", 0},
    {"center", m_center, "self, width, fillchar=' ', /", "In the middle of width characters, the rest filled.", 0},
    {"count", m_count, "self, sub, start=None, end=None, /", "How often sub occurs in S[start:end], without overlaps.", NATIVE_PARSED},
    {"expandtabs", m_expandtabs, "self, /, tabsize=8", "Tabs become spaces.", NATIVE_KW},
    {"find", m_find, "self, sub, start=None, end=None, /", "The lowest index where sub is found, or -1.", NATIVE_PARSED},
    {"partition", m_partition, "self, sep, /", "(before, sep, after) at the first sep.", 0},
    {"index", m_index, "self, sub, start=None, end=None, /", "The lowest index where sub is found; ValueError if it is not.", NATIVE_PARSED},
    {"ljust", m_ljust, "self, width, fillchar=' ', /", "At the left of width characters, the rest filled.", 0},
    {"lower", str_m_lower, "self, /", "A copy in lower case.", 0},
    {"lstrip", m_lstrip, "self, chars=None, /", "Without leading whitespace (or chars).", 0},
    {"rfind", m_rfind, "self, sub, start=None, end=None, /", "The highest index where sub is found, or -1.", NATIVE_PARSED},
    {"rindex", m_rindex, "self, sub, start=None, end=None, /", "The highest index where sub is found; ValueError if it is not.", NATIVE_PARSED},
    {"rjust", m_rjust, "self, width, fillchar=' ', /", "At the right of width characters, the rest filled.", 0},
    {"rstrip", m_rstrip, "self, chars=None, /", "Without trailing whitespace (or chars).", 0},
    {"rpartition", m_rpartition, "self, sep, /", "(before, sep, after) at the last sep.", 0},
    {"splitlines", m_splitlines, "self, /, keepends=False", "The lines, with their ends if keepends.", NATIVE_KW},
    {"strip", m_strip, "self, chars=None, /", "Without leading and trailing whitespace (or chars).", 0},
    {"swapcase", str_m_swapcase, "self, /", "Upper case becomes lower case and the other way.", 0},
    {"translate", m_translate, "self, table, /", "Each character as the table has it, by its code point: another, a text, or None for none.", 0},
    {"upper", str_m_upper, "self, /", "A copy in upper case.", 0},
    {"startswith", m_startswith, "self, prefix, start=None, end=None, /", "Does S[start:end] begin with prefix (or one of a tuple)?", NATIVE_PARSED},
    {"endswith", m_endswith, "self, suffix, start=None, end=None, /", "Does S[start:end] end with suffix (or one of a tuple)?", NATIVE_PARSED},
    {"removeprefix", m_removeprefix, "self, prefix, /", "Without the prefix, if it is there.", 0},
    {"removesuffix", m_removesuffix, "self, suffix, /", "Without the suffix, if it is there.", 0},
    {"isascii", str_m_isascii, "self, /", "Are all characters ASCII?", 0},
    {"islower", str_m_islower, "self, /", "Is it in lower case?", 0},
    {"isupper", str_m_isupper, "self, /", "Is it in upper case?", 0},
    {"istitle", str_m_istitle, "self, /", "Is it in title case?", 0},
    {"isspace", str_m_isspace, "self, /", "All whitespace, and at least one character?", 0},
    {"isdecimal", str_m_isdecimal, "self, /", "All decimal digits, and at least one?", 0},
    {"isdigit", str_m_isdigit, "self, /", "All digits, and at least one?", 0},
    {"isnumeric", str_m_isnumeric, "self, /", "All numeric, and at least one?", 0},
    {"isalpha", str_m_isalpha, "self, /", "All letters, and at least one?", 0},
    {"isalnum", str_m_isalnum, "self, /", "All letters or digits, and at least one?", 0},
    {"isidentifier", str_m_isidentifier, "self, /", "Is it a valid identifier?", 0},
    {"isprintable", str_m_isprintable, "self, /", "Are all characters printable?", 0},
    {"zfill", m_zfill, "self, width, /", "Padded with zeros on the left, behind a sign.", 0},
    {"format", str_m_format, "self, *args, **kwargs", "Fill the replacement fields in braces.", 0},
    {"format_map", str_m_format_map, "self, mapping", "Fill the replacement fields from a mapping.", 0},
    {"__format__", m_format_dunder, "self, format_spec, /", "Written as format_spec says.", 0},
    {"maketrans", m_maketrans, "x, y=None, z=None, /", "A table for translate.", NATIVE_STATIC},
    {"__getnewargs__", m_getnewargs, "self", "For copying and pickling.", 0},
    {"__sizeof__", m_sizeof, "self, /", "Size in memory, in bytes.", 0},
    {0},
};
