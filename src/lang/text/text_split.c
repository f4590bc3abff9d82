/* text_split.c: the methods that str, bytes and bytearray have alike: split, strip, pad, replace, repeat. They read a Text and
 * answer pieces of its kind (text_piece). Bytes know ASCII white space only, str all of Unicode's. */
#include "stride.h"
#include "text_impl.h"
#include "unicode.h"

/* ---- pieces ---- */
Value text_piece(VM *vm, const Text *t, int64_t start, int64_t end)
{
    const char *p = (const char *)t->p + (size_t)start * t->w;
    if (t->kind == KIND_STR) {
        if (t->obj && start == 0 && end == t->n) return str_exact(vm, t->obj);
        if (t->obj && str_is_ascii(as_str(t->obj))) return str_from_ascii(vm, p, (size_t)(end - start));
        return str_from_text(vm, p, t->w, end - start);
    }
    if (t->kind == KIND_BYTES && t->obj && start == 0 && end == t->n && is_exact(t->obj, CLASS(bytes))) return retain(t->obj);
    return bytes_like_make(vm, t->kind, p, end - start);
}

/* A result of n characters to be filled: its characters in *data. */
static Value make(VM *vm, const Text *t, int64_t n, uint32_t max_char, void **data)
{
    Value v = NO_VALUE;
    if (n > (INT64_C(1) << 44)) return err_no_memory(vm);
    if (t->kind == KIND_STR) v = str_new(vm, n, max_char);
    else v = bytes_like_make(vm, t->kind, NULL, n);
    if (!v) return v;
    *data = t->kind == KIND_STR ? as_str(v)->data : t->kind == KIND_BYTES ? as_bytes(v)->data : as_bytearray(v)->data;
    return v;
}

/* An upper bound of the characters: enough to choose the width of a result that keeps all of them. */
static uint32_t max_char_of(const Text *t)
{
    if (t->kind != KIND_STR) return 255;
    if (t->obj) {
        const Str *s = as_str(t->obj);
        return str_is_ascii(s) ? 127 : str_width(s) == 1 ? 255 : str_width(s) == 2 ? 65535 : 0x10FFFF;
    }
    return text_or(t->p, t->w, t->n);
}

bool text_is_space(const Text *t, uint32_t c)
{
    if (c == ' ' || (c >= 9 && c <= 13)) return true;
    if (t->kind != KIND_STR || c < 28) return false;
    return c < 32 || (c >= 128 && uni_is_space(c));
}

bool text_is_number_space(const Text *t, uint32_t c) { return (c < 28 || c > 31) && text_is_space(t, c); }

static bool push(VM *vm, Ref list, const Text *t, int64_t start, int64_t end)
{
    bool ascii = t->kind == KIND_STR && t->obj && str_is_ascii(as_str(t->obj)) && end - start < t->n; /* the commonest first; the whole may be the text itself */
    Value piece = ascii ? str_from_ascii(vm, (const char *)t->p + start, (size_t)(end - start)) : text_piece(vm, t, start, end);
    List *l = as_list(list);
    if (!piece || l->len >= l->cap) return piece && list_append_take(vm, list, piece);
    l->items[l->len++] = piece;
    return true;
}

#define PUSH(a, b) \
    do { \
        if (!push(vm, list, t, a, b)) return release(vm, list), NO_VALUE; \
    } while (0)

/* ---- split ---- */
/* White space among the first 256 characters: of str, and of bytes too. */
enum { SPACE_STR = 1, SPACE_BYTES = 2 };
static const uint8_t spaces[256] = {[9] = 3, [10] = 3, [11] = 3, [12] = 3, [13] = 3, [28] = 1, [29] = 1, [30] = 1, [31] = 1, [' '] = 3, [0x85] = 1, [0xA0] = 1};

static inline uint8_t space_bit(const Text *t) { return t->kind == KIND_STR ? SPACE_STR : SPACE_BYTES; }
static inline bool is_wide_space(uint32_t c) { return c < 256 ? spaces[c] & SPACE_STR : c >= 0x1680 && uni_is_space(c); }

