/* codec_runs.c: run lengths: of TIFF and Photoshop (packbits), PCX, Sun and Targa. (SGI's, which reads its file itself: codec_sgi.c) */
#include <string.h>

#include "codec.h"

/* The row is full: into the picture. false: it was the last. */
static bool row_done(Codec *c)
{
    codec_unpack(c, c->y, c->buffer);
    c->count = 0;
    return codec_next_row(c);
}
static void begin(Codec *c, int ystep)
{
    if (c->state) return;
    codec_first_row(c, ystep);
    c->state = 1;
}

/* ---- packbits: runs end with their row ---- */

static int64_t packbits_decode(VM *vm, Codec *c, uint8_t *at, int64_t n)
{
    int64_t i = 0;
    begin(c, 1);
    while (i < n) {
        const int head = at[i];
        if (head == 128) {
            i++;
            continue;
        }
        const int64_t run = head < 128 ? head + 1 : 257 - head, takes = head < 128 ? run + 1 : 2;
        if (n - i < takes) return i;
        const int64_t some = run < c->line - c->count ? run : c->line - c->count;
        if (head < 128) memcpy(c->buffer + c->count, at + i + 1, (size_t)some);
        else memset(c->buffer + c->count, at[i + 1], (size_t)some);
        i += takes;
        if ((c->count += some) >= c->line && !row_done(c)) return -1;
    }
    return i;
}
static const CodecDef packbits_decoder = {.step = packbits_decode};
Value pictures_packbits_decoder(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const char *mode, *raw;
    return codec_args(vm, args, n, "ss", &mode, &raw) ? codec_value(decoder_new(vm, &packbits_decoder, mode, raw)) : NO_VALUE;
}

/* ---- PCX: 11nnnnnn and a byte is a run, another byte itself; a row has all its planes ---- */

static bool pcx_begin(VM *vm, Codec *c)
{
    const int stride = *(int *)c->context;
    if (stride < c->line) return c->state = -1, true; /* said when it is asked */
    return codec_buffer(vm, c, stride);
}
/* Planes whose rows have some bytes more than the picture's: what is between them goes. */
static void pcx_close_up(Codec *c)
{
    if (c->line <= c->width || c->line % c->width == 0) return;
    const int64_t planes = c->line / c->width, stride = c->line / planes;
    for (int64_t i = 1; i < planes; i++) memmove(c->buffer + i * c->width, c->buffer + i * stride, (size_t)c->width);
}
static int64_t pcx_decode(VM *vm, Codec *c, uint8_t *at, int64_t n)
{
    int64_t i = 0;
    if (c->state < 0) return codec_failed(c, CODEC_OVERRUN);
    begin(c, 1);
    while (i < n) {
        if ((at[i] & 0xc0) == 0xc0) {
            if (n - i < 2) return i;
            int run = at[i] & 0x3f;
            for (; run > 0; run--) {
                if (c->count >= c->line) {
                    c->error = CODEC_OVERRUN;
                    break;
                }
                c->buffer[c->count++] = at[i + 1];
            }
            i += 2;
        } else c->buffer[c->count++] = at[i++];
        if (c->count < c->line) continue;
        pcx_close_up(c);
        if (!row_done(c)) return -1;
    }
    return i;
}
static const CodecDef pcx_decoder = {.step = pcx_decode, .begin = pcx_begin, .context = sizeof(int)};
Value pictures_pcx_decoder(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const char *mode, *raw;
    int stride;
    if (!codec_args(vm, args, n, "ssi", &mode, &raw, &stride)) return NO_VALUE;
    Codec *c = decoder_new(vm, &pcx_decoder, mode, raw);
    if (c) *(int *)c->context = stride;
    return codec_value(c);
}

static void pcx_put(CodecOut *o, int count, uint8_t byte)
{
    if (count > 1 || byte >= 0xc0) o->bytes[o->full++] = (uint8_t)(0xc0 | count);
    o->bytes[o->full++] = byte;
}
/* A plane's row: runs, then 0 where it would be odd. */
static void pcx_plane(CodecOut *o, const uint8_t *s, int64_t n, bool odd)
{
    for (int64_t i = 0; i < n;) {
        int run = 1;
        while (run < 63 && i + run < n && s[i + run] == s[i]) run++;
        pcx_put(o, run, s[i]);
        i += run;
    }
    if (odd) o->bytes[o->full++] = 0;
}
static int64_t pcx_encode(VM *vm, Codec *c, uint8_t *at, int64_t n)
{
    CodecOut *o = c->context;
    if (!c->state) {
        const int planes = c->raw->bits == 24 ? 3 : 1;
        const int64_t row = c->line / planes;
        for (c->y = 0; c->y < c->height; c->y++) {
            if (!codec_out_room(vm, o, (size_t)c->line * 2 + 8)) return c->error = CODEC_MEMORY, -1;
            codec_pack(c, c->y, c->buffer);
            for (int i = 0; i < planes; i++) pcx_plane(o, c->buffer + i * row, row, row & 1);
        }
        c->state = 1;
    }
    return codec_out_give(c, o, at, n);
}
static void out_end(VM *vm, Codec *c) { codec_out_free(vm, c->context); }
static const CodecDef pcx_encoder = {.step = pcx_encode, .end = out_end, .context = sizeof(CodecOut)};
Value pictures_pcx_encoder(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const char *mode, *raw;
    return codec_args(vm, args, n, "ss", &mode, &raw) ? codec_value(encoder_new(vm, &pcx_encoder, mode, raw)) : NO_VALUE;
}

/* ---- Sun: 128, n, byte is a run of n + 1; 128, 0 a 128; another byte itself. Runs go on in the next row ---- */

