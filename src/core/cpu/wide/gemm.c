/* gemm.c: the inner tile of a matrix product, and the packing of strided operands into its panels.
 *
 * A tile is mr x nr accumulators held in registers: mr broadcasts of a against two vectors of b. Panels are k steps of mr (nr) numbers
 * already in the type that is computed in, so every dtype and every layout shares one inner loop. wide/gemm_tile.h is included once a type.
 */
#include <string.h>

#include "turn.h"
#include "wide.h"

#if defined(__AVX512F__)
#include <immintrin.h>
#endif

extern const WideGemm WIDE_NAME(wide_gemm)[GEMM_TYPES];

#if defined(__AVX512F__)
enum { MR = 12 }; /* 24 accumulators of 32 registers */
#else
enum { MR = 6 };  /* 12 of 16 */
#endif

enum { THIN_DEEP = 8 }; /* sums of a strip of one or two rows */
#if defined(__AVX512F__)
#define THIN_PANELS 3
enum { THIN_SUMS = 8 * THIN_PANELS }; /* the accumulators of the largest strip */
#else
#define THIN_PANELS 2
#if defined(__AVX2__)
#define THIN_ROWS 6 /* 12 of 16 registers: a unit with two multipliers wants at least 8 sums, and they read less of b for each row the more there are */
#else
#define THIN_ROWS 4
#endif
enum { THIN_SUMS = 2 * THIN_ROWS };
#endif

#define T float
#define FN(x) x##_f32
#define GEMM_REAL 1
#include "gemv.h"
#include "gemm_tile.h"
#define T double
#define FN(x) x##_f64
#define GEMM_REAL 1
#include "gemv.h"
#include "gemm_tile.h"
#define T uint32_t
#define FN(x) x##_u32
#include "gemm_tile.h"
#define T uint64_t
#define FN(x) x##_u64
#include "gemm_tile.h"

#if defined(__AVX512F__)
enum { SOME = 1 }; /* a part of a vector can be read by itself */
#else
enum { SOME = LANES };
#endif

/* `steps` steps of a panel out of `have` columns; both are constants where a block is whole */
ALWAYS void turn_block(float *to, const float *from, int64_t column, int64_t have, int64_t steps)
{
    V rows[LANES];
    WIDE_UNROLL
    for (int i = 0; i < LANES; i++) {
        rows[i] = (V){0};
        if (i < have) rows[i] = take_some_f32(from + i * column, steps);
    }
    transpose(rows);
    WIDE_UNROLL
    for (int i = 0; i < LANES; i++)
        if (i < steps) *(V *)(to + i * LANES) = rows[i];
}

/* Panels of a vector's width out of columns of floats, LANES of them at a time for as many rows; the last panel is filled up with zeros. */
static void turn_floats(float *to, const float *from, int64_t column, int64_t count, int64_t k)
{
    for (int64_t j = 0; j < count; j += LANES, from += LANES * column) {
        int64_t p = 0, have = count - j < LANES ? count - j : LANES;
        for (; have == LANES && k - p >= LANES; p += LANES, to += LANES * LANES) turn_block(to, from + p, column, LANES, LANES);
        for (int64_t steps; k - p >= SOME; p += steps, to += steps * LANES) {
            steps = k - p < LANES ? k - p : LANES;
            turn_block(to, from + p, column, have, steps);
        }
        for (; p < k; p++, to += LANES)
            for (int i = 0; i < LANES; i++) to[i] = i < have ? from[i * column + p] : 0;
    }
}

/* The same out of rows. */
static void copy_floats(float *to, const float *from, int64_t row, int64_t count, int64_t k)
{
    for (int64_t p = 0; p < k; p++, from += row)
        for (int64_t j = 0; j + LANES <= count; j += LANES) *(V *)(to + j * k + p * LANES) = *(const V *)(from + j);
}

static void pack_floats(void *restrict to, int width, const char *restrict from, DType dtype, int64_t across, int64_t along, int64_t count, int64_t k)
{
    const float *source = (const float *)(const void *)from;
    bool floats = dtype == DT_FLOAT32 && width == LANES;
    int64_t whole = floats && across == 1 ? count / LANES * LANES : 0;
    if (floats && along == 1 && across != 1) {
        turn_floats(to, source, across, count, k);
        return;
    }
    copy_floats(to, source, along, whole, k);
    if (whole < count) pack_f32((float *)to + whole * k, width, from + (size_t)(whole * across) * sizeof(float), dtype, across, along, count - whole, k);
}

const WideGemm WIDE_NAME(wide_gemm)[GEMM_TYPES] = {
    [GEMM_F32] = {MR, NR_f32, tile_f32, pack_floats, matvec_f32, LANES_f32, THIN_PANELS == 3, thin_f32, narrow_f32, blas_dot_f32, blas_rows_f32, blas_columns_f32, blas_single_f32},
    [GEMM_F64] = {MR, NR_f64, tile_f64, pack_f64, matvec_f64, LANES_f64, false, thin_f64, narrow_f64, blas_dot_f64, blas_rows_f64, blas_columns_f64, blas_single_f64},
    [GEMM_U32] = {.mr = MR, .nr = NR_u32, .tile = tile_u32, .pack = pack_u32},
    [GEMM_U64] = {.mr = MR, .nr = NR_u64, .tile = tile_u64, .pack = pack_u64},
};
