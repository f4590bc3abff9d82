/* bytes_methods.c: the methods that bytes and bytearray share: each function serves both, its results are of the kind of self. While
 * self is read its buffer is held, so a bytearray cannot change size under our feet. */
#include "lang/text/ascii.h"
#include "lang/text/text_impl.h"

#define METHOD(name) static Value name(VM *vm, const Ref *args, int n, Ref kwnames)
static inline Ref arg(const Ref *args, int n, int i) { return i < n ? args[i] : NULL; }

static Text self_text(Ref v)
{
    if (is_bytes(v)) return (Text){as_bytes(v)->data, as_bytes(v)->len, 1, KIND_BYTES, v};
    const ByteArray *a = as_bytearray(v);
    return (Text){a->data, a->len, 1, KIND_BYTEARRAY, v};
}

/* ---- find and count: the needle is bytes-like or one byte ---- */
typedef struct Needle { BufferView view; Text text; uint8_t byte; } Needle;

static bool needle_get(VM *vm, Ref v, Needle *nd)
{
    nd->view.owner = NO_VALUE;
    if (buffer_check(vm, v)) return text_of_buffer(vm, v, &nd->view, &nd->text);
    if (!is_int(v) && !(is_heap(v) && type_of(vm, v)->s.to_index))
        return err_false(vm, EXC_TypeError, "argument should be integer or bytes-like object, not '%T'", v);
    if (!bytes_byte_arg(vm, v, &nd->byte)) return false;
    nd->text = (Text){&nd->byte, 1, 1, KIND_BYTES, NULL};
    return true;
}

static bool find_any(VM *vm, const Ref *args, int n, char what, int64_t *out)
{
    int64_t from, to;
    Needle nd;
    if (!needle_get(vm, args[1], &nd)) return false;
    bool ok = text_range(vm, arg(args, n, 2), arg(args, n, 3), self_text(args[0]).n, &from, &to);
    Text s = self_text(args[0]);
    if (ok && to > s.n) to = s.n;
    if (ok)
        *out = what == 'c' ? text_count(&s, &nd.text, from, to, INT64_MAX)
             : what == 'r' ? text_rfind(&s, &nd.text, from, to) : text_find(&s, &nd.text, from, to);
    buffer_release(vm, &nd.view);
    return ok;
}

METHOD(m_find)
{
    int64_t at;
    return find_any(vm, args, n, 'f', &at) ? make_small(at) : NO_VALUE;
}

METHOD(m_rfind)
{
    int64_t at;
    return find_any(vm, args, n, 'r', &at) ? make_small(at) : NO_VALUE;
}

METHOD(m_count)
{
    int64_t count;
    return find_any(vm, args, n, 'c', &count) ? make_small(count) : NO_VALUE;
}

static Value index_any(VM *vm, const Ref *args, int n, char what)
{
    int64_t at;
    if (!find_any(vm, args, n, what, &at)) return NO_VALUE;
    return at >= 0 ? make_small(at) : err_raise(vm, EXC_ValueError, "subsection not found");
}

METHOD(m_index) { return index_any(vm, args, n, 'f'); }
METHOD(m_rindex) { return index_any(vm, args, n, 'r'); }

/* 1, 0, -1 */
static int affix_at(VM *vm, Ref self, Ref affix, int64_t from, int64_t to, bool tail)
{
    BufferView view;
    Text x, s = self_text(self);
    if (!text_of_buffer(vm, affix, &view, &x)) return -1;
    int r = to - from >= x.n && text_equal_at(&s, tail ? to - x.n : from, &x);
    buffer_release(vm, &view);
    return r;
}

static Value affix(VM *vm, const Ref *args, int n, bool tail)
{
    int64_t from, to;
    if (!text_range(vm, arg(args, n, 2), arg(args, n, 3), self_text(args[0]).n, &from, &to)) return NO_VALUE;
    if (!is_tuple(args[1])) {
        if (!buffer_check(vm, args[1]))
            return err_raise(vm, EXC_TypeError, "%s first arg must be bytes or a tuple of bytes, not %T",
                tail ? "endswith" : "startswith", args[1]);
        int r = affix_at(vm, args[0], args[1], from, to, tail);
        return r < 0 ? NO_VALUE : make_bool(r);
    }
    const Tuple *t = as_tuple(args[1]);
    for (int64_t i = 0; i < t->len; i++) {
        int r = affix_at(vm, args[0], t->items[i], from, to, tail);
        if (r) return r < 0 ? NO_VALUE : V_TRUE;
    }
    return V_FALSE;
}