/* From i on, the first place that is (or is not) white space. */
static int64_t space_span(const Text *t, int64_t i, bool space)
{
    if (t->w == 1) {
        const uint8_t *s = t->p, bit = space_bit(t), want = space ? bit : 0;
        while (i < t->n && (spaces[s[i]] & bit) == want) i++;
    } else if (t->w == 2) {
        const uint16_t *s = t->p;
        while (i < t->n && is_wide_space(s[i]) == space) i++;
    } else {
        const uint32_t *s = t->p;
        while (i < t->n && is_wide_space(s[i]) == space) i++;
    }
    return i;
}

/* The same backwards: how many are left before those (not less than `from`). */
static int64_t space_span_back(const Text *t, int64_t from, int64_t n, bool space)
{
    if (t->w == 1) {
        const uint8_t *s = t->p, bit = space_bit(t), want = space ? bit : 0;
        while (n > from && (spaces[s[n - 1]] & bit) == want) n--;
    } else {
        while (n > from && is_wide_space(text_at(t, n - 1)) == space) n--;
    }
    return n;
}

Value text_split_space(VM *vm, const Text *t, int64_t max)
{
    Value list = list_new(vm, 8);
    if (!list) return list;
    int64_t i = 0, n = t->n;
    while (max-- > 0) {
        i = space_span(t, i, true);
        if (i == n) return list;
        int64_t start = i;
        i = space_span(t, i, false);
        PUSH(start, i);
    }
    i = space_span(t, i, true);
    if (i < n) {
        PUSH(i, t->n); /* the rest keeps its trailing space */
    }
    return list;
}

static void reverse(Ref list)
{
    List *l = as_list(list);
    for (int64_t a = 0, b = l->len - 1; a < b; a++, b--) {
        Value swap = l->items[a];
        l->items[a] = l->items[b];
        l->items[b] = swap;
    }
}

Value text_rsplit_space(VM *vm, const Text *t, int64_t max)
{
    Value list = list_new(vm, 8);
    if (!list) return list;
    int64_t n = t->n;
    while (max-- > 0) {
        n = space_span_back(t, 0, n, true);
        if (n == 0) break;
        int64_t end = n;
        n = space_span_back(t, 0, n, false);
        PUSH(n, end);
    }
    n = space_span_back(t, 0, n, true);
    if (n > 0) PUSH(0, n);
    reverse(list);
    return list;
}

/* The next place of one byte: pieces are short as a rule, shorter than it takes libc to begin. */
static inline int64_t next_byte(const uint8_t *s, int64_t i, int64_t n, uint8_t c)
{
    enum { SHORT = 24 };
    for (int64_t near = n - i < SHORT ? n : i + SHORT; i < near; i++)
        if (s[i] == c) return i;
    const uint8_t *p = i < n ? memchr(s + i, c, (size_t)(n - i)) : NULL;
    return p ? p - s : -1;
}

Value text_split_sep(VM *vm, const Text *t, const Text *sep, int64_t max)
{
    Value list = list_new(vm, 8);
    if (!list) return list;
    int64_t at = 0;
    bool byte = t->w == 1 && sep->w == 1 && sep->n == 1;
    while (max-- > 0) {
        int64_t next = byte ? next_byte(t->p, at, t->n, *(const uint8_t *)sep->p) : text_find(t, sep, at, t->n);
        if (next < 0) break;
        PUSH(at, next);
        at = next + sep->n;
    }
    PUSH(at, t->n);
    return list;
}

Value text_rsplit_sep(VM *vm, const Text *t, const Text *sep, int64_t max)
{
    Value list = list_new(vm, 8);
    if (!list) return list;
    int64_t end = t->n;
    while (max-- > 0) {
        int64_t at = text_rfind(t, sep, 0, end);
        if (at < 0) break;
        PUSH(at + sep->n, end);
        end = at;
    }
    PUSH(0, end);
    reverse(list);
    return list;
}

