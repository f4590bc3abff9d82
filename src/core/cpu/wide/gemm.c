/* gemm.c: the inner tile of a matrix product, and the packing of strided operands into its panels.
 *
 * A tile is mr x nr accumulators held in registers: mr broadcasts of a against two vectors of b. Panels are k steps of mr (nr) numbers
 * already in the type that is computed in, so every dtype and every layout shares one inner loop. wide/gemm_tile.h is included once a type.
 */
#include <string.h>

#include "wide.h"

extern const WideGemm WIDE_NAME(wide_gemm)[GEMM_TYPES];

#if defined(__AVX512F__)
enum { MR = 12 }; /* 24 accumulators of 32 registers */
#else
enum { MR = 6 };  /* 12 of 16 */
#endif

enum { THIN_SUMS = 8 }; /* a strip's accumulators */

#define T float
#define FN(x) x##_f32
#define GEMM_REAL 1
#include "gemm_tile.h"
#define T double
#define FN(x) x##_f64
#define GEMM_REAL 1
#include "gemm_tile.h"
#define T uint32_t
#define FN(x) x##_u32
#include "gemm_tile.h"
#define T uint64_t
#define FN(x) x##_u64
#include "gemm_tile.h"

const WideGemm WIDE_NAME(wide_gemm)[GEMM_TYPES] = {
    [GEMM_F32] = {MR, NR_f32, tile_f32, pack_f32, matvec_f32, LANES_f32, thin_f32, narrow_f32},
    [GEMM_F64] = {MR, NR_f64, tile_f64, pack_f64, matvec_f64, LANES_f64, thin_f64, narrow_f64},
    [GEMM_U32] = {.mr = MR, .nr = NR_u32, .tile = tile_u32, .pack = pack_u32},
    [GEMM_U64] = {.mr = MR, .nr = NR_u64, .tile = tile_u64, .pack = pack_u64},
};
