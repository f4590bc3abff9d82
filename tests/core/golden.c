/* golden.c: see golden.h. */
#include "golden.h"

#include "core/rng.h"

enum { OPERANDS = 8, LISTS = 8, LIST = 80, TEXTS = 2, TEXT = 400 };

typedef struct Golden {
    const char *at;
    Core *c;
    const Op *op;
    Accent accent;
    Arg in[OPERANDS];
    Tensor *wanted[MAX_OUTPUTS], *after[OPERANDS], *grad[OPERANDS], *from;
    Tensor *out[MAX_OUTPUTS];
    int ins, outs, ulp, lists, texts, fails;
    double tolerance;
    Attr attrs[MAX_ATTRS];
    int64_t list[LISTS][LIST];
    char text[TEXTS][TEXT], words[TEXT], why[440];
} Golden;

static bool word(Golden *g, char *out, size_t n)
{
    while (*g->at == ' ') g->at++;
    size_t k = 0;
    while (*g->at && *g->at != ' ') {
        if (k + 1 < n) out[k++] = *g->at == '~' ? ' ' : *g->at;
        g->at++;
    }
    out[k] = 0;
    return k > 0;
}
static double number(Golden *g) { char w[64]; word(g, w, sizeof w); return strtod(w, NULL); }
static int64_t integer(Golden *g) { char w[64]; word(g, w, sizeof w); return strtoll(w, NULL, 10); }

static Tensor *read_tensor(Golden *g, bool laid)
{
    char name[32];
    int64_t shape[8], size[8], strides[8], packed[8];
    word(g, name, sizeof name);
    DType d = dtype_parse(name);
    int layout = laid ? (int)integer(g) : 0, n = (int)integer(g);
    for (int i = 0; i < n; i++) shape[i] = integer(g);
    for (int i = 0; i < n; i++) size[i] = layout == 1 ? shape[n - 1 - i] : shape[i] * (layout == 2 && i == n - 1 ? 2 : 1);
    shape_contiguous(size, n, packed);
    for (int i = 0; i < n; i++) strides[i] = layout == 1 ? packed[n - 1 - i] : packed[i] * (layout == 2 && i == n - 1 ? 2 : 1);
    Tensor *t = tensor_new(g->c, device_cpu(g->c), d, size, n);
    char *at = tensor_map(g->c, t);
    int64_t count;
    shape_size(shape, n, &count);
    if (at && layout == 2) memset(at, 0x7E, tensor_bytes(t)); /* what lies between belongs to nobody */
    for (int64_t i = 0; i < count; i++) {
        int64_t rest = i, to = 0;
        for (int k = n - 1; k >= 0; k--) to += rest % shape[k] * strides[k], rest /= shape[k];
        dtype_store(d, at + to * (int64_t)dtype_bytes(d), dtype_is_float(d) ? scalar_float(number(g)) : scalar_int(integer(g)));
    }
    if (!layout) return t;
    Tensor *v = tensor_view(g->c, t, shape, strides, n, 0);
    tensor_release(g->c, t);
    return v;
}

double golden_unit(DType d, double x)
{
    int bits = d == DT_FLOAT16 ? 11 : d == DT_BFLOAT16 ? 8 : d == DT_FLOAT32 ? 24 : 53, least = d == DT_FLOAT16 ? -24 : d == DT_BFLOAT16 ? -133 : d == DT_FLOAT32 ? -149 : -1074, e;
    frexp(x, &e);
    return ldexp(1, e - bits < least ? least : e - bits);
}

/* What the values are held against: a part of the largest finite one, or 0. */
static double room(const Golden *g, DType d, const char *values, int64_t n)
{
    double most = 0;
    if (g->tolerance == 0) return 0;
    for (int64_t i = 0; i < n; i++) {
        double v = fabs(scalar_as_double(dtype_load(d, values + i * (int64_t)dtype_bytes(d))));
        if (isfinite(v) && v > most) most = v;
    }
    return g->tolerance * most;
}