METHOD(m_startswith) { return affix(vm, args, n, false); }
METHOD(m_endswith) { return affix(vm, args, n, true); }

/* ---- cut ---- */
static Value strip(VM *vm, const Ref *args, int n, int which)
{
    Text s = self_text(args[0]), chars;
    Ref c = arg(args, n, 1);
    if (!c || is_none(c)) return text_strip(vm, &s, NULL, which);
    BufferView view;
    if (!text_of_buffer(vm, c, &view, &chars)) return NO_VALUE;
    Value r = text_strip(vm, &s, &chars, which);
    buffer_release(vm, &view);
    return r;
}

METHOD(m_strip) { return strip(vm, args, n, 0); }
METHOD(m_lstrip) { return strip(vm, args, n, -1); }
METHOD(m_rstrip) { return strip(vm, args, n, 1); }

static Value split(VM *vm, const Ref *args, int n, bool right)
{
    Ref sep = arg(args, n, 1);
    int64_t max;
    if (!text_int_arg(vm, arg(args, n, 2), -1, &max)) return NO_VALUE;
    if (max < 0) max = INT64_MAX;
    Text s = self_text(args[0]), x;
    if (!sep || is_none(sep)) return right ? text_rsplit_space(vm, &s, max) : text_split_space(vm, &s, max);
    BufferView view;
    if (!text_of_buffer(vm, sep, &view, &x)) return NO_VALUE;
    Value r;
    if (x.n == 0) r = err_raise(vm, EXC_ValueError, "empty separator");
    else r = right ? text_rsplit_sep(vm, &s, &x, max) : text_split_sep(vm, &s, &x, max);
    buffer_release(vm, &view);
    return r;
}

METHOD(m_split) { return split(vm, args, n, false); }
METHOD(m_rsplit) { return split(vm, args, n, true); }

METHOD(m_splitlines)
{
    int64_t keep;
    if (!text_cint_arg(vm, arg(args, n, 1), 0, &keep)) return NO_VALUE;
    Text s = self_text(args[0]);
    return text_splitlines(vm, &s, keep != 0);
}

static Value partition(VM *vm, const Ref *args, bool right)
{
    BufferView view;
    Text s = self_text(args[0]), sep;
    if (!text_of_buffer(vm, args[1], &view, &sep)) return NO_VALUE;
    Value part[3] = {NO_VALUE, NO_VALUE, NO_VALUE}, r = NO_VALUE;
    if (sep.n == 0) {
        err_raise(vm, EXC_ValueError, "empty separator");
    } else {
        int64_t at = right ? text_rfind(&s, &sep, 0, s.n) : text_find(&s, &sep, 0, s.n);
        if (at >= 0) {
            part[0] = text_piece(vm, &s, 0, at);
            part[1] = s.kind == KIND_BYTES ? retain(args[1]) /* as it is, whatever its type */ : bytes_like_make(vm, s.kind, sep.p, sep.n);
            part[2] = text_piece(vm, &s, at + sep.n, s.n);
        } else {
            part[right ? 2 : 0] = text_piece(vm, &s, 0, s.n);
            part[1] = bytes_like_make(vm, s.kind, "", 0);
            part[right ? 0 : 2] = bytes_like_make(vm, s.kind, "", 0);
        }
        if (part[0] && part[1] && part[2]) r = tuple_take(vm, part, 3);
        else
            for (int i = 0; i < 3; i++) release(vm, part[i]);
    }
    buffer_release(vm, &view);
    return r;
}

METHOD(m_partition) { return partition(vm, args, false); }
METHOD(m_rpartition) { return partition(vm, args, true); }

static Value remove_affix(VM *vm, const Ref *args, bool tail)
{
    BufferView view;
    Text s = self_text(args[0]), x;
    if (!text_of_buffer(vm, args[1], &view, &x)) return NO_VALUE;
    bool there = s.n >= x.n && text_equal_at(&s, tail ? s.n - x.n : 0, &x);
    int64_t cut = there ? x.n : 0;
    buffer_release(vm, &view);
    return text_piece(vm, &s, tail ? 0 : cut, tail ? s.n - cut : s.n);
}

