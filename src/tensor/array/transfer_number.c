/* transfer_number.c: the loops that take one kind of number to another: one for each pair, so that the compiler sees both types and vectorises what lies contiguous.
 *
 * Conversions are C's; what C leaves open (a float too large for an integer, a NaN) is what x86's instructions give, as NumPy's do, and the processor's flags stay set: who called looks at them.
 * A complex number loses its imaginary part on the way to a real one.
 */
#include "element.h"
#include "transfer.h"

typedef uint8_t N_b1;
typedef int8_t N_i8;
typedef uint8_t N_u8;
typedef int16_t N_i16;
typedef uint16_t N_u16;
typedef int32_t N_i32;
typedef uint32_t N_u32;
typedef int64_t N_i64;
typedef uint64_t N_u64;
typedef uint16_t N_f16;
typedef float N_f32;
typedef double N_f64;
typedef long double N_f80;
typedef Np_cfloat N_c32;
typedef Np_cdouble N_c64;
typedef Np_clongdouble N_c80;
typedef float PART_c32;
typedef double PART_c64;
typedef long double PART_c80;

/* clang's checker of casts would report what is meant here. */
#if defined(__clang__)
#define AS_PROCESSOR __attribute__((no_sanitize("float-cast-overflow")))
#else
#define AS_PROCESSOR
#endif

/* Beyond 2^31 a float goes to uint32 by the instruction for int32, as vectors do it: too large gives 0. */
AS_PROCESSOR static inline uint32_t u32_of_double(double v) { return v >= 2147483648.0 ? (uint32_t)(int32_t)(v - 2147483648.0) ^ 0x80000000u : (uint32_t)(int32_t)v; }
AS_PROCESSOR static inline uint32_t u32_of_long_double(long double v) { return (uint32_t)(int64_t)v; }
AS_PROCESSOR static inline uint32_t u32_of_integer(int64_t v) { return (uint32_t)v; }
static inline uint16_t f16_of_long_double(long double v) { return np_half_from_double((double)v); }
static inline uint16_t f16_of_integer(float v) { return np_half_from_float(v); }

#define GET_b1(x) ((x) != 0)
#define GET_i8(x) (x)
#define GET_u8(x) (x)
#define GET_i16(x) (x)
#define GET_u16(x) (x)
#define GET_i32(x) (x)
#define GET_u32(x) (x)
#define GET_i64(x) (x)
#define GET_u64(x) (x)
#define GET_f16(x) np_half_to_float(x)
#define GET_f32(x) (x)
#define GET_f64(x) (x)
#define GET_f80(x) (x)

#define PUT_b1(v) ((v) != 0)
#define PUT_i8(v) ((int8_t)(v))
#define PUT_u8(v) ((uint8_t)(v))
#define PUT_i16(v) ((int16_t)(v))
#define PUT_u16(v) ((uint16_t)(v))
#define PUT_i32(v) ((int32_t)(v))
#define PUT_u32(v) (_Generic((v), float: u32_of_double, double: u32_of_double, long double: u32_of_long_double, default: u32_of_integer)(v))
#define PUT_i64(v) ((int64_t)(v))
#define PUT_u64(v) ((uint64_t)(v))
#define PUT_f16(v) (_Generic((v), float: np_half_from_float, double: np_half_from_double, long double: f16_of_long_double, default: f16_of_integer)(v))
#define PUT_f32(v) ((float)(v))
#define PUT_f64(v) ((double)(v))
#define PUT_f80(v) ((long double)(v))

