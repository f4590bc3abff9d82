/* test_net.c: products and networks against the goldens of PyTorch (make_goldens_net.py), MXNet's ways where they differ, equal results for any number of threads and
 * interrupts in the middle. */
#include <pthread.h>

#include "core/loss.h"
#include "golden.h"
#include "net.h"

static const char *const goldens[] = {
#include "goldens_net.inc"
    NULL
};

CASE(goldens_of_torch_for_networks) { golden_run_all(goldens, sizeof goldens / sizeof *goldens - 1); }

/* ---- the same bits for any number of threads ---- */

#define LIST(family, name, ...) [family##_##name] = {.ints = {(const int64_t[]){__VA_ARGS__}, (int)(sizeof((int64_t[]){__VA_ARGS__}) / 8)}}
#define NORM(training_) ((Attr[norm_ATTRS]){[norm_axis] = {.i = 1}, [norm_eps] = {.f = 1e-5}, [norm_training] = {.i = training_}, [norm_groups] = {.i = 4}, LIST(norm, axes, -1)})
#define POOLING ((Attr[pool_ATTRS]){LIST(pool, kernel, 3, 3), LIST(pool, stride, 2, 2), LIST(pool, pad, 1, 1), LIST(pool, dilate, 1, 1), [pool_output] = {.ints = INTS_ABSENT}})
#define SOFTMAX(axis_) ((Attr[softmax_ATTRS]){[softmax_axis] = {.i = axis_}, [softmax_temperature] = {.f = 1}, [softmax_dtype] = {.i = DT_NONE}})

typedef struct Run { OpId op; const Attr *attrs; int n; int64_t shapes[3][4]; int dims[3]; } Run;

static uint64_t hash(Core *c, Tensor *t)
{
    uint64_t h = 1469598103934665603u;
    char *data = malloc(tensor_bytes(t) + 1);
    tensor_read(c, t, data);
    for (size_t i = 0; i < tensor_bytes(t); i++) h = (h ^ (unsigned char)data[i]) * 1099511628211u;
    free(data);
    return h;
}

/* The first results and the gradients of the first operand, as one number. */
static uint64_t bits_of(const Run *r, int threads)
{
    CoreConfig config = {.gpus = "none", .threads = threads, .seed = 1};
    Core *c = core_open(&config);
    uint64_t state = 5, h = 0;
    Tensor *in[3] = {NULL}, *out[MAX_OUTPUTS] = {NULL}, *g = NULL;
    Arg args[3];
    for (int i = 0; i < r->n; i++) {
        in[i] = r->dims[i] ? net_tensor(c, DT_FLOAT32, r->shapes[i], r->dims[i], &state) : NULL;
        args[i] = in[i] ? arg_tensor(in[i]) : ARG_ABSENT;
    }
    core_set_accent(c, ACCENT_TORCH);
    core_mode(c)->grad[ACCENT_TORCH] = true;
    grad_attach(c, in[0], GRAD_ADD);
    bool ok = core_call(c, r->op, ACCENT_TORCH, 1, args, r->n, r->attrs, 0, out);
    Tensor *seed = ok ? net_tensor(c, DT_FLOAT32, out[0]->shape, out[0]->ndim, &state) : NULL;
    ok = ok && grad_of(c, out, &seed, 1, in, 1, 0, false, &g);
    CHECK(ok);
    if (ok) h = hash(c, out[0]) * 31 + hash(c, g);
    for (int i = 0; i < 3; i++)
        if (in[i]) tensor_release(c, in[i]);
    for (int i = 0; i < MAX_OUTPUTS; i++)
        if (out[i]) tensor_release(c, out[i]);
    if (seed) tensor_release(c, seed);
    if (g) tensor_release(c, g);
    close_core(c);
    return h;
}