static int64_t sun_decode(VM *vm, Codec *c, uint8_t *at, int64_t n)
{
    int64_t i = 0;
    begin(c, 1);
    while (i < n) {
        int64_t run = 1;
        uint8_t byte = at[i];
        if (byte != 128) i++;
        else {
            if (n - i < 2) return i;
            run = at[i + 1] + 1;
            if (run > 1 && n - i < 3) return i;
            if (run > 1) byte = at[i + 2];
            i += run > 1 ? 3 : 2;
        }
        while (run > 0) {
            const int64_t some = run < c->line - c->count ? run : c->line - c->count;
            memset(c->buffer + c->count, byte, (size_t)some);
            run -= some;
            if ((c->count += some) >= c->line && !row_done(c)) return -1;
        }
    }
    return i;
}
static const CodecDef sun_decoder = {.step = sun_decode};
Value pictures_sun_rle_decoder(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const char *mode, *raw;
    return codec_args(vm, args, n, "ss", &mode, &raw) ? codec_value(decoder_new(vm, &sun_decoder, mode, raw)) : NO_VALUE;
}

/* ---- Targa: runs of pixels, of up to 128 ---- */

typedef struct Targa { int ystep, depth; CodecOut out; } Targa;

static int64_t tga_decode(VM *vm, Codec *c, uint8_t *at, int64_t n)
{
    Targa *t = c->context;
    const int64_t depth = t->depth / 8;
    int64_t i = 0;
    begin(c, t->ystep);
    if (depth < 1) return n; /* pixels of no bytes: each byte begins another packet, and no row is ever full */
    while (i < n) {
        const int64_t count = (at[i] & 127) + 1, bytes = count * depth;
        const bool run = at[i] & 128;
        if (n - i < (run ? 1 + depth : 1 + bytes)) return i;
        const uint8_t *from = at + i + 1;
        if (run) {
            if (c->count + bytes > c->line) return codec_failed(c, CODEC_OVERRUN);
            for (int64_t k = 0; k < bytes; k++) c->buffer[c->count + k] = from[k % depth];
            c->count += bytes;
            if (c->count >= c->line && !row_done(c)) return -1;
        }
        for (int64_t left = run ? 0 : bytes; left > 0;) { /* pixels as they are may go on in the next row */
            const int64_t some = left < c->line - c->count ? left : c->line - c->count;
            memcpy(c->buffer + c->count, from, (size_t)some);
            from += some, left -= some;
            if ((c->count += some) >= c->line && !row_done(c)) return -1;
        }
        i += run ? 1 + depth : 1 + bytes;
    }
    return i;
}
static const CodecDef tga_decoder = {.step = tga_decode, .context = sizeof(Targa)};
Value pictures_tga_rle_decoder(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const char *mode, *raw;
    int ystep = 1, depth = 8;
    if (!codec_args(vm, args, n, "ssii", &mode, &raw, &ystep, &depth)) return NO_VALUE;
    Codec *c = decoder_new(vm, &tga_decoder, mode, raw);
    if (c) *(Targa *)c->context = (Targa){.ystep = ystep, .depth = depth};
    return codec_value(c);
}

static bool same_pixel(const uint8_t *row, int64_t a, int64_t b, int64_t size) { return !memcmp(row + a * size, row + b * size, (size_t)size); }
/* A row: a run where a pixel is as the next one, else pixels up to where that is so. */
static void tga_row(CodecOut *o, const uint8_t *s, int64_t n, int64_t size)
{
    for (int64_t i = 0, count; i < n; i += count) {
        const bool run = i + 1 < n && same_pixel(s, i, i + 1, size);
        count = 1;
        if (run)
            while (count < 128 && i + count < n && same_pixel(s, i, i + count, size)) count++;
        else
            while (count < 128 && i + count < n && (count == 127 || i + count + 1 >= n || !same_pixel(s, i + count, i + count + 1, size))) count++;
        o->bytes[o->full++] = (uint8_t)((run ? 128 : 0) | (count - 1));
        const size_t bytes = (size_t)(run ? size : count * size);
        memcpy(o->bytes + o->full, s + i * size, bytes);
        o->full += bytes;
    }
}
static int64_t tga_encode(VM *vm, Codec *c, uint8_t *at, int64_t n)
{
    Targa *t = c->context;
    if (!c->state) {
        const int64_t size = c->raw->bits / 8;
        codec_first_row(c, t->ystep);
        do {
            if (!codec_out_room(vm, &t->out, (size_t)c->line * 2 + 8)) return c->error = CODEC_MEMORY, -1;
            codec_pack(c, c->y, c->buffer);
            tga_row(&t->out, c->buffer, c->width, size);
        } while (codec_next_row(c));
        c->state = 1;
    }
    return codec_out_give(c, &t->out, at, n);
}
static void tga_end(VM *vm, Codec *c) { codec_out_free(vm, &((Targa *)c->context)->out); }
static const CodecDef tga_encoder = {.step = tga_encode, .end = tga_end, .context = sizeof(Targa)};
Value pictures_tga_rle_encoder(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const char *mode, *raw;
    int ystep = 1;
    if (!codec_args(vm, args, n, "ssi", &mode, &raw, &ystep)) return NO_VALUE;
    Codec *c = encoder_new(vm, &tga_encoder, mode, raw);
    if (c && c->raw->bits < 8) return release(vm, VAL(c)), err_raise(vm, EXC_ValueError, "a Targa of %s", raw);
    if (c) ((Targa *)c->context)->ystep = ystep;
    return codec_value(c);
}
