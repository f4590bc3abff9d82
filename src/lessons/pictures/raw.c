/* raw.c: how pixels lie in files: the families by which rawmodes.def says it, and the table that comes of it. Each row becomes a loop of its own, its numbers known to the compiler. */
#include <string.h>

#include "codec.h"
#include "loops.h"

#define FAMILY static inline __attribute__((always_inline)) void
enum { FULL = 99, NIL = 98 }; /* instead of a byte's place: 255, 0 */
static inline uint8_t byte_at(const uint8_t *s, int at) { return at == FULL ? 255 : at == NIL ? 0 : s[at]; }
static inline void put4(uint8_t *o, int a, int b, int c, int d)
{
    uint32_t v = (uint32_t)a | (uint32_t)b << 8 | (uint32_t)c << 16 | (uint32_t)d << 24;
    memcpy(o, &v, 4);
}
static inline uint8_t bits_turned(uint8_t b)
{
    b = (uint8_t)(b >> 4 | b << 4);
    b = (uint8_t)((b & 0xcc) >> 2 | (b & 0x33) << 2);
    return (uint8_t)((b & 0xaa) >> 1 | (b & 0x55) << 1);
}

/* ---- out of files ---- */

FAMILY same(uint8_t *o, const uint8_t *s, int n, int size) { memcpy(o, s, (size_t)n * (size_t)size); }
FAMILY truths(uint8_t *o, const uint8_t *s, int n)
{
    for (int i = 0; i < n; i++) o[i] = s[i] ? 255 : 0;
}
FAMILY inverted(uint8_t *o, const uint8_t *s, int n)
{
    for (int i = 0; i < n; i++) o[i] = (uint8_t)~s[i];
}
FAMILY turned(uint8_t *o, const uint8_t *s, int n)
{
    for (int i = 0; i < n; i++) o[i] = bits_turned(s[i]);
}
/* Pixels of `bits` bits, the first in the highest bits (of the byte turned round: from_low), times `by`. */
FAMILY few(uint8_t *o, const uint8_t *s, int n, int bits, int by, int invert, int from_low)
{
    const int in_byte = 8 / bits, mask = (1 << bits) - 1;
    for (int i = 0; i < n; s++) {
        const int byte = from_low ? bits_turned(*s) : *s;
        for (int k = 0; k < in_byte && i < n; k++, i++) {
            int v = byte >> (8 - bits - k * bits) & mask;
            o[i] = (uint8_t)((invert ? mask - v : v) * by);
        }
    }
}
/* A bit of each pixel after the other, the lowest first; each a row of whole bytes' width. */
FAMILY bit_planes(uint8_t *o, const uint8_t *s, int n, int bits)
{
    const int row = (n + 7) / 8;
    for (int i = 0; i < n; i++) {
        int v = 0;
        for (int k = 0; k < bits && k * row + i / 8 < (n * bits + 7) / 8; k++) v |= (s[k * row + i / 8] >> (7 - i % 8) & 1) << k;
        o[i] = (uint8_t)v;
    }
}
/* A band of its own: byte `at` of each `from` bytes to byte k of each `to`. */
FAMILY band(uint8_t *o, const uint8_t *s, int n, int to, int k, int from, int at)
{
    for (int i = 0; i < n; i++) o[i * to + k] = s[i * from + at];
}
FAMILY band_inverted(uint8_t *o, const uint8_t *s, int n, int k)
{
    for (int i = 0; i < n; i++) o[i * 4 + k] = (uint8_t)~s[i];
}
FAMILY spread(uint8_t *o, const uint8_t *s, int n, int size, int a, int b, int c, int d)
{
    for (int i = 0; i < n; i++, s += size, o += 4) put4(o, byte_at(s, a), byte_at(s, b), byte_at(s, c), byte_at(s, d));
}
FAMILY planes(uint8_t *o, const uint8_t *s, int n, int a, int b, int c, int d)
{
    for (int i = 0; i < n; i++, o += 4) put4(o, s[a * n + i], s[b * n + i], s[c * n + i], d == FULL ? 255 : s[d * n + i]);
}
FAMILY three(uint8_t *o, const uint8_t *s, int n)
{
    int i = 0;
    for (; i + 1 < n; i++, s += 3) { /* four bytes at once; of the last pixel just its three */
        uint32_t v;
        memcpy(&v, s, 4);
        v |= 0xff000000u;
        memcpy(o + 4 * (size_t)i, &v, 4);
    }
    if (i < n) put4(o + 4 * (size_t)i, s[0], s[1], s[2], 255);
}
FAMILY three_turned(uint8_t *o, const uint8_t *s, int n)
{
    for (int i = 0; i < n; i++, s += 3, o += 4) put4(o, bits_turned(s[0]), bits_turned(s[1]), bits_turned(s[2]), 255);
}
/* 16 bits a pixel, the first colour in the lowest bits (back: red and blue change places), above them a of alpha (0: none in use). */
FAMILY short_bits(uint8_t *o, const uint8_t *s, int n, int back, int r, int g, int b, int a)
{
    const int rm = (1 << r) - 1, gm = (1 << g) - 1, bm = (1 << b) - 1, am = (1 << a) - 1;
    for (int i = 0; i < n; i++, s += 2, o += 4) {
        int v = s[0] | s[1] << 8, first = (v & rm) * 255 / rm, third = (v >> (r + g) & bm) * 255 / bm;
        put4(o, back ? third : first, (v >> r & gm) * 255 / gm, back ? first : third, a ? (v >> (r + g + b) & am) * 255 / (am ? am : 1) : 255);
    }
}
FAMILY colours_inverted(uint8_t *o, const uint8_t *s, int n)
{
    for (int i = 0; i < n; i++, s += 4, o += 4) put4(o, s[0] ^ 255, s[1] ^ 255, s[2] ^ 255, s[3]);
}
static inline int divide(int v, int alpha) { return v >= alpha ? 255 : v * 255 / alpha; }
/* Colours that were multiplied with their alpha. */
FAMILY divided(uint8_t *o, const uint8_t *s, int n, int size, int r, int g, int b, int a)
{
    for (int i = 0; i < n; i++, s += size, o += 4) {
        int alpha = s[a];
        if (!alpha) put4(o, 0, 0, 0, 0);
        else if (alpha == 255) put4(o, s[r], s[g], s[b], 255);
        else put4(o, divide(s[r], alpha), divide(s[g], alpha), divide(s[b], alpha), alpha);
    }
}
static inline int byte_of(int v) { return v < 0 ? 0 : v > 255 ? 255 : v; }
/* Photo CD's luminance and two chrominances: each part is rounded before they are added. With alpha they were multiplied by it; what is too much then begins at 0 again. */
static inline int part(double by, int v) { return (int)(by * v + 0.5); }
FAMILY photo(uint8_t *o, const uint8_t *s, int n, int size)
{
    for (int i = 0; i < n; i++, s += size, o += 4) {
        const int a = size == 4 ? s[size - 1] : 255;
        uint8_t v[3];
        for (int k = 0; k < 3; k++) v[k] = (uint8_t)(a == 255 ? s[k] : a ? s[k] * 255 / a : 0);
        int l = part(1.3584, v[0]), b = v[1] - 156, r = v[2] - 137;
        put4(o, byte_of(l + part(1.8215, r)), byte_of(l + part(-0.9271, r) + part(-0.43027, b)), byte_of(l + part(2.2179, b)), a);
    }
}
FAMILY lab(uint8_t *o, const uint8_t *s, int n)
{
    for (int i = 0; i < n; i++, s += 3, o += 4) put4(o, s[0], s[1] ^ 128, s[2] ^ 128, 255);
}
FAMILY twelve(uint8_t *o, const uint8_t *s, int n)
{
    for (int i = 0; i < n; i++) {
        const uint8_t *p = s + i / 2 * 3;
        int v = i % 2 ? (p[1] & 15) << 8 | p[2] : p[0] << 4 | p[1] >> 4;
        o[2 * i] = (uint8_t)v;
        o[2 * i + 1] = (uint8_t)(v >> 8);
    }
}
FAMILY swapped(uint8_t *o, const uint8_t *s, int n)
{
    for (int i = 0; i < n; i++) {
        uint8_t first = s[2 * i];
        o[2 * i] = s[2 * i + 1];
        o[2 * i + 1] = first;
    }
}
/* Numbers of one type in a file (the highest byte first: big) to another's. */
#define number(to, from, big)                                                                           \
    for (int i = 0; i < n; i++) {                                                                       \
        uint8_t b[sizeof(from)];                                                                        \
        for (size_t k = 0; k < sizeof b; k++) b[k] = s[(size_t)i * sizeof b + (big ? sizeof b - 1 - k : k)]; \
        from v;                                                                                         \
        memcpy(&v, b, sizeof v);                                                                        \
        to w = (to)v;                                                                                   \
        memcpy(o + (size_t)i * sizeof w, &w, sizeof w);                                                 \
    }