CASE(networks_are_the_same_for_any_number_of_threads)
{
    const Run runs[] = {
        {OP_max_pool, POOLING, 1, {{6, 8, 33, 31}}, {4}},
        {OP_avg_pool, POOLING, 1, {{6, 8, 33, 31}}, {4}},
        {OP_batch_norm, NORM(true), 3, {{7, 12, 19, 17}, {12}, {12}}, {4, 1, 1}},
        {OP_batch_norm, NORM(true), 3, {{300, 290}, {290}, {290}}, {2, 1, 1}},
        {OP_layer_norm, NORM(true), 3, {{400, 130}, {130}, {130}}, {2, 1, 1}},
        {OP_group_norm, NORM(true), 3, {{7, 12, 19, 17}, {12}, {12}}, {4, 1, 1}},
        {OP_softmax, SOFTMAX(-1), 1, {{500, 130}}, {2}},
        {OP_softmax, SOFTMAX(1), 1, {{5, 130, 200}}, {3}},
        {OP_einsum, (Attr[]){{.text = "abc,cd->bad"}}, 2, {{20, 30, 40}, {40, 50}}, {3, 2}},
        {OP_interpolate, (Attr[resize_ATTRS]){LIST(resize, size, 50, 61), [resize_mode] = {.text = "bilinear"}}, 1, {{4, 8, 30, 31}}, {4}},
    };
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        uint64_t one = bits_of(&runs[i], 1);
        CHECK(one == bits_of(&runs[i], 2) && one == bits_of(&runs[i], 3));
    }
}

/* ---- interrupts ---- */

typedef struct Patience { int left; pthread_t owner; bool elsewhere; } Patience;

static bool impatient(void *data)
{
    Patience *p = data;
    if (!pthread_equal(p->owner, pthread_self())) p->elsewhere = true; /* only the Core's thread is asked: nothing here is protected */
    return p->left-- <= 0;
}

static void interrupted_run(const Run *r, int threads)
{
    Patience patience = {.left = 1 << 30, .owner = pthread_self()};
    CoreConfig config = {.gpus = "none", .threads = threads, .seed = 1, .interrupted = impatient, .interrupted_data = &patience};
    Core *c = core_open(&config);
    uint64_t state = 5;
    Tensor *in[3] = {NULL}, *out[MAX_OUTPUTS] = {NULL};
    Arg args[3];
    for (int i = 0; i < r->n; i++) {
        in[i] = r->dims[i] ? net_tensor(c, DT_FLOAT32, r->shapes[i], r->dims[i], &state) : NULL;
        args[i] = in[i] ? arg_tensor(in[i]) : ARG_ABSENT;
    }
    patience.left = 1;
    bool ok = core_call(c, r->op, ACCENT_TORCH, 1, args, r->n, r->attrs, 0, out);
    if (ok && threads > 1) /* a busy machine: the workers did it all before the Core's thread got to ask */
        for (int i = 0; i < op_get(r->op)->out_count; i++) tensor_release(c, out[i]);
    else CHECK(raises(c, ok, CE_INTERRUPTED));
    CHECK(!patience.elsewhere);
    patience.left = 1 << 30;
    ok = core_call(c, r->op, ACCENT_TORCH, 1, args, r->n, r->attrs, 0, out); /* and the next one works */
    CHECK(ok);
    for (int i = 0; i < 3; i++)
        if (in[i]) tensor_release(c, in[i]);
    for (int i = 0; ok && i < op_get(r->op)->out_count; i++) tensor_release(c, out[i]);
    close_core(c);
}

CASE(long_work_is_interrupted)
{
    const Attr *conv = (Attr[conv_ATTRS]){LIST(conv, kernel, 3, 3), LIST(conv, stride, 1, 1), LIST(conv, pad, 1, 1), LIST(conv, dilate, 1, 1), [conv_groups] = {.i = 1}, [conv_output_pad] = {.ints = INTS_ABSENT}};
    const Run runs[] = {
        {OP_matmul, (Attr[matrix_ATTRS]){{.i = 0}}, 2, {{800, 300}, {300, 400}}, {2, 2}},
        {OP_conv, conv, 3, {{16, 32, 28, 28}, {32, 32, 3, 3}}, {4, 4}},
        {OP_max_pool, POOLING, 1, {{16, 32, 28, 28}}, {4}},
        {OP_batch_norm, NORM(true), 1, {{16, 32, 28, 28}}, {4}},
        {OP_layer_norm, NORM(true), 1, {{4000, 50}}, {2}},
        {OP_softmax, SOFTMAX(1), 1, {{50, 100, 60}}, {3}},
    };
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        interrupted_run(&runs[i], 1);
        interrupted_run(&runs[i], 2);
    }
}