METHOD(m_removeprefix) { return remove_affix(vm, args, false); }
METHOD(m_removesuffix) { return remove_affix(vm, args, true); }

/* ---- pad ---- */
static Value justify(VM *vm, const Ref *args, int n, char how, const char *name)
{
    int64_t width;
    uint32_t fill = ' ';
    Ref c = arg(args, n, 2);
    if (!text_int_arg(vm, args[1], 0, &width)) return NO_VALUE;
    if (c) {
        if (is_bytes(c) && as_bytes(c)->len == 1) fill = as_bytes(c)->data[0];
        else if (is_bytearray(c) && as_bytearray(c)->len == 1) fill = as_bytearray(c)->data[0];
        else return err_raise(vm, EXC_TypeError, "%s() argument 2 must be a byte string of length 1, not %s", name, text_arg_type(vm, c));
    }
    Text s = self_text(args[0]);
    return text_justify(vm, &s, how, width, fill);
}

METHOD(m_center) { return justify(vm, args, n, '^', "center"); }
METHOD(m_ljust) { return justify(vm, args, n, '<', "ljust"); }
METHOD(m_rjust) { return justify(vm, args, n, '>', "rjust"); }

METHOD(m_zfill)
{
    int64_t width;
    if (!text_int_arg(vm, args[1], 0, &width)) return NO_VALUE;
    Text s = self_text(args[0]);
    return text_zfill(vm, &s, width);
}

METHOD(m_expandtabs)
{
    int64_t size;
    if (!text_cint_arg(vm, arg(args, n, 1), 8, &size)) return NO_VALUE;
    Text s = self_text(args[0]);
    return text_expandtabs(vm, &s, size);
}

/* ---- replace, translate, join ---- */
METHOD(m_replace)
{
    BufferView v1, v2;
    Text old, by;
    int64_t max;
    if (!text_of_buffer(vm, args[1], &v1, &old)) return NO_VALUE;
    if (!text_of_buffer(vm, args[2], &v2, &by)) return buffer_release(vm, &v1), NO_VALUE;
    Value r = NO_VALUE;
    if (text_int_arg(vm, arg(args, n, 3), -1, &max)) {
        Text s = self_text(args[0]);
        r = text_replace(vm, &s, &old, &by, max);
    }
    buffer_release(vm, &v1);
    buffer_release(vm, &v2);
    return r;
}

METHOD(m_translate)
{
    BufferView vt = {0}, vd = {0};
    Text table = {0}, del = {0};
    Ref d = arg(args, n, 2);
    Value r = NO_VALUE;
    if (!is_none(args[1])) {
        if (!text_of_buffer(vm, args[1], &vt, &table)) return NO_VALUE;
        if (table.n != 256) {
            err_raise(vm, EXC_ValueError, "translation table must be 256 characters long");
            goto out;
        }
    }
    if (d && !text_of_buffer(vm, d, &vd, &del)) goto out;
    Text s = self_text(args[0]);
    const unsigned char *p = s.p, *map = table.p;
    bool gone[256] = {false};
    for (int64_t i = 0; i < del.n; i++) gone[((const unsigned char *)del.p)[i]] = true;
    unsigned char *buf = mem_alloc(vm->mem, (size_t)s.n + 1); /* how much is left shows at the end: once over the bytes and a copy, not twice over them */
    if (!buf) {
        err_no_memory(vm);
        goto out;
    }
    int64_t len = 0;
    if (!map) {
        for (int64_t i = 0; i < s.n; i++) { /* without a branch that nobody can foretell: a byte that is left out is written over */
            buf[len] = p[i];
            len += !gone[p[i]];
        }
    } else if (del.n) {
        for (int64_t i = 0; i < s.n; i++) {
            buf[len] = map[p[i]];
            len += !gone[p[i]];
        }
    } else {
        for (; len < s.n; len++) buf[len] = map[p[len]];
    }
    r = bytes_like_make(vm, s.kind, buf, len);
    mem_free(vm->mem, buf, (size_t)s.n + 1);
out:
    buffer_release(vm, &vt);
    buffer_release(vm, &vd);
    return r;
}

