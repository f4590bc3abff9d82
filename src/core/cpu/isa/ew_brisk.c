/* ew_brisk.c: kernels with the bits of their formulas, by a shorter way that a unit has: the logistic function without a division.
 *
 * A float's comes from 1 / d in double (formulas.h), and eight divisions take as long as all the rest twice over. An approximate inverse and two of Newton's steps are within a unit or two of
 * double's last place, so the float is the same but where 1 / d lies as near to the middle of two floats, or where it is no normal float: those blocks are divided.
 */
#include <math.h>
#include <string.h>

#include "core/formulas.h"
#include "isa.h"
#include "vector.h"

#if defined __AVX512F__
enum { BLOCK = 256, LANES = 8 };
static const double NORMAL = 0x1p125; /* the inverse of what is above this may be no normal float */

/* The inverses of n numbers (whole vectors), none below 1, as floats. false: some may be a unit off */
static bool inverses(int64_t n, float *out, const double *d)
{
    const __m512i tail = _mm512_set1_epi64(0x1FFFFFFF), middle = _mm512_set1_epi64(0x10000000 - 8), near = _mm512_set1_epi64(16);
    __mmask8 odd = 0;
    for (int64_t i = 0; i < n; i += LANES) {
        __m512d x = _mm512_loadu_pd(d + i), one = _mm512_set1_pd(1), r = _mm512_rcp14_pd(x);
        for (int step = 0; step < 2; step++) r = _mm512_fmadd_pd(r, _mm512_fnmadd_pd(x, r, one), r);
        __m512i beyond = _mm512_sub_epi64(_mm512_and_si512(_mm512_castpd_si512(r), tail), middle);
        odd |= _mm512_cmple_epu64_mask(beyond, near) | _mm512_cmp_pd_mask(x, _mm512_set1_pd(NORMAL), _CMP_GT_OQ);
        _mm256_storeu_ps(out + i, _mm512_cvtpd_ps(r));
    }
    return !odd;
}

static void sigmoid_k(int64_t n, void *out, const void *a, const void *b, const void *c, const EwNumber *k)
{
    float *o = out, room[BLOCK];
    const float *xs = a;
    double d[BLOCK];
    (void)b, (void)c, (void)k;
    for (int64_t left = n, count; left > 0; left -= count, o += count, xs += count) {
        count = left < BLOCK ? left : BLOCK;
        int64_t whole = (count + LANES - 1) / LANES * LANES;
        for (int64_t i = 0; i < count; i++) d[i] = 1 + fm_exp_wide(-(double)xs[i]);
        for (int64_t i = count; i < whole; i++) d[i] = 1;
        float *to = whole == count ? o : room;
        if (!inverses(whole, to, d))
            for (int64_t i = 0; i < count; i++) to[i] = (float)(1 / d[i]);
        if (to == room) memcpy(o, room, (size_t)count * sizeof *o);
    }
}
#define SIGMOID [FN_sigmoid] = sigmoid_k
#else
#define SIGMOID [FN_sigmoid] = NULL
#endif

const EwKernel ISA_NAME(ew_brisk)[FN_COUNT] = {SIGMOID};
