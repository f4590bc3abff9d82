/* check.c: runs the cases of core's C tests: core-test [NAME…]; the last line is `N passed, N failed`. */
#include "check.h"

#include <stdarg.h>
#include "core/core_impl.h"
#include "core/said.h"

static Case *cases;
long checks_done;
static long failures, failures_of_case, most_told = 5; /* PERCH_TEST_TELL: of each case */

void case_register(Case *c)
{
    c->next = cases;
    cases = c;
}

void check_failed(const char *file, int line, const char *text)
{
    if (failures_of_case++ < most_told) printf("FAIL %s:%d: %s\n", file, line, text);
    failures++;
}

/* The libraries' sentences, as goldens have them. */
#define SENTENCE(NAME, words) [SAID_##NAME] = words,
#define OWN(NAME, words)
static const char *const torch_words[SAID_COUNT] = {
#include "../../src/tensor/torch/sentences.def"
}, *const mxnet_words[SAID_COUNT] = {
#include "../../src/tensor/mxnet/sentences.def"
}, *const numpy_words[SAID_COUNT] = {
#include "../../src/tensor/lend/sentences.def"
};

Core *open_core(void)
{
    const char *gpus = getenv("PERCH_TEST_GPUS"); /* others: the same on a card, emulated or real (tests/cuda) */
    CoreConfig config = {.gpus = gpus ? gpus : "sim:2,mem=64M", .threads = 2, .seed = 1, .words = {[ACCENT_MXNET] = mxnet_words, [ACCENT_TORCH] = torch_words, [ACCENT_NUMPY] = numpy_words}};
    Core *c = core_open(&config);
    if (!c) {
        printf("FAIL: no Core\n0 passed, 1 failed\n");
        exit(1);
    }
    core_set_accent(c, ACCENT_TORCH);
    return c;
}

void close_core(Core *c)
{
    if (core_error(c)->kind != CORE_OK) {
        check_failed("(case)", 0, core_error(c)->text);
        core_error_clear(c);
    }
    size_t left = core_close(c);
    CHECK(left == 0);
}

Tensor *tensor_of(Core *c, DType dtype, const int64_t *shape, int ndim, ...)
{
    int64_t n;
    va_list args;
    shape_size(shape, ndim, &n);
    char *data = calloc((size_t)n + 1, dtype_bytes(dtype));
    va_start(args, ndim);
    for (int64_t i = 0; i < n; i++) dtype_store(dtype, data + (size_t)i * dtype_bytes(dtype), scalar_float(va_arg(args, double)));
    va_end(args);
    Tensor *t = tensor_from_host(c, device_cpu(c), dtype, shape, ndim, data);
    free(data);
    return t;
}

double at(Core *c, Tensor *t, int64_t i)
{
    char *data = calloc((size_t)t->size + 1, dtype_bytes((DType)t->dtype));
    double value = NAN;
    if (i < t->size && tensor_read(c, t, data)) value = scalar_as_double(dtype_load((DType)t->dtype, data + (size_t)i * dtype_bytes((DType)t->dtype)));
    free(data);
    return value;
}

bool raises(Core *c, bool ok, ErrorKind kind)
{
    bool right = !ok && core_error(c)->kind == kind;
    if (!right) printf("     got %s: %s\n", ok ? "no error" : core_error_info[core_error(c)->kind].code, ok ? "" : core_error(c)->text);
    core_error_clear(c);
    return right;
}

int main(int argc, char **argv)
{
    long passed = 0, failed = 0;
    const char *tell = getenv("PERCH_TEST_TELL");
    if (tell) most_told = atol(tell);
    for (Case *c = cases; c; c = c->next) {
        bool wanted = argc < 2;
        for (int i = 1; i < argc; i++)
            if (strcmp(argv[i], c->name) == 0) wanted = true;
        if (!wanted) continue;
        failures_of_case = 0;
        c->run();
        if (failures_of_case) {
            printf("FAIL %s (%ld checks)\n", c->name, failures_of_case);
            failed++;
        } else
            passed++;
    }
    printf("%ld checks\n%ld passed, %ld failed\n", checks_done, passed, failed);
    return failed != 0;
}

/* ---- short forms ---- */
const Op *op_find(const char *name)
{
    for (int i = 0; i < OPS_TOTAL; i++)
        if (strcmp(op_table[i].name, name) == 0) return &op_table[i];
    return NULL;
}

static Tensor *of_two(Core *c, OpId op, Arg a, Arg b)
{
    Arg in[2] = {a, b};
    Tensor *out[MAX_OUTPUTS];
    return core_call(c, op, c->accent, c->site, in, 2, NULL, 0, out) ? out[0] : NULL;
}

Tensor *core_binary(Core *c, OpId op, Tensor *a, Tensor *b) { return of_two(c, op, arg_tensor(a), arg_tensor(b)); }
Tensor *core_scalar(Core *c, OpId op, Tensor *a, Scalar s) { return of_two(c, op, arg_tensor(a), arg_number(s)); }
Tensor *core_rscalar(Core *c, OpId op, Scalar s, Tensor *a) { return of_two(c, op, arg_number(s), arg_tensor(a)); }
