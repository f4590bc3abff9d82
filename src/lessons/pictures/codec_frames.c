/* codec_frames.c: numbers of any count of bits (of IM and other scientists' files), FLI's frames, Photo CD. */
#include <string.h>

#include "codec.h"

/* ---- numbers of `bits` bits, into float32. What was taken stays where it is, in the way of what comes in from above: so Pillow has it ---- */

typedef struct Bits { int bits, pad, fill, sign, ystep, x, count; uint64_t held; } Bits;

static int64_t bit_decode(VM *vm, Codec *c, uint8_t *at, int64_t n)
{
    Bits *b = c->context;
    if (!c->state) {
        if (b->bits < 1 || b->bits >= 32) return codec_failed(c, CODEC_CONFIG);
        codec_first_row(c, b->ystep);
        c->state = 1;
    }
    const uint64_t mask = (1ull << b->bits) - 1, sign = b->sign ? 1ull << (b->bits - 1) : 0;
    for (int64_t i = 0; i < n;) {
        const uint64_t byte = at[i++];
        b->held = b->fill & 1 ? b->held | byte << b->count : b->held << 8 | byte; /* a byte comes in from above, or from below */
        for (b->count += 8; b->count >= b->bits;) {
            const uint64_t v = (b->fill & 2 ? b->held : b->held >> (b->count - b->bits)) & mask;
            if (b->fill & 2) b->held >>= b->bits;
            b->count -= b->bits;
            const float pixel = v & sign ? (float)(int32_t)(uint32_t)(v | ~mask) : (float)(uint32_t)v;
            memcpy(codec_row(c, c->y) + (int64_t)b->x * 4, &pixel, 4);
            if (++b->x < c->width) continue;
            if (!codec_next_row(c)) return -1;
            b->x = 0;
            if (b->pad > 0) b->count = 0;
        }
    }
    return n;
}
static const CodecDef bit_decoder = {.step = bit_decode, .context = sizeof(Bits)};
Value pictures_bit_decoder(VM *vm, const Ref *args, int n, Ref kwnames)
{
    const char *mode;
    int bits = 8, pad = 8, fill = 0, sign = 0, ystep = 1;
    if (!codec_args(vm, args, n, "siiiii", &mode, &bits, &pad, &fill, &sign, &ystep)) return NO_VALUE;
    if (strcmp(mode, "F")) return err_raise(vm, EXC_ValueError, "bad image mode");
    Codec *c = decoder_new(vm, &bit_decoder, mode, NULL);
    if (c) *(Bits *)c->context = (Bits){.bits = bits, .pad = pad, .fill = fill, .sign = sign, .ystep = ystep};
    return codec_value(c);
}

/* ---- FLI: a frame of chunks, each of which changes the picture ---- */

typedef struct In { const uint8_t *p, *stop; } In; /* a reader that never leaves its bytes: once it would, it is at its end and `bad` */
static unsigned u16_at(const uint8_t *p) { return p[0] | (unsigned)p[1] << 8; }
static uint32_t u32_at(const uint8_t *p) { return u16_at(p) | (uint32_t)u16_at(p + 2) << 16; }
static bool has(const In *in, int64_t n) { return in->stop - in->p >= n; }