METHOD(m_maketrans)
{
    BufferView v1, v2;
    Text a, b;
    if (!text_of_buffer(vm, args[0], &v1, &a)) return NO_VALUE;
    if (!text_of_buffer(vm, args[1], &v2, &b)) return buffer_release(vm, &v1), NO_VALUE;
    Value r;
    if (a.n != b.n) {
        r = err_raise(vm, EXC_ValueError, "maketrans arguments must have same length");
    } else if ((r = bytes_from(vm, NULL, 256))) {
        unsigned char *map = as_bytes(r)->data;
        for (int i = 0; i < 256; i++) map[i] = (unsigned char)i;
        for (int64_t i = 0; i < a.n; i++) map[((const unsigned char *)a.p)[i]] = ((const unsigned char *)b.p)[i];
    }
    buffer_release(vm, &v1);
    buffer_release(vm, &v2);
    return r;
}

/* Of bytes and bytearrays alone, whose data nothing changes meanwhile: true, *r is the result. */
static bool join_plain(VM *vm, const Text *sep, const Value *items, int64_t n, Value *r)
{
    const unsigned char *from = NULL;
    int64_t total = 0, len = 0;
    if (n == 1 && sep->kind == KIND_BYTES && is_exact(items[0], CLASS(bytes))) return *r = retain(items[0]), true;
    for (int64_t i = 0; i < n; i++) {
        if (!bytes_held(items[i], &from, &len)) return false;
        total += len + (i ? sep->n : 0);
    }
    *r = bytes_like_make(vm, sep->kind, NULL, total);
    unsigned char *p = !*r || !total ? NULL : sep->kind == KIND_BYTES ? as_bytes(*r)->data : as_bytearray(*r)->data;
    for (int64_t i = 0; p && i < n; i++) {
        if (i) p = mempcpy(p, sep->p, (size_t)sep->n);
        bytes_held(items[i], &from, &len);
        p = mempcpy(p, from, (size_t)len);
    }
    return true;
}

METHOD(m_join)
{
    Value joined;
    Text by = self_text(args[0]);
    if (is_exact(args[1], CLASS(list)) && join_plain(vm, &by, as_list(args[1])->items, as_list(args[1])->len, &joined)) return joined;
    if (is_exact(args[1], CLASS(tuple)) && join_plain(vm, &by, as_tuple(args[1])->items, as_tuple(args[1])->len, &joined)) return joined;
    if (!type_of(vm, args[1])->s.iter && !type_of(vm, args[1])->s.getitem)
        return err_raise(vm, EXC_TypeError, "can only join an iterable");
    Value list = list_from_iter(vm, args[1]);
    if (!list) return list;
    Text sep = self_text(args[0]); /* now: the iterator may have changed it */
    const List *l = as_list(list);
    if (join_plain(vm, &sep, l->items, l->len, &joined)) return release(vm, list), joined;
    int64_t total = 0;
    BufferView view;
    for (int64_t i = 0; i < l->len; i++) {
        if (!buffer_check(vm, l->items[i])) {
            err_raise(vm, EXC_TypeError, "sequence item %lld: expected a bytes-like object, %T found", (long long)i, (Ref)l->items[i]);
            return release(vm, list), NO_VALUE;
        }
        if (!buffer_get(vm, l->items[i], &view)) return release(vm, list), NO_VALUE;
        total += view.len + (i ? sep.n : 0);
        buffer_release(vm, &view);
    }
    Value r = bytes_like_make(vm, sep.kind, NULL, total);
    unsigned char *p = !r || !total ? NULL : sep.kind == KIND_BYTES ? as_bytes(r)->data : as_bytearray(r)->data;
    for (int64_t i = 0; p && i < l->len; i++) {
        if (i) {
            memcpy(p, sep.p, (size_t)sep.n);
            p += sep.n;
        }
        if (!buffer_get(vm, l->items[i], &view)) return release(vm, list), release(vm, r), NO_VALUE;
        memcpy(p, view.data, (size_t)view.len);
        p += view.len;
        buffer_release(vm, &view);
    }
    release(vm, list);
    return r;
}

/* ---- ASCII case and questions ---- */
static bool upper(unsigned char c) { return c >= 'A' && c <= 'Z'; }
static bool lower(unsigned char c) { return c >= 'a' && c <= 'z'; }
static bool alpha(unsigned char c) { return upper(c) || lower(c); }

