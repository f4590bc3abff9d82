/* create.c: tensors filled by a rule: full and fill, arange, linspace, eye. */
#include <math.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "ew.h"
#include "kernels.h"

/* ---- writing a sequence: block by block, wherever the output lies ---- */
enum { BLOCK = 512 };
typedef struct Sequence {
    const View *out;
    const EwIsa *isa;
    bool whole;              /* the terms are integers */
    bool single;             /* each is a float32, of float32 products and sums */
    double start, step;
    int64_t first, by, repeat;
    double stop;             /* linspace: the last term is this, exactly */
    int64_t last;            /* its index; -1: none */
} Sequence;

static void put(const EwIsa *isa, const View *out, int64_t at, int64_t n, const void *values, DType type)
{
    size_t bytes = dtype_bytes(out->dtype);
    char cut[BLOCK * DTYPE_MAX_BYTES];
    if (out->contiguous) {
        ew_convert(isa, n, out->at + at * (int64_t)bytes, out->dtype, values, type);
        return;
    }
    ew_convert(isa, n, cut, out->dtype, values, type);
    ew_scatter(isa, out->at, cut, bytes, out->ndim, out->shape, out->strides, at, n);
}

static double single_term(const Sequence *s, int64_t k)
{
    float gone = (float)((double)(float)s->step * (float)k); /* the product fits a double: it is rounded once, before it is added */
    return (float)((double)(float)s->start + gone);
}

static void sequence_part(void *data, int64_t from, int64_t to)
{
    const Sequence *s = data;
    double d[BLOCK];
    int64_t w[BLOCK];
    for (; from < to; from += BLOCK) {
        int64_t n = to - from < BLOCK ? to - from : BLOCK;
        for (int64_t i = 0; i < n; i++) {
            int64_t k = s->repeat == 1 ? from + i : (from + i) / s->repeat;
            if (s->whole) w[i] = (int64_t)((uint64_t)s->first + (uint64_t)s->by * (uint64_t)k);
            else if (s->single) d[i] = single_term(s, k);
            else d[i] = k == s->last ? s->stop : s->start + s->step * (double)k;
        }
        put(s->isa, s->out, from, n, s->whole ? (const void *)w : d, s->whole ? DT_INT64 : DT_FLOAT64);
    }
}

static bool run_sequence(Work *w, Sequence *s)
{
    s->out = &w->out[0];
    s->isa = ew_isa();
    work_parallel(w, s->out->size, 16384, sequence_part, s);
    return true;
}

static int64_t whole_part(double x) { return fabs(x) < 0x1p62 ? (int64_t)x : 0; }

bool cpu_arange(Work *w)
{
    const Attr *a = w->attrs;
    Scalar start = a[range_start].number, step = a[range_step].number;
    int64_t repeat = a[range_repeat].i;
    Sequence s = {.start = scalar_as_double(start), .step = scalar_as_double(step), .repeat = repeat > 1 ? repeat : 1, .last = -1};
    s.whole = start.kind < SCALAR_FLOAT && step.kind < SCALAR_FLOAT;
    if (s.whole) {
        s.first = start.i;
        s.by = step.i;
    } else if (accent_rules(w->accent)->ranges_count_in_dtype) {
        DType dtype = w->out[0].dtype;
        s.single = dtype == DT_FLOAT32;
        s.whole = !s.single && dtype != DT_FLOAT64;
        s.first = whole_part(s.start);
        s.by = whole_part(s.step);
    }
    return run_sequence(w, &s);
}

bool cpu_linspace(Work *w)
{
    const Attr *a = w->attrs;
    int64_t n = w->out[0].size, gaps = a[range_endpoint].i ? n - 1 : n;
    double start = scalar_as_double(a[range_start].number), stop = scalar_as_double(a[range_stop].number);
    Sequence s = {.start = start, .step = gaps > 0 ? (stop - start) / (double)gaps : 0, .repeat = 1, .stop = stop, .last = a[range_endpoint].i && n > 1 ? n - 1 : -1};
    if (accent_rules(w->accent)->infinite_steps_are_nan && n > 1 && !isfinite(s.step)) s.start = s.stop = NAN; /* no step leads there */
    return run_sequence(w, &s);
}

/* ---- one value ---- */
typedef struct Fill {
    const View *out;
    const EwIsa *isa;
    uint64_t value[2]; /* an element in its first bytes */
} Fill;

static void fill_part(void *data, int64_t from, int64_t to)
{
    const Fill *f = data;
    size_t bytes = dtype_bytes(f->out->dtype);
    int size = bytes == 1 ? 0 : bytes == 2 ? 1 : bytes == 4 ? 2 : bytes == 8 ? 3 : 4;
    if (f->out->contiguous) {
        if (to == from) return; /* nothing, and maybe no memory */
        char *at = f->out->at + from * (int64_t)bytes;
        if (f->value[0] == 0 && f->value[1] == 0) memset(at, 0, (size_t)(to - from) * bytes);
        else f->isa->moves->gather[size](to - from, at, f->value, 0);
        return;
    }
    char block[BLOCK * DTYPE_MAX_BYTES];
    f->isa->moves->gather[size](BLOCK, block, f->value, 0);
    for (; from < to; from += BLOCK)
        ew_scatter(f->isa, f->out->at, block, bytes, f->out->ndim, f->out->shape, f->out->strides, from, to - from < BLOCK ? to - from : BLOCK);
}

/* Many zeros on a simulated GPU: its pages are let go instead of written, so that a lesson may fill a card of which the host has not the memory. Pages that are used
 * soon again cost more to get anew than to write: hence the size. */
enum { MANY_BYTES = 256 << 20 };
static bool zeros_let_go(const Work *w, const Fill *f)
{
    int64_t bytes = f->out->size * (int64_t)dtype_bytes(f->out->dtype);
    if (!w->let_go || bytes < MANY_BYTES || !f->out->contiguous || f->value[0] != 0 || f->value[1] != 0) return false;
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), at = (uintptr_t)f->out->at, end = at + (uintptr_t)bytes;
    uintptr_t first = (at + page - 1) / page * page, last = end / page * page;
    if (madvise((void *)first, last - first, w->let_go) != 0) return false;
    memset((void *)at, 0, first - at);
    memset((void *)last, 0, end - last);
    return true;
}

static bool fill(Work *w, Scalar value)
{
    Fill f = {.out = &w->out[0], .isa = ew_isa()};
    dtype_store(f.out->dtype, f.value, value);
    if ((w->zeros && f.value[0] == 0 && f.value[1] == 0) || zeros_let_go(w, &f)) return true;
    if (f.out->size <= 32768) fill_part(&f, 0, f.out->size);
    else work_parallel(w, f.out->size, 32768, fill_part, &f);
    return true;
}

bool cpu_fill(Work *w) { return fill(w, w->op->id == OP_full ? w->attrs[create_value].number : w->attrs[value_value].number); }

bool cpu_eye(Work *w)
{
    fill(w, scalar_int(0));
    const View *out = &w->out[0];
    if (out->ndim < 2) return true;
    int64_t offset = scalar_as_int(w->attrs[create_value].number), rows = out->shape[out->ndim - 2], columns = out->shape[out->ndim - 1];
    int64_t rs = out->strides[out->ndim - 2], cs = out->strides[out->ndim - 1], bytes = (int64_t)dtype_bytes(out->dtype);
    for (int64_t i = offset < 0 ? -offset : 0; i < rows && i + offset < columns; i++)
        dtype_store(out->dtype, out->at + (i * rs + (i + offset) * cs) * bytes, scalar_int(1));
    return true;
}