static bool is_linebreak(const Text *t, uint32_t c)
{
    if (t->kind != KIND_STR) return c == '\n' || c == '\r';
    if (c < 128) return (c >= 10 && c <= 13) || (c >= 28 && c <= 30);
    return c == 0x85 || c == 0x2028 || c == 0x2029;
}

static int64_t line_span(const Text *t, int64_t i)
{
    if (t->w == 1) {
        const uint8_t *s = t->p;
        while (i < t->n && (s[i] > 30 ? s[i] != 0x85 || t->kind != KIND_STR : !is_linebreak(t, s[i]))) i++;
    } else if (t->w == 2) {
        const uint16_t *s = t->p;
        while (i < t->n && !is_linebreak(t, s[i])) i++;
    } else {
        while (i < t->n && !is_linebreak(t, text_at(t, i))) i++;
    }
    return i;
}

Value text_splitlines(VM *vm, const Text *t, bool keep)
{
    Value list = list_new(vm, 8);
    if (!list) return list;
    for (int64_t i = 0; i < t->n;) {
        int64_t start = i;
        i = line_span(t, i);
        int64_t end = i;
        if (i < t->n) {
            i += text_at(t, i) == '\r' && i + 1 < t->n && text_at(t, i + 1) == '\n' ? 2 : 1;
            if (keep) end = i;
        }
        PUSH(start, end);
    }
    return list;
}

/* ---- strip and pad ---- */
static bool strips(const Text *chars, uint32_t c) { return text_find_char(chars, c, 0, chars->n) >= 0; }

/* Both of one byte a character: what is taken off is a bit of 256. */
static void strip_bytes(const Text *t, const Text *chars, int which, int64_t *from, int64_t *to)
{
    const uint8_t *s = t->p, *off = chars->p;
    uint64_t set[4] = {0};
    for (int64_t i = 0; i < chars->n; i++) set[off[i] >> 6] |= UINT64_C(1) << (off[i] & 63);
    int64_t a = 0, b = t->n;
    if (which <= 0)
        while (a < b && set[s[a] >> 6] >> (s[a] & 63) & 1) a++;
    if (which >= 0)
        while (b > a && set[s[b - 1] >> 6] >> (s[b - 1] & 63) & 1) b--;
    *from = a;
    *to = b;
}

Value text_strip(VM *vm, const Text *t, const Text *chars, int which)
{
    int64_t a = 0, b = t->n;
    if (!chars) {
        if (which <= 0) a = space_span(t, a, true);
        if (which >= 0) b = space_span_back(t, a, b, true);
    } else if (t->w == 1 && chars->w == 1) {
        strip_bytes(t, chars, which, &a, &b);
    } else {
        if (which <= 0)
            while (a < b && strips(chars, text_at(t, a))) a++;
        if (which >= 0)
            while (b > a && strips(chars, text_at(t, b - 1))) b--;
    }
    return text_piece(vm, t, a, b);
}

static void fill(void *to, unsigned w, uint32_t c, int64_t n)
{
    if (w == 1) memset(to, (int)c, (size_t)n);
    else if (w == 2)
        for (int64_t i = 0; i < n; i++) ((uint16_t *)to)[i] = (uint16_t)c;
    else
        for (int64_t i = 0; i < n; i++) ((uint32_t *)to)[i] = c;
}

Value text_pad(VM *vm, const Text *t, int64_t left, int64_t right, uint32_t c)
{
    if (left < 0) left = 0;
    if (right < 0) right = 0;
    if (!left && !right) return text_piece(vm, t, 0, t->n);
    if (left > (INT64_C(1) << 44) || right > (INT64_C(1) << 44)) return err_no_memory(vm);
    uint32_t max = max_char_of(t) | c;
    unsigned w = width_for(max);
    void *p = NULL;
    Value v = make(vm, t, left + t->n + right, max, &p);
    if (!v) return v;
    fill(p, w, c, left);
    text_copy((char *)p + (size_t)left * w, w, t->p, t->w, t->n);
    fill((char *)p + (size_t)(left + t->n) * w, w, c, right);
    return v;
}

