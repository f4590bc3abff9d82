/* pool.c: the windows of pooling along one row of outputs: one place in the kernel for all of them at a time. wide/pool_loops.h is included once a type. */
#include <math.h>

#include "wide.h"

extern const WidePool WIDE_NAME(wide_pool)[3];

#if WIDE_BYTES == 64
#define EVEN_4 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30
#define EVEN_8 0, 2, 4, 6, 8, 10, 12, 14
#elif WIDE_BYTES == 32
#define EVEN_4 0, 2, 4, 6, 8, 10, 12, 14
#define EVEN_8 0, 2, 4, 6
#else
#define EVEN_4 0, 2, 4, 6
#define EVEN_8 0, 2
#endif

#define T float
#define EVEN EVEN_4
#define LOWEST (-INFINITY)
#define NOT_A_NUMBER(v) ((v) != (v))
#define NANS(v) ((FN(VI))((v) != (v)))
#define I int32_t
#define FN(x) x##_f32
#include "pool_loops.h"
#define T double
#define EVEN EVEN_8
#define LOWEST (-INFINITY)
#define NOT_A_NUMBER(v) ((v) != (v))
#define NANS(v) ((FN(VI))((v) != (v)))
#define I int64_t
#define FN(x) x##_f64
#include "pool_loops.h"
#define T int64_t
#define EVEN EVEN_8
#define LOWEST INT64_MIN
#define NOT_A_NUMBER(v) false
#define NANS(v) ((FN(VI)){0})
#define I int64_t
#define FN(x) x##_i64
#include "pool_loops.h"

#define ROW(s) {largest_##s, sum_##s, largest_row_##s, sum_row_##s, spread_##s, total_##s}
const WidePool WIDE_NAME(wide_pool)[3] = {ROW(f32), ROW(f64), ROW(i64)};