static bool compare(Golden *g, const char *what, Tensor *got, Tensor *wanted)
{
    char *why = g->why;
    size_t n = sizeof g->why;
    DType d = (DType)got->dtype;
    if (got->dtype != wanted->dtype) return snprintf(why, n, "%s has dtype %s, not %s", what, dtype_info[got->dtype].name, dtype_info[wanted->dtype].name), false;
    if (!tensor_same_shape(got, wanted)) return snprintf(why, n, "%s has another shape", what), false;
    size_t bytes = tensor_bytes(got);
    char *a = malloc(bytes + 8), *b = malloc(bytes + 8);
    bool ok = tensor_read(g->c, got, a) && tensor_read(g->c, wanted, b);
    if (!ok) snprintf(why, n, "%s cannot be read", what);
    double near = ok ? room(g, d, b, got->size) : 0;
    for (int64_t i = 0; i < got->size && ok; i++) {
        Scalar x = dtype_load(d, a + i * (int64_t)dtype_bytes(d)), y = dtype_load(d, b + i * (int64_t)dtype_bytes(d));
        double p = scalar_as_double(x), q = scalar_as_double(y);
        ok = dtype_is_float(d) ? (isnan(p) && isnan(q)) || p == q || fabs(p - q) <= fmax(g->ulp * golden_unit(d, q), near) : x.i == y.i;
        if (!ok) snprintf(why, n, "%s: element %lld is %.17g, not %.17g", what, (long long)i, p, q);
    }
    free(a);
    free(b);
    return ok;
}

/* ---- reading a line ---- */

static void read_attr(Golden *g, const char *kind)
{
    int64_t i = integer(g);
    if (strcmp(kind, "ai") == 0) g->attrs[i].i = integer(g);
    else if (strcmp(kind, "af") == 0) g->attrs[i].f = number(g);
    else if (strcmp(kind, "ani") == 0) g->attrs[i].number = scalar_int(integer(g));
    else if (strcmp(kind, "anf") == 0) g->attrs[i].number = scalar_float(number(g));
    else if (strcmp(kind, "at") == 0) {
        word(g, g->text[g->texts], TEXT);
        g->attrs[i].text = g->text[g->texts++];
    } else {
        int64_t *list = g->list[g->lists++];
        g->attrs[i].ints = (Ints){list, (int)integer(g)};
        for (int k = 0; k < g->attrs[i].ints.count; k++) list[k] = integer(g);
    }
}

/* By its name: numbers move when a row of errors.def is added. -1: none is called so. */
static int kind_named(const char *name)
{
    static const char *const names[] = {
#define CORE_ERROR(NAME, code, title) [CE_##NAME] = #NAME,
#include "core/errors.def"
#undef CORE_ERROR
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i] && !strcmp(names[i], name)) return (int)i;
    return -1;
}

static void read_line(Golden *g)
{
    char w[64];
    word(g, w, sizeof w);
    word(g, w, sizeof w);
    g->op = op_find(w);
    word(g, w, sizeof w);
    g->accent = w[0] == 'n' ? ACCENT_NUMPY : w[0] == 't' ? ACCENT_TORCH : ACCENT_MXNET;
    for (int i = 0; g->op && i < g->op->attr_count; i++) {
        AttrType type = op_attr_info(g->op, i)->type;
        if (type == ATTR_INTS) g->attrs[i].ints = INTS_ABSENT;
        if (type == ATTR_DTYPE) g->attrs[i].i = DT_NONE;
    }
    while (word(g, w, sizeof w)) {
        if (strcmp(w, "in") == 0) g->in[g->ins++] = arg_tensor(read_tensor(g, true));
        else if (strcmp(w, "absent") == 0) g->in[g->ins++] = ARG_ABSENT;
        else if (strcmp(w, "num") == 0) {
            word(g, w, sizeof w);
            g->in[g->ins++] = arg_number(w[0] == 'f' ? scalar_float(number(g)) : w[0] == 'b' ? scalar_bool(integer(g) != 0) : scalar_int(integer(g)));
        } else if (strcmp(w, "out") == 0) g->wanted[g->outs++] = read_tensor(g, false);
        else if (strcmp(w, "skip") == 0) g->outs++;
        else if (strcmp(w, "after") == 0 || strcmp(w, "grad") == 0) {
            int64_t i = integer(g);
            (w[0] == 'a' ? g->after : g->grad)[i] = read_tensor(g, false);
        } else if (strcmp(w, "from") == 0) g->from = read_tensor(g, false);
        else if (strcmp(w, "seed") == 0) rng_seed_accent(g->c, g->accent, (uint64_t)integer(g));
        else if (strcmp(w, "ulp") == 0) g->ulp = (int)integer(g);
        else if (strcmp(w, "tol") == 0) g->tolerance = number(g);
        else if (strcmp(w, "fails") == 0) {
            word(g, w, sizeof w);
            g->fails = kind_named(w);
            word(g, g->words, sizeof g->words);
        } else
            read_attr(g, w);
    }
    if (g->op && g->op->id == OP_bincount && g->ins == 1) g->in[g->ins++] = ARG_ABSENT;
}

