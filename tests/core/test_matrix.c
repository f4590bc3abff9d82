/* test_matrix.c: the op matrix: every row of ops.def that can be called, in each dtype, layout and place, its buffers between guards.
 *
 * A call on contiguous CPU operands is the measure; its truth is others' work (goldens, finite differences). The same call on transposed,
 * strided, shifted operands and on a simulated GPU must give the same; nothing may be written outside of what was made for it, and operands stay
 * as they were. What a dtype is refused for must be said by the right kind of error, alike in every layout.
 */
#include "core/op_more.h"
#include "core/rng.h"
#include "rows.h"

enum { MOST = 8, GUARD = 64, LAYOUTS = 4 };
static bool tried[OPS_TOTAL];
static long combinations, on_gpu, refusals;

typedef struct Laid { /* as the row's text says it */
    char kind;
    int n;
    int64_t shape[8], size, limit;
    double number;
    double values[512];
} Laid;

static double chance(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) / 9007199254740992.0;
}

static int read_operands(Laid *o, const char *text, double low, double high, uint64_t seed)
{
    int n = 0;
    for (; *text; n++) {
        Laid *x = &o[n];
        *x = (Laid){.kind = *text++, .size = 1, .limit = 2};
        if (x->kind == 'n') x->number = strtod(text, (char **)&text);
        else
            while (*text >= '0' && *text <= '9') {
                x->size *= x->shape[x->n++] = strtol(text, (char **)&text, 10);
                if (*text == ',') text++;
            }
        if (*text == ':') x->limit = strtol(text + 1, (char **)&text, 10);
        while (*text == ' ') text++;
        for (int64_t i = 0; i < x->size; i++) x->values[i] = x->kind == 'f' ? low + (high - low) * chance(&seed) : floor(chance(&seed) * (double)x->limit);
    }
    return n;
}

/* One operand in a layout: 0 contiguous, 1 its axes the other way round in memory, 2 every second element of a larger one, 3 shifted between guards. */
static Tensor *lay(Core *c, const Laid *x, DType dtype, int layout, Device *device)
{
    int64_t shape[8], strides[8], packed[8], step = 1, offset = GUARD;
    int n = x->n;
    for (int i = 0; i < n; i++) shape[i] = layout == 1 ? x->shape[n - 1 - i] : x->shape[i];
    shape_contiguous(shape, n, packed);
    for (int i = 0; i < n; i++) strides[i] = layout == 1 ? packed[n - 1 - i] : packed[i];
    if (layout == 2) {
        step = 2;
        for (int i = 0; i < n; i++) strides[i] *= 2;
    }
    int64_t whole = x->size * step + 2 * GUARD;
    size_t e = dtype_bytes(dtype);
    char *data = malloc((size_t)whole * e);
    memset(data, 0x5A, (size_t)whole * e);
    if (dtype == DT_BOOL) memset(data, 1, (size_t)whole);
    for (int64_t i = 0; i < x->size; i++) {
        int64_t rest = i, to = offset;
        for (int k = n - 1; k >= 0; k--) to += rest % x->shape[k] * strides[k], rest /= x->shape[k];
        dtype_store(dtype, data + (size_t)to * e, x->kind == 'f' && dtype_is_float(dtype) ? scalar_float(x->values[i]) : scalar_int((int64_t)x->values[i]));
    }
    Tensor *base = tensor_from_host(c, device, dtype, &whole, 1, data);
    free(data);
    Tensor *view = base ? tensor_view(c, base, x->shape, strides, n, offset) : NULL;
    if (base) tensor_release(c, base);
    if (layout == 0 && view) { /* memory of its own */
        Tensor *own = core_unary(c, OP_copy, view);
        tensor_release(c, view);
        view = own;
    }
    return view;
}

/* All bytes of a tensor's storage, guards included. */
static char *all_bytes(Core *c, Tensor *t, size_t *n)
{
    int64_t whole = (int64_t)(t->storage->size / dtype_bytes((DType)t->dtype)), one = 1;
    Tensor *flat = tensor_view(c, t, &whole, &one, 1, 0);
    char *data = malloc(t->storage->size + 1);
    *n = t->storage->size;
    if (!flat || !tensor_read(c, flat, data)) memset(data, 0, *n);
    if (flat) tensor_release(c, flat);
    return data;
}

typedef struct Result { bool ok; ErrorKind refused; char said[400]; int outs; double *values[MAX_OUTPUTS]; int64_t sizes[MAX_OUTPUTS]; int ndims[MAX_OUTPUTS]; DType dtypes[MAX_OUTPUTS]; } Result;

static void result_free(Result *r)
{
    for (int i = 0; i < r->outs; i++) free(r->values[i]);
}

