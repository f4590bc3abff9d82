/* codec_text.c: pixels as digits: hexadecimal bytes (of fonts, of PostScript), and X bitmaps, which are C. */
#include <stdio.h>

#include "codec.h"

static int digit(uint8_t c) { return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1; }
static const char digits[] = "0123456789abcdef";

/* A byte of a row, at c->count. false: it was the last row's last. */
static bool add_byte(Codec *c, uint8_t b)
{
    c->buffer[c->count++] = b;
    if (c->count < c->line) return true;
    codec_unpack(c, c->y, c->buffer);
    c->count = 0;
    return ++c->y < c->height;
}

/* ---- hexadecimal ---- */

static int64_t hex_decode(VM *vm, Codec *c, uint8_t *at, int64_t n)
{
    int64_t i = 0;
    while (n - i >= 2) {
        int high = digit(at[i]), low = digit(at[i + 1]);
        if (high < 0 || low < 0) {
            i++;
            continue;
        }
        i += 2;
        if (!add_byte(c, (uint8_t)(high << 4 | low))) return -1;
    }
    return i;
}
static const CodecDef hex_decoder = {.step = hex_decode};
Value pictures_hex_decoder(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const char *mode, *raw;
    return codec_args(vm, args, n, "ss", &mode, &raw) ? codec_value(decoder_new(vm, &hex_decoder, mode, raw)) : NO_VALUE;
}

enum { EPS_LINE = 39 }; /* bytes */

/* All bands of all pixels; of three, the byte behind them is none. */
static bool eps_write(VM *vm, Codec *c, CodecOut *o)
{
    const PictureMode *m = c->picture->mode;
    int64_t count = 0;
    for (c->y = 0; c->y < c->height; c->y++) {
        const uint8_t *row = codec_row(c, c->y);
        const int64_t bytes = (int64_t)c->width * m->size;
        if (!codec_out_room(vm, o, (size_t)bytes * 3)) return false;
        for (int64_t i = 0; i < bytes; i++) {
            if (m->bands == 3 && m->size == 4 && i % 4 == 3) continue;
            if (count && count % EPS_LINE == 0) o->bytes[o->full++] = '\n';
            o->bytes[o->full++] = (uint8_t)digits[row[i] >> 4];
            o->bytes[o->full++] = (uint8_t)digits[row[i] & 15];
            count++;
        }
    }
    return true;
}
static bool xbm_write(VM *vm, Codec *c, CodecOut *o)
{
    enum { IN_LINE = 15 };
    int64_t count = 0;
    for (c->y = 0; c->y < c->height; c->y++) {
        if (!codec_out_room(vm, o, (size_t)c->line * 6 + 2)) return false;
        codec_pack(c, c->y, c->buffer);
        for (int64_t i = 0; i < c->line; i++) {
            bool last = c->y == c->height - 1 && i == c->line - 1;
            o->full += (size_t)sprintf((char *)o->bytes + o->full, "0x%02x", c->buffer[i]);
            if (!last) o->bytes[o->full++] = ',';
            if (last || ++count % IN_LINE == 0) o->bytes[o->full++] = '\n';
        }
    }
    return true;
}
static int64_t written(VM *vm, Codec *c, uint8_t *at, int64_t n, bool (*write)(VM *, Codec *, CodecOut *))
{
    if (!c->state && !write(vm, c, c->context)) return c->error = CODEC_MEMORY, -1;
    c->state = 1;
    return codec_out_give(c, c->context, at, n);
}
static int64_t eps_encode(VM *vm, Codec *c, uint8_t *at, int64_t n) { return written(vm, c, at, n, eps_write); }
static int64_t xbm_encode(VM *vm, Codec *c, uint8_t *at, int64_t n) { return written(vm, c, at, n, xbm_write); }
static void out_end(VM *vm, Codec *c) { codec_out_free(vm, c->context); }
static const CodecDef eps_encoder = {.step = eps_encode, .end = out_end, .context = sizeof(CodecOut), .plain = true};
static const CodecDef xbm_encoder = {.step = xbm_encode, .end = out_end, .context = sizeof(CodecOut), .plain = true};
Value pictures_eps_encoder(VM *vm, const Ref *args, int n, Ref kwnames) { return codec_value(encoder_new(vm, &eps_encoder, NULL, NULL)); }
Value pictures_hex_encoder(VM *vm, const Ref *args, int n, Ref kwnames) { return codec_value(encoder_new(vm, &eps_encoder, NULL, NULL)); }
Value pictures_xbm_encoder(VM *vm, const Ref *args, int n, Ref kwnames) { return codec_value(encoder_new(vm, &xbm_encoder, "1", "1;R")); }

/* ---- X bitmaps: 0x and two digits; what is no digit counts as 0 ---- */

static int64_t xbm_decode(VM *vm, Codec *c, uint8_t *at, int64_t n)
{
    int64_t i = 0;
    for (;;) {
        while (i < n && at[i] != 'x') i++;
        if (n - i < 3) return i;
        int high = digit(at[i + 1]), low = digit(at[i + 2]);
        i += 3;
        if (!add_byte(c, (uint8_t)((high < 0 ? 0 : high) << 4 | (low < 0 ? 0 : low)))) return -1;
    }
}
static const CodecDef xbm_decoder = {.step = xbm_decode};
Value pictures_xbm_decoder(VM *vm, const Ref *args, int n, Ref kwnames) { return codec_value(decoder_new(vm, &xbm_decoder, "1", "1;R")); }
