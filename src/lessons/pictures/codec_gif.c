/* codec_gif.c: GIF's pixels: LZW codes in blocks of up to 255 bytes, rows in order or in four passes. */
#include <string.h>

#include "codec.h"

enum { CODES = 4096, WIDEST = 12, NO_CODE = 0xffff };

/* Interlaced rows: every 8th from 0 and from 4, every 4th from 2, every 2nd from 1. */
typedef struct Rows { int pass, step; bool interlaced; } Rows;
static const struct { uint8_t from, step; } passes[4] = {{0, 8}, {4, 8}, {2, 4}, {1, 2}};
static void rows_begin(Codec *c, Rows *r, bool interlaced)
{
    *r = (Rows){0, interlaced ? 8 : 1, interlaced};
    c->y = 0;
}
static bool rows_next(Codec *c, Rows *r)
{
    for (c->y += r->step; c->y >= c->height; c->y = passes[r->pass].from, r->step = passes[r->pass].step)
        if (!r->interlaced || ++r->pass > 3) return false;
    return true;
}

/* ---- a decoder ---- */

typedef struct Reading {
    int bits, transparent, clear, next, width, last;
    bool interlaced, ended;
    Rows rows;
    int x;
    uint32_t held;
    int held_bits, block_left;
    uint16_t prefix[CODES], length[CODES];
    uint8_t first[CODES], byte[CODES], text[CODES];
} Reading;

static void forget(Reading *d)
{
    d->next = d->clear + 2;
    d->width = d->bits + 1;
    d->last = NO_CODE;
}
static void decode_start(Codec *c, Reading *d)
{
    d->clear = 1 << d->bits;
    for (int i = 0; i < d->clear && i < CODES; i++) d->first[i] = d->byte[i] = (uint8_t)i, d->length[i] = 1;
    forget(d);
    rows_begin(c, &d->rows, d->interlaced);
}
/* What a code stands for, into `text`; its length. */
static int spell(Reading *d, int code)
{
    const int n = d->length[code];
    for (int i = n - 1; i >= 0; i--, code = d->prefix[code]) d->text[i] = d->byte[code];
    return n;
}
/* false: all rows are full */
static bool put(Codec *c, Reading *d, int n)
{
    const uint8_t *s = d->text;
    while (n > 0) {
        int some = c->width - d->x < n ? c->width - d->x : n;
        uint8_t *to = codec_row(c, c->y) + d->x;
        if (d->transparent < 0) memcpy(to, s, (size_t)some);
        else
            for (int i = 0; i < some; i++)
                if (s[i] != d->transparent) to[i] = s[i];
        s += some, n -= some;
        if ((d->x += some) == c->width) {
            d->x = 0;
            if (!rows_next(c, &d->rows)) return false;
        }
    }
    return true;
}
/* A code. 1: go on, 0: done, else what is wrong. */
static int take(Codec *c, Reading *d, int code)
{
    if (code == d->clear) return forget(d), 1;
    if (code == d->clear + 1) return d->ended = true, 1;
    if (d->last == NO_CODE) {
        if (code > d->clear) return CODEC_BROKEN;
    } else {
        if (code > d->next || (code == d->next && d->next == CODES)) return CODEC_BROKEN;
        if (d->next < CODES) {
            d->prefix[d->next] = (uint16_t)d->last;
            d->first[d->next] = d->first[d->last];
            d->length[d->next] = (uint16_t)(d->length[d->last] + 1);
            d->byte[d->next] = d->first[code]; /* itself, when it is the very code: then it is set already */
            if (++d->next == 1 << d->width && d->width < WIDEST) d->width++;
        }
    }
    d->last = code;
    return put(c, d, spell(d, code));
}
static int64_t gif_decode(VM *vm, Codec *c, uint8_t *at, int64_t n)
{
    Reading *d = c->context;
    const uint8_t *p = at, *stop = at + n;
    if (!c->state) {
        if (d->bits < 0 || d->bits > 12) return codec_failed(c, CODEC_CONFIG);
        decode_start(c, d);
        c->state = 1;
    }
    while (d->block_left || (p < stop && stop - p > *p)) { /* a block is begun when it is there to its end */
        if (!d->block_left) d->block_left = *p++;
        for (; d->block_left && p < stop; ) {
            d->held |= (uint32_t)*p++ << d->held_bits;
            d->held_bits += 8;
            d->block_left--;
            while (d->held_bits >= d->width) {
                int code = (int)(d->held & ((1u << d->width) - 1));
                d->held >>= d->width;
                d->held_bits -= d->width;
                int r = take(c, d, code);
                if (r <= 0) return r ? codec_failed(c, r) : -1;
                if (d->ended) return d->ended = false, p - at;
            }
        }
        if (p == stop) break;
    }
    return p - at;
}
static const CodecDef gif_decoder = {.step = gif_decode, .context = sizeof(Reading)};
Value pictures_gif_decoder(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const char *mode;
    int bits = 8, interlaced = 0, transparent = -1;
    if (!codec_args(vm, args, n, "siii", &mode, &bits, &interlaced, &transparent)) return NO_VALUE;
    if (strcmp(mode, "L") && strcmp(mode, "P")) return err_raise(vm, EXC_ValueError, "bad image mode");
    Codec *c = decoder_new(vm, &gif_decoder, mode, NULL);
    if (!c) return NO_VALUE;
    Reading *d = c->context;
    d->bits = bits, d->interlaced = interlaced != 0, d->transparent = transparent;
    return VAL(c);
}