/* ---- into files ---- */

FAMILY bits_of(uint8_t *o, const uint8_t *s, int n, int invert, int from_low)
{
    for (int i = 0; i < n; i += 8) {
        int byte = 0;
        for (int k = 0; k < 8 && i + k < n; k++)
            if ((s[i + k] == 0) == (invert != 0)) byte |= 1 << (from_low ? k : 7 - k);
        *o++ = (uint8_t)byte;
    }
}
FAMILY pack_few(uint8_t *o, const uint8_t *s, int n, int bits)
{
    const int in_byte = 8 / bits, mask = (1 << bits) - 1;
    for (int i = 0; i < n; i += in_byte) {
        int byte = 0;
        for (int k = 0; k < in_byte && i + k < n; k++) byte |= (s[i + k] & mask) << (8 - bits - k * bits);
        *o++ = (uint8_t)byte;
    }
}
FAMILY high(uint8_t *o, const uint8_t *s, int n, int k)
{
    for (int i = 0; i < n; i++) {
        o[2 * i + k] = s[i];
        o[2 * i + 1 - k] = 0;
    }
}
FAMILY gather(uint8_t *o, const uint8_t *s, int n, int size, int a, int b, int c, int d)
{
    for (int i = 0; i < n; i++, s += 4, o += size) {
        o[0] = byte_at(s, a);
        if (size > 1) o[1] = byte_at(s, b);
        if (size > 2) o[2] = byte_at(s, c);
        if (size > 3) o[3] = byte_at(s, d);
    }
}
FAMILY to_planes(uint8_t *o, const uint8_t *s, int n, int bands, int a, int b, int c, int d)
{
    for (int i = 0; i < n; i++, s += 4) {
        o[i] = s[a], o[n + i] = s[b];
        if (bands > 2) o[2 * n + i] = s[c];
        if (bands > 3) o[3 * n + i] = s[d];
    }
}
/* Four pixels of four bytes are three words of a file. */
typedef uint32_t __attribute__((aligned(1))) Loose;
LOOP_WIDE static void threes(Loose *restrict o, const Loose *restrict s, int64_t n)
{
    for (int64_t i = 0; i < n; i++, s += 4, o += 3) {
        o[0] = (s[0] & 0xffffff) | s[1] << 24;
        o[1] = (s[1] >> 8 & 0xffff) | s[2] << 16;
        o[2] = (s[2] >> 16 & 0xff) | s[3] << 8;
    }
}
FAMILY to_three(uint8_t *o, const uint8_t *s, int n)
{
    threes((Loose *)o, (const Loose *)s, n / 4);
    for (int i = n & ~3; i < n; i++) memcpy(o + 3 * (size_t)i, s + 4 * (size_t)i, 3);
}
static inline uint8_t multiply(int v, int alpha) { return over_255((unsigned)(v * alpha)); }
FAMILY multiplied(uint8_t *o, const uint8_t *s, int n)
{
    for (int i = 0; i < n; i++, s += 4, o += 4) put4(o, multiply(s[2], s[3]), multiply(s[1], s[3]), multiply(s[0], s[3]), s[3]);
}
FAMILY to_lab(uint8_t *o, const uint8_t *s, int n)
{
    for (int i = 0; i < n; i++, s += 4, o += 3) o[0] = s[0], o[1] = s[1] ^ 128, o[2] = s[2] ^ 128;
}
FAMILY clipped(uint8_t *o, const uint8_t *s, int n)
{
    for (int i = 0; i < n; i++) {
        int32_t v;
        memcpy(&v, s + 4 * (size_t)i, 4);
        v = v < 0 ? 0 : v > 65535 ? 65535 : v;
        o[2 * i] = (uint8_t)(v >> 8);
        o[2 * i + 1] = (uint8_t)v;
    }
}

