/* sort_kernels.c: sort_of.h once for each type of numbers, and the table of what came of it. */
#include "element.h"
#include "sort.h"

enum { FIRST = 3 }; /* places in front of this one are found by exchanging the smallest */
enum { FEW = 16 }; /* so many are sorted by insertion: fewer moves than splitting costs */

static int depth_for(int64_t n) /* twice the logarithm: splits that go deeper are bad ones */
{
    int bits = 0;
    for (; n > 1; n >>= 1) bits++;
    return 2 * bits;
}
static inline void places_exchange(int64_t *index, int64_t i, int64_t j)
{
    int64_t x = index[i];
    index[i] = index[j];
    index[j] = x;
}
/* A place that was found on the way to kth, and will be of use to those behind it. */
static inline void pivot_keep(Pivots *known, int64_t pivot, int64_t kth)
{
    if (!known || pivot < kth) return;
    if (known->n < PIVOTS) known->at[known->n++] = pivot;
    else if (pivot == kth) known->at[PIVOTS - 1] = pivot;
}
/* NaN is above every number; of complex numbers the real part counts first, and one with a NaN comes behind those without. */
#define LESS_INT(a, b) ((a) < (b))
#define LESS_FLOAT(a, b) ((a) < (b) || ((b) != (b) && (a) == (a)))
#define LESS_TIME(a, b) ((a) == NAT ? false : (b) == NAT ? true : (a) < (b))
static inline bool half_less(uint16_t a, uint16_t b)
{
    bool a_nan = (a & 0x7fff) > 0x7c00, b_nan = (b & 0x7fff) > 0x7c00;
    if (a_nan || b_nan) return b_nan && !a_nan;
    int x = a & 0x8000 ? -(a & 0x7fff) : a, y = b & 0x8000 ? -(b & 0x7fff) : b;
    return x < y;
}
#define COMPLEX_LESS(NAME, TYPE)                                                                                                                                                                  \
    static inline bool NAME(TYPE a, TYPE b)                                                                                                                                                       \
    {                                                                                                                                                                                             \
        if (a.re < b.re) return a.im == a.im || b.im != b.im;                                                                                                                                     \
        if (a.re > b.re) return b.im != b.im && a.im == a.im;                                                                                                                                     \
        if (a.re == b.re || (a.re != a.re && b.re != b.re)) return LESS_FLOAT(a.im, b.im);                                                                                                         \
        return b.re != b.re;                                                                                                                                                                      \
    }
COMPLEX_LESS(cfloat_less, Np_cfloat)
COMPLEX_LESS(cdouble_less, Np_cdouble)
COMPLEX_LESS(clongdouble_less, Np_clongdouble)

#define KEY uint8_t
#define LESS LESS_INT
#define WITH_NAN 0
#define OF(name) name##_u8
#include "sort_of.h"
#define KEY int8_t
#define LESS LESS_INT
#define WITH_NAN 0
#define OF(name) name##_i8
#include "sort_of.h"
#define KEY uint16_t
#define LESS LESS_INT
#define WITH_NAN 0
#define OF(name) name##_u16
#include "sort_of.h"
#define KEY int16_t
#define LESS LESS_INT
#define WITH_NAN 0
#define OF(name) name##_i16
#include "sort_of.h"
#define KEY uint32_t
#define LESS LESS_INT
#define WITH_NAN 0
#define OF(name) name##_u32
#include "sort_of.h"
#define KEY int32_t
#define LESS LESS_INT
#define WITH_NAN 0
#define OF(name) name##_i32
#include "sort_of.h"
#define KEY uint64_t
#define LESS LESS_INT
#define WITH_NAN 0
#define OF(name) name##_u64
#include "sort_of.h"
#define KEY int64_t
#define LESS LESS_INT
#define WITH_NAN 0
#define OF(name) name##_i64
#include "sort_of.h"
#define KEY float
#define LESS LESS_FLOAT
#define WITH_NAN 1
#define OF(name) name##_f32
#include "sort_of.h"
#define KEY double
#define LESS LESS_FLOAT
#define WITH_NAN 1
#define OF(name) name##_f64
#include "sort_of.h"
#define KEY long double
#define LESS LESS_FLOAT
#define WITH_NAN 1
#define OF(name) name##_f80
#include "sort_of.h"
#define KEY uint16_t
#define LESS half_less
#define WITH_NAN 0 /* (NumPy takes them for integers there) */
#define OF(name) name##_f16
#include "sort_of.h"
#define KEY Np_cfloat
#define LESS cfloat_less
#define WITH_NAN 1
#define OF(name) name##_c32
#include "sort_of.h"
#define KEY Np_cdouble
#define LESS cdouble_less
#define WITH_NAN 1
#define OF(name) name##_c64
#include "sort_of.h"
#define KEY Np_clongdouble
#define LESS clongdouble_less
#define WITH_NAN 1
#define OF(name) name##_c80
#include "sort_of.h"
#define KEY int64_t
#define LESS LESS_TIME
#define WITH_NAN 0
#define OF(name) name##_time
#include "sort_of.h"

#define KERNELS(of) {sort_##of, argsort_##of, argquick_##of, select_##of, argselect_##of, search_##of}
static const SortKernels kernels[NP_NUMS] = {
    [NP_BOOL] = KERNELS(u8), [NP_BYTE] = KERNELS(i8), [NP_UBYTE] = KERNELS(u8), [NP_SHORT] = KERNELS(i16), [NP_USHORT] = KERNELS(u16), [NP_INT] = KERNELS(i32), [NP_UINT] = KERNELS(u32),
    [NP_LONG] = KERNELS(i64), [NP_ULONG] = KERNELS(u64), [NP_LONGLONG] = KERNELS(i64), [NP_ULONGLONG] = KERNELS(u64), [NP_FLOAT] = KERNELS(f32), [NP_DOUBLE] = KERNELS(f64),
    [NP_LONGDOUBLE] = KERNELS(f80), [NP_CFLOAT] = KERNELS(c32), [NP_CDOUBLE] = KERNELS(c64), [NP_CLONGDOUBLE] = KERNELS(c80), [NP_DATETIME] = KERNELS(time), [NP_TIMEDELTA] = KERNELS(time),
    [NP_HALF] = KERNELS(f16),
};
const SortKernels *sort_kernels(Num num) { return kernels[num].sort ? &kernels[num] : NULL; }
