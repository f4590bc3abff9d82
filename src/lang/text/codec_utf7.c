/* codec_utf7.c: UTF-7 (RFC 2152): ASCII as it is, all else as UTF-16 in base64 between + and -. */
#include "codec_impl.h"

static int digit_of(unsigned c)
{
    if (c >= 'A' && c <= 'Z') return (int)c - 'A';
    if (c >= 'a' && c <= 'z') return (int)c - 'a' + 26;
    if (c >= '0' && c <= '9') return (int)c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

/* ---- decoding ---- */
typedef struct Shifted { /* between + and - */
    bool in;
    int64_t at, before; /* where its + stands; characters that were there before it */
    uint32_t bits;      /* not yet a unit */
    int nbits;
    uint32_t high;      /* a high surrogate that waits for its other half, or 0 */
} Shifted;

static void put_unit(Coding *c, Shifted *s, uint32_t u)
{
    if (s->high && u >= 0xDC00 && u <= 0xDFFF) {
        strb_char(&c->out, 0x10000 + ((s->high - 0xD800) << 10) + (u - 0xDC00));
        s->high = 0;
        return;
    }
    if (s->high) strb_char(&c->out, s->high);
    s->high = u >= 0xD800 && u <= 0xDBFF ? u : 0;
    if (!s->high) strb_char(&c->out, u);
}

static void put_digit(Coding *c, Shifted *s, int digit)
{
    s->bits = s->bits << 6 | (uint32_t)digit;
    s->nbits += 6;
    if (s->nbits < 16) return;
    s->nbits -= 16;
    uint32_t u = s->bits >> s->nbits & 0xFFFF;
    s->bits &= (1u << s->nbits) - 1;
    put_unit(c, s, u);
}

/* The byte b ends the shifted part; what is wrong with that, or NULL. */
static const char *shift_out(Coding *c, Shifted *s, unsigned b)
{
    s->in = false;
    if (s->nbits >= 6) return "partial character in shift sequence";
    if (s->bits) return "non-zero padding bits in shift sequence";
    if (s->high && b < 128 && b != '+') {
        strb_char(&c->out, s->high);
        s->high = 0;
    }
    return NULL;
}

bool utf7_decode(Coding *c)
{
    Shifted s = {0};
    int64_t i = 0;
    for (;;) {
        while (i < c->n) {
            unsigned b = c->p[i];
            int digit = digit_of(b);
            const char *reason = NULL;
            int64_t start = s.in ? s.at : i;
            if (s.in && digit >= 0) {
                put_digit(c, &s, digit);
                i++;
            } else if (s.in) {
                reason = shift_out(c, &s, b);
                if (reason || b == '-') i++;
            } else if (b == '+') {
                int next = i + 1 < c->n ? c->p[i + 1] : 'A';
                i++;
                if (next == '-') strb_char(&c->out, '+'), i++;
                else if (digit_of((unsigned)next) < 0) reason = "ill-formed sequence", i++;
                else s = (Shifted){.in = true, .at = start, .before = c->out.len};
            } else if (b < 128) {
                strb_char(&c->out, b);
                i++;
            } else {
                reason = "unexpected special character";
                i++;
            }
            if (reason && (i = decode_error(c, start, i, reason)) < 0) return false;
            if (c->out.failed) return false;
        }
        if (!s.in || c->partial || (!s.high && s.nbits < 6 && !s.bits)) break;
        s.in = false;
        if ((i = decode_error(c, s.at, c->n, "unterminated shift sequence")) < 0) return false;
        if (i >= c->n) break;
    }
    c->used = i;
    if (s.in && c->partial) { /* the next piece begins with the whole part */
        c->used = s.at;
        c->out.len = s.before;
        uint32_t all = 0;
        for (int64_t k = 0; k < c->out.len; k++) all |= c->out.width == 1 ? ((uint8_t *)c->out.data)[k] : c->out.width == 2 ? ((uint16_t *)c->out.data)[k] : ((uint32_t *)c->out.data)[k];
        c->out.max_char = all;
    }
    return !c->out.failed;
}

/* ---- encoding ---- */

static bool is_direct(uint32_t u)
{
    return u == '\t' || u == '\n' || u == '\r' || (u >= ' ' && u <= '}' && u != '+' && u != '\\');
}

static void put_bits(Coding *c, uint64_t *bits, int *nbits)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    while (*nbits >= 6) {
        *nbits -= 6;
        strb_char(&c->out, (unsigned char)digits[*bits >> *nbits & 63]);
    }
    *bits &= (1u << *nbits) - 1;
}

static void close_bits(Coding *c, uint64_t *bits, int *nbits)
{
    if (!*nbits) return;
    *bits <<= 6 - *nbits;
    *nbits = 6;
    put_bits(c, bits, nbits);
}

bool utf7_encode(Coding *c)
{
    uint64_t bits = 0;
    int nbits = 0;
    bool in = false;
    for (int64_t i = 0; i < c->text.n && !c->out.failed; i++) {
        uint32_t u = text_at(&c->text, i);
        if (is_direct(u)) {
            if (in) close_bits(c, &bits, &nbits);
            if (in && (digit_of(u) >= 0 || u == '-')) strb_char(&c->out, '-');
            in = false;
            strb_char(&c->out, u);
            continue;
        }
        if (!in) strb_char(&c->out, '+');
        if (!in && u == '+') {
            strb_char(&c->out, '-');
            continue;
        }
        in = true;
        if (u > 0xFFFF) {
            bits = bits << 16 | (0xD800 + ((u - 0x10000) >> 10));
            nbits += 16;
            put_bits(c, &bits, &nbits);
            u = 0xDC00 + (u & 0x3FF);
        }
        bits = bits << 16 | u;
        nbits += 16;
        put_bits(c, &bits, &nbits);
    }
    if (in) {
        close_bits(c, &bits, &nbits);
        strb_char(&c->out, '-');
    }
    return !c->out.failed;
}
