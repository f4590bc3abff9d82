/* str_build.c: StrB, which grows a string piece by piece, and str_format, whose directives err.h lists.
 *
 * The buffer starts one byte a character and widens when a wider character comes. A builder that failed (no memory) stays
 * failed and silently ignores what follows, so callers check once, at strb_take.
 */
#include "lang/text/text_impl.h"

#include <stdarg.h>
#include <stdio.h>

static bool fail(StrB *b)
{
    if (!b->failed) {
        mem_free(b->vm->mem, b->data, (size_t)b->cap * b->width);
        b->data = NULL;
        b->len = b->cap = 0;
        b->failed = true;
    }
    return false;
}

/* Room for n more characters of width w: moves the text to a larger or wider buffer where needed. */
static bool more(StrB *b, int64_t n, unsigned w)
{
    if (b->failed) return false;
    if (n > INT64_MAX / 16 - b->len) return err_no_memory(b->vm), fail(b);
    int64_t need = b->len + n;
    if (need <= b->cap && w <= b->width) return true;
    int64_t cap = b->cap;
    if (need > cap) {
        cap = need + (need >> 1);
        if (cap < 56) cap = 56;
    }
    if (w <= b->width) {
        void *p = mem_realloc(b->vm->mem, b->data, (size_t)b->cap * b->width, (size_t)cap * b->width);
        if (!p) return err_no_memory(b->vm), fail(b);
        b->data = p;
    } else {
        void *p = mem_alloc(b->vm->mem, (size_t)cap * w);
        if (!p) return err_no_memory(b->vm), fail(b);
        if (b->len) text_copy(p, w, b->data, b->width, b->len);
        mem_free(b->vm->mem, b->data, (size_t)b->cap * b->width);
        b->data = p;
        b->width = w;
    }
    b->cap = cap;
    return true;
}

static inline void put(StrB *b, uint32_t c)
{
    if (b->width == 1) ((uint8_t *)b->data)[b->len++] = (uint8_t)c;
    else if (b->width == 2) ((uint16_t *)b->data)[b->len++] = (uint16_t)c;
    else ((uint32_t *)b->data)[b->len++] = c;
}

void strb_char_slow(StrB *b, uint32_t c)
{
    if (!more(b, 1, width_for(c))) return;
    b->max_char |= c;
    put(b, c);
}

void strb_fill(StrB *b, uint32_t c, int64_t n)
{
    if (n <= 0 || !more(b, n, width_for(c))) return;
    b->max_char |= c;
    if (b->width == 1) {
        memset((uint8_t *)b->data + b->len, (int)c, (size_t)n);
        b->len += n;
    } else {
        while (n--) put(b, c);
    }
}

static void add(StrB *b, const void *p, unsigned w, int64_t n)
{
    if (n <= 0 || !more(b, n, w)) return;
    text_copy((char *)b->data + (size_t)b->len * b->width, b->width, p, w, n);
    b->len += n;
}

void strb_ascii(StrB *b, const char *s, size_t n) { add(b, s, 1, (int64_t)n); }

static void add_utf8(StrB *b, const char *s, size_t n)
{
    size_t i = 0;
    while (i < n && (unsigned char)s[i] < 128) i++;
    if (i == n) {
        strb_ascii(b, s, n);
        return;
    }
    Value v = str_from_utf8(b->vm, s, n);
    if (!v) {
        fail(b);
        return;
    }
    strb_str(b, v);
    release(b->vm, v);
}

void strb_c(StrB *b, const char *s) { add_utf8(b, s, strlen(s)); }

void strb_str(StrB *b, Ref v)
{
    const Str *s = as_str(v);
    if (!str_is_ascii(s)) b->max_char |= text_or(s->data, str_width(s), s->len);
    add(b, s->data, str_width(s), s->len);
}

void strb_slice(StrB *b, Ref v, int64_t start, int64_t end)
{
    const Str *s = as_str(v);
    unsigned w = str_width(s);
    if (end <= start) return;
    const unsigned char *p = s->data + (size_t)start * w;
    uint32_t all = str_is_ascii(s) ? 0 : text_or(p, w, end - start);
    b->max_char |= all;
    if (width_for(all) == w) {
        add(b, p, w, end - start);
    } else if (more(b, end - start, width_for(all))) {
        text_copy((char *)b->data + (size_t)b->len * b->width, b->width, p, w, end - start);
        b->len += end - start;
    }
}

