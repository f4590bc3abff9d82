/* codec_utf.c: UTF-8, UTF-16 and UTF-32. Well-formed UTF-8 goes by str_from_utf8 and is not slowed down by what stands here. */
#include "codec_impl.h"

/* ---- UTF-8 ---- */
/* Length of the character at p, or 0: then *bad is how many bytes are wrong together and *reason why. */
static int utf8_char(const unsigned char *p, int64_t left, uint32_t *out, int *bad, const char **reason)
{
    unsigned c = p[0], low = 0x80, high = 0xBF;
    *bad = 1;
    *reason = "invalid start byte";
    if (c < 0xC2 || c > 0xF4) return 0;
    int len = c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
    uint32_t u = c & (0x7Fu >> len);
    if (c == 0xE0) low = 0xA0;
    if (c == 0xED) high = 0x9F;
    if (c == 0xF0) low = 0x90;
    if (c == 0xF4) high = 0x8F;
    for (int i = 1; i < len; i++) {
        *bad = i;
        if (i >= left) {
            *reason = "unexpected end of data";
            return 0;
        }
        if (p[i] < low || p[i] > high) {
            *reason = "invalid continuation byte";
            return 0;
        }
        u = u << 6 | (p[i] & 63);
        low = 0x80;
        high = 0xBF;
    }
    *out = u;
    return len;
}

bool utf8_decode(Coding *c)
{
    bool ignore = !strcmp(c->errors, "ignore");
    for (int64_t i = 0; i < c->n;) {
        int64_t start = i;
        for (uint64_t eight; c->n - i >= 8 && (memcpy(&eight, c->p + i, 8), !(eight & 0x8080808080808080u));) i += 8;
        while (i < c->n && c->p[i] < 128) i++;
        if (i > start) strb_ascii(&c->out, (const char *)c->p + start, (size_t)(i - start));
        for (; c->n - i >= 2 && c->p[i] >= 0xC2 && c->p[i] < 0xE0 && (c->p[i + 1] & 0xC0) == 0x80; i += 2) strb_char(&c->out, (c->p[i] & 31u) << 6 | (c->p[i + 1] & 63));
        if (i == c->n) break;
        if (c->p[i] < 128) continue;
        uint32_t u;
        int bad;
        const char *reason;
        int len = utf8_char(c->p + i, c->n - i, &u, &bad, &reason);
        if (len) {
            strb_char(&c->out, u);
            i += len;
        } else if (c->partial && ((i + bad == c->n && *reason == 'u') /* (unexpected end) */
                                  || (c->n - i == 2 && c->p[i] == 0xED && c->p[i + 1] >= 0xA0 && c->p[i + 1] <= 0xBF))) { /* two bytes of a surrogate: a handler may want all three */
            c->used = i;
            return !c->out.failed;
        } else if (ignore) {
            i += bad;
        } else if ((i = decode_error(c, i, i + bad, reason)) < 0) {
            return false;
        }
    }
    c->used = c->n;
    return !c->out.failed;
}

bool utf8_encode(Coding *c)
{
    for (int64_t i = 0; i < c->text.n;) {
        uint32_t u = text_at(&c->text, i);
        if (u >= 0xD800 && u <= 0xDFFF) {
            int64_t end = i + 1;
            while (end < c->text.n && text_at(&c->text, end) >= 0xD800 && text_at(&c->text, end) <= 0xDFFF) end++;
            if ((i = encode_error(c, i, end, "surrogates not allowed")) < 0) return false;
            continue;
        }
        i++;
        if (u < 0x80) {
            strb_char(&c->out, u);
        } else if (u < 0x800) {
            strb_char(&c->out, 0xC0 | u >> 6);
            strb_char(&c->out, 0x80 | (u & 63));
        } else {
            if (u < 0x10000) strb_char(&c->out, 0xE0 | u >> 12);
            else {
                strb_char(&c->out, 0xF0 | u >> 18);
                strb_char(&c->out, 0x80 | (u >> 12 & 63));
            }
            strb_char(&c->out, 0x80 | (u >> 6 & 63));
            strb_char(&c->out, 0x80 | (u & 63));
        }
    }
    return !c->out.failed;
}

/* ---- UTF-16 and UTF-32 ---- */
static uint32_t unit_at(const Coding *c, int64_t i)
{
    uint32_t u = 0;
    for (int k = 0; k < c->unit; k++) u |= (uint32_t)c->p[i + (c->big ? c->unit - 1 - k : k)] << (8 * k);
    return u;
}

