/* pool.c: the windows of pooling along one row of outputs: one place in the kernel for all of them at a time. wide/pool_loops.h is included once a type. */
#include "wide.h"

extern const WidePool WIDE_NAME(wide_pool)[3];

#define T float
#define I int32_t
#define FN(x) x##_f32
#include "pool_loops.h"
#define T double
#define I int64_t
#define FN(x) x##_f64
#include "pool_loops.h"
#define T int64_t
#define I int64_t
#define FN(x) x##_i64
#include "pool_loops.h"

#define ROW(s) {largest_##s, sum_##s, spread_##s, total_##s}
const WidePool WIDE_NAME(wide_pool)[3] = {ROW(f32), ROW(f64), ROW(i64)};