static Value map_case(VM *vm, Ref self, char how)
{
    Text s = self_text(self);
    Value r = bytes_like_make(vm, s.kind, NULL, s.n);
    if (!r || !s.n) return r;
    unsigned char *to = s.kind == KIND_BYTES ? as_bytes(r)->data : as_bytearray(r)->data;
    if (how == 's') ascii_map(to, s.p, s.n, ASCII_SWAPPED);
    else if (how == 't') ascii_map(to, s.p, s.n, ASCII_TITLE);
    else if (how == 'u') ascii_map(to, s.p, s.n, ASCII_UPPER);
    else ascii_map(to, s.p, s.n, ASCII_LOWER);
    if (how == 'c') ascii_map(to, s.p, 1, ASCII_UPPER);
    return r;
}

METHOD(m_upper) { return map_case(vm, args[0], 'u'); }
METHOD(m_lower) { return map_case(vm, args[0], 'l'); }
METHOD(m_swapcase) { return map_case(vm, args[0], 's'); }
METHOD(m_title) { return map_case(vm, args[0], 't'); }
METHOD(m_capitalize) { return map_case(vm, args[0], 'c'); }

static Value all_are(Ref self, const AsciiKind *kind, bool empty)
{
    Text s = self_text(self);
    return make_bool(s.n ? ascii_all(kind, s.p, s.n) : empty);
}

static const AsciiKind letters = ASCII_LETTERS, numerals = ASCII_DIGITS, alnum = ASCII_ALNUM, space = {9, 4, 0, ' ', 0}, ascii = {0, 127, 0, 0, 127};
METHOD(m_isalpha) { return all_are(args[0], &letters, false); }
METHOD(m_isdigit) { return all_are(args[0], &numerals, false); }
METHOD(m_isalnum) { return all_are(args[0], &alnum, false); }
METHOD(m_isspace) { return all_are(args[0], &space, false); }
METHOD(m_isascii) { return all_are(args[0], &ascii, true); }

static Value is_case(Ref self, bool (*wanted)(unsigned char), bool (*other)(unsigned char))
{
    Text s = self_text(self);
    bool any = false;
    for (int64_t i = 0; i < s.n; i++) {
        unsigned char c = ((const unsigned char *)s.p)[i];
        if (other(c)) return V_FALSE;
        any |= wanted(c);
    }
    return make_bool(any);
}

METHOD(m_islower) { return is_case(args[0], lower, upper); }
METHOD(m_isupper) { return is_case(args[0], upper, lower); }

METHOD(m_istitle)
{
    Text s = self_text(args[0]);
    bool any = false, word = false;
    for (int64_t i = 0; i < s.n; i++) {
        unsigned char c = ((const unsigned char *)s.p)[i];
        if (upper(c) ? word : lower(c) && !word) return V_FALSE;
        word = alpha(c);
        any |= word;
    }
    return make_bool(any);
}

/* ---- hex and codecs ---- */
static int hex_value(uint32_t c)
{
    if (c >= '0' && c <= '9') return (int)c - '0';
    c |= 32;
    return c >= 'a' && c <= 'f' ? (int)c - 'a' + 10 : -1;
}

/* Pairs of digits in a row: how many characters they take. */
static int64_t hex_pairs(const unsigned char *p, int64_t n, unsigned char *buf, int64_t *count)
{
    static const unsigned char digits[256] = {['0'] = 1, ['1'] = 2, ['2'] = 3, ['3'] = 4, ['4'] = 5, ['5'] = 6, ['6'] = 7, ['7'] = 8, ['8'] = 9, ['9'] = 10, ['a'] = 11,
        ['b'] = 12, ['c'] = 13, ['d'] = 14, ['e'] = 15, ['f'] = 16, ['A'] = 11, ['B'] = 12, ['C'] = 13, ['D'] = 14, ['E'] = 15, ['F'] = 16}; /* and one; none: 0 */
    int64_t i = 0, k = *count;
    for (; i + 2 <= n; i += 2) {
        unsigned hi = digits[p[i]], lo = digits[p[i + 1]];
        if (!hi || !lo) break;
        buf[k++] = (unsigned char)((hi - 1) << 4 | (lo - 1));
    }
    *count = k;
    return i;
}