/* ---- an encoder ---- */

enum { SLOTS = 8192, BLOCK = 255 };

typedef struct Writing {
    int bits, clear, next, width, prefix;
    bool interlaced;
    Rows rows;
    CodecOut out;
    uint32_t held;
    int held_bits;
    uint32_t known[SLOTS];   /* prefix << 20 | byte << 12 | code, never 0 */
} Writing;

static inline void add_byte(Writing *e, uint8_t b) { e->out.bytes[e->out.full++] = b; } /* its row has made room */
static inline void add_code(Writing *e, int code)
{
    e->held |= (uint32_t)code << e->held_bits;
    for (e->held_bits += e->width; e->held_bits >= 8; e->held_bits -= 8, e->held >>= 8) add_byte(e, (uint8_t)e->held);
}
static void forget_all(Writing *e)
{
    memset(e->known, 0, sizeof e->known);
    e->next = e->clear + 2;
    e->width = e->bits + 1;
}
static inline void add_pixel(Writing *e, uint8_t v)
{
    const uint32_t key = (uint32_t)e->prefix << 8 | v;
    uint32_t at = (key * 2654435769u) >> 19;
    for (; e->known[at]; at = (at + 1) % SLOTS)
        if (e->known[at] >> 12 == key) {
            e->prefix = e->known[at] & (CODES - 1);
            return;
        }
    add_code(e, e->prefix);
    e->prefix = v;
    if (e->next < CODES) {
        e->known[at] = key << 12 | (uint32_t)e->next;
        if (e->next++ == 1 << e->width) e->width++;
        return;
    }
    add_code(e, e->clear);
    forget_all(e);
}
static bool gif_write(VM *vm, Codec *c, Writing *e)
{
    const uint8_t mask = (uint8_t)(e->clear - 1);
    bool more = true;
    if (!codec_out_room(vm, &e->out, 64)) return false;
    add_code(e, e->clear);
    forget_all(e);
    for (rows_begin(c, &e->rows, e->interlaced); more; more = rows_next(c, &e->rows)) {
        if (!codec_out_room(vm, &e->out, (size_t)c->width * 2 + 64)) return false;
        codec_pack(c, c->y, c->buffer);
        int x = 0;
        if (e->prefix < 0) e->prefix = c->buffer[x++] & mask;
        for (; x < c->width; x++) add_pixel(e, c->buffer[x] & mask);
    }
    add_code(e, e->prefix);
    if (e->next == 1 << e->width && e->width < WIDEST) e->width++; /* a reader has one entry more */
    add_code(e, e->clear + 1);
    if (e->held_bits) add_byte(e, (uint8_t)e->held);
    return true;
}
static int64_t gif_encode(VM *vm, Codec *c, uint8_t *at, int64_t n)
{
    Writing *e = c->context;
    if (!c->state) {
        if (!gif_write(vm, c, e)) return c->error = CODEC_MEMORY, -1;
        c->state = 1;
    }
    int64_t full = 0;
    while (n - full > 1 && !c->error) {
        int64_t some = codec_out_give(c, &e->out, at + full + 1, n - full - 1 < BLOCK ? n - full - 1 : BLOCK);
        at[full] = (uint8_t)some;
        full += some + 1;
    }
    return full;
}
static void gif_end(VM *vm, Codec *c) { codec_out_free(vm, &((Writing *)c->context)->out); }
static const CodecDef gif_encoder = {.step = gif_encode, .end = gif_end, .context = sizeof(Writing)};
Value pictures_gif_encoder(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const char *mode, *raw;
    int bits = 8, interlaced = 0;
    if (!codec_args(vm, args, n, "ssii", &mode, &raw, &bits, &interlaced)) return NO_VALUE;
    if (bits < 1 || bits > 8) return err_raise(vm, EXC_ValueError, "a GIF of %d bits", bits);
    Codec *c = encoder_new(vm, &gif_encoder, mode, raw);
    if (!c) return NO_VALUE;
    Writing *e = c->context;
    if (c->raw->bits > 8) return release(vm, VAL(c)), err_raise(vm, EXC_ValueError, "bad image mode");
    e->bits = bits, e->interlaced = interlaced != 0, e->prefix = -1;
    e->clear = 1 << bits;
    e->width = bits + 1;
    return VAL(c);
}
