/* ew_bool.c: what computes in bool (bytes of 0 and 1), and the conversions between dtypes.
 *
 * A conversion goes from any dtype to a register type or back; what does not fit an integer follows C on x86: the smallest integer, then cut.
 */
#include "core/op_more.h"
#include "isa.h"

#define ARGS int64_t n, void *out, const void *a, const void *b, const void *c, const EwNumber *k
#define UNUSED (void)a; (void)b; (void)c; (void)k;
#define EB1(name, ...) static void name##_k(ARGS) { UNUSED uint8_t *o = out; const uint8_t *xs = a; ISA_LOOP for (int64_t i = 0; i < n; i++) { const uint8_t x = xs[i]; o[i] = (uint8_t)(__VA_ARGS__); } }
#define EB2(name, ...) static void name##_k(ARGS) { UNUSED uint8_t *o = out; const uint8_t *xs = a, *ys = b; ISA_LOOP for (int64_t i = 0; i < n; i++) { const uint8_t x = xs[i], y = ys[i]; o[i] = (uint8_t)(__VA_ARGS__); } }
#define EW1(...)
#define EW2(...)
#define EW3(...)
#define EV1(...)
#define EV2(...)
#define EC1(...)
#define EC2(...)
#define ES1(...)
#define ES2(...)
#include "core/formulas.def"
#undef EB1
#undef EB2

static void where_k(ARGS)
{
    UNUSED
    uint8_t *o = out;
    const uint8_t *xs = a, *ys = b, *zs = c;
    ISA_LOOP for (int64_t i = 0; i < n; i++) { const uint8_t y = ys[i], z = zs[i]; o[i] = xs[i] ? y : z; }
}

const EwKernel ISA_NAME(ew_bool)[FN_COUNT] = {
#define EB1(name, ...) [FN_##name] = name##_k,
#define EB2(name, ...) [FN_##name] = name##_k,
#include "core/formulas.def"
    [FN_where] = where_k,
};

/* ---- conversions ---- */
typedef uint16_t Half;
typedef uint16_t Bfloat;
static inline float float_of_bits(uint32_t u) { union { uint32_t u; float f; } v = {u}; return v.f; }
static inline uint32_t bits_of_float(float f) { union { float f; uint32_t u; } v = {f}; return v.u; }
static inline float from_half(Half h)
{
    uint32_t rest = (uint32_t)(h & 0x7FFF) << 13;
    float f = float_of_bits(rest) * 0x1p112f; /* from bias 15 to 127, subnormals too */
    uint32_t u = rest >= 0x0F800000 ? rest | 0x7F800000 : bits_of_float(f);
    return float_of_bits(u | (uint32_t)(h & 0x8000) << 16);
}
static inline Half to_half(float f)
{
    uint32_t u = bits_of_float(f), sign = u >> 16 & 0x8000, rest = u & 0x7FFFFFFF;
    uint32_t small = bits_of_float(float_of_bits(rest) + 0.5f) - 0x3F000000; /* the adder rounds for subnormals */
    uint32_t normal = (rest + 0xC8000FFF + (rest >> 13 & 1)) >> 13;
    uint32_t r = rest < 0x38800000 ? small : normal;
    r = rest >= 0x47800000 ? 0x7C00 : r;
    r = rest > 0x7F800000 ? 0x7E00 : r;
    return (Half)(sign | r);
}
static inline float from_bfloat(Bfloat h) { return float_of_bits((uint32_t)h << 16); }
static inline Bfloat to_bfloat(float f)
{
    uint32_t u = bits_of_float(f), r = (u + 0x7FFF + (u >> 16 & 1)) >> 16;
    return (Bfloat)((u & 0x7FFFFFFF) > 0x7F800000 ? (u >> 16 | 0x40) : r);
}
static inline int64_t to_long(double d) { return d >= -0x1p63 && d < 0x1p63 ? (int64_t)d : INT64_MIN; }
static inline int32_t to_int(double d) { return d > -2147483649.0 && d < 2147483648.0 ? (int32_t)d : INT32_MIN; }
static inline int32_t to_small(double d) { return (int32_t)(uint32_t)(uint64_t)to_long(d); } /* what int8, uint8, int16 keep of */

#define CONVERT(from, to, TX, TO, ...) \
    static void from##_##to(ARGS) { UNUSED TO *o = out; const TX *xs = a; ISA_LOOP for (int64_t i = 0; i < n; i++) { const TX x = xs[i]; o[i] = (TO)(__VA_ARGS__); } }
/* to float, double, int32, int64, bool from X read as V */
#define FROM_INTEGER(X, TX) \
    CONVERT(X, f, TX, float, x) CONVERT(X, d, TX, double, x) CONVERT(X, i, TX, int32_t, x) CONVERT(X, l, TX, int64_t, x) CONVERT(X, b, TX, uint8_t, x != 0)
#define FROM_FLOAT(X, TX, V) \
    CONVERT(X, f, TX, float, V) CONVERT(X, d, TX, double, V) CONVERT(X, i, TX, int32_t, to_int(V)) CONVERT(X, l, TX, int64_t, to_long(V)) CONVERT(X, b, TX, uint8_t, V != 0)
FROM_INTEGER(b, uint8_t)
FROM_INTEGER(u8, uint8_t)
FROM_INTEGER(i8, int8_t)
FROM_INTEGER(i16, int16_t)
FROM_INTEGER(i, int32_t)
FROM_INTEGER(l, int64_t)
FROM_FLOAT(h, Half, from_half(x))
FROM_FLOAT(bf, Bfloat, from_bfloat(x))
FROM_FLOAT(f, float, x)
FROM_FLOAT(d, double, x)
#define TO_SMALL(X, TX, CUT) \
    CONVERT(X, u8, TX, uint8_t, CUT) CONVERT(X, i8, TX, int8_t, CUT) CONVERT(X, i16, TX, int16_t, CUT) CONVERT(X, h, TX, Half, to_half((float)x)) CONVERT(X, bf, TX, Bfloat, to_bfloat((float)x))
TO_SMALL(b, uint8_t, x)
TO_SMALL(i, int32_t, x)
TO_SMALL(l, int64_t, x)
TO_SMALL(f, float, to_small(x))
TO_SMALL(d, double, to_small(x))

#define ROW(X) {[DT_FLOAT32] = X##_f, [DT_FLOAT64] = X##_d, [DT_INT32] = X##_i, [DT_INT64] = X##_l, [DT_BOOL] = X##_b}
#define ROW_ALL(X) {[DT_FLOAT32] = X##_f, [DT_FLOAT64] = X##_d, [DT_INT32] = X##_i, [DT_INT64] = X##_l, [DT_BOOL] = X##_b, \
    [DT_UINT8] = X##_u8, [DT_INT8] = X##_i8, [DT_INT16] = X##_i16, [DT_FLOAT16] = X##_h, [DT_BFLOAT16] = X##_bf}
const EwKernel ISA_NAME(ew_converters)[DTYPE_COUNT][DTYPE_COUNT] = {
    [DT_BOOL] = ROW_ALL(b), [DT_UINT8] = ROW(u8), [DT_INT8] = ROW(i8), [DT_INT16] = ROW(i16), [DT_INT32] = ROW_ALL(i), [DT_INT64] = ROW_ALL(l),
    [DT_FLOAT16] = ROW(h), [DT_BFLOAT16] = ROW(bf), [DT_FLOAT32] = ROW_ALL(f), [DT_FLOAT64] = ROW_ALL(d),
};
