/* core_nn.c: times ops of core's products and networks; bench/core_nn.py asks it, and PyTorch, the same questions in turns.
 *
 *     core-nn THREADS
 *
 * A line of input is a case: NAME MODE NUMBERS…; MODE f: forward; fb: forward, then the gradients of all float operands; fw: of all but the first. `go N` runs the case N times and
 * answers seconds an iteration. raw_sgemm is oneDNN's own function on its own threads, what products are held against.
 */
#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/op_more.h"
#include "core/core.h"
#include "core/grad.h"

enum { OPERANDS = 5, SIZES = 12 };
typedef struct Bench {
    Core *c;
    OpId op;
    Attr attrs[MAX_ATTRS];
    int64_t lists[4][3];
    int n, threads;
    bool backward, raw, skip;
    Tensor *in[OPERANDS], *seed;
    float *a, *b, *to; /* raw_sgemm's */
    int64_t size[SIZES];
} Bench;

/* One thread: its own time, which a busy machine disturbs less. */
static const Op *op_find(const char *name)
{
    for (int i = 0; i < OPS_TOTAL; i++)
        if (strcmp(op_table[i].name, name) == 0) return &op_table[i];
    return NULL;
}

static double now(const Bench *b)
{
    struct timespec t;
    clock_gettime(b->threads > 1 ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static Tensor *numbers(Bench *b, int64_t n, ...)
{
    int64_t shape[8], size = 1;
    va_list args;
    va_start(args, n);
    for (int i = 0; i < n; i++) size *= shape[i] = va_arg(args, int64_t);
    va_end(args);
    float *data = malloc((size_t)(size + 1) * sizeof *data);
    uint32_t state = 12345;
    for (int64_t i = 0; i < size; i++) {
        state = state * 1664525u + 1013904223u;
        data[i] = (float)(state >> 8) / 8388608.0f - 1.0f;
    }
    Tensor *t = tensor_from_host(b->c, device_cpu(b->c), DT_FLOAT32, shape, (int)n, data);
    free(data);
    return t;
}

static void list(Bench *b, int attr, int at, int64_t x)
{
    for (int i = 0; i < 2; i++) b->lists[at][i] = x;
    b->attrs[attr].ints = (Ints){b->lists[at], 2};
}

static void windows(Bench *b, int64_t kernel, int64_t stride, int64_t pad)
{
    list(b, pool_kernel, 0, kernel);
    list(b, pool_stride, 1, stride);
    list(b, pool_pad, 2, pad);
    list(b, pool_dilate, 3, 1);
    b->attrs[pool_output].ints = INTS_ABSENT;
    b->attrs[pool_count_pad].i = 1;
}

#define I(i) (b->size[i])
static bool prepare(Bench *b, const char *name)
{
    const Op *op = op_find(strcmp(name, "raw_sgemm") == 0 || strcmp(name, "sgemm") == 0 ? "matmul" : strcmp(name, "softmax_columns") == 0 ? "softmax" : name);
    memset(b->attrs, 0, sizeof b->attrs);
    b->n = 1;
    b->raw = strcmp(name, "raw_sgemm") == 0;
    if (!op) return false;
    b->op = (OpId)op->id;
    switch (b->op) {
    case OP_matmul:
        b->in[0] = numbers(b, 2, I(0), I(2));
        b->in[1] = numbers(b, 2, I(2), I(1));
        b->n = 2;
        b->a = tensor_map(b->c, b->in[0]);
        b->b = tensor_map(b->c, b->in[1]);
        b->to = b->raw ? malloc((size_t)(I(0) * I(1)) * 4) : NULL;
        break;
    case OP_bmm:
        b->in[0] = numbers(b, 3, I(0), I(1), I(3));
        b->in[1] = numbers(b, 3, I(0), I(3), I(2));
        b->n = 2;
        break;
    case OP_linear:
        b->in[0] = numbers(b, 2, I(0), I(1));
        b->in[1] = numbers(b, 2, I(2), I(1));
        b->in[2] = numbers(b, 1, I(2));
        b->n = 3;
        break;
    case OP_conv:
        b->in[0] = numbers(b, 4, I(0), I(1), I(2), I(3));
        b->in[1] = numbers(b, 4, I(4), I(1), I(5), I(5));
        b->in[2] = numbers(b, 1, I(4));
        b->n = 3;
        list(b, conv_kernel, 0, I(5));
        list(b, conv_stride, 1, I(6));
        list(b, conv_pad, 2, I(7));
        list(b, conv_dilate, 3, 1);
        b->attrs[conv_output_pad].ints = INTS_ABSENT;
        b->attrs[conv_groups].i = 1;
        break;
    case OP_max_pool: case OP_avg_pool:
        b->in[0] = numbers(b, 4, I(0), I(1), I(2), I(3));
        windows(b, I(4), I(5), I(6));
        break;
    case OP_adaptive_avg_pool:
        b->in[0] = numbers(b, 4, I(0), I(1), I(2), I(3));
        for (int i = 0; i < 4; i++) b->attrs[i].ints = INTS_ABSENT;
        list(b, pool_output, 0, I(4));
        break;
    case OP_batch_norm: case OP_group_norm:
        b->in[0] = numbers(b, 4, I(0), I(1), I(2), I(3));
        b->in[1] = numbers(b, 1, I(1));
        b->in[2] = numbers(b, 1, I(1));
        b->n = 3;
        b->attrs[norm_axis].i = 1;
        b->attrs[norm_training].i = 1;
        b->attrs[norm_groups].i = I(4);
        b->attrs[norm_eps].f = 1e-5;
        b->attrs[norm_axes].ints = INTS_ABSENT;
        break;
    case OP_layer_norm:
        b->in[0] = numbers(b, 2, I(0), I(1));
        b->in[1] = numbers(b, 1, I(1));
        b->in[2] = numbers(b, 1, I(1));
        b->n = 3;
        b->attrs[norm_axis].i = 1;
        b->attrs[norm_eps].f = 1e-5;
        b->attrs[norm_axes].ints = INTS_ABSENT;
        break;
    case OP_softmax: case OP_log_softmax: {
        bool columns = strcmp(name, "softmax_columns") == 0;
        b->in[0] = columns ? numbers(b, 3, I(0), I(1), I(2)) : numbers(b, 2, I(0), I(1));
        b->attrs[softmax_axis].i = 1;
        b->attrs[softmax_dtype].i = DT_NONE;
        break;
    }
    case OP_cross_entropy: {
        b->in[0] = numbers(b, 2, I(0), I(1));
        int64_t *target = malloc((size_t)I(0) * sizeof *target);
        for (int64_t i = 0; i < I(0); i++) target[i] = i * 7 % I(1);
        b->in[1] = tensor_from_host(b->c, device_cpu(b->c), DT_INT64, &I(0), 1, target);
        free(target);
        b->n = 3;
        b->attrs[loss_axis].i = 1;
        b->attrs[loss_ignore].i = -100;
        b->attrs[loss_reduction].text = "mean";
        break;
    }
    case OP_dropout:
        b->in[0] = numbers(b, 2, I(0), I(1));
        b->attrs[dropout_p].f = 0.5;
        b->attrs[dropout_training].i = 1;
        b->attrs[dropout_axes].ints = INTS_ABSENT;
        break;
    case OP_interpolate:
        b->in[0] = numbers(b, 4, I(0), I(1), I(2), I(3));
        list(b, resize_size, 0, I(4));
        b->attrs[resize_mode].text = "bilinear";
        break;
    default: return false;
    }
    return true;
}

/* A case of one iteration; the results are dropped. */
static bool once(Bench *b)
{
    Core *c = b->c;
    Tensor *out[MAX_OUTPUTS] = {NULL}, *wrt[OPERANDS], *grads[OPERANDS] = {NULL};
    Arg in[OPERANDS];
    int n = 0;
    for (int i = 0; i < b->n; i++) {
        in[i] = b->in[i] ? arg_tensor(b->in[i]) : ARG_ABSENT;
        if (b->in[i] && b->in[i]->dtype == DT_FLOAT32 && (i || !b->skip)) wrt[n++] = b->in[i];
    }
    if (!core_call(c, b->op, ACCENT_TORCH, 1, in, b->n, b->attrs, b->backward ? 0 : CALL_NO_GRAD, out)) return false;
    bool ok = true;
    if (b->backward) {
        if (!b->seed) b->seed = numbers(b, 0), b->seed = out[0]->ndim ? (tensor_release(c, b->seed), (Tensor *)NULL) : b->seed;
        if (!b->seed) {
            float *data = malloc((size_t)(out[0]->size + 1) * sizeof *data);
            for (int64_t i = 0; i < out[0]->size; i++) data[i] = (float)(i % 17) - 8;
            b->seed = tensor_from_host(c, device_cpu(c), DT_FLOAT32, out[0]->shape, out[0]->ndim, data);
            free(data);
        }
        ok = grad_of(c, out, &b->seed, 1, wrt, n, 0, true, grads);
    }
    for (int i = 0; i < n; i++)
        if (grads[i]) tensor_release(c, grads[i]);
    for (int i = 0; i < op_get(b->op)->out_count; i++) tensor_release(c, out[i]);
    return ok;
}

static bool raw(Bench *b)
{
    static int (*sgemm)(char, char, int64_t, int64_t, int64_t, float, const float *, int64_t, const float *, int64_t, float, float *, int64_t);
    static void (*threads)(int);
    if (!sgemm) {
        void *library = dlopen("libdnnl.so.2", RTLD_NOW);
        if (!library) return false;
        *(void **)(void *)&sgemm = dlsym(library, "dnnl_sgemm");
        *(void **)(void *)&threads = dlsym(library, "omp_set_num_threads"); /* found among what it loaded */
    }
    if (threads) threads(b->threads);
    return sgemm && sgemm('N', 'N', I(0), I(1), I(2), 1, b->a, I(2), b->b, I(1), 0, b->to, I(1)) == 0;
}

static void clear(Bench *b)
{
    for (int i = 0; i < OPERANDS; i++) {
        if (b->in[i]) tensor_release(b->c, b->in[i]);
        b->in[i] = NULL;
    }
    if (b->seed) tensor_release(b->c, b->seed);
    b->seed = NULL;
    free(b->to);
    b->to = NULL;
}

int main(int argc, char **argv)
{
    Bench bench = {.threads = argc > 1 ? atoi(argv[1]) : 1}, *b = &bench;
    CoreConfig config = {.gpus = "none", .threads = b->threads, .seed = 1};
    char line[400], name[64], mode[8];
    if (!(b->c = core_open(&config))) return 1;
    for (int a = 0; a < ACCENT_COUNT; a++) core_mode(b->c)->grad[a] = true;
    core_set_accent(b->c, ACCENT_TORCH);
    while (fgets(line, sizeof line, stdin)) {
        int used = 0, count = 1;
        bool ok = true;
        double seconds = 0;
        if (sscanf(line, "go %d", &count) == 1) {
            double start = now(b);
            for (int i = 0; i < count && ok; i++) ok = b->raw ? raw(b) : once(b);
            seconds = (now(b) - start) / count;
        } else if (sscanf(line, "%63s %7s%n", name, mode, &used) == 2) {
            clear(b);
            memset(b->size, 0, sizeof b->size);
            char *at = line + used;
            for (int i = 0; i < SIZES && *at && *at != '\n'; i++) b->size[i] = strtoll(at, &at, 10);
            b->backward = mode[1] != 0;
            b->skip = strcmp(mode, "fw") == 0;
            ok = prepare(b, name);
            for (int i = 0; i < b->n && b->backward && ok; i++)
                if (b->in[i] && b->in[i]->dtype == DT_FLOAT32 && (i || !b->skip)) ok = grad_attach(b->c, b->in[i], GRAD_ADD);
        } else
            ok = false;
        if (ok) printf("%.9g\n", seconds);
        else printf("error: %s\n", core_error(b->c)->text), core_error_clear(b->c);
        fflush(stdout);
    }
    clear(b);
    core_close(b->c);
    return 0;
}