/* ---- MXNet's ways ---- */

static Tensor *mxnet_call(Core *c, OpId op, int n, Tensor *const *in, const Attr *attrs)
{
    core_set_accent(c, ACCENT_MXNET);
    Tensor *out = net_call(c, op, n, in, attrs, NULL);
    core_set_accent(c, ACCENT_TORCH);
    return out;
}

CASE(softmax_output_knows_its_loss)
{
    Core *c = open_core();
    Tensor *p = tensor_of(c, DT_FLOAT32, SHAPE(3, 2), 0.25, 0.75, 0.5, 0.5, 0.9, 0.1), *label = tensor_of(c, DT_FLOAT32, SHAPE(3), 1.0, 0.0, 1.0);
    Attr attrs[loss_ATTRS] = {[loss_axis] = {.i = 1}, [loss_ignore] = {.i = LOSS_NO_LABEL}, [loss_beta] = {.f = 1}, [loss_reduction] = {.text = "null"}};
    Tensor *g = mxnet_call(c, OP_softmax_output_grad, 2, (Tensor *[]){p, label}, attrs);
    CHECK(net_close(c, "plain", g, (double[]){0.25, -0.25, -0.5, 0.5, 0.9, -0.9}, 1e-6));
    tensor_release(c, g);
    attrs[loss_reduction].text = "batch";
    attrs[loss_beta].f = 6;
    g = mxnet_call(c, OP_softmax_output_grad, 2, (Tensor *[]){p, label}, attrs);
    CHECK(net_close(c, "batch", g, (double[]){0.5, -0.5, -1, 1, 1.8, -1.8}, 1e-6));
    tensor_release(c, g);
    attrs[loss_reduction].text = "valid";
    attrs[loss_ignore].i = 0;
    attrs[loss_beta].f = 1;
    g = mxnet_call(c, OP_softmax_output_grad, 2, (Tensor *[]){p, label}, attrs);
    CHECK(net_close(c, "valid", g, (double[]){0.125, -0.125, 0, 0, 0.45, -0.45}, 1e-6));
    tensor_release(c, g);
    attrs[loss_reduction].text = "null";
    attrs[loss_ignore].i = LOSS_NO_LABEL;
    attrs[loss_smoothing].f = 0.2;
    g = mxnet_call(c, OP_softmax_output_grad, 2, (Tensor *[]){p, label}, attrs);
    CHECK(net_close(c, "smooth", g, (double[]){0.05, -0.05, -0.3, 0.3, 0.7, -0.7}, 1e-6));
    tensor_release(c, g);
    tensor_release(c, p);
    tensor_release(c, label);
    close_core(c);
}

