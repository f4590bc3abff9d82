/* textitems.c: items between separators, as fromstring and fromfile read them and tofile writes them. */
#include <ctype.h>
#include <strings.h>

#include "textread.h"

#include "element.h"

static bool blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/* The separator behind an item: where it ends; NULL: it is not there. A blank in it stands for any white space, also none. */
static const char *skip_separator(const char *s, const char *end, const char *sep)
{
    const char *from = s;
    bool spaced = false, own = false;
    for (const char *c = sep; *c; c++) own |= *c != ' ';
    while (own && s < end && blank(*s)) s++;
    for (; *sep; sep++) {
        if (*sep == ' ') {
            spaced = true;
            while (s < end && blank(*s)) s++;
        } else {
            if (s >= end || *s != *sep) return NULL;
            s++;
        }
    }
    return s > from || spaced ? s : NULL;
}

/* Characters that a number at s may have: up to white space or the separator's first own character. */
static const char *item_end(const char *s, const char *end, const char *sep)
{
    char stop = 0;
    for (; *sep && !stop; sep++)
        if (*sep != ' ') stop = *sep;
    while (s < end && !blank(*s) && (!stop || *s != stop)) s++;
    return s;
}

/* NaN as C's strtod takes it, with anything in brackets behind it: its characters; 0: it is none. */
static int64_t nan_length(const char *s, int64_t n)
{
    int64_t i = n && (*s == '-' || *s == '+');
    if (n - i < 3 || strncasecmp(s + i, "nan", 3)) return 0;
    i += 3;
    if (i == n || s[i] != '(') return i;
    int64_t close = i + 1;
    while (close < n && (isalnum((unsigned char)s[close]) || s[close] == '_')) close++;
    return close < n && s[close] == ')' ? close + 1 : i;
}
/* The longest beginning that is a number: 1 done, *used its characters; 0 none; -1 raised. */
static int item_put(VM *vm, Descr *d, char *at, const char *s, const char *end, int64_t *used)
{
    enum { ITEM_MOST = 128 };
    uint32_t text[ITEM_MOST];
    int64_t n = end - s < ITEM_MOST ? end - s : ITEM_MOST;
    for (int64_t i = 0; i < n; i++) text[i] = (unsigned char)s[i];
    int64_t nan = num_is_float((Num)d->num) ? nan_length(s, n) : 0;
    if (nan) return *used = nan, field_put(vm, d, at, text, *s == '-' || *s == '+' ? 4 : 3, 'j', false);
    for (*used = n; *used > 0; --*used) {
        bool whole = num_is_integer((Num)d->num) || d->num == NP_BOOL;
        bool fraction = false; /* an integer ends before what only a float has */
        for (int64_t i = 0; whole && i < *used; i++) fraction |= !((s[i] >= '0' && s[i] <= '9') || (i == 0 && (s[i] == '-' || s[i] == '+')));
        if (fraction) continue;
        int put = field_put(vm, d, at, text, *used, 'j', false);
        if (put) return put;
    }
    return 0;
}

static bool grow(VM *vm, char **data, int64_t *room, int64_t size)
{
    int64_t more = *room ? 2 * *room : 64;
    char *p = mem_realloc(vm->mem, *data, (size_t)(*room * size), (size_t)(more * size));
    if (!p) return err_no_memory(vm), false;
    *data = p;
    *room = more;
    return true;
}

NdArray *array_from_text(VM *vm, Np *np, Ref text, Descr *d, int64_t count, const char *sep)
{
    size_t bytes;
    Value held = NO_VALUE;
    if (is_str(text)) held = codec_encode(vm, text, NULL, NULL);
    else if (is_bytes(text)) held = retain(text);
    else {
        BufferView view;
        if (!buffer_get(vm, text, &view)) return NULL;
        held = bytes_from(vm, view.data, view.len);
        buffer_release(vm, &view);
    }
    if (!held) return NULL;
    bytes = (size_t)as_bytes(held)->len;
    const char *s = (const char *)as_bytes(held)->data, *end = s + bytes;
    char *data = NULL;
    int64_t n = 0, room = 0, used;
    bool ok = num_is_number((Num)d->num) || err_false(vm, EXC_ValueError, "don't know how to read character strings with that array type"), unread = false;
    while (ok && s < end && blank(*s)) s++;
    while (ok && s < end && n != count) {
        while (s < end && blank(*s)) s++; /* numbers may have blanks in front, whatever separates them */
        if (s == end) break;
        ok = n < room || grow(vm, &data, &room, d->size);
        int put = ok ? item_put(vm, d, data + n * d->size, s, item_end(s, end, sep), &used) : -1;
        ok = ok && put >= 0;
        if (put <= 0) {
            unread = put == 0;
            break;
        }
        n++;
        s += used;
        if (s == end || n == count) break;
        const char *next = skip_separator(s, end, sep);
        if (!next) {
            while (s < end && blank(*s)) s++;
            unread = s < end;
            break;
        }
        s = next;
    }
    if (ok && unread)
        ok = err_warn(vm, EXC_DeprecationWarning, str_from_c(vm, "string or file could not be read to its end due to unmatched data; this will raise a ValueError in the future."));
    NdArray *out = ok ? array_zeros(vm, np, d, &n, 1, ORDER_C) : NULL;
    if (out && n) memcpy(out->data, data, (size_t)(n * d->size));
    mem_free(vm->mem, data, (size_t)(room * d->size));
    release(vm, held);
    return out;
}

Value array_to_text(VM *vm, NdArray *a, Ref sep, Ref format)
{
    int64_t index[NP_DIMS_MOST] = {0}, n = array_size(a);
    StrB b = STRB_INIT(vm);
    bool formatted = format && is_str(format) && as_str(format)->len, ok = true;
    for (int64_t i = 0; ok && i < n; i++) {
        const char *at = a->data;
        for (int d = 0; d < a->ndim; d++) at += index[d] * a->strides[d];
        Value v = formatted ? element_item(vm, a->descr, at, REF(a)) : scalar_new(vm, a->descr, at, REF(a));
        Value tuple = v && formatted ? tuple_of(vm, 1, (Ref)v) : NO_VALUE, text = tuple ? str_percent(vm, format, tuple) : v && !formatted ? op_str(vm, v) : NO_VALUE;
        ok = text && vm_poll(vm);
        if (ok) strb_str(&b, text);
        if (ok && i + 1 < n) strb_str(&b, sep);
        release(vm, v);
        release(vm, tuple);
        release(vm, text);
        for (int d = a->ndim - 1; d >= 0 && ++index[d] == a->shape[d]; d--) index[d] = 0;
    }
    if (ok) return strb_take(&b);
    strb_drop(&b);
    return NULL;
}