METHOD(m_fromhex)
{
    if (!is_str(args[1])) return err_raise(vm, EXC_TypeError, "fromhex() argument must be str, not %s", text_arg_type(vm, args[1]));
    Text s = text_of_str(args[1]);
    bool array = type_is_subtype(as_type(args[0]), CLASS(bytearray));
    Value r = NO_VALUE;
    unsigned char *buf = mem_alloc(vm->mem, (size_t)s.n / 2 + 1);
    int64_t count = 0;
    if (!buf) return err_no_memory(vm);
    for (int64_t i = 0; i < s.n;) {
        if (s.w == 1) i += hex_pairs((const unsigned char *)s.p + i, s.n - i, buf, &count);
        if (i == s.n) break;
        uint32_t c = text_at(&s, i);
        if (c == ' ' || (c >= 9 && c <= 13)) {
            i++;
            continue;
        }
        int hi = hex_value(c), lo = hi >= 0 && i + 1 < s.n ? hex_value(text_at(&s, i + 1)) : -1;
        if (hi < 0 || lo < 0) {
            err_raise(vm, EXC_ValueError, "non-hexadecimal number found in fromhex() arg at position %lld", (long long)(i + (hi >= 0)));
            goto out;
        }
        buf[count++] = (unsigned char)(hi << 4 | lo);
        i += 2;
    }
    r = bytes_like_make(vm, array ? KIND_BYTEARRAY : KIND_BYTES, buf, count);
    if (r && as_type(args[0]) != CLASS(bytes) && as_type(args[0]) != CLASS(bytearray)) {
        Value made = call1(vm, args[0], r);
        release(vm, r);
        r = made;
    }
out:
    mem_free(vm->mem, buf, (size_t)s.n / 2 + 1);
    return r;
}

/* The sign between groups of hexadecimal digits: one ASCII character. */
static bool hex_sep(VM *vm, Ref sep, unsigned char *out)
{
    int64_t n = op_len(vm, sep);
    if (n < 0) return false;
    if (n != 1) return err_false(vm, EXC_ValueError, "sep must be length 1.");
    uint32_t c = 0;
    if (is_str(sep)) c = str_at(as_str(sep), 0);
    else if (is_bytes(sep)) c = as_bytes(sep)->data[0];
    else return err_false(vm, EXC_TypeError, "sep must be str or bytes.");
    if (c > 127) return err_false(vm, EXC_ValueError, "sep must be ASCII.");
    *out = (unsigned char)c;
    return true;
}

/* hex([sep[, bytes_per_sep]]) of what has a buffer, as a str or as bytes. The arguments come first: they may run Python, which may change the source. */
Value bytes_hex(VM *vm, Ref source, Ref sep, Ref per, bool as_text)
{
    static const char hex[] = "0123456789abcdef";
    unsigned char c = 0;
    int64_t group = 1;
    BufferView v;
    if (!text_cint_arg(vm, per, 1, &group) || (sep && !hex_sep(vm, sep, &c)) || !buffer_get(vm, source, &v)) return NO_VALUE;
    const unsigned char *p = v.data;
    int64_t len = v.len, size = group < 0 ? -group : group, seps = sep && size && len ? (len - 1) / size : 0;
    Value r = as_text ? str_new(vm, len * 2 + seps, 127) : bytes_from(vm, NULL, len * 2 + seps);
    unsigned char *to = !r ? NULL : as_text ? as_str(r)->data : as_bytes(r)->data;
    if (r && !seps)
        for (int64_t i = 0; i < len; i++) {
            unsigned char digits[2] = {(unsigned char)hex[p[i] >> 4], (unsigned char)hex[p[i] & 15]};
            memcpy(to + 2 * i, digits, 2);
        }
    for (int64_t i = 0; r && seps && i < len; i++) {
        if (i && (group > 0 ? (len - i) % size == 0 : i % size == 0)) *to++ = c;
        *to++ = (unsigned char)hex[p[i] >> 4];
        *to++ = (unsigned char)hex[p[i] & 15];
    }
    buffer_release(vm, &v);
    return r;
}

METHOD(m_hex) { return bytes_hex(vm, args[0], arg(args, n, 1), arg(args, n, 2), true); }