static double *values_of(Core *c, Tensor *t)
{
    size_t e = dtype_bytes((DType)t->dtype);
    char *data = malloc(tensor_bytes(t) + 1);
    double *v = calloc((size_t)t->size + 1, sizeof *v);
    if (tensor_read(c, t, data))
        for (int64_t i = 0; i < t->size; i++) v[i] = scalar_as_double(dtype_load((DType)t->dtype, data + (size_t)i * e));
    free(data);
    return v;
}

static Result call_row(Core *c, OpId op, const Attr *attrs, const Laid *o, int n, DType dtype, int layout, Device *device, const char *what)
{
    Result r = {.ok = true};
    Tensor *in[MOST] = {NULL}, *out[MAX_OUTPUTS] = {NULL};
    char *before[MOST] = {NULL};
    Arg args[MOST];
    size_t bytes[MOST];
    for (int i = 0; i < n; i++) {
        args[i] = o[i].kind == 'n' ? arg_number(scalar_float(o[i].number)) : ARG_ABSENT;
        if (o[i].kind == 'n' || o[i].kind == '-') continue;
        in[i] = lay(c, &o[i], o[i].kind == 'f' ? dtype : o[i].kind == 'i' ? DT_INT64 : DT_BOOL, layout, device);
        if (!in[i]) {
            check_failed(__FILE__, __LINE__, core_error(c)->text);
            core_error_clear(c);
            r.ok = false;
            goto done;
        }
        args[i] = arg_tensor(in[i]);
        before[i] = all_bytes(c, in[i], &bytes[i]);
    }
    core_set_accent(c, ACCENT_TORCH);
    rng_seed(c, 7);
    if (!core_call(c, op, ACCENT_TORCH, 1, args, n, attrs, 0, out) || !device_wait_all(c)) {
        r.ok = false;
        r.refused = core_error(c)->kind;
        snprintf(r.said, sizeof r.said, "%s", core_error(c)->text);
        core_error_clear(c);
        if (out[0]) for (int i = 0; i < op_get(op)->out_count; i++) tensor_release(c, out[i]);
    } else {
        r.outs = op_get(op)->out_count;
        for (int i = 0; i < r.outs; i++) {
            r.values[i] = values_of(c, out[i]);
            r.sizes[i] = out[i]->size;
            r.ndims[i] = out[i]->ndim;
            r.dtypes[i] = (DType)out[i]->dtype;
            CHECK(tensor_device(out[i]) == device);
            tensor_release(c, out[i]);
        }
    }
    for (int i = 0; i < n; i++) {
        if (!before[i]) continue;
        size_t now;
        char *after = all_bytes(c, in[i], &now);
        bool running = (op == OP_batch_norm && i >= 3) || (op == OP_optimizer_step && i >= 2); /* written by design */
        checks_done++;
        if (!running && memcmp(before[i], after, now)) check_failed(__FILE__, __LINE__, what);
        free(after);
    }
done:
    for (int i = 0; i < n; i++) {
        free(before[i]);
        if (in[i]) tensor_release(c, in[i]);
    }
    return r;
}

static double tolerance_of(DType d)
{
    return d == DT_FLOAT64 || d == DT_COMPLEX128 ? 1e-11 : d == DT_FLOAT32 || d == DT_COMPLEX64 ? 2e-5 : d == DT_FLOAT16 ? 4e-3 : d == DT_BFLOAT16 ? 3e-2 : 0;
}

/* exact: to the last bit; else as near as the operands' dtype and the result's are. */
static bool same_values(const Result *a, const Result *b, bool exact, double least, char *text, size_t room, const char *what)
{
    for (int k = 0; k < a->outs; k++) {
        double own = tolerance_of(a->dtypes[k]), tolerance = exact ? 0 : own > least ? own : least;
        if (a->sizes[k] != b->sizes[k] || a->ndims[k] != b->ndims[k] || a->dtypes[k] != b->dtypes[k]) {
            snprintf(text, room, "%s: result %d has another shape or dtype", what, k);
            return false;
        }
        for (int64_t i = 0; i < a->sizes[k]; i++) {
            double x = a->values[k][i], y = b->values[k][i];
            if (x == y || (isnan(x) && isnan(y)) || fabs(x - y) <= tolerance * (1 + fabs(x))) continue;
            snprintf(text, room, "%s: element %lld of result %d is %.9g, not %.9g", what, (long long)i, k, y, x);
            return false;
        }
    }
    return true;
}

static bool right_refusal(ErrorKind kind)
{
    return kind == CE_DTYPE_UNSUPPORTED || kind == CE_DTYPES_DIFFER || kind == CE_CANNOT_CAST || kind == CE_BAD_INDEX || kind == CE_INTEGER_DIVISION || kind == CE_NEGATIVE_POWER
           || kind == CE_BAD_VALUE;
}

/* A card has no kernel for what only the CPU is given (tests/cuda/run.py says which): it says so, and nothing falls back in silence. */
static void check_absent(const Result *r, const Result *measure, OpId op, const char *what)
{
    static bool told[OPS_TOTAL];
    checks_done++;
    if (r->ok || r->refused != (measure->ok ? CE_NOT_IMPLEMENTED : measure->refused)) check_failed(__FILE__, __LINE__, what);
    else if (measure->ok && !told[op]) printf("     absent: %s\n", r->said), told[op] = true;
}

