/* overlap.c: do two arrays share memory? By their bounds, which is quick and says "perhaps"; or exactly, which is a search.
 *
 * Exactly: an address of an array is its lowest one, plus a step of each dimension so many times (1 times up to its length less one), plus a byte within the element. That two arrays
 * meet is an equation: sum of step_i * count_i == distance, each count between 0 and its most (the steps of the second turned round, so that all are positive). The steps are searched
 * from the largest on; what the smaller ones can still reach (a range, and the multiples of their common divisor) leaves few counts to try. Where the smaller steps leave no gap, which
 * is so for every array without holes, nothing is searched at all.
 */
#include <stdlib.h>
#include "array.h"
#include "element.h"

static void bounds(const NdArray *a, const char **low, const char **high)
{
    *low = *high = a->data;
    for (int i = 0; i < a->ndim; i++) {
        if (!a->shape[i]) {
            *high = *low = a->data;
            return;
        }
        int64_t span = (a->shape[i] - 1) * a->strides[i];
        if (span > 0) *high += span;
        else *low += span;
    }
    *high += a->descr->size;
}
bool array_overlap(const NdArray *a, const NdArray *b)
{
    const char *low_a, *high_a, *low_b, *high_b;
    bounds(a, &low_a, &high_a);
    bounds(b, &low_b, &high_b);
    return low_a < high_b && low_b < high_a;
}

typedef struct Step { uint64_t step, most; } Step;
typedef struct Search {
    VM *vm;
    Step steps[2 * NP_DIMS_MOST + 2];
    uint64_t reach[2 * NP_DIMS_MOST + 3];   /* of the steps from i on: the largest sum */
    uint64_t divisor[2 * NP_DIMS_MOST + 3]; /* their greatest common divisor (0: none left) */
    bool whole[2 * NP_DIMS_MOST + 3];       /* every multiple of it up to reach is a sum */
    int n;
    int64_t work, work_most;                /* sums tried; the most of them (0 or less: no limit) */
} Search;

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t rest = a % b;
        a = b, b = rest;
    }
    return a;
}

static void add_step(Search *s, uint64_t step, uint64_t most)
{
    if (!step || !most) return;
    for (int i = 0; i < s->n; i++) {
        if (s->steps[i].step == step) { /* two counts of one step are one count that goes as far as both */
            s->steps[i].most += most;
            return;
        }
    }
    s->steps[s->n++] = (Step){step, most};
}
static void add_array(Search *s, const NdArray *a)
{
    for (int i = 0; i < a->ndim; i++) add_step(s, a->strides[i] < 0 ? 0 - (uint64_t)a->strides[i] : (uint64_t)a->strides[i], (uint64_t)a->shape[i] - 1);
    add_step(s, 1, (uint64_t)a->descr->size - 1);
}

static int by_step(const void *a, const void *b)
{
    uint64_t x = ((const Step *)a)->step, y = ((const Step *)b)->step;
    return x < y ? 1 : x > y ? -1 : 0;
}

/* What the steps from each on can reach. False: sums beyond 64 bits. */
static bool prepare(Search *s)
{
    qsort(s->steps, (size_t)s->n, sizeof *s->steps, by_step);
    s->reach[s->n] = s->divisor[s->n] = 0, s->whole[s->n] = true;
    for (int i = s->n - 1; i >= 0; i--) {
        uint64_t span;
        if (__builtin_mul_overflow(s->steps[i].step, s->steps[i].most, &span) || __builtin_add_overflow(span, s->reach[i + 1], &s->reach[i])) return false;
        uint64_t below = s->divisor[i + 1], step = s->steps[i].step;
        s->divisor[i] = common_divisor(step, below);
        s->whole[i] = s->whole[i + 1] && (!below || (step % below == 0 && step <= s->reach[i + 1] + below));
    }
    return true;
}

typedef enum Answer { APART, MEET, TOO_HARD, STOPPED } Answer;

/* Is distance a sum of the steps from i on? */
static Answer search(Search *s, int i, uint64_t distance)
{
    if (distance > s->reach[i]) return APART;
    if (!distance) return MEET;
    if (distance % s->divisor[i]) return APART; /* (reach[i] > 0: there is a step) */
    if (s->whole[i]) return MEET;
    if (s->work_most > 0 && s->work >= s->work_most) return TOO_HARD;
    uint64_t step = s->steps[i].step, below = s->divisor[i + 1], left = s->reach[i + 1];
    uint64_t most = distance / step < s->steps[i].most ? distance / step : s->steps[i].most, least = distance > left ? (distance - left + step - 1) / step : 0;
    /* What is left must be a multiple of the divisor of the rest: counts of one remainder alone, which is met within `every` counts. */
    uint64_t every = below ? below / common_divisor(step, below) : 1;
    uint64_t count = most;
    for (uint64_t tried = 0; below && (distance - count * step) % below; tried++, count--)
        if (tried >= every || count == least || !count) return APART;
    for (;; count -= every) {
        if (count < least || count > most) return APART;
        s->work++;
        if (s->work_most > 0 && s->work > s->work_most) return TOO_HARD;
        if (!(s->work & 0xfff) && !vm_poll(s->vm)) return STOPPED;
        Answer answer = search(s, i + 1, distance - count * step);
        if (answer != APART) return answer;
        if (count < every) return APART;
    }
}

int array_shares(VM *vm, NdArray *a, NdArray *b, int64_t work_most)
{
    const char *low_a, *high_a, *low_b, *high_b;
    bounds(a, &low_a, &high_a);
    bounds(b, &low_b, &high_b);
    if (low_a >= high_b || low_b >= high_a) return 0;
    if (!work_most || !array_size(a) || !array_size(b)) return work_most ? 0 : 1;
    Search s = {.vm = vm, .work_most = work_most};
    add_array(&s, a);
    add_array(&s, b);
    if (!prepare(&s)) return err_raise(vm, EXC_OverflowError, "Integer overflow"), -1;
    switch (search(&s, 0, (uint64_t)(high_b - 1 - low_a))) {
    case APART: return 0;
    case MEET: return 1;
    case STOPPED: return -1;
    default: break;
    }
    Value words = str_from_c(vm, "Exceeded max_work");
    Ref given[] = {words};
    if (words) np_raise_python(vm, np_of(a), PY_TOO_HARD, given, 1);
    release(vm, words);
    return -1;
}
