/* spaces.c: red, green and blue as luminance and two chrominances (JFIF's YCbCr), as hue, saturation and value, and back: rows of words, which the compiler's vector units take several of at once.
 *
 * The numbers are Pillow's to the last bit: where floats stand for its doubles, all 256 values were compared (tests/tensors/pictures/spaces.py compares all colours' sums). */
#include <string.h>

#include "loops.h"
#include "spaces.h"

typedef uint32_t __attribute__((aligned(1))) Word; /* (a lender's rows lie anywhere) */

LOOP_INLINE uint32_t joined(int a, int b, int c, uint32_t from) { return (uint32_t)a | (uint32_t)b << 8 | (uint32_t)c << 16 | (from & 0xff000000); }
LOOP_INLINE int byte_at(uint32_t w, int k) { return (int)(w >> 8 * k & 255); }
LOOP_INLINE int clip(int v) { return v < 0 ? 0 : v > 255 ? 255 : v; }

/* Each number's part of each sum, in 64ths, rounded as C rounds (what is below 0 upwards). */
LOOP_INLINE int part(float k, int v) { return (int)(k * 64 * (float)v + .5f); }
LOOP_INLINE uint32_t ycc(uint32_t w)
{
    const int r = byte_at(w, 0), g = byte_at(w, 1), b = byte_at(w, 2);
    return joined((part(.299f, r) + part(.587f, g) + part(.114f, b)) >> 6, ((part(-.16874f, r) + part(-.33126f, g) + part(.5f, b)) >> 6) + 128,
        ((part(.5f, r) + part(-.41869f, g) + part(-.08131f, b)) >> 6) + 128, w);
}
LOOP_INLINE uint32_t from_ycc(uint32_t w)
{
    const int y = byte_at(w, 0), cb = byte_at(w, 1) - 128, cr = byte_at(w, 2) - 128;
    return joined(clip(y + (part(1.402f, cr) >> 6)), clip(y + ((part(-.34414f, cb) + part(-.71414f, cr)) >> 6)), clip(y + (part(1.772f, cb) >> 6)), w);
}

/* Hues want choices, which the compiler does not take for vectors by itself: four pixels at once, and a choice is made with masks. */
typedef float FourFloat __attribute__((vector_size(16)));
typedef double FourReal __attribute__((vector_size(32)));
#define FLOATS(v) __builtin_convertvector(v, FourFloat)
#define REALS(v) __builtin_convertvector(v, FourReal)
#define WHOLE(v) __builtin_convertvector(v, Four)
#define PICKED(which, a, b) ((which & (a)) | (~which & (b)))
#define LARGER(a, b) PICKED((a > b), a, b)
#define SMALLER(a, b) PICKED((a < b), a, b)

/* A grey has the distance 0 to each: its hue and its saturation are 0. */
LOOP_INLINE void hsv(Four *w)
{
    const Four alpha = *w & (int32_t)0xff000000, r = *w & 255, g = *w >> 8 & 255, b = *w >> 16 & 255, rg = LARGER(r, g), most = LARGER(rg, b), less = SMALLER(r, g), range = most - SMALLER(less, b);
    const FourFloat by = FLOATS(range - (range == 0)), s = FLOATS(range) / FLOATS(most - (most == 0));
    const FourFloat from_r = FLOATS(most - r) / by, from_g = FLOATS(most - g) / by, from_b = FLOATS(most - b) / by;
    const FourFloat of_r = from_b - from_g, of_g = FLOATS(2. + REALS(from_r) - REALS(from_b)), of_b = FLOATS(4. + REALS(from_g) - REALS(from_r));
    const Four is_r = r == most, is_g = g == most, h = PICKED(is_r, (Four)of_r, PICKED(is_g, (Four)of_g, (Four)of_b));
    const FourReal turns = REALS((FourFloat)h) / 6. + 1.;
    const FourFloat hue = FLOATS(turns - REALS(WHOLE(turns)));
    *w = WHOLE(REALS(hue) * 255.) | WHOLE(REALS(s) * 255.) << 8 | most << 16 | alpha;
}
/* Six sectors; which of the three numbers is the value, which the least, which of the two ways lies between them. */
LOOP_INLINE void from_hsv(Four *w)
{
    const Four alpha = *w & (int32_t)0xff000000, six = (*w & 255) * 6, sector = (six * 257 + 300) >> 16 /* six / 255 */, v = *w >> 16 & 255;
    const FourFloat f = FLOATS(six - sector * 255) / 255.f, s = FLOATS(*w >> 8 & 255) / 255.f, sf = s * f;
    const FourReal value = REALS(v);
    const Four p = WHOLE(value * (1. - REALS(s)) + .5), q = WHOLE(value * (1. - REALS(sf)) + .5), t = WHOLE(value * (1. - REALS(s) * (1. - REALS(f))) + .5);
    const Four one = sector == 1, two = sector == 2, three = sector == 3, four = sector == 4, five = sector == 5;
    const Four pp = two | three, tt = four | five, vg = one | two, vb = three | four;
    const Four red = PICKED(one, q, PICKED(pp, p, PICKED(four, t, v))), green = PICKED(vg, v, PICKED(three, q, PICKED(tt, p, t))), blue = PICKED(two, t, PICKED(vb, v, PICKED(five, q, p)));
    *w = red | green << 8 | blue << 16 | alpha;
}

/* ---- rows ---- */

#define BY_FOURS(pixels)                                             \
    for (; n > 0; n -= 4, in += 4, out += 4) {                        \
        Four w = {0};                                                \
        if (n >= 4) memcpy(&w, in, sizeof w);                         \
        else memcpy(&w, in, (size_t)n * 4);                           \
        pixels(&w);                                                  \
        if (n >= 4) memcpy(out, &w, sizeof w);                        \
        else memcpy(out, &w, (size_t)n * 4);                          \
    }
#ifdef __clang__
#define APART /* (clang looks at run time whether both lie apart) */
#else
#define APART _Pragma("GCC ivdep")
#endif
#define BY_ONES(pixel) APART for (int64_t x = 0; x < n; x++) out[x] = pixel(in[x]);
#define SPACE(name, pixels)                                                                                    \
    LOOP_WIDE static void name##_words(Word *out, const Word *in, int64_t n) { pixels }                         \
    void name(uint8_t *out, const uint8_t *in, int64_t n) { name##_words((Word *)out, (const Word *)in, n); }
SPACE(space_ycc, BY_ONES(ycc))
SPACE(space_from_ycc, BY_ONES(from_ycc))
SPACE(space_hsv, BY_FOURS(hsv))
SPACE(space_from_hsv, BY_FOURS(from_hsv))