Value text_justify(VM *vm, const Text *t, char how, int64_t width, uint32_t c)
{
    int64_t pad = width - t->n;
    if (pad <= 0) return text_piece(vm, t, 0, t->n);
    int64_t left = how == '<' ? 0 : how == '>' ? pad : pad / 2 + (pad & width & 1);
    return text_pad(vm, t, left, pad - left, c);
}

Value text_zfill(VM *vm, const Text *t, int64_t width)
{
    int64_t pad = width - t->n;
    if (pad <= 0) return text_piece(vm, t, 0, t->n);
    Value v = text_pad(vm, t, pad, 0, '0');
    if (!v || t->n == 0) return v;
    uint32_t sign = text_at(t, 0);
    if (sign != '+' && sign != '-') return v;
    /* the sign moves to the front */
    void *p = t->kind == KIND_STR ? as_str(v)->data : t->kind == KIND_BYTES ? as_bytes(v)->data : as_bytearray(v)->data;
    fill(p, t->w, sign, 1);
    fill((char *)p + (size_t)pad * t->w, t->w, '0', 1);
    return v;
}

/* ---- replace, repeat, tabs ---- */
/* to[i] = from[i], but `by` for the first `count` of `old`; all of one width. */
static void swap_chars(void *to, const void *from, unsigned w, int64_t n, uint32_t old, uint32_t by, int64_t count)
{
#define SWAP(CH) \
    do { \
        const CH *s = from; \
        CH *d = to, a = (CH)old, b = (CH)by; \
        int64_t i = 0; \
        if (count >= n) \
            for (; i < n; i++) d[i] = s[i] == a ? b : s[i]; \
        for (; i < n && count > 0; i++) { \
            bool hit = s[i] == a; \
            d[i] = hit ? b : s[i]; \
            count -= hit; \
        } \
        for (; i < n; i++) d[i] = s[i]; \
    } while (0)
    if (w == 1) SWAP(uint8_t);
    else if (w == 2) SWAP(uint16_t);
    else SWAP(uint32_t);
#undef SWAP
}

Value text_replace(VM *vm, const Text *t, const Text *old, const Text *by, int64_t max)
{
    enum { PLACES = 64 };
    int64_t places[PLACES]; /* the first of them, so that they are not searched again */
    if (max < 0) max = INT64_MAX;
    int64_t count = 0, seen = 0;
    bool swap = old->n == 1 && by->n == 1;
    for (int64_t next = 0; !swap && old->n && count < max && count < PLACES && (next = text_find(t, old, seen, t->n)) >= 0;) {
        places[count++] = next;
        seen = next + old->n;
    }
    uint32_t top = max_char_of(t) | max_char_of(by);
    unsigned w = width_for(top);
    bool alike = swap && t->w == w;
    if (alike) count = max > 0 && text_find(t, old, 0, t->n) >= 0; /* swap_chars counts the rest */
    else if (max > 0 && (swap || !old->n)) count = text_count(t, old, 0, t->n, max);
    else if (count == PLACES && max > PLACES) count += text_count(t, old, seen, t->n, max - PLACES);
    if (count == 0) return text_piece(vm, t, 0, t->n);
    if (by->n > old->n && count > (INT64_C(1) << 44) / by->n) return err_no_memory(vm);
    int64_t len = t->n + count * (by->n - old->n);
    if (len == 0) return text_piece(vm, t, 0, 0);
    Text out = {NULL, len, w, t->kind, NULL};
    void *data = NULL;
    /* What was the only wide character may be gone: built at the sure width, narrowed at the end. */
    bool narrow = t->kind == KIND_STR && top >= 128;
    Value v = narrow ? str_new(vm, len, top) : make(vm, t, len, top, &data);
    if (!v) return v;
    if (narrow) data = as_str(v)->data;
    if (alike) {
        swap_chars(data, t->p, w, t->n, text_at(old, 0), text_at(by, 0), max);
        goto done;
    }
    char *p = data;
    int64_t at = 0;
    for (int64_t k = 0; k < count; k++) {
        int64_t next = !old->n ? at + (k > 0) : !swap && k < PLACES ? places[k] : text_find(t, old, at, t->n);
        text_copy(p, w, (const char *)t->p + (size_t)at * t->w, t->w, next - at);
        p += (size_t)(next - at) * w;
        text_copy(p, w, by->p, by->w, by->n);
        p += (size_t)by->n * w;
        at = next + old->n;
    }
    text_copy(p, w, (const char *)t->p + (size_t)at * t->w, t->w, t->n - at);
done:
    if (!narrow) return v;
    out.p = data;
    Value narrowed = str_from_text(vm, out.p, w, len);
    release(vm, v);
    return narrowed;
}