/* ---- the tables ---- */

#define NAMED2(what, line) what##line
#define NAMED(what, line) NAMED2(what, line)
#define UNPACK(mode, raw, bits, move) static void NAMED(unpack, __LINE__)(uint8_t *o, const uint8_t *s, int n) { move; }
#define PACK(mode, raw, bits, move) static void NAMED(pack, __LINE__)(uint8_t *o, const uint8_t *s, int n) { move; }
#include "rawmodes.def"
#undef UNPACK
#undef PACK

static const RawMode unpackers[] = {
#define UNPACK(mode, raw, bits, move) {MODE_##mode, raw, bits, NAMED(unpack, __LINE__)},
#include "rawmodes.def"
#undef UNPACK
};
static const RawMode packers[] = {
#define PACK(mode, raw, bits, move) {MODE_##mode, raw, bits, NAMED(pack, __LINE__)},
#include "rawmodes.def"
#undef PACK
};

static const RawMode *find(const RawMode *rows, size_t count, const char *mode, const char *raw)
{
    const PictureMode *m = mode_named(mode);
    for (size_t i = 0; m && i < count; i++)
        if (rows[i].mode == m->id && !strcmp(rows[i].raw, raw)) return &rows[i];
    return NULL;
}
const RawMode *raw_unpacker(const char *mode, const char *raw) { return find(unpackers, sizeof unpackers / sizeof *unpackers, mode, raw); }
const RawMode *raw_packer(const char *mode, const char *raw) { return find(packers, sizeof packers / sizeof *packers, mode, raw); }