/* ---- running it ---- */

static bool run_gradients(Golden *g)
{
    Tensor *wrt[OPERANDS], *got[OPERANDS] = {NULL};
    int n = 0, which[OPERANDS];
    char what[32];
    for (int i = 0; i < g->ins; i++)
        if (g->grad[i]) {
            grad_attach(g->c, g->in[i].tensor, GRAD_ADD);
            which[n] = i;
            wrt[n++] = g->in[i].tensor;
        }
    for (int i = 0; i < MAX_OUTPUTS; i++)
        if (g->out[i]) tensor_release(g->c, g->out[i]), g->out[i] = NULL;
    for (int a = 0; a < ACCENT_COUNT; a++) core_mode(g->c)->grad[a] = true;
    bool ok = core_call(g->c, g->op->id, g->accent, 1, g->in, g->ins, g->attrs, 0, g->out) && grad_of(g->c, g->out, &g->from, 1, wrt, n, 0, true, got);
    if (!ok) snprintf(g->why, sizeof g->why, "backward: %s", core_error(g->c)->text);
    for (int i = 0; i < n && ok; i++) {
        snprintf(what, sizeof what, "gradient %d", which[i]);
        ok = got[i] ? compare(g, what, got[i], g->grad[which[i]]) : (snprintf(g->why, sizeof g->why, "%s is missing", what), false);
    }
    for (int i = 0; i < n; i++)
        if (got[i]) tensor_release(g->c, got[i]);
    return ok;
}

static bool run_line(Golden *g)
{
    char what[32];
    if (!g->op) return snprintf(g->why, sizeof g->why, "there is no such op"), false;
    bool ok = core_call(g->c, g->op->id, g->accent, 1, g->in, g->ins, g->attrs, CALL_NO_GRAD, g->out);
    if (g->fails) {
        snprintf(g->why, sizeof g->why, "%d %s", (int)core_error(g->c)->kind, ok ? "it did not fail" : core_error(g->c)->text);
        return !ok && (int)core_error(g->c)->kind == g->fails && strcmp(core_error(g->c)->text, g->words) == 0;
    }
    if (!ok) return snprintf(g->why, sizeof g->why, "%s", core_error(g->c)->text), false;
    for (int i = 0; i < g->outs && ok; i++) {
        snprintf(what, sizeof what, "result %d", i);
        if (g->wanted[i]) ok = compare(g, what, g->out[i], g->wanted[i]);
    }
    for (int i = 0; i < g->ins && ok; i++) {
        snprintf(what, sizeof what, "operand %d", i);
        if (g->after[i]) ok = compare(g, what, g->in[i].tensor, g->after[i]);
    }
    return ok && (!g->from || run_gradients(g));
}

static void run_golden(Core *c, const char *line, int number_of_line, long *failed)
{
    Golden *g = calloc(1, sizeof *g);
    g->c = c;
    g->at = line;
    read_line(g);
    bool ok = run_line(g);
    if (!ok && (*failed)++ < 40) {
        char message[800];
        snprintf(message, sizeof message, "%s: %.100s …", g->why, line);
        check_failed("golden", number_of_line, message);
    }
    core_error_clear(c);
    for (int i = 0; i < g->ins; i++)
        if (g->in[i].tensor) tensor_release(c, g->in[i].tensor);
    for (int i = 0; i < OPERANDS; i++) {
        if (g->after[i]) tensor_release(c, g->after[i]);
        if (g->grad[i]) tensor_release(c, g->grad[i]);
    }
    for (int i = 0; i < MAX_OUTPUTS; i++) {
        if (g->out[i]) tensor_release(c, g->out[i]);
        if (g->wanted[i]) tensor_release(c, g->wanted[i]);
    }
    if (g->from) tensor_release(c, g->from);
    free(g);
}

void golden_run_all(const char *const *lines, size_t n)
{
    Core *c = open_core();
    long failed = 0;
    for (size_t i = 0; i < n; i++) {
        run_golden(c, lines[i], (int)i + 2, &failed);
        checks_done++;
    }
    if (failed) printf("     %ld of %zu goldens failed\n", failed, n);
    close_core(c);
}