Value text_repeat(VM *vm, const Text *t, int64_t count)
{
    if (count <= 0 || t->n == 0) return text_piece(vm, t, 0, 0);
    if (count == 1) return text_piece(vm, t, 0, t->n);
    if (count > (INT64_C(1) << 44) / t->n) return err_no_memory(vm);
    char *p;
    void *data = NULL;
    Value v = make(vm, t, t->n * count, max_char_of(t), &data);
    if (!v) return v;
    p = data;
    size_t unit = (size_t)t->n * t->w, total = unit * (size_t)count, done = unit;
    if (t->n == 1) {
        fill(p, t->w, text_at(t, 0), count);
        return v;
    }
    memcpy(p, t->p, unit);
    if (total <= 32) { /* short ones are done before libc has begun */
        for (; done < total; done++) p[done] = p[done - unit];
        return v;
    }
    while (done < total) { /* double what is there */
        size_t step = done < total - done ? done : total - done;
        memcpy(p + done, p, step);
        done += step;
    }
    return v;
}

Value text_expandtabs(VM *vm, const Text *t, int64_t size)
{
    StrB b = STRB_INIT(vm);
    b.width = t->w;
    int64_t column = 0;
    for (int64_t i = 0; i < t->n; i++) {
        uint32_t c = text_at(t, i);
        if (c == '\t') {
            if (size > 0) {
                int64_t n = size - column % size;
                if (n > (INT64_C(1) << 44)) {
                    strb_drop(&b);
                    return err_raise(vm, EXC_OverflowError, "result too long");
                }
                strb_fill(&b, ' ', n);
                column += n;
            }
            continue;
        }
        strb_char(&b, c);
        column = c == '\n' || c == '\r' ? 0 : column + 1;
    }
    if (t->kind == KIND_STR) return strb_take(&b);
    Value v = b.failed ? NO_VALUE : bytes_like_make(vm, t->kind, b.data ? b.data : "", b.len);
    strb_drop(&b);
    return v;
}

Value text_slice_step(VM *vm, const Text *t, int64_t start, int64_t step, int64_t count)
{
    if (step == 1 || count == 0) return text_piece(vm, t, count ? start : 0, count ? start + count : 0);
    uint32_t max = 0;
    if (t->kind == KIND_STR && t->obj && str_is_ascii(as_str(t->obj))) max = 127;
    else
        for (int64_t i = 0, at = start; t->kind == KIND_STR && i < count; i++, at = next_index(at, step)) max |= text_at(t, at);
    if (count == 1 && t->kind == KIND_STR) return str_from_char(vm, text_at(t, start));
    void *data = NULL;
    Value v = make(vm, t, count, max, &data);
    if (!v) return v;
    unsigned w = t->kind == KIND_STR ? width_for(max) : 1;
    if (w == t->w && w <= 2) { /* the commonest: a loop without a choice in it */
        if (w == 1)
            for (int64_t i = 0; i < count; i++) ((uint8_t *)data)[i] = ((const uint8_t *)t->p)[start + i * step];
        else
            for (int64_t i = 0; i < count; i++) ((uint16_t *)data)[i] = ((const uint16_t *)t->p)[start + i * step];
        return v;
    }
    for (int64_t i = 0, at = start; i < count; i++, at = next_index(at, step)) {
        uint32_t c = text_at(t, at);
        if (w == 1) ((uint8_t *)data)[i] = (uint8_t)c;
        else if (w == 2) ((uint16_t *)data)[i] = (uint16_t)c;
        else ((uint32_t *)data)[i] = c;
    }
    return v;
}