/* A byte order mark at the front decides where the order is open; returns where the text begins. */
static int64_t read_mark(Coding *c, int order)
{
    bool marked = false;
    c->big = order > 0;
    c->order = order;
    if (order) return 0;
    if (c->n >= c->unit && !(marked = unit_at(c, 0) == 0xFEFF)) {
        c->big = true;
        c->big = marked = unit_at(c, 0) == 0xFEFF;
    }
    if (marked) c->order = c->big ? 1 : -1;
    c->name = c->unit == 2 ? (c->big ? "utf-16-be" : "utf-16-le") : c->big ? "utf-32-be" : "utf-32-le";
    return marked ? c->unit : 0;
}

static bool decode_clean(Coding *c, int64_t from);

bool utf16_decode(Coding *c, int order)
{
    c->unit = 2;
    int64_t i = read_mark(c, order);
    if (decode_clean(c, i)) return c->used = c->n, !c->out.failed;
    if (c->out.failed || err_occurred(c->vm)) return false;
    while (i < c->n) {
        const char *reason = NULL;
        int64_t end = i + 2;
        if (c->n - i < 2) {
            reason = "truncated data";
            end = c->n;
        } else {
            uint32_t u = unit_at(c, i);
            if (u < 0xD800 || u > 0xDFFF) {
                strb_char(&c->out, u);
                i += 2;
                continue;
            }
            if (u >= 0xDC00) {
                reason = "illegal encoding";
            } else if (c->n - i < 4) {
                reason = "unexpected end of data";
                end = c->n;
            } else {
                uint32_t low = unit_at(c, i + 2);
                if (low >= 0xDC00 && low <= 0xDFFF) {
                    strb_char(&c->out, 0x10000 + ((u - 0xD800) << 10) + (low - 0xDC00));
                    i += 4;
                    continue;
                }
                reason = "illegal UTF-16 surrogate";
            }
        }
        if (c->partial && (*reason == 't' || *reason == 'u')) break; /* (truncated, unexpected end) */
        if ((i = decode_error(c, i, end, reason)) < 0) return false;
    }
    c->used = i;
    return !c->out.failed;
}

bool utf32_decode(Coding *c, int order)
{
    c->unit = 4;
    int64_t i = read_mark(c, order);
    if (decode_clean(c, i)) return c->used = c->n, !c->out.failed;
    if (c->out.failed || err_occurred(c->vm)) return false;
    while (i < c->n) {
        const char *reason = NULL;
        int64_t end = i + 4;
        uint32_t u = 0;
        if (c->n - i < 4) {
            reason = "truncated data";
            end = c->n;
        } else if ((u = unit_at(c, i)) >= 0xD800 && u <= 0xDFFF) {
            reason = "code point in surrogate code point range(0xd800, 0xe000)";
        } else if (u > 0x10FFFF) {
            reason = "code point not in range(0x110000)";
        } else {
            strb_char(&c->out, u);
            i += 4;
            continue;
        }
        if (c->partial && (*reason == 't' || *reason == 'u')) break; /* (truncated, unexpected end) */
        if ((i = decode_error(c, i, end, reason)) < 0) return false;
    }
    c->used = i;
    return !c->out.failed;
}

/* Two or four bytes to a character as they stand in memory. */
static inline uint32_t load_unit(const unsigned char *p, int unit, bool big)
{
    if (unit == 2) {
        uint16_t u;
        memcpy(&u, p, 2);
        return big == (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__) ? u : __builtin_bswap16(u);
    }
    uint32_t u;
    memcpy(&u, p, 4);
    return big == (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__) ? u : __builtin_bswap32(u);
}

#define LOAD_LOOP(CH, UNIT, BIG) \
    do { \
        CH *d = (void *)as_str(v)->data; \
        for (int64_t i = 0; i < n; i++) d[i] = (CH)load_unit(p + i * UNIT, UNIT, BIG); \
    } while (0)
#define LOAD(CH) \
    do { \
        if (unit == 2 && !big) LOAD_LOOP(CH, 2, false); \
        else if (unit == 2) LOAD_LOOP(CH, 2, true); \
        else if (!big) LOAD_LOOP(CH, 4, false); \
        else LOAD_LOOP(CH, 4, true); \
    } while (0)

