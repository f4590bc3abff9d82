/* codec_bcn.c: block compression, of DDS and FTEX files: blocks of 4 x 4 pixels in 8 or 16 bytes, as graphics cards have them. */
#include <string.h>

#include "codec.h"

typedef struct Bcn { int kind, x; bool is_signed; } Bcn;

/* Two colours of 5, 6 and 5 bits and what lies between them: four, or three and a transparent black. */
static void colours(const uint8_t *s, bool always_four, uint8_t out[4][4])
{
    unsigned ends[2];
    for (int i = 0; i < 2; i++) {
        const unsigned v = ends[i] = s[2 * i] | (unsigned)s[2 * i + 1] << 8, r = v >> 11, g = v >> 5 & 63, b = v & 31;
        out[i][0] = (uint8_t)(r << 3 | r >> 2);
        out[i][1] = (uint8_t)(g << 2 | g >> 4);
        out[i][2] = (uint8_t)(b << 3 | b >> 2);
        out[i][3] = 255;
    }
    const bool four = always_four || ends[0] > ends[1];
    for (int k = 0; k < 3; k++) {
        const int a = out[0][k], b = out[1][k];
        out[2][k] = (uint8_t)(four ? (2 * a + b) / 3 : (a + b) / 2);
        out[3][k] = (uint8_t)(four ? (a + 2 * b) / 3 : 0);
    }
    out[2][3] = 255;
    out[3][3] = four ? 255 : 0;
}
static void colour_block(uint8_t to[16][4], const uint8_t *s, bool always_four)
{
    uint8_t four[4][4];
    colours(s, always_four, four);
    for (int i = 0; i < 16; i++) memcpy(to[i], four[s[4 + i / 4] >> (i % 4 * 2) & 3], 4);
}
/* Numbers between two: eight of them, or six with 0 and the most there is; into byte k of each pixel. */
static void number_block(uint8_t to[16][4], const uint8_t *s, int k, bool is_signed)
{
    int v[8];
    for (int i = 0; i < 2; i++) v[i] = is_signed ? (int8_t)s[i] + 128 : s[i];
    const int a = v[0], b = v[1];
    if (a > b)
        for (int i = 1; i < 7; i++) v[i + 1] = ((7 - i) * a + i * b) / 7;
    else {
        for (int i = 1; i < 5; i++) v[i + 1] = ((5 - i) * a + i * b) / 5;
        v[6] = 0;
        v[7] = 255;
    }
    for (int half = 0; half < 2; half++) {
        const uint8_t *p = s + 2 + 3 * half;
        const unsigned bits = p[0] | (unsigned)p[1] << 8 | (unsigned)p[2] << 16;
        for (int i = 0; i < 8; i++) to[8 * half + i][k] = (uint8_t)v[bits >> (3 * i) & 7];
    }
}
static void block(const Bcn *b, uint8_t to[16][4], const uint8_t *s)
{
    switch (b->kind) {
    case 1: colour_block(to, s, false); break;
    case 2:
        colour_block(to, s + 8, true);
        for (int i = 0; i < 16; i++) to[i][3] = (uint8_t)((s[i / 2] >> (i % 2 * 4) & 15) * 17);
        break;
    case 3:
        colour_block(to, s + 8, true);
        number_block(to, s, 3, false);
        break;
    case 4: number_block(to, s, 0, false); break;
    default:
        memset(to, b->is_signed ? 128 : 0, 64);
        number_block(to, s, 0, b->is_signed);
        number_block(to, s + 8, 1, b->is_signed);
    }
}
static int64_t bcn_decode(VM *vm, Codec *c, uint8_t *at, int64_t n)
{
    Bcn *b = c->context;
    const int bytes = b->kind == 1 || b->kind == 4 ? 8 : 16, size = c->picture->mode->size;
    uint8_t pixels[16][4];
    int64_t i = 0;
    for (; n - i >= bytes; i += bytes) {
        block(b, pixels, at + i);
        for (int y = 0; y < 4 && c->y + y < c->height; y++)
            for (int x = 0; x < 4 && b->x + x < c->width; x++) memcpy(codec_row(c, c->y + y) + (int64_t)(b->x + x) * size, pixels[4 * y + x], (size_t)size);
        if ((b->x += 4) < c->width) continue;
        b->x = 0;
        if ((c->y += 4) >= c->height) return -1;
    }
    return i;
}
static const CodecDef bcn_decoder = {.step = bcn_decode, .context = sizeof(Bcn)};
Value pictures_bcn_decoder(VM *vm, const Ref *args, int n, Ref kwnames)
{
    static const char *const modes[] = {NULL, "RGBA", "RGBA", "RGBA", "L", "RGB", "RGB", "RGBA"};
    const char *mode, *format = "";
    int kind = 0;
    if (!codec_args(vm, args, n, "sis", &mode, &kind, &format)) return NO_VALUE;
    if (kind < 1 || kind > 7) return err_raise(vm, EXC_ValueError, "block compression type unknown");
    if (strcmp(mode, modes[kind])) return err_raise(vm, EXC_ValueError, "bad image mode");
    if (kind > 5) return err_raise(vm, EXC_NotImplementedError, "perch does not read BC%d blocks (BC1 to BC5 it does)", kind);
    Codec *c = decoder_new(vm, &bcn_decoder, mode, NULL);
    if (c) *(Bcn *)c->context = (Bcn){kind, 0, !strcmp(format, "BC5S")};
    return codec_value(c);
}
