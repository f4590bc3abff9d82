/*
 * The ground of the regex parser: the arena, the tokenizer with its one token of lookahead (where a backslash at the
 * end is noticed, before whatever stands in front of it is judged, as Python does), and the recording of errors.
 */
#include "regex_impl.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "unicode.h"

/* ---- Arena ---- */
struct RxBlock {
    RxBlock *next;
    size_t size, used;
    max_align_t data[];
};

void *rx_alloc(RxArena *a, size_t size)
{
    size = (size + 15) & ~(size_t)15;
    RxBlock *b = a->blocks;
    if (b == NULL || b->size - b->used < size) {
        size_t room = size > 2000 ? size : b == NULL ? 2000 : 8000;
        b = a->mem->resize(a->mem->ctx, NULL, 0, sizeof *b + room);
        if (b == NULL) {
            a->failed = true;
            return NULL;
        }
        b->size = room;
        b->used = 0;
        b->next = a->blocks;
        a->blocks = b;
    }
    void *p = (char *)b->data + b->used;
    b->used += size;
    return memset(p, 0, size);
}

void rx_arena_free(RxArena *a)
{
    for (RxBlock *b = a->blocks, *next; b != NULL; b = next) {
        next = b->next;
        a->mem->resize(a->mem->ctx, b, sizeof *b + b->size, 0);
    }
    a->blocks = NULL;
}

bool rx_grow(const RegexMem *mem, void *array, size_t *cap, size_t len, size_t need, size_t size)
{
    if (need <= *cap - len)
        return true;
    size_t want = *cap + *cap / 2 + need + 4;
    void *old, *now;
    memcpy(&old, array, sizeof old);
    if (want > SIZE_MAX / size / 2 || (now = mem->resize(mem->ctx, old, *cap * size, want * size)) == NULL)
        return false;
    memcpy(array, &now, sizeof now);
    *cap = want;
    return true;
}

/* ---- Tokens ---- */

uint32_t rx_unit(const RegexText *t, size_t at)
{
    return t->width == 1 ? ((const uint8_t *)t->data)[at]
         : t->width == 2 ? ((const uint16_t *)t->data)[at]
                         : ((const uint32_t *)t->data)[at];
}

bool rx_failed(const RxSource *s)
{
    return s->err->kind != REGEX_OK;
}

static void advance(RxSource *s)
{
    s->next.len = 0;
    if (rx_failed(s) || s->index >= s->text.len)
        return;
    uint32_t c = rx_unit(&s->text, s->index++);
    s->next.c[0] = c;
    s->next.len = 1;
    if (c != '\\')
        return;
    if (s->index >= s->text.len) {
        s->next.len = 0;
        rx_error_at(s, (ptrdiff_t)s->text.len - 1, "bad escape (end of pattern)");
        return;
    }
    s->next.c[1] = rx_unit(&s->text, s->index++);
    s->next.len = 2;
}

void rx_open(RxSource *s, const RegexMem *mem, const RegexText *text, bool is_bytes, RegexError *err)
{
    *s = (RxSource){.text = *text, .is_bytes = is_bytes, .err = err, .mem = mem};
    advance(s);
}

void rx_seek(RxSource *s, size_t index)
{
    s->index = index;
    advance(s);
}

size_t rx_tell(const RxSource *s)
{
    return s->index - (size_t)s->next.len;
}

RxToken rx_get(RxSource *s)
{
    RxToken t = s->next;
    advance(s);
    return t;
}

bool rx_next_is(const RxSource *s, uint32_t c)
{
    return s->next.len == 1 && s->next.c[0] == c;
}

bool rx_match(RxSource *s, uint32_t c)
{
    if (!rx_next_is(s, c))
        return false;
    advance(s);
    return true;
}

static int digit_of(uint32_t c, int base)
{
    int d = c >= '0' && c <= '9' ? (int)c - '0' : c >= 'a' && c <= 'f' ? (int)c - 'a' + 10
          : c >= 'A' && c <= 'F' ? (int)c - 'A' + 10 : 99;
    return d < base ? d : -1;
}

int rx_digits(RxSource *s, int n, int base, uint32_t *value)
{
    int taken = 0;
    while (taken < n && s->next.len == 1 && digit_of(s->next.c[0], base) >= 0) {
        *value = *value * (uint32_t)base + (uint32_t)digit_of(s->next.c[0], base);
        advance(s);
        taken++;
    }
    return taken;
}

