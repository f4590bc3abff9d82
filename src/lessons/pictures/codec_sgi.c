/* codec_sgi.c: SGI's run lengths: tables say where each row of each band begins in the file, which the decoder reads itself. */
#include <string.h>

#include "codec.h"

enum { HEADER = 512 };

typedef struct Sgi { int ystep, depth; /* bytes of a sample: 1 or 2 */ } Sgi;

static uint32_t u32_big(const uint8_t *p) { return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3]; }

/* n samples, each `step` bytes behind the other. false: they do not come out. */
static bool expand(uint8_t *to, int step, const uint8_t *s, int64_t bytes, int depth, int n)
{
    const uint8_t *stop = s + bytes;
    while (stop - s >= depth) {
        const uint8_t head = s[depth - 1];
        int count = head & 127;
        s += depth;
        if (!count) return true;
        if (count > n || stop - s < (head & 128 ? (int64_t)count * depth : depth)) return false;
        n -= count;
        for (; count > 0; count--, to += step) {
            memcpy(to, s, (size_t)depth);
            if (head & 128) s += depth;
        }
        if (!(head & 128)) s += depth;
    }
    return n == 0;
}
static int decode_all(Codec *c, const Sgi *s, const uint8_t *data, int64_t size)
{
    const int bands = c->raw->bits / 8 / s->depth;
    const int64_t entries = (int64_t)bands * c->height;
    if (bands < 1 || size < entries * 8) return CODEC_OVERRUN;
    codec_first_row(c, s->ystep);
    for (int64_t row = 0; row < c->height; row++, c->y += c->ystep) {
        for (int band = 0; band < bands; band++) {
            const int64_t entry = (row + (int64_t)band * c->height) * 4, at = (int64_t)u32_big(data + entry) - HEADER, bytes = u32_big(data + entries * 4 + entry);
            if (at < 0 || at > size || bytes > size - at) return CODEC_OVERRUN;
            if (!expand(c->buffer + band * s->depth, bands * s->depth, data + at, bytes, s->depth, c->width)) return CODEC_OVERRUN;
        }
        codec_unpack(c, c->y, c->buffer);
    }
    return 0;
}
static int64_t sgi_decode(VM *vm, Codec *c, uint8_t *at, int64_t n)
{
    if (!c->file) return codec_failed(c, CODEC_CONFIG);
    Value file = retain(c->file), seek = obj_getattr_c(vm, file, "seek"), sought = seek ? call1(vm, seek, make_small(HEADER)) : NO_VALUE;
    Value read = sought ? obj_getattr_c(vm, file, "read") : NO_VALUE, data = read ? call0(vm, read) : NO_VALUE;
    Value all[] = {file, seek, sought, read};
    for (int i = 0; i < 4; i++) release(vm, all[i]);
    BufferView view;
    if (data && buffer_get(vm, data, &view)) {
        c->error = decode_all(c, c->context, view.data, view.len);
        buffer_release(vm, &view);
    }
    release(vm, data);
    return -1;
}
static const CodecDef sgi_decoder = {.step = sgi_decode, .context = sizeof(Sgi), .uses_file = true};
Value pictures_sgi_rle_decoder(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const char *mode, *raw;
    int ystep = 1, depth = 1;
    if (!codec_args(vm, args, n, "ssii", &mode, &raw, &ystep, &depth)) return NO_VALUE;
    if (depth != 1 && depth != 2) return err_raise(vm, EXC_ValueError, "SGI has one byte or two a sample, not %d", depth);
    Codec *c = decoder_new(vm, &sgi_decoder, mode, raw);
    if (c) *(Sgi *)c->context = (Sgi){ystep, depth};
    return codec_value(c);
}