/* ---- arguments ---- */
static bool index_arg(VM *vm, Ref v, int64_t absent, int64_t *out)
{
    if (!v || is_none(v)) return *out = absent, true;
    if (is_small(v)) return *out = small_of(v), true;
    if (!is_heap(v) ? !is_bool(v) : (!is_int(v) && !type_of(vm, v)->s.to_index))
        return err_false(vm, EXC_TypeError, "slice indices must be integers or None or have an __index__ method");
    return num_index_clip(vm, v, out);
}

bool text_range(VM *vm, Ref start, Ref end, int64_t len, int64_t *from, int64_t *to)
{
    if (!index_arg(vm, start, 0, from) || !index_arg(vm, end, INT64_MAX, to)) return false;
    if (*to > len) *to = len;
    if (*to < 0) *to = *to + len < 0 ? 0 : *to + len;
    if (*from < 0) *from = *from + len < 0 ? 0 : *from + len;
    return true; /* *from may lie behind *to: nothing is found there, not even "" */
}

bool text_int_arg(VM *vm, Ref v, int64_t absent, int64_t *out)
{
    if (!v) return *out = absent, true;
    if (is_small(v)) return *out = small_of(v), true;
    Value i = num_index(vm, v);
    if (!i) return false;
    bool fits = int_fits_i64(i, out);
    release(vm, i);
    if (!fits) return err_false(vm, EXC_OverflowError, "Python int too large to convert to C ssize_t");
    return true;
}

const char *text_arg_type(VM *vm, Ref v) { return is_none(v) ? "None" : type_name(vm, type_of(vm, v)); }

bool text_index(VM *vm, Ref key, int64_t *out)
{
    if (is_small(key)) return *out = small_of(key), true;
    Value i = num_index(vm, key);
    if (!i) return false;
    bool fits = int_fits_i64(i, out);
    release(vm, i);
    return fits || err_false(vm, EXC_IndexError, "cannot fit '%T' into an index-sized integer", key);
}

bool text_cint_arg(VM *vm, Ref v, int64_t absent, int64_t *out)
{
    if (!v) return *out = absent, true;
    Value i = num_index(vm, v);
    if (!i) return false;
    bool fits = int_fits_i64(i, out) && *out >= INT32_MIN && *out <= INT32_MAX;
    release(vm, i);
    return fits || err_false(vm, EXC_OverflowError, "Python int too large to convert to C int");
}

bool text_ctor_args(VM *vm, const char *func, const char *const *names, int max, const Ref *args, int n, Ref kwnames, Ref *out)
{
    int64_t nkw = kwnames ? as_tuple(kwnames)->len : 0;
    for (int i = 0; i < max; i++) out[i] = i < n ? args[i] : NULL;
    if (n + nkw > max)
        return err_false(vm, EXC_TypeError, "%s() takes at most %d argument%s (%lld given)", func, max, max == 1 ? "" : "s",
            (long long)(n + nkw));
    for (int64_t k = 0; k < nkw; k++) {
        Ref name = as_tuple(kwnames)->items[k];
        int i = 0;
        while (i < max && !str_equal_c(name, names[i])) i++;
        if (i == max) return err_false(vm, EXC_TypeError, "'%U' is an invalid keyword argument for %s()", name, func);
        if (out[i])
            return err_false(vm, EXC_TypeError, "argument for %s() given by name ('%s') and position (%d)", func, names[i], i + 1);
        out[i] = args[n + k];
    }
    return true;
}