bool rx_until(RxSource *s, uint32_t terminator, const char *what, size_t *start, size_t *len)
{
    *start = rx_tell(s);
    for (;;) {
        size_t end = rx_tell(s);
        RxToken t = rx_get(s);
        *len = end - *start;
        if (t.len == 0) {
            if (*len == 0)
                rx_error(s, 0, "missing %s", what);
            else
                rx_error(s, *len, "missing %c, unterminated name", (int)terminator);
            return false;
        }
        if (t.len == 1 && t.c[0] == terminator) {
            if (*len == 0)
                rx_error(s, 1, "missing %s", what);
            return *len != 0;
        }
    }
}

bool rx_is_identifier(const RxSource *s, size_t start, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        uint32_t c = rx_unit(&s->text, start + i);
        if (i == 0 ? !uni_is_xid_start(c) : !uni_is_xid_continue(c))
            return false;
    }
    return len != 0;
}

bool rx_check_name(RxSource *s, size_t start, size_t len)
{
    if (!rx_is_identifier(s, start, len))
        rx_error(s, len + 1, "bad character in group name %R", start, len);
    else
        rx_warn_name(s, start, len);
    return !rx_failed(s);
}

static void warn_unless(bool good, const RxSource *s, size_t start, size_t len)
{
    if (!good)
        rx_warn(s, REGEX_DEPRECATED, start, "bad character in group name %R", start, len);
}

void rx_warn_name(const RxSource *s, size_t start, size_t len)
{
    bool good = true;
    for (size_t i = 0; s->is_bytes && i < len; i++)
        good = good && rx_unit(&s->text, start + i) < 128;
    warn_unless(good, s, start, len);
}

void rx_warn_number(const RxSource *s, size_t start, size_t len)
{
    bool good = true;
    for (size_t i = 0; i < len; i++)
        good = good && digit_of(rx_unit(&s->text, start + i), 10) >= 0;
    warn_unless(good, s, start, len);
}

bool rx_int(const RxSource *s, size_t start, size_t len, uint32_t *value, char digits[64])
{
    size_t i = start, end = start + len, n = 0;
    while (i < end && uni_is_space(rx_unit(&s->text, i)))
        i++;
    while (end > i && uni_is_space(rx_unit(&s->text, end - 1)))
        end--;
    bool minus = false, after_digit = false;
    if (i < end && (rx_unit(&s->text, i) == '+' || rx_unit(&s->text, i) == '-'))
        minus = rx_unit(&s->text, i++) == '-';
    uint64_t v = 0;
    for (; i < end; i++) {
        uint32_t c = rx_unit(&s->text, i);
        int d = s->is_bytes && c > 127 ? -1 : uni_decimal(c);
        if (c == '_' && after_digit) {
            after_digit = false;
            continue;
        }
        if (d < 0)
            return false;
        after_digit = true;
        if ((n > 0 || d > 0) && n < 63)
            digits[n++] = (char)('0' + d);
        v = v * 10 + (uint64_t)d;
        if (v > RX_MAXGROUPS)
            v = RX_MAXGROUPS;
    }
    digits[n] = 0;
    *value = (uint32_t)v;
    return after_digit && !(minus && v != 0);
}

/* ---- Errors ---- */

bool rx_put_utf8(char *out, size_t cap, size_t *len, uint32_t c)
{
    char b[4];
    size_t n = 0;
    if (c < 0x80) {
        b[n++] = (char)c;
    } else if (c < 0x800) {
        b[n++] = (char)(0xC0 | c >> 6);
    } else if (c < 0x10000) {
        b[n++] = (char)(0xE0 | c >> 12);
        b[n++] = (char)(0x80 | (c >> 6 & 63));
    } else {
        b[n++] = (char)(0xF0 | c >> 18);
        b[n++] = (char)(0x80 | (c >> 12 & 63));
        b[n++] = (char)(0x80 | (c >> 6 & 63));
    }
    if (c >= 0x80)
        b[n++] = (char)(0x80 | (c & 63));
    if (*len + n >= cap)
        return false;
    memcpy(out + *len, b, n);
    *len += n;
    out[*len] = 0;
    return true;
}

struct message {
    const RxSource *source;
    RegexError *err;
    size_t len;
};

static void put_text(struct message *m, const char *text)
{
    while (*text != 0 && rx_put_utf8(m->err->message, sizeof m->err->message, &m->len, (uint8_t)*text))
        text++;
}

