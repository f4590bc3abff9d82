/* norm.c: the stand-in's batch norms: cuDNN's functions of one operation, computed by plain loops as a piece of the stream's work. It holds the caller to the header's rules:
 * descriptors of channels second, what is derived from them, numbers for each channel of float (double beside double), addresses that are there, factors of 1 and 0.
 * PERCH_FAKE_DNN_NORMS=0 refuses all. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "dnn.h"
#include "fake_dnn.h"

#define DNN(type, name, arguments) OUT type name arguments;
#include "dnn_norm.def"
#undef DNN

typedef struct Tensor { int dtype, n, shape[8]; bool set, derived; } Tensor;
typedef struct Norm {
    int64_t outer, channels, inner;
    DType dtype, wide;
    const char *x, *g, *scale, *shift;
    char *y, *mean, *inverse, *running[2], *d_scale, *d_shift;
    double eps, part;
} Norm;
static long forward, backward, left;

void fake_tell_norms(void)
{
    if (forward || backward) fprintf(stderr, "fake cuDNN: %ld norms, %ld of their gradients, %ld tensors left\n", forward, backward, left);
}

int cudnnCreateTensorDescriptor(void **descriptor)
{
    BEGIN;
    left++;
    return (*descriptor = calloc(1, sizeof(Tensor))) ? 0 : BAD;
}
int cudnnDestroyTensorDescriptor(void *descriptor) { return left--, free(descriptor), 0; }

int cudnnSetTensorNdDescriptor(void *descriptor, int dtype, int n, const int *shape, const int *strides)
{
    BEGIN;
    Tensor *t = descriptor;
    int64_t step = 1;
    if (n < 4 || n > 8) return REFUSED;
    *t = (Tensor){.dtype = dtype, .n = n, .set = true};
    for (int i = n - 1; i >= 0; step *= shape[i--]) {
        if (shape[i] < 1 || strides[i] < 1 || step > INT32_MAX || (shape[i] > 1 && strides[i] != step)) return BAD; /* (what perch gives lies together) */
        t->shape[i] = shape[i];
    }
    return 0;
}

int cudnnDeriveBNTensorDescriptor(void *derived, void *x, int mode)
{
    BEGIN;
    const Tensor *of = x;
    Tensor *t = derived;
    if (!of->set || of->derived || (mode != DNN_SPATIAL && mode != DNN_PER_ACTIVATION)) return BAD;
    *t = (Tensor){.dtype = of->dtype == DNN_DOUBLE ? DNN_DOUBLE : DNN_FLOAT, .n = of->n, .set = true, .derived = true};
    for (int i = 0; i < t->n; i++) t->shape[i] = i == 0 || (i > 1 && mode == DNN_SPATIAL) ? 1 : of->shape[i];
    return 0;
}

static double get(DType d, const char *at, int64_t i) { return scalar_as_double(dtype_load(d, at + (size_t)i * dtype_bytes(d))); }
static void put(DType d, char *at, int64_t i, double v) { dtype_store(d, at + (size_t)i * dtype_bytes(d), (Scalar){.kind = SCALAR_FLOAT, .f = v}); }
static int64_t element(const Norm *n, int64_t c, int64_t k) { return (k / n->inner * n->channels + c) * n->inner + k % n->inner; }

static void train(void *data)
{
    Norm *n = data;
    int64_t count = n->outer * n->inner;
    for (int64_t c = 0; c < n->channels; c++) {
        double mean = 0, variance = 0;
        for (int64_t k = 0; k < count; k++) mean += get(n->dtype, n->x, element(n, c, k)) / (double)count;
        for (int64_t k = 0; k < count; k++) variance += pow(get(n->dtype, n->x, element(n, c, k)) - mean, 2) / (double)count;
        double inverse = 1 / sqrt(variance + n->eps), now[2] = {mean, variance * (double)count / (double)(count - 1)};
        put(n->wide, n->mean, c, mean);
        put(n->wide, n->inverse, c, inverse);
        for (int i = 0; i < 2; i++)
            if (n->running[i]) put(n->wide, n->running[i], c, (1 - n->part) * get(n->wide, n->running[i], c) + n->part * now[i]);
        for (int64_t k = 0; k < count; k++) {
            int64_t i = element(n, c, k);
            put(n->dtype, n->y, i, (get(n->dtype, n->x, i) - mean) * inverse * get(n->wide, n->scale, c) + get(n->wide, n->shift, c));
        }
    }
}

