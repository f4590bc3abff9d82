/* fourier.c: numpy.fft._pocketfft_internal: transforms along the last axis. */
#include <string.h>

#include "core/cpu/circle.h"
#include "array.h"
#include "element.h"

enum { ABREAST = 16, NEAR = 1 << 13 /* points that stay near the processor */ };

typedef struct Lines { /* of the operand and of the result */
    const C *from;
    C *to;
    const double *reals;
    double *to_reals;
    int64_t count, n, have; /* have: elements a line of the operand */
    bool real, forward, halved; /* halved: of a real line two neighbours are one point of a transform of half the length */
    double scale;
    const C *turns; /* of n, for halved lines */
} Lines;

static bool asks_to_stop(void *vm) { return !vm_poll(vm); }

/* ---- real lines of an even length: the transforms of the even and of the odd elements are the parts of one that are, and are not, their own mirror images ---- */
static C turned(C by, C a) { return (C){by.re * a.re - by.im * a.im, by.re * a.im + by.im * a.re}; }

static void read_pairs(const Lines *l, int64_t line, C *x, int64_t step)
{
    int64_t m = l->n / 2;
    if (l->forward) {
        const double *from = l->reals + line * l->n;
        for (int64_t i = 0; i < m; i++) x[i * step] = (C){from[2 * i], from[2 * i + 1]};
        return;
    }
    const C *from = l->from + line * l->have;
    x[0] = (C){from[0].re + from[m].re, -(from[0].re - from[m].re)};
    for (int64_t k = 1; k < m; k++) {
        C a = from[k], b = from[m - k], by = {l->turns[k].re, -l->turns[k].im};
        C odd = turned(by, (C){a.re - b.re, a.im + b.im});
        x[k * step] = (C){a.re + b.re - odd.im, -(a.im - b.im + odd.re)};
    }
}
static void write_pairs(const Lines *l, int64_t line, const C *x, int64_t step)
{
    int64_t m = l->n / 2;
    if (!l->forward) {
        double *to = l->to_reals + line * l->n;
        for (int64_t i = 0; i < m; i++) {
            to[2 * i] = x[i * step].re * l->scale;
            to[2 * i + 1] = -x[i * step].im * l->scale;
        }
        return;
    }
    C *to = l->to + line * (m + 1);
    to[0] = (C){(x[0].re + x[0].im) * l->scale, 0};
    to[m] = (C){(x[0].re - x[0].im) * l->scale, 0};
    for (int64_t k = 1; k < m; k++) {
        C a = x[k * step], b = x[(m - k) * step];
        C odd = turned(l->turns[k], (C){a.re - b.re, a.im + b.im});
        to[k] = (C){(a.re + b.re + odd.im) * 0.5 * l->scale, (a.im - b.im - odd.re) * 0.5 * l->scale};
    }
}

/* A line as the whole circle, its points `step` apart: of a real signal's half the other half is the mirror image. */
static void read_line(const Lines *l, int64_t line, C *x, int64_t step)
{
    int64_t n = l->n;
    if (l->halved) {
        read_pairs(l, line, x, step);
        return;
    }
    if (l->real && l->forward) {
        for (int64_t i = 0; i < n; i++) x[i * step] = (C){l->reals[line * n + i], 0};
        return;
    }
    const C *from = l->from + line * l->have;
    if (!l->real) {
        for (int64_t i = 0; i < n; i++) x[i * step] = (C){from[i].re, l->forward ? from[i].im : -from[i].im};
        return;
    }
    for (int64_t i = 0; i <= n / 2; i++) {
        bool alone = i == 0 || 2 * i == n;
        x[i * step] = (C){from[i].re, alone ? 0 : -from[i].im};
        if (!alone) x[(n - i) * step] = (C){from[i].re, from[i].im};
    }
}
static void write_line(const Lines *l, int64_t line, const C *x, int64_t step)
{
    int64_t n = l->n;
    if (l->halved) write_pairs(l, line, x, step);
    else if (l->real && !l->forward)
        for (int64_t i = 0; i < n; i++) l->to_reals[line * n + i] = x[i * step].re * l->scale;
    else {
        int64_t out = l->real ? n / 2 + 1 : n;
        for (int64_t i = 0; i < out; i++) l->to[line * out + i] = (C){x[i * step].re * l->scale, (l->forward ? x[i * step].im : -x[i * step].im) * l->scale};
        if (l->real) l->to[line * out].im = 0; /* (the sum of reals) */
    }
}