static void put_hex(struct message *m, uint32_t c)
{
    char text[16];
    snprintf(text, sizeof text, c < 0x100 ? "\\x%02x" : c < 0x10000 ? "\\u%04x" : "\\U%08x", (unsigned)c);
    put_text(m, text);
}

/* The message about a bytes pattern is ASCII. */
static void put_unit(struct message *m, uint32_t c)
{
    if (m->source->is_bytes && c >= 0x80)
        put_hex(m, c);
    else
        rx_put_utf8(m->err->message, sizeof m->err->message, &m->len, c);
}

static void put_slice(struct message *m, size_t start, size_t len)
{
    for (size_t i = 0; i < len; i++)
        put_unit(m, rx_unit(&m->source->text, start + i));
}

static void put_repr(struct message *m, size_t start, size_t len)
{
    const RegexText *t = &m->source->text;
    bool single = false, twice = false;
    for (size_t i = 0; i < len; i++) {
        single |= rx_unit(t, start + i) == '\'';
        twice |= rx_unit(t, start + i) == '"';
    }
    char quote = single && !twice ? '"' : '\'';
    put_unit(m, (uint8_t)quote);
    for (size_t i = 0; i < len; i++) {
        uint32_t c = rx_unit(t, start + i);
        const char *short_form = c == '\n' ? "\\n" : c == '\r' ? "\\r" : c == '\t' ? "\\t" : c == '\\' ? "\\\\" : NULL;
        if (short_form)
            put_text(m, short_form);
        else if (c == (uint8_t)quote)
            put_text(m, "\\'");
        else if (!uni_is_printable(c))
            put_hex(m, c);
        else
            put_unit(m, c);
    }
    put_unit(m, (uint8_t)quote);
}

static void put_format(struct message *m, const char *f, va_list args)
{
    for (; *f != 0; f++) {
        if (*f != '%') {
            put_unit(m, (uint8_t)*f);
            continue;
        }
        char number[24];
        size_t start;
        const RxToken *token;
        switch (*++f) {
        case 's':
            put_text(m, va_arg(args, const char *));
            break;
        case 'c':
            put_unit(m, (uint32_t)va_arg(args, int));
            break;
        case 'd':
            snprintf(number, sizeof number, "%u", va_arg(args, unsigned));
            put_text(m, number);
            break;
        case 'T':
            token = va_arg(args, const RxToken *);
            for (int i = 0; i < token->len; i++)
                put_unit(m, token->c[i]);
            break;
        case 'N':
            start = va_arg(args, size_t);
            put_slice(m, start, va_arg(args, size_t));
            break;
        default:
            start = va_arg(args, size_t);
            put_repr(m, start, va_arg(args, size_t));
        }
    }
}

static void record(RxSource *s, ptrdiff_t position, const char *format, va_list args)
{
    if (rx_failed(s))
        return;
    struct message m = {s, s->err, 0};
    RegexError *err = s->err;
    err->message[0] = 0;
    put_format(&m, format, args);
    err->kind = REGEX_ERROR;
    err->position = position;
    err->line = 1;
    err->column = (size_t)(position + 1);
    for (size_t i = 0; i < s->text.len; i++)
        if (rx_unit(&s->text, i) == '\n') {
            err->has_newline = true;
            if ((ptrdiff_t)i < position) {
                err->line++;
                err->column = (size_t)position - i;
            }
        }
    s->next.len = 0;
    s->index = s->text.len;
}

void rx_error(RxSource *s, size_t offset, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    record(s, (ptrdiff_t)rx_tell(s) - (ptrdiff_t)offset, format, args);
    va_end(args);
}

void rx_error_at(RxSource *s, ptrdiff_t position, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    record(s, position, format, args);
    va_end(args);
}

void rx_warn(const RxSource *s, RegexWarning kind, size_t position, const char *format, ...)
{
    if (s->mem->warn == NULL || rx_failed(s))
        return;
    RegexError text = {.message = ""};
    struct message m = {s, &text, 0};
    va_list args;
    va_start(args, format);
    put_format(&m, format, args);
    va_end(args);
    snprintf(text.message + m.len, sizeof text.message - m.len, " at position %zu", position);
    s->mem->warn(s->mem->ctx, kind, text.message);
}

void rx_fail(RegexError *err, RegexErrorKind kind, const char *message)
{
    if (err->kind != REGEX_OK)
        return;
    err->kind = kind;
    err->position = -1;
    snprintf(err->message, sizeof err->message, "%s", message);
}