METHOD(m_decode)
{
    static const char *const names[] = {"encoding", "errors"};
    const char *option[2] = {NULL, NULL};
    for (int i = 0; i < 2; i++) {
        Ref v = arg(args, n, i + 1);
        if (!v) continue;
        if (!is_str(v)) return err_raise(vm, EXC_TypeError, "decode() argument '%s' must be str, not %s", names[i], text_arg_type(vm, v));
        if (!(option[i] = str_utf8(vm, v, NULL))) return NO_VALUE;
    }
    BufferView view;
    if (!buffer_get(vm, args[0], &view)) return NO_VALUE;
    Value s = codec_decode(vm, view.data, view.len, option[0], option[1]);
    buffer_release(vm, &view);
    return s;
}

METHOD(m_getnewargs)
{
    Value b = bytes_from(vm, as_bytes(args[0])->data, as_bytes(args[0])->len);
    if (!b) return b;
    Value t = tuple_of(vm, 1, (Ref)b);
    release(vm, b);
    return t;
}

METHOD(m_bytes_dunder)
{
    return is_exact(args[0], CLASS(bytes)) ? retain(args[0]) : bytes_from(vm, as_bytes(args[0])->data, as_bytes(args[0])->len);
}

METHOD(m_sizeof)
{
    if (is_bytes(args[0])) return make_small(33 + as_bytes(args[0])->len);
    return make_small(56 + (as_bytearray(args[0])->cap ? as_bytearray(args[0])->cap + 1 : 0));
}

#define SHARED_METHODS \
    {"capitalize", m_capitalize, "self, /", "The first byte in upper case, the rest in lower case (ASCII).", 0}, \
    {"center", m_center, "self, width, fillchar=b' ', /", "In the middle of width bytes, the rest filled.", 0}, \
    {"count", m_count, "self, sub, start=None, end=None, /", "How often sub occurs, without overlaps.", NATIVE_PARSED}, \
    {"decode", m_decode, "self, /, encoding='utf-8', errors='strict'", "The text that these bytes stand for in an encoding.", NATIVE_KW}, \
    {"endswith", m_endswith, "self, suffix, start=None, end=None, /", "Do they end with suffix (or one of a tuple)?", NATIVE_PARSED}, \
    {"expandtabs", m_expandtabs, "self, /, tabsize=8", "Tabs become spaces.", NATIVE_KW}, \
    {"find", m_find, "self, sub, start=None, end=None, /", "The lowest index where sub is found, or -1.", NATIVE_PARSED}, \
    {"fromhex", m_fromhex, "type, string, /", "The bytes that pairs of hexadecimal digits stand for; blanks between them do not count.", NATIVE_CLASS}, \
    {"hex", m_hex, "self, /, sep=None, bytes_per_sep=1", "Two hexadecimal digits a byte; sep after every bytes_per_sep bytes.", NATIVE_KW}, \
    {"index", m_index, "self, sub, start=None, end=None, /", "Like find, but raises ValueError when absent.", NATIVE_PARSED}, \
    {"isalnum", m_isalnum, "self, /", "All ASCII letters or digits, and at least one?", 0}, \
    {"isalpha", m_isalpha, "self, /", "All ASCII letters, and at least one?", 0}, \
    {"isascii", m_isascii, "self, /", "All in ASCII?", 0}, \
    {"isdigit", m_isdigit, "self, /", "All ASCII digits, and at least one?", 0}, \
    {"islower", m_islower, "self, /", "Letters all in lower case, and at least one?", 0}, \
    {"isspace", m_isspace, "self, /", "All ASCII whitespace, and at least one?", 0}, \
    {"istitle", m_istitle, "self, /", "In title case?", 0}, \
    {"isupper", m_isupper, "self, /", "Letters all in upper case, and at least one?", 0}, \
    {"join", m_join, "self, iterable_of_bytes, /", "All the items in a row, these bytes between each two.", 0}, \
    {"ljust", m_ljust, "self, width, fillchar=b' ', /", "At the left of width bytes, the rest filled.", 0}, \
    {"lower", m_lower, "self, /", "ASCII letters in lower case.", 0}, \
    {"lstrip", m_lstrip, "self, bytes=None, /", "Without leading whitespace (or bytes).", 0}, \
    {"maketrans", m_maketrans, "frm, to, /", "A table for translate.", NATIVE_STATIC}, \
    {"partition", m_partition, "self, sep, /", "(before, sep, after) at the first sep.", 0}, \
    {"removeprefix", m_removeprefix, "self, prefix, /", "Without the prefix, if it is there.", 0}, \
    {"removesuffix", m_removesuffix, "self, suffix, /", "Without the suffix, if it is there.", 0}, \
    {"replace", m_replace, "self, old, new, count=-1, /", "All occurrences of old replaced by new.", 0}, \
    {"rfind", m_rfind, "self, sub, start=None, end=None, /", "The highest index where sub is found, or -1.", NATIVE_PARSED}, \
    {"rindex", m_rindex, "self, sub, start=None, end=None, /", "Like rfind, but raises ValueError when absent.", NATIVE_PARSED}, \
    {"rjust", m_rjust, "self, width, fillchar=b' ', /", "At the right of width bytes, the rest filled.", 0}, \
    {"rpartition", m_rpartition, "self, sep, /", "(before, sep, after) at the last sep.", 0}, \
    {"rsplit", m_rsplit, "self, /, sep=None, maxsplit=-1", "Like split, from the end.", NATIVE_KW}, \
    {"rstrip", m_rstrip, "self, bytes=None, /", "Without trailing whitespace (or bytes).", 0}, \
    {"split", m_split, "self, /, sep=None, maxsplit=-1", "The parts between the separators; without sep, between runs of whitespace.", NATIVE_KW}, \
    {"splitlines", m_splitlines, "self, /, keepends=False", "The lines, with their ends if keepends.", NATIVE_KW}, \
    {"startswith", m_startswith, "self, prefix, start=None, end=None, /", "Do they begin with prefix (or one of a tuple)?", NATIVE_PARSED}, \
    {"strip", m_strip, "self, bytes=None, /", "Without leading and trailing whitespace (or bytes).", 0}, \
    {"swapcase", m_swapcase, "self, /", "Upper case becomes lower case and the other way (ASCII).", 0}, \
    {"title", m_title, "self, /", "Each word begins in upper case (ASCII).", 0}, \
    {"translate", m_translate, "self, table, /, delete=b''", "Each byte by the table, those in delete left out.", NATIVE_KW}, \
    {"upper", m_upper, "self, /", "ASCII letters in upper case.", 0}, \
    {"zfill", m_zfill, "self, width, /", "Padded with zeros on the left, behind a sign.", 0}, \
    {"__sizeof__", m_sizeof, "self, /", "Size in memory, in bytes.", 0}