static bool run(VM *vm, Lines *l)
{
    const Pace pace = {asks_to_stop, vm};
    Circle circle;
    l->halved = l->real && l->n % 2 == 0;
    int64_t n = l->halved ? l->n / 2 : l->n, turns = l->halved ? l->n : 0;
    circle_plan(&circle, n);
    int64_t most = NEAR / n < 1 ? 1 : NEAR / n < ABREAST ? NEAR / n : ABREAST;
    if (most > l->count) most = l->count > 0 ? l->count : 1;
    int64_t room = circle_room(&circle), points = circle_points(&circle), all = (n + room) * most + points + turns;
    size_t bytes = sizeof(C) * (size_t)all;
    C *x = l->n < INT64_C(1) << 40 ? mem_alloc(vm->mem, bytes) : NULL;
    if (!x) return err_no_memory(vm), false;
    C *table = x + (n + room) * most;
    l->turns = table + points;
    bool ok = circle_fill(&circle, table, x + n * most, &pace) && (!turns || circle_turns(table + points, turns, &pace));
    for (int64_t line = 0; ok && line < l->count; line += most) {
        int64_t lines = most < l->count - line ? most : l->count - line;
        for (int64_t i = 0; i < lines; i++) read_line(l, line + i, x + i, lines);
        ok = circle_run(&circle, lines, x, x + n * most, &pace) && vm_poll(vm);
        for (int64_t i = 0; ok && i < lines; i++) write_line(l, line + i, x + i, lines);
    }
    mem_free(vm->mem, x, bytes);
    return ok;
}

static Value fn_execute(VM *vm, const Ref *args, int n_args, Ref kwnames)
{
    Np *np = np_state(vm);
    if (!np) return err_raise(vm, EXC_ImportError, "numpy.core._multiarray_umath is not imported");
    int real = op_truth(vm, args[1]), forward = op_truth(vm, args[2]);
    Lines l = {.real = real > 0, .forward = forward > 0};
    if (real < 0 || forward < 0 || !num_to_double(vm, args[3], &l.scale)) return err_occurred(vm) ? NO_VALUE : err_raise(vm, EXC_TypeError, "must be real number, not %T", args[3]);
    bool of_reals = l.real && l.forward, to_reals = l.real && !l.forward;
    NdArray *a = array_from(vm, np, args[0], descr_shared(np, of_reals ? NP_DOUBLE : NP_CDOUBLE), 1, 0, ARRAY_C | ARRAY_ALIGNED | ARRAY_NATIVE | ARRAY_FORCE_CAST, ORDER_C), *out = NULL;
    if (!a) return NO_VALUE;
    int64_t shape[NP_DIMS_MOST];
    memcpy(shape, a->shape, sizeof *shape * a->ndim);
    l.have = shape[a->ndim - 1];
    l.n = l.have;
    if (of_reals) shape[a->ndim - 1] = l.n / 2 + 1;
    if (!l.n) err_no_memory(vm); /* (so NumPy says of no points) */
    else if ((out = array_new(vm, np, descr_shared(np, to_reals ? NP_DOUBLE : NP_CDOUBLE), shape, a->ndim, ORDER_C))) {
        l.count = array_size(a) / l.n;
        l.from = (const C *)a->data;
        l.reals = (const double *)a->data;
        l.to = (C *)out->data;
        l.to_reals = (double *)out->data;
        if (!run(vm, &l)) {
            array_release(vm, out);
            out = NULL;
        }
    }
    array_release(vm, a);
    return VAL(out);
}

static const NativeDef functions[] = {{"execute", fn_execute, "a1, is_real, is_forward, fct, /", NULL, 0}};
static bool open_internal(VM *vm, Ref module, Dict *ns) { return module_add(vm, ns, "execute", native_new(vm, functions, NULL, NULL)); }
extern const ModuleDef pocketfft_internal_module;
const ModuleDef pocketfft_internal_module = {.name = "numpy.fft._pocketfft_internal", .doc = "Fourier transforms.", .init = open_internal};