bool strb_repr(StrB *b, Ref v)
{
    char digits[24];
    if (is_small(v)) {
        int64_t i = small_of(v);
        if (i < 0) strb_char(b, '-');
        strb_ascii(b, digits, (size_t)u64_digits(i < 0 ? (uint64_t)-i : (uint64_t)i, digits));
        return !b->failed;
    }
    Value s = op_repr(b->vm, v);
    if (!s) return fail(b);
    strb_str(b, s);
    release(b->vm, s);
    return !b->failed;
}

bool strb_to_str(StrB *b, Ref v)
{
    if (is_small(v)) return strb_repr(b, v);
    Value s = op_str(b->vm, v);
    if (!s) return fail(b);
    strb_str(b, s);
    release(b->vm, s);
    return !b->failed;
}

Value strb_take(StrB *b)
{
    if (b->failed) return NO_VALUE;
    Value v;
    if (b->len == 0) {
        v = str_from_ascii(b->vm, "", 0);
    } else if (b->len == 1) {
        v = str_from_text(b->vm, b->data, b->width, 1);
    } else {
        v = str_new(b->vm, b->len, b->max_char);
        if (v) text_copy(as_str(v)->data, str_width(as_str(v)), b->data, b->width, b->len);
    }
    strb_drop(b);
    return v;
}

void strb_drop(StrB *b)
{
    mem_free(b->vm->mem, b->data, (size_t)b->cap * b->width);
    b->data = NULL;
    b->len = b->cap = 0;
    b->width = 1;
}

/* ---- str_format ---- */
typedef struct Directive {
    char flags[8];
    int width, prec; /* -1: none */
    char size[4];    /* "", "l", "ll", "z" */
    char kind;
} Directive;

static const char *read_directive(const char *f, Directive *d, va_list *ap)
{
    int n = 0;
    *d = (Directive){.width = -1, .prec = -1};
    while (*f && strchr("-+ #0", *f) && n < 6) d->flags[n++] = *f++;
    if (*f == '*') {
        d->width = va_arg(*ap, int);
        f++;
    } else if (*f >= '1' && *f <= '9') {
        for (d->width = 0; *f >= '0' && *f <= '9'; f++) d->width = d->width * 10 + (*f - '0');
    }
    if (*f == '.') {
        f++;
        if (*f == '*') {
            d->prec = va_arg(*ap, int);
            f++;
        } else {
            for (d->prec = 0; *f >= '0' && *f <= '9'; f++) d->prec = d->prec * 10 + (*f - '0');
        }
    }
    for (n = 0; (*f == 'l' || *f == 'z' || *f == 'h' || *f == 'j') && n < 2; f++) d->size[n++] = *f;
    d->kind = *f ? *f++ : 0;
    return f;
}

/* Numbers go through snprintf, every size as 64 bits. */
static void add_number(StrB *b, const Directive *d, va_list *ap)
{
    char spec[48], out[512];
    int n = 0;
    spec[n++] = '%';
    for (const char *p = d->flags; *p; p++) spec[n++] = *p;
    if (d->width >= 0) n += snprintf(spec + n, 12, "%d", d->width > 300 ? 300 : d->width);
    if (d->prec >= 0) n += snprintf(spec + n, 12, ".%d", d->prec > 100 ? 100 : d->prec);
    int len;
    if (strchr("eEfFgG", d->kind)) {
        snprintf(spec + n, 4, "%c", d->kind);
        len = snprintf(out, sizeof out, spec, va_arg(*ap, double));
    } else if (d->kind == 'd' || d->kind == 'i') {
        long long v = d->size[0] ? va_arg(*ap, long long) : va_arg(*ap, int);
        snprintf(spec + n, 4, "lld");
        len = snprintf(out, sizeof out, spec, v);
    } else {
        unsigned long long v = d->size[0] ? va_arg(*ap, unsigned long long) : va_arg(*ap, unsigned);
        snprintf(spec + n, 4, "ll%c", d->kind);
        len = snprintf(out, sizeof out, spec, v);
    }
    strb_ascii(b, out, (size_t)(len < (int)sizeof out ? len : (int)sizeof out - 1));
}

static void add_limited(StrB *b, Value v, int prec)
{
    if (!v) {
        fail(b);
        return;
    }
    int64_t n = as_str(v)->len;
    strb_slice(b, v, 0, prec >= 0 && prec < n ? prec : n);
    release(b->vm, v);
}