static void differentiate(void *data)
{
    Norm *n = data;
    int64_t count = n->outer * n->inner;
    for (int64_t c = 0; c < n->channels; c++) {
        double sum = 0, dot = 0, mean = get(n->wide, n->mean, c), inverse = get(n->wide, n->inverse, c);
        for (int64_t k = 0; k < count; k++) {
            int64_t i = element(n, c, k);
            sum += get(n->dtype, n->g, i);
            dot += get(n->dtype, n->g, i) * (get(n->dtype, n->x, i) - mean) * inverse;
        }
        put(n->wide, n->d_scale, c, dot);
        put(n->wide, n->d_shift, c, sum);
        for (int64_t k = 0; k < count; k++) {
            int64_t i = element(n, c, k);
            double plain = (get(n->dtype, n->x, i) - mean) * inverse;
            put(n->dtype, n->y, i, get(n->wide, n->scale, c) * inverse * (get(n->dtype, n->g, i) - sum / (double)count - plain * dot / (double)count));
        }
    }
}

static bool is(const void *factor, const Tensor *x, double value) { return factor && (x->dtype == DNN_DOUBLE ? *(const double *)factor : (double)*(const float *)factor) == value; }

/* NULL: the arguments break a rule. */
static Norm *read_norm(int mode, const Tensor *x, const Tensor *each, double eps)
{
    bool good = x->set && !x->derived && each->derived && each->shape[1] == x->shape[1] && eps >= 0 && (each->dtype == DNN_DOUBLE) == (x->dtype == DNN_DOUBLE);
    Norm *n = good ? calloc(1, sizeof *n) : NULL;
    if (!n) return NULL;
    *n = (Norm){.outer = x->shape[0], .channels = x->shape[1], .inner = 1, .dtype = fake_dtype(x->dtype), .wide = fake_dtype(each->dtype), .eps = eps};
    for (int i = 2; i < x->n; i++) n->inner *= x->shape[i];
    if (mode == DNN_SPATIAL ? each->shape[2] == 1 : n->inner == 1) return n; /* (a number for each place is nothing that perch asks for) */
    return free(n), NULL;
}
static bool refused(void)
{
    const char *asked = getenv("PERCH_FAKE_DNN_NORMS");
    return asked && *asked == '0';
}

int cudnnBatchNormalizationForwardTraining(void *handle, int mode, const void *alpha, const void *beta, void *x_is, const void *x, void *y_is, void *y, void *norm_is, const void *scale,
                                           const void *shift, double part, void *running_mean, void *running_variance, double eps, void *mean, void *inverse)
{
    BEGIN;
    if (refused()) return REFUSED;
    Norm *n = read_norm(mode, x_is, norm_is, eps);
    bool good = n && x_is == y_is && is(alpha, x_is, 1) && is(beta, x_is, 0) && x && y && scale && shift && !running_mean == !running_variance && !mean == !inverse && mean && part >= 0 && part <= 1;
    if (good) {
        *n = (Norm){n->outer, n->channels, n->inner, n->dtype, n->wide, x, NULL, scale, shift, y, mean, inverse, {running_mean, running_variance}, NULL, NULL, eps, part};
        fake_give(handle, train, n, &good);
    }
    if (!good) return free(n), BAD;
    return forward++, 0;
}

int cudnnBatchNormalizationBackward(void *handle, int mode, const void *alpha, const void *beta, const void *parameters_alpha, const void *parameters_beta, void *x_is, const void *x, void *dy_is,
                                    const void *dy, void *dx_is, void *dx, void *norm_is, const void *scale, void *d_scale, void *d_shift, double eps, const void *mean, const void *inverse)
{
    BEGIN;
    if (refused()) return REFUSED;
    Norm *n = read_norm(mode, x_is, norm_is, eps);
    bool good = n && x_is == dy_is && x_is == dx_is && is(alpha, x_is, 1) && is(beta, x_is, 0) && is(parameters_alpha, x_is, 1) && is(parameters_beta, x_is, 0) && x && dy && dx && scale && d_scale
                && d_shift && mean && inverse;
    if (good) {
        *n = (Norm){n->outer, n->channels, n->inner, n->dtype, n->wide, x, dy, scale, NULL, dx, (char *)(uintptr_t)mean, (char *)(uintptr_t)inverse, {NULL, NULL}, d_scale, d_shift, eps, 0};
        fake_give(handle, differentiate, n, &good);
    }
    if (!good) return free(n), BAD;
    return backward++, 0;
}