CASE(pooling_and_batch_norm_as_mxnet_does)
{
    Core *c = open_core();
    Tensor *x = tensor_of(c, DT_FLOAT32, SHAPE(1, 1, 1, 5), 1.0, 2.0, 3.0, 4.0, 5.0);
    Attr attrs[pool_ATTRS] = {LIST(pool, kernel, 1, 2), LIST(pool, stride, 1, 2), LIST(pool, pad, 0, 0), LIST(pool, dilate, 1, 1), [pool_ceil] = {.i = 1}, [pool_count_pad] = {.i = 1}, [pool_output] = {.ints = INTS_ABSENT}};
    Tensor *y = mxnet_call(c, OP_max_pool, 1, &x, attrs); /* pooling_convention 'full' */
    CHECK(y && y->shape[3] == 3 && net_close(c, "full", y, (double[]){2, 4, 5}, 0));
    tensor_release(c, y);
    attrs[pool_stride].ints = INTS_ABSENT; /* nd.Pooling's step is 1 */
    attrs[pool_divisor].i = 1;             /* pool_type 'sum' */
    y = mxnet_call(c, OP_avg_pool, 1, &x, attrs);
    CHECK(y && y->shape[3] == 4 && net_close(c, "sum", y, (double[]){3, 5, 7, 9}, 0));
    tensor_release(c, y);
    Attr whole[pool_ATTRS] = {[pool_kernel] = {.ints = INTS_ABSENT}, [pool_stride] = {.ints = INTS_ABSENT}, [pool_pad] = {.ints = INTS_ABSENT}, [pool_dilate] = {.ints = INTS_ABSENT}, [pool_output] = {.ints = INTS_ABSENT}};
    y = mxnet_call(c, OP_avg_pool, 1, &x, whole); /* global_pool */
    CHECK(y && y->ndim == 4 && net_close(c, "global", y, (double[]){3}, 1e-6));
    tensor_release(c, y);
    Tensor *mean = tensor_of(c, DT_FLOAT32, SHAPE(1), 1.0), *var = tensor_of(c, DT_FLOAT32, SHAPE(1), 2.0);
    Attr norm[norm_ATTRS] = {[norm_axis] = {.i = 1}, [norm_eps] = {.f = 1e-5}, [norm_momentum] = {.f = 0.9}, [norm_training] = {.i = 1}, [norm_axes] = {.ints = INTS_ABSENT}};
    uint32_t version = mean->storage->version;
    y = mxnet_call(c, OP_batch_norm, 5, (Tensor *[]){x, NULL, NULL, mean, var}, norm); /* momentum is the old one's part */
    CHECK_CLOSE(at(c, mean, 0), 0.9 * 1 + 0.1 * 3, 1e-6);
    CHECK_CLOSE(at(c, var, 0), 0.9 * 2 + 0.1 * 2, 1e-6);
    CHECK(mean->storage->version == version + 1);
    tensor_release(c, y);
    tensor_release(c, x);
    tensor_release(c, mean);
    tensor_release(c, var);
    close_core(c);
}

CASE(windows_and_sizes_beyond_reason_are_refused)
{
    Core *c = open_core();
    uint64_t state = 3;
    Tensor *x = net_tensor(c, DT_FLOAT32, SHAPE(1, 1, 4, 4), &state), *w = net_tensor(c, DT_FLOAT32, SHAPE(1, 1, 2, 2), &state);
    const int64_t huge = INT64_MAX / 2;
    Attr pool[pool_ATTRS] = {LIST(pool, kernel, huge, huge), LIST(pool, stride, 1, 1), LIST(pool, pad, 0, 0), LIST(pool, dilate, huge, huge), [pool_output] = {.ints = INTS_ABSENT}};
    CHECK(raises(c, net_call(c, OP_max_pool, 1, &x, pool, NULL), CE_BAD_VALUE));
    Attr conv[conv_ATTRS] = {LIST(conv, kernel, 2, 2), LIST(conv, stride, huge, 1), LIST(conv, pad, huge, 0), LIST(conv, dilate, 1, huge), [conv_groups] = {.i = 1}, [conv_output_pad] = {.ints = INTS_ABSENT}};
    CHECK(raises(c, net_call(c, OP_conv, 3, (Tensor *[]){x, w, NULL}, conv, NULL), CE_BAD_VALUE));
    Attr wide[pool_ATTRS] = {[pool_kernel] = {.ints = INTS_ABSENT}, [pool_stride] = {.ints = INTS_ABSENT}, [pool_pad] = {.ints = INTS_ABSENT}, [pool_dilate] = {.ints = INTS_ABSENT}, LIST(pool, output, huge, huge)};
    CHECK(!net_call(c, OP_adaptive_avg_pool, 1, &x, wide, NULL));
    core_error_clear(c);
    Attr size[resize_ATTRS] = {LIST(resize, size, huge, huge), [resize_mode] = {.text = "nearest"}};
    CHECK(!net_call(c, OP_interpolate, 1, &x, size, NULL));
    core_error_clear(c);
    Tensor *y = net_call(c, OP_softmax, 1, &x, SOFTMAX(3), NULL); /* and the next one works */
    CHECK(y != NULL);
    tensor_release(c, y);
    tensor_release(c, x);
    tensor_release(c, w);
    close_core(c);
}