static void add_c(StrB *b, const Directive *d, const char *s)
{
    if (!s) s = "(null)";
    size_t n = d->prec >= 0 ? strnlen(s, (size_t)d->prec) : strlen(s);
    if (d->prec >= 0 && s[n]) /* never cut a character in two */
        while (n > 0 && (s[n] & 0xC0) == 0x80) n--;
    int64_t pad = d->width > (int64_t)n ? d->width - (int64_t)n : 0;
    bool left = strchr(d->flags, '-') != NULL;
    if (!left) strb_fill(b, ' ', pad);
    add_utf8(b, s, n);
    if (left) strb_fill(b, ' ', pad);
}

/* The objects that the rest of a text wants: they are held while one of the program's own texts is made. */
enum { HELD_MAX = 8 };

static int hold_rest(VM *vm, const char *f, va_list *rest, Value *held)
{
    int n = 0;
    va_list ap;
    va_copy(ap, *rest);
    for (Directive d; n < HELD_MAX && *(f = strchrnul(f, '%'));) {
        f = read_directive(f + 1, &d, &ap);
        if (d.kind == 0) break;
        if (strchr("RASUT", d.kind)) held[n++] = retain(va_arg(ap, Ref));
        else if (d.kind == 's') (void)va_arg(ap, const char *);
        else if (d.kind == 'c') (void)va_arg(ap, uint32_t);
        else if (d.kind == 'N') held[n++] = retain(REF(va_arg(ap, const Type *)));
        else if (strchr("eEfFgG", d.kind)) (void)va_arg(ap, double);
        else if (strchr("diuxXo", d.kind) && d.size[0]) (void)va_arg(ap, long long);
        else if (strchr("diuxXo", d.kind)) (void)va_arg(ap, int);
        else if (d.kind != '%') break;
    }
    va_end(ap);
    return n;
}

static void add_own_text(StrB *b, Value (*text)(VM *vm, Ref v), Ref v, int prec, const char *f, va_list *rest)
{
    VM *vm = b->vm;
    Value held[HELD_MAX];
    int n = is_heap(v) && !is_exact(v, CLASS(str)) ? hold_rest(vm, f, rest, held) : 0;
    add_limited(b, text(vm, v), prec);
    while (n > 0) release(vm, held[--n]);
}

static void format_into(StrB *b, const char *f, va_list *ap)
{
    VM *vm = b->vm;
    while (!b->failed) {
        const char *p = strchrnul(f, '%');
        add_utf8(b, f, (size_t)(p - f));
        if (!*p) return;
        Directive d;
        Ref v;
        f = read_directive(p + 1, &d, ap);
        switch (d.kind) {
        case '%': strb_char(b, '%'); break;
        case 's': add_c(b, &d, va_arg(*ap, const char *)); break;
        case 'c': strb_char(b, va_arg(*ap, uint32_t)); break;
        case 'R': v = va_arg(*ap, Ref), add_own_text(b, op_repr, v, d.prec, f, ap); break;
        case 'A': v = va_arg(*ap, Ref), add_own_text(b, op_ascii, v, d.prec, f, ap); break;
        case 'S': v = va_arg(*ap, Ref), add_own_text(b, op_str, v, d.prec, f, ap); break;
        case 'U': add_limited(b, retain(va_arg(*ap, Ref)), d.prec); break;
        case 'T': add_c(b, &d, type_name(vm, type_of(vm, va_arg(*ap, Ref)))); break;
        case 'N': add_c(b, &d, type_name(vm, va_arg(*ap, const Type *))); break;
        case 'd': case 'i': case 'u': case 'x': case 'X': case 'o':
        case 'e': case 'E': case 'f': case 'F': case 'g': case 'G': add_number(b, &d, ap); break;
        default: return; /* a mistake in the caller's text: what follows cannot be read */
        }
    }
}

Value str_format_v(VM *vm, const char *fmt, va_list ap)
{
    StrB b = STRB_INIT(vm);
    va_list copy;
    va_copy(copy, ap);
    format_into(&b, fmt, &copy);
    va_end(copy);
    return strb_take(&b);
}

Value str_format(VM *vm, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    Value v = str_format_v(vm, fmt, ap);
    va_end(ap);
    return v;
}

void strb_format(StrB *b, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    format_into(b, fmt, &ap);
    va_end(ap);
}