/* A packet of a row: n bytes as they are, or one n times. false: it does not fit. */
static bool packet(In *in, uint8_t *row, int64_t *x, int64_t width, int64_t n, int64_t each, bool repeats)
{
    const int64_t bytes = n * each;
    if (*x + bytes > width || !has(in, repeats ? each : bytes)) return false;
    if (repeats)
        for (int64_t i = 0; i < bytes; i++) row[*x + i] = in->p[i % each];
    else memcpy(row + *x, in->p, (size_t)bytes);
    in->p += repeats ? each : bytes;
    *x += bytes;
    return true;
}
/* "SS2": lines as words, whose headers may pass over lines or set a line's last byte. */
static bool fli_words(Codec *c, In in)
{
    if (!has(&in, 2)) return false;
    int64_t lines = u16_at(in.p), y = 0;
    in.p += 2;
    for (int64_t done = 0; done < lines && y < c->height; done++, y++) {
        unsigned packets;
        for (;;) {
            if (!has(&in, 2)) return false;
            packets = u16_at(in.p);
            in.p += 2;
            if (!(packets & 0x8000)) break;
            if (packets & 0x4000) y += 65536 - packets; /* lines that stay */
            else if (y < c->height) codec_row(c, (int)y)[c->width - 1] = (uint8_t)packets;
            if (y >= c->height) return false;
        }
        uint8_t *row = codec_row(c, (int)y);
        for (int64_t x = 0, i = 0; i < packets; i++) {
            if (!has(&in, 2)) return false;
            x += in.p[0];
            const int n = in.p[1];
            in.p += 2;
            if (!packet(&in, row, &x, c->width, n & 128 ? 256 - n : n, 2, n & 128)) return false;
        }
    }
    return true;
}
/* "LC": lines from one on, as bytes. */
static bool fli_lines(Codec *c, In in)
{
    if (!has(&in, 4)) return false;
    int64_t y = u16_at(in.p), last = y + u16_at(in.p + 2);
    in.p += 4;
    for (; y < last && y < c->height; y++) {
        if (!has(&in, 1)) return false;
        uint8_t *row = codec_row(c, (int)y);
        const int packets = *in.p++;
        for (int64_t x = 0, i = 0; i < packets; i++) {
            if (!has(&in, 2)) return false;
            x += in.p[0];
            const int n = in.p[1];
            in.p += 2;
            if (!packet(&in, row, &x, c->width, n & 128 ? 256 - n : n, 1, n & 128)) return false;
        }
    }
    return true;
}
/* "BRUN": every line, packed; how many packets it says is not asked. */
static bool fli_whole(Codec *c, In in)
{
    for (int y = 0; y < c->height; y++) {
        if (!has(&in, 1)) return false;
        in.p++;
        uint8_t *row = codec_row(c, y);
        for (int64_t x = 0; x < c->width;) {
            if (!has(&in, 1)) return false;
            const int n = *in.p++;
            if (!packet(&in, row, &x, c->width, n & 128 ? 256 - n : n, 1, !(n & 128))) return false;
        }
    }
    return true;
}
static bool fli_copy(Codec *c, In in)
{
    for (int y = 0; y < c->height; y++, in.p += c->width) memcpy(codec_row(c, y), in.p, (size_t)c->width);
    return true;
}
static bool fli_black(Codec *c)
{
    for (int y = 0; y < c->height; y++) memset(codec_row(c, y), 0, (size_t)c->width);
    return true;
}
static int64_t fli_decode(VM *vm, Codec *c, uint8_t *at, int64_t n)
{
    enum { FRAME = 0xf1fa, COLOURS_256 = 4, WORDS = 7, COLOURS_64 = 11, LINES = 12, BLACK = 13, WHOLE = 15, COPY = 16, SMALL = 18 };
    if (n < 4) return 0;
    const int64_t size = u32_at(at);
    if (n + (n % 2) < size) return 0;
    if (size < 8) return codec_failed(c, CODEC_OVERRUN);
    if (u16_at(at + 4) != FRAME) return codec_failed(c, CODEC_UNKNOWN);
    In in = {at + 16, at + n};
    for (int left = (int)u16_at(at + 6); left > 0; left--) {
        if (n < 16 || !has(&in, 10)) return codec_failed(c, CODEC_OVERRUN);
        const int64_t bytes = u32_at(in.p);
        bool ok = true;
        In body = {in.p + 6, in.stop};
        switch (u16_at(in.p + 4)) {
        case COLOURS_256:
        case COLOURS_64: break; /* the Python half has read them */
        case WORDS: ok = fli_words(c, body); break;
        case LINES: ok = fli_lines(c, body); break;
        case BLACK: ok = fli_black(c); break;
        case WHOLE: ok = fli_whole(c, body); break;
        case COPY:
            if (!has(&body, (int64_t)c->width * c->height)) return in.p - at;
            ok = fli_copy(c, body);
            break;
        case SMALL: break;
        default: return codec_failed(c, CODEC_UNKNOWN);
        }
        if (!ok || bytes == 0 || !has(&in, bytes)) return codec_failed(c, CODEC_OVERRUN);
        in.p += bytes;
    }
    return -1;
}
static const CodecDef fli_decoder = {.step = fli_decode};
Value pictures_fli_decoder(VM *vm, const Ref *args, int n, Ref kwnames)
{
    Codec *c = decoder_new(vm, &fli_decoder, "P", NULL);
    return codec_value(c);
}

/* ---- Photo CD: of two rows the luminances, then both chrominances at half the width ---- */

static int64_t pcd_decode(VM *vm, Codec *c, uint8_t *at, int64_t n)
{
    const int64_t pair = (int64_t)3 * c->width;
    int64_t i = 0;
    for (; n - i >= pair; i += pair) {
        for (int k = 0; k < 2; k++) {
            for (int x = 0; x < c->width; x++) {
                c->buffer[3 * x] = at[i + (int64_t)k * c->width + x];
                c->buffer[3 * x + 1] = at[i + (x + 4 * (int64_t)c->width) / 2];
                c->buffer[3 * x + 2] = at[i + (x + 5 * (int64_t)c->width) / 2];
            }
            codec_unpack(c, c->y, c->buffer);
            if (++c->y >= c->height) return -1;
        }
    }
    return i;
}
static const CodecDef pcd_decoder = {.step = pcd_decode};
Value pictures_pcd_decoder(VM *vm, const Ref *args, int n, Ref kwnames) { return codec_value(decoder_new(vm, &pcd_decoder, "RGB", "YCC;P")); }
