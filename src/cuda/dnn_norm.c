/* dnn_norm.c: batch norms of long statistics by cuDNN, where it trains: its functions of one operation, not its graphs, which have no engine for channels that are no multiple
 * of 8 and turn what has them in front. What it has no call for, and what is short (one launch of norm.cu), is perch's own. */
#include <pthread.h>
#include <string.h>

#include "dnn.h"
#include "library.h"
#include "plan.h"

static struct {
    bool open;
#define DNN(type, name, arguments) type(*name) arguments;
#include "dnn_norm.def"
#undef DNN
} lib;

static const GpuFunction functions[] = {
#define DNN(type, name, arguments) {#name, (void **)&lib.name},
#include "dnn_norm.def"
#undef DNN
    {NULL, NULL},
};
static void open_library(void) { lib.open = gpu_library(gpu_dnn_names, functions); }

/* What the operand is (channels second), and what a number for each channel. */
typedef struct Described { void *x, *each; int bad, mode; double whole[2]; float single[2]; const void *one, *zero; } Described;

static void drop(Described *d)
{
    if (d->x) lib.cudnnDestroyTensorDescriptor(d->x);
    if (d->each) lib.cudnnDestroyTensorDescriptor(d->each);
}

static void describe(Described *d, const GpuNorm *n)
{
    int shape[4] = {(int)n->outer, (int)n->channels, (int)n->inner, 1}, strides[4] = {(int)(n->channels * n->inner), (int)n->inner, 1, 1};
    *d = (Described){.mode = n->inner == 1 ? DNN_PER_ACTIVATION : DNN_SPATIAL, .whole = {1, 0}, .single = {1, 0}};
    d->one = n->dtype == DT_FLOAT64 ? (const void *)&d->whole[0] : &d->single[0];
    d->zero = n->dtype == DT_FLOAT64 ? (const void *)&d->whole[1] : &d->single[1];
    d->bad = lib.cudnnCreateTensorDescriptor(&d->x);
    if (!d->bad) d->bad = lib.cudnnCreateTensorDescriptor(&d->each);
    if (!d->bad) d->bad = lib.cudnnSetTensorNdDescriptor(d->x, gpu_dnn_type(n->dtype), 4, shape, strides);
    if (!d->bad) d->bad = lib.cudnnDeriveBNTensorDescriptor(d->each, d->x, d->mode);
}

/* One number after the other, as wide as cuDNN keeps them */
static bool fits(const GpuNorm *n, const GpuTensor *t)
{
    DType wide = n->dtype == DT_FLOAT64 ? DT_FLOAT64 : DT_FLOAT32;
    return t->present && t->dtype == wide && t->size == n->channels && (t->ndim == 0 || (t->ndim == 1 && t->strides[0] == 1));
}

/* Is the library there, and has it a call for the norm? Its kernels count rows and channels in few bits. */
static bool takes(Work *w, GpuWork *g, const GpuNorm *n)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    enum { ROWS = 131070, IMAGES = 880801, CHANNELS = 65535 };
    if (n->kind != GPU_NORM_BATCH || !n->training || n->dtype == DT_BFLOAT16 || n->size > INT32_MAX || n->count < 2) return false;
    if (!fits(n, &n->saved_mean) || !fits(n, &n->saved_inverse)) return false;
    if (n->outer > (n->inner == 1 ? ROWS : IMAGES) || n->channels > CHANNELS || n->eps < 0 || !gpu_has_dnn(w, g)) return false;
    pthread_once(&once, open_library);
    return lib.open;
}

/* What it does not take is perch's own to compute; what fails is an error. */
static bool ended(Work *w, int bad, bool *done)
{
    *done = !bad;
    return !bad || bad / 1000 == DNN_WRONG || bad / 1000 == DNN_REFUSED || gpu_dnn_failed(w, bad);
}

/* A parameter that is not there is a number for all channels. NULL: w->error or recorded */
static const char *parameter(Work *w, GpuWork *g, const GpuNorm *n, const char *given, double number)
{
    DType wide = n->dtype == DT_FLOAT64 ? DT_FLOAT64 : DT_FLOAT32;
    float single = (float)number;
    if (given) return given;
    char *room = gpu_scratch(w, g, (size_t)n->channels * dtype_bytes(wide));
    if (room) gpu_set(g, room, n->channels, dtype_bytes(wide), wide == DT_FLOAT64 ? (const void *)&number : &single);
    return room;
}

bool gpu_dnn_norm(Work *w, GpuWork *g, const GpuNorm *n, bool *done)
{
    bool runs = n->running_mean.present || n->running_variance.present;
    bool theirs = runs && w->attrs[norm_unbiased].i && fits(n, &n->running_mean) && fits(n, &n->running_variance); /* it corrects the variance */
    const char *scale, *shift;
    Described d;
    *done = false;
    if (!takes(w, g, n)) return true;
    if (!(scale = parameter(w, g, n, n->scale, 1)) || !(shift = parameter(w, g, n, n->shift, 0))) return false;
    describe(&d, n);
    void *running[2] = {theirs ? n->running_mean.at : NULL, theirs ? n->running_variance.at : NULL};
    if (!d.bad)
        d.bad = lib.cudnnBatchNormalizationForwardTraining(gpu_dnn_handle(g), d.mode, d.one, d.zero, d.x, n->x, d.x, n->y, d.each, scale, shift, theirs ? n->part : 0, running[0], running[1], n->eps,
                                                           n->saved_mean.at, n->saved_inverse.at);
    drop(&d);
    if (!d.bad && runs && !theirs) gpu_run_norm_running(g->stream, n);
    return ended(w, d.bad, done);
}

bool gpu_dnn_norm_grad(Work *w, GpuWork *g, const GpuNorm *n, bool *done)
{
    const char *scale;
    Described d;
    *done = false;
    if (!takes(w, g, n) || !fits(n, &n->d_scale) || !fits(n, &n->d_shift)) return true;
    if (!(scale = parameter(w, g, n, n->scale, 1))) return false;
    describe(&d, n);
    if (!d.bad)
        d.bad = lib.cudnnBatchNormalizationBackward(gpu_dnn_handle(g), d.mode, d.one, d.zero, d.one, d.zero, d.x, n->x, d.x, n->g, d.x, n->y, d.each, scale, n->d_scale.at, n->d_shift.at, n->eps,
                                                    n->saved_mean.at, n->saved_inverse.at);
    drop(&d);
    return ended(w, d.bad, done);
}