const NativeDef bytes_methods[] = {
    SHARED_METHODS,
    {"__getnewargs__", m_getnewargs, "self", "For copying and pickling.", 0},
    {"__bytes__", m_bytes_dunder, "self, /", "Convert to bytes.", 0},
    {0},
};

/* bytearray's own methods, those that change it, are in bytearray.c. */
#define ARRAY_METHOD(name) Value bytearray_m_##name(VM *vm, const Ref *args, int n, Ref kwnames)
ARRAY_METHOD(append);
ARRAY_METHOD(extend);
ARRAY_METHOD(insert);
ARRAY_METHOD(pop);
ARRAY_METHOD(remove);
ARRAY_METHOD(reverse);
ARRAY_METHOD(clear);
ARRAY_METHOD(copy);
ARRAY_METHOD(reduce);
ARRAY_METHOD(alloc);

const NativeDef bytearray_methods[] = {
    SHARED_METHODS,
    {"append", bytearray_m_append, "self, item, /", "Append a single byte.", 0},
    {"clear", bytearray_m_clear, "self, /", "Remove all bytes.", 0},
    {"copy", bytearray_m_copy, "self, /", "A copy.", 0},
    {"extend", bytearray_m_extend, "self, iterable_of_ints, /", "Append all the bytes of an iterable.", 0},
    {"insert", bytearray_m_insert, "self, index, item, /", "Insert a single byte before the given index.", 0},
    {"pop", bytearray_m_pop, "self, index=-1, /", "Remove and return a byte.", 0},
    {"remove", bytearray_m_remove, "self, value, /", "Remove the first occurrence of a byte.", 0},
    {"reverse", bytearray_m_reverse, "self, /", "Reverse in place.", 0},
    {"__reduce__", bytearray_m_reduce, "self", "For copying and pickling.", 0},
    {"__alloc__", bytearray_m_alloc, "self", "The number of bytes actually allocated.", 0},
    {0},
};