#define LOOP(FROM, TO, EXPRESSION)                                                                                                                                                                \
    AS_PROCESSOR static void cast_##FROM##_##TO(const char *src, int64_t src_stride, char *dst, int64_t dst_stride, int64_t n)                                                                                  \
    {                                                                                                                                                                                             \
        if (src_stride == sizeof(N_##FROM) && dst_stride == sizeof(N_##TO)) {                                                                                                                     \
            const N_##FROM *restrict from = (const N_##FROM *)src;                                                                                                                                \
            N_##TO *restrict to = (N_##TO *)dst;                                                                                                                                                  \
            for (int64_t i = 0; i < n; i++) {                                                                                                                                                     \
                N_##FROM x = from[i];                                                                                                                                                             \
                to[i] = EXPRESSION;                                                                                                                                                               \
            }                                                                                                                                                                                     \
            return;                                                                                                                                                                               \
        }                                                                                                                                                                                         \
        for (; n > 0; n--, src += src_stride, dst += dst_stride) {                                                                                                                                \
            N_##FROM x = *(const N_##FROM *)src;                                                                                                                                                  \
            *(N_##TO *)dst = EXPRESSION;                                                                                                                                                          \
        }                                                                                                                                                                                         \
    }
#define REAL_REAL(FROM, TO) LOOP(FROM, TO, PUT_##TO(GET_##FROM(x)))
#define REAL_COMPLEX(FROM, TO) LOOP(FROM, TO, ((N_##TO){(PART_##TO)GET_##FROM(x), 0}))
#define COMPLEX_REAL(FROM, TO) LOOP(FROM, TO, PUT_##TO(x.re))
#define COMPLEX_BOOL(FROM) LOOP(FROM, b1, (x.re != 0 || x.im != 0))
#define COMPLEX_COMPLEX(FROM, TO) LOOP(FROM, TO, ((N_##TO){(PART_##TO)x.re, (PART_##TO)x.im}))

#define NUMBERS_OF(MAKE, FROM) MAKE(FROM, i8) MAKE(FROM, u8) MAKE(FROM, i16) MAKE(FROM, u16) MAKE(FROM, i32) MAKE(FROM, u32) MAKE(FROM, i64) MAKE(FROM, u64) MAKE(FROM, f32) MAKE(FROM, f64) MAKE(FROM, f80) MAKE(FROM, f16)
#define COMPLEXES_OF(MAKE, FROM) MAKE(FROM, c32) MAKE(FROM, c64) MAKE(FROM, c80)
#define FROM_REAL(FROM) REAL_REAL(FROM, b1) NUMBERS_OF(REAL_REAL, FROM) COMPLEXES_OF(REAL_COMPLEX, FROM)
#define FROM_COMPLEX(FROM) COMPLEX_BOOL(FROM) NUMBERS_OF(COMPLEX_REAL, FROM) COMPLEXES_OF(COMPLEX_COMPLEX, FROM)
FROM_REAL(b1)
FROM_REAL(i8)
FROM_REAL(u8)
FROM_REAL(i16)
FROM_REAL(u16)
FROM_REAL(i32)
FROM_REAL(u32)
FROM_REAL(i64)
FROM_REAL(u64)
FROM_REAL(f32)
FROM_REAL(f64)
FROM_REAL(f80)
/* (a float's NaN would tell of itself on its way to a double) */
#define HALF_AS(T, x) _Generic((T)0, double: np_half_to_double, default: np_half_to_float)(x)
#define HALF_REAL(FROM, TO) LOOP(FROM, TO, PUT_##TO(HALF_AS(N_##TO, x)))
#define HALF_COMPLEX(FROM, TO) LOOP(FROM, TO, ((N_##TO){(PART_##TO)HALF_AS(PART_##TO, x), 0}))
HALF_REAL(f16, b1) NUMBERS_OF(HALF_REAL, f16) COMPLEXES_OF(HALF_COMPLEX, f16)
FROM_COMPLEX(c32)
FROM_COMPLEX(c64)
FROM_COMPLEX(c80)

enum { KINDS = 16 };
#define ENTRY(FROM, TO) cast_##FROM##_##TO,
#define ROW(FROM) {cast_##FROM##_b1, NUMBERS_OF(ENTRY, FROM) COMPLEXES_OF(ENTRY, FROM)}
/* In the order of NUMBERS_OF, bool (b1, for `bool` is a macro) before it and the complex ones behind it; so is kind_of. */
static const CastLoop loops[KINDS][KINDS] = {
    ROW(b1), ROW(i8), ROW(u8), ROW(i16), ROW(u16), ROW(i32), ROW(u32), ROW(i64), ROW(u64), ROW(f32), ROW(f64), ROW(f80), ROW(f16), ROW(c32), ROW(c64), ROW(c80),
};
static const int8_t kind_of[NP_NUMS] = {
    [NP_BOOL] = 0, [NP_BYTE] = 1, [NP_UBYTE] = 2, [NP_SHORT] = 3, [NP_USHORT] = 4, [NP_INT] = 5, [NP_UINT] = 6, [NP_LONG] = 7, [NP_ULONG] = 8, [NP_LONGLONG] = 7, [NP_ULONGLONG] = 8,
    [NP_FLOAT] = 9, [NP_DOUBLE] = 10, [NP_LONGDOUBLE] = 11, [NP_HALF] = 12, [NP_CFLOAT] = 13, [NP_CDOUBLE] = 14, [NP_CLONGDOUBLE] = 15,
    [NP_OBJECT] = -1, [NP_STRING] = -1, [NP_UNICODE] = -1, [NP_VOID] = -1, [NP_DATETIME] = 7, [NP_TIMEDELTA] = 7,
};
CastLoop cast_loop(Num from, Num to)
{
    int a = kind_of[from], b = kind_of[to];
    if (a < 0 || b < 0) return NULL;
    return a == b && a ? copy_loop(np_elements[from].bytes) : loops[a][b]; /* a bool is made one even from a bool: memory may hold others than 0 and 1 */
}

/* ---- the same bytes ---- */
typedef struct Bytes16 { uint64_t a, b; } Bytes16;
typedef struct Bytes32 { uint64_t a, b, c, d; } Bytes32;
#define COPY(NAME, TYPE)                                                                                                                                                                          \
    static void NAME(const char *src, int64_t src_stride, char *dst, int64_t dst_stride, int64_t n)                                                                                                \
    {                                                                                                                                                                                             \
        if (src_stride == sizeof(TYPE) && dst_stride == sizeof(TYPE)) {                                                                                                                           \
            memcpy(dst, src, (size_t)n * sizeof(TYPE));                                                                                                                                           \
            return;                                                                                                                                                                               \
        }                                                                                                                                                                                         \
        TYPE v;                                                                                                                                                                                   \
        if (src_stride == 0 && n) {                                                                                                                                                               \
            for (memcpy(&v, src, sizeof v); n > 0; n--, dst += dst_stride) memcpy(dst, &v, sizeof v);                                                                                             \
            return;                                                                                                                                                                               \
        }                                                                                                                                                                                         \
        for (; n > 0; n--, src += src_stride, dst += dst_stride) {                                                                                                                                \
            memcpy(&v, src, sizeof v);                                                                                                                                                            \
            memcpy(dst, &v, sizeof v);                                                                                                                                                            \
        }                                                                                                                                                                                         \
    }
COPY(copy1, uint8_t)
COPY(copy2, uint16_t)
COPY(copy4, uint32_t)
COPY(copy8, uint64_t)
COPY(copy16, Bytes16)
COPY(copy32, Bytes32)

CastLoop copy_loop(int64_t bytes)
{
    switch (bytes) {
    case 1: return copy1;
    case 2: return copy2;
    case 4: return copy4;
    case 8: return copy8;
    case 16: return copy16;
    case 32: return copy32;
    default: return NULL;
    }
}