/* n whole characters without surrogates; NULL without an error: there is something else among them. */
static Value load_clean(VM *vm, const unsigned char *p, int64_t n, int unit, bool big)
{
    uint32_t all = 0, bad = 0;
    bool plain = unit == 2 && big == (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__); /* units lie as the machine has them */
    if (plain) {
        uint16_t any = 0, wrong = 0;
        for (int64_t i = 0; i < n; i++) {
            uint16_t u;
            memcpy(&u, p + i * 2, 2);
            any |= u;
            wrong |= (uint16_t)((u & 0xF800) == 0xD800);
        }
        all = any;
        bad = wrong;
    }
    for (int64_t i = 0; i < n && !plain; i++) {
        uint32_t u = load_unit(p + i * unit, unit, big);
        all |= u;
        bad |= (u & 0xFFFFF800) == 0xD800 || u > 0x10FFFF;
    }
    if (bad || n < 2) return NO_VALUE;
    Value v = str_new(vm, n, all);
    if (!v) return v;
    unsigned w = str_width(as_str(v));
    if (w == 1) LOAD(uint8_t);
    else if (w == 2 && plain) memcpy(as_str(v)->data, p, (size_t)n * 2);
    else if (w == 2) LOAD(uint16_t);
    else LOAD(uint32_t);
    return v;
}

/* The whole text at once, where nothing is wrong with it. */
static bool decode_clean(Coding *c, int64_t from)
{
    int64_t n = (c->n - from) / c->unit;
    if ((c->n - from) % c->unit) return false;
    c->whole = load_clean(c->vm, c->p + from, n, c->unit, c->big);
    return c->whole != NO_VALUE;
}

int64_t utf16_size(const Text *t)
{
    int64_t size = t->n * 2, i = 0;
    bool bad = false;
    if (t->w == 2) {
        uint16_t found = 0;
        for (const uint16_t *s = t->p; i < t->n; i++) found |= (uint16_t)((s[i] & 0xF800) == 0xD800);
        bad = found;
    }
    if (t->w == 4)
        for (const uint32_t *s = t->p; i < t->n; i++) {
            bad |= (s[i] & 0xFFFFF800) == 0xD800;
            size += s[i] > 0xFFFF ? 2 : 0;
        }
    return bad ? -1 : size;
}

int64_t utf32_size(const Text *t) { return utf16_size(t) < 0 ? -1 : t->n * 4; }

void utf16_write(char *to, const Text *t, bool big)
{
    bool swap = big != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
    if (!swap && t->w == 2) {
        memcpy(to, t->p, (size_t)t->n * 2);
        return;
    }
    for (int64_t i = 0; i < t->n; i++) {
        uint32_t u = text_at(t, i);
        uint16_t unit[2] = {(uint16_t)u, 0};
        int n = 1;
        if (t->w == 4 && u > 0xFFFF) {
            unit[0] = (uint16_t)(0xD800 + ((u - 0x10000) >> 10));
            unit[1] = (uint16_t)(0xDC00 + (u & 0x3FF));
            n = 2;
        }
        for (int k = 0; k < n; k++, to += 2) {
            if (swap) unit[k] = __builtin_bswap16(unit[k]);
            memcpy(to, &unit[k], 2);
        }
    }
}

#define WRITE_UNITS(CH, SWAP) \
    for (const CH *s = t->p, *end = s + t->n; s < end; s++, to += 4) { \
        uint32_t u = SWAP ? __builtin_bswap32(*s) : *s; \
        memcpy(to, &u, 4); \
    }
void utf32_write(char *to, const Text *t, bool big)
{
    bool swap = big != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
    if (t->w == 1 && swap) WRITE_UNITS(uint8_t, true)
    else if (t->w == 1) WRITE_UNITS(uint8_t, false)
    else if (t->w == 2 && swap) WRITE_UNITS(uint16_t, true)
    else if (t->w == 2) WRITE_UNITS(uint16_t, false)
    else if (swap) WRITE_UNITS(uint32_t, true)
    else memcpy(to, t->p, (size_t)t->n * 4);
}

static bool encode_units(Coding *c)
{
    for (int64_t i = 0; i < c->text.n;) {
        uint32_t u = text_at(&c->text, i);
        if (u >= 0xD800 && u <= 0xDFFF) {
            if ((i = encode_error(c, i, i + 1, "surrogates not allowed")) < 0) return false;
            continue;
        }
        coding_put_unit(c, u);
        i++;
    }
    return !c->out.failed;
}

bool utf16_encode(Coding *c)
{
    c->unit = 2;
    return encode_units(c);
}

bool utf32_encode(Coding *c)
{
    c->unit = 4;
    return encode_units(c);
}