static void try_row(OpId op, const Attr *attrs, const char *operands, double low, double high, int flags)
{
    (void)flags;
    Laid *o = calloc(MOST, sizeof *o);
    int n = read_operands(o, operands, low, high, 99 + (uint64_t)op);
    bool view = op_get(op)->view;
    for (int d = 0; d < DTYPE_COUNT; d++) {
        Core *c = open_core();
        char what[160], text[320];
        snprintf(what, sizeof what, "%s(%s) %s", op_get(op)->name, operands, dtype_info[d].name);
        Result measure = call_row(c, op, attrs, o, n, (DType)d, 0, device_cpu(c), what);
        combinations++;
        if (!measure.ok) {
            refusals++;
            checks_done++;
            snprintf(text, sizeof text, "%s: refused as %s", what, core_error_info[measure.refused].title);
            if (!right_refusal(measure.refused) && !(dtype_is_complex((DType)d) && measure.refused == CE_NOT_IMPLEMENTED)) /* (complex.def says which) */
                check_failed(__FILE__, __LINE__, text);
        }
        for (int layout = 1; layout < LAYOUTS + 1; layout++) {
            bool gpu = layout == LAYOUTS; /* contiguous ones on a simulated GPU */
            if (op == OP_as_strided || op == OP_strided_grad || (op == OP_view && layout < 3)) {
                if (!gpu && (layout != 3 || op == OP_as_strided)) continue; /* they speak about memory itself */
            }
            Result r = call_row(c, op, attrs, o, n, (DType)d, gpu ? 0 : layout, gpu ? device_gpu(c, 1) : device_cpu(c), what);
            combinations++;
            on_gpu += gpu;
            checks_done++;
            if (gpu && !device_gpu(c, 1)->driver->supports(device_gpu(c, 1), op_get(op), DT_FLOAT32)) check_absent(&r, &measure, op, what);
            else if (gpu && op_get(op)->random) {} /* another generator, by design */
            else if (r.ok != measure.ok || r.refused != measure.refused) {
                snprintf(text, sizeof text, "%s: layout %d is %s, the contiguous one %s (%s)", what, layout, r.ok ? "taken" : "refused", measure.ok ? "taken" : "refused", core_error_info[r.ok ? measure.refused : r.refused].title);
                check_failed(__FILE__, __LINE__, text);
            } else if (r.ok && !same_values(&measure, &r, view, tolerance_of((DType)d), text, sizeof text, what)) {
                char more[400];
                snprintf(more, sizeof more, "layout %d: %s", layout, text);
                check_failed(__FILE__, __LINE__, more);
            }
            result_free(&r);
        }
        result_free(&measure);
        close_core(c);
    }
    free(o);
}

/* Cases run last to first: this one sums up. */
static void mark(OpId op, const Attr *attrs, const char *operands, double low, double high, int flags)
{
    (void)attrs, (void)operands, (void)low, (void)high, (void)flags;
    tried[op] = true;
}

CASE(matrix_knows_every_row)
{
    void (*const all[])(TryRow) = {rows_of_one_operand, rows_of_two_and_three_operands, rows_of_views_and_moves, rows_of_reductions,
                                   rows_of_indexing, rows_of_products, rows_of_networks, rows_of_the_rest};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) all[i](mark);
    long ops = 0;
    for (int i = 0; i < OPS_TOTAL; i++) {
        ops += tried[i];
        bool inner = strstr(op_get((OpId)i)->name, "_grad") != NULL || i == OP_view_as_real || i == OP_view_as_complex; /* (those speak of memory: tests/tensors/complex) */
        /* parts of gradients: called by them, with what only they have */
        checks_done++;
        if (!tried[i] && !inner && op_get((OpId)i)->in_count) check_failed(__FILE__, __LINE__, op_get((OpId)i)->name);
    }
    if (combinations) printf("     op matrix: %ld ops, %ld combinations of operands, dtype, layout and place, %ld of them on a GPU, %ld refused by dtype\n", ops, combinations, on_gpu, refusals);
}

CASE(matrix_of_one_operand) { rows_of_one_operand(try_row); }
CASE(matrix_of_two_and_three_operands) { rows_of_two_and_three_operands(try_row); }
CASE(matrix_of_views_and_moves) { rows_of_views_and_moves(try_row); }
CASE(matrix_of_reductions) { rows_of_reductions(try_row); }
CASE(matrix_of_indexing) { rows_of_indexing(try_row); }
CASE(matrix_of_products) { rows_of_products(try_row); }
CASE(matrix_of_networks) { rows_of_networks(try_row); }
CASE(matrix_of_the_rest) { rows_of_the_rest(try_row); }
