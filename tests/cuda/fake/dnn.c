/* dnn.c: the functions of cuDNN's graph interface that the plugin calls, for tests over the emulated card: convolutions are computed by plain loops as a piece of the stream's
 * work. It holds the caller to the library's own rules: which attributes a descriptor has, of which type, set before it is finished and all of them; shapes that fit one
 * another; addresses as aligned as was promised. It has three engines: one by tensor cores (of TF32 for float32, none for float64), one whose results are not the same each
 * time, and a plain one. PERCH_FAKE_DNN=N=STATUS lets the N-th call fail (counted anew when the text changes); PERCH_FAKE_DNN_ENGINES=0 has none; PERCH_FAKE_DNN_TELL=1 counts at
 * the end. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/dtype.h"
#include "dnn.h"
#include "fake_dnn.h"
#include "of_card.h"

enum { ATTRIBUTES = 8, AXES = 3 };
enum { CORES, CHANCE, PLAIN, ENGINES };
typedef struct Attribute { int name, type; int64_t count; char values[64]; } Attribute;
typedef struct Desc { int kind, count, engine; bool final; Attribute at[ATTRIBUTES]; const struct Desc *of; } Desc;

#define DNN(type, name, arguments) OUT type name arguments;
#include "dnn.def"
#undef DNN

static long calls, computed[3], in_tf32, plans, descriptors;
static void tell(void)
{
    fake_tell_norms();
    fprintf(stderr, "fake cuDNN: %ld forward, %ld of data, %ld of weights, %ld in TF32, %ld plans, %ld descriptors left, %ld calls\n", computed[0], computed[1], computed[2], in_tf32, plans, descriptors, calls);
}

int fake_failing(const char *call)
{
    static char last[32];
    static long since;
    const char *asked = getenv("PERCH_FAKE_DNN");
    calls++;
    if (!asked || strcmp(asked, last) != 0) {
        snprintf(last, sizeof last, "%s", asked ? asked : "");
        since = 0;
    }
    since++;
    const char *equals = asked ? strchr(asked, '=') : NULL;
    return fails_with(call, equals && atol(asked) == since ? atoi(equals + 1) : 0);
}
void fake_give(void *handle, void (*run)(void *), void *data, bool *good)
{
    void (*give)(cudaStream_t, void (*)(void *), void *) = (void (*)(cudaStream_t, void (*)(void *), void *))of_card("emulated_give");
    *good &= give != NULL;
    if (*good) give(*(cudaStream_t *)handle, run, data);
}

/* ---- which attributes there are ---- */
typedef struct Rule { int kind, name, type, most; } Rule;
#define OPERATION(kind, of) {kind, of##_ALPHA, DNN_A_FLOAT, 1}, {kind, of##_BETA, DNN_A_FLOAT, 1}, {kind, of##_CONV, DNN_A_DESCRIPTOR, 1}, {kind, of##_W, DNN_A_DESCRIPTOR, 1}, {kind, of##_X, DNN_A_DESCRIPTOR, 1}, {kind, of##_Y, DNN_A_DESCRIPTOR, 1}
static const Rule rules[] = {
    {DNN_TENSOR, DNN_TENSOR_ALIGNMENT, DNN_A_INT64, 1}, {DNN_TENSOR, DNN_TENSOR_DTYPE, DNN_A_DTYPE, 1}, {DNN_TENSOR, DNN_TENSOR_SHAPE, DNN_A_INT64, 8}, {DNN_TENSOR, DNN_TENSOR_STRIDES, DNN_A_INT64, 8}, {DNN_TENSOR, DNN_TENSOR_NAME, DNN_A_INT64, 1},
    {DNN_CONV, DNN_CONV_COMPUTE, DNN_A_DTYPE, 1}, {DNN_CONV, DNN_CONV_MODE, DNN_A_MODE, 1}, {DNN_CONV, DNN_CONV_AXES, DNN_A_INT64, 1}, {DNN_CONV, DNN_CONV_DILATIONS, DNN_A_INT64, AXES}, {DNN_CONV, DNN_CONV_STRIDES, DNN_A_INT64, AXES},
    {DNN_CONV, DNN_CONV_BEFORE, DNN_A_INT64, AXES}, {DNN_CONV, DNN_CONV_AFTER, DNN_A_INT64, AXES}, OPERATION(DNN_FORWARD, DNN_FORWARD), OPERATION(DNN_BACK_DATA, DNN_DATA), OPERATION(DNN_BACK_FILTER, DNN_FILTER),
    {DNN_GRAPH, DNN_GRAPH_OPS, DNN_A_DESCRIPTOR, 1}, {DNN_GRAPH, DNN_GRAPH_HANDLE, DNN_A_HANDLE, 1}, {DNN_CHOOSER, DNN_CHOOSER_GRAPH, DNN_A_DESCRIPTOR, 1}, {DNN_CHOOSER, DNN_CHOOSER_MODE, DNN_A_HEURISTIC, 1},
    {DNN_PLAN, DNN_PLAN_HANDLE, DNN_A_HANDLE, 1}, {DNN_PLAN, DNN_PLAN_CONFIG, DNN_A_DESCRIPTOR, 1}, {DNN_PACK, DNN_PACK_NAMES, DNN_A_INT64, 3}, {DNN_PACK, DNN_PACK_POINTERS, DNN_A_POINTER, 3}, {DNN_PACK, DNN_PACK_WORKSPACE, DNN_A_POINTER, 1},
};
enum { RULES = sizeof rules / sizeof *rules };
static bool is_small(int type) { return type == DNN_A_DTYPE || type == DNN_A_FLOAT || type == DNN_A_MODE || type == DNN_A_HEURISTIC || type == DNN_A_NOTE; }

static const Attribute *attribute(const Desc *d, int name)
{
    for (int i = 0; i < d->count; i++)
        if (d->at[i].name == name) return &d->at[i];
    return NULL;
}
static const void *values(const Desc *d, int name) { return attribute(d, name)->values; }
static int64_t number(const Desc *d, int name) { return *(const int64_t *)values(d, name); }
static int32_t word(const Desc *d, int name) { return *(const int32_t *)values(d, name); }
static const Desc *held(const Desc *d, int name) { return *(const Desc *const *)values(d, name); }

/* ---- a convolution ---- */
typedef struct Conv {
    int kind, axes, dtype;
    int64_t batch, channels, filters, groups, in[AXES], out[AXES], kernel[AXES], stride[AXES], pad[AXES], dilate[AXES];
    char *x, *w, *y;
    bool tf32;
} Conv;
static const int side_names[3][4] = {{DNN_FORWARD_CONV, DNN_FORWARD_X, DNN_FORWARD_W, DNN_FORWARD_Y}, {DNN_DATA_CONV, DNN_DATA_X, DNN_DATA_W, DNN_DATA_Y}, {DNN_FILTER_CONV, DNN_FILTER_X, DNN_FILTER_W, DNN_FILTER_Y}};
static int kind_of(const Desc *op) { return op->kind == DNN_FORWARD ? 0 : op->kind == DNN_BACK_DATA ? 1 : 2; }

/* false: the shapes do not fit one another, or the dtypes */
static bool conv_of(const Desc *op, Conv *c)
{
    const int *names = side_names[kind_of(op)];
    const Desc *how = held(op, names[0]), *side[3] = {held(op, names[1]), held(op, names[2]), held(op, names[3])};
    *c = (Conv){.kind = kind_of(op), .axes = (int)number(how, DNN_CONV_AXES), .dtype = word(side[0], DNN_TENSOR_DTYPE)};
    bool good = how->kind == DNN_CONV && c->axes >= 2 && c->axes <= AXES;
    static const int lists[4] = {DNN_CONV_DILATIONS, DNN_CONV_STRIDES, DNN_CONV_BEFORE, DNN_CONV_AFTER};
    for (int i = 0; i < 4; i++) good &= attribute(how, lists[i])->count == c->axes;
    for (int i = 0; i < 3; i++) good &= side[i]->kind == DNN_TENSOR && attribute(side[i], DNN_TENSOR_SHAPE)->count == c->axes + 2 && word(side[i], DNN_TENSOR_DTYPE) == c->dtype;
    good &= (word(how, DNN_CONV_COMPUTE) == DNN_DOUBLE) == (c->dtype == DNN_DOUBLE) && word(how, DNN_CONV_MODE) == DNN_CORRELATION;
    if (!good) return false;
    const int64_t *x = values(side[0], DNN_TENSOR_SHAPE), *w = values(side[1], DNN_TENSOR_SHAPE), *y = values(side[2], DNN_TENSOR_SHAPE);
    c->batch = x[0];
    c->channels = x[1];
    c->filters = w[0];
    c->groups = x[1] / w[1];
    good = y[0] == x[0] && y[1] == w[0] && x[1] % w[1] == 0 && w[0] % c->groups == 0;
    for (int i = 0; i < c->axes; i++) {
        c->in[i] = x[2 + i];
        c->out[i] = y[2 + i];
        c->kernel[i] = w[2 + i];
        c->stride[i] = ((const int64_t *)values(how, DNN_CONV_STRIDES))[i];
        c->pad[i] = ((const int64_t *)values(how, DNN_CONV_BEFORE))[i];
        c->dilate[i] = ((const int64_t *)values(how, DNN_CONV_DILATIONS))[i];
        int64_t after = ((const int64_t *)values(how, DNN_CONV_AFTER))[i];
        good &= c->stride[i] > 0 && c->dilate[i] > 0 && c->pad[i] >= 0 && c->out[i] == (c->in[i] + c->pad[i] + after - c->dilate[i] * (c->kernel[i] - 1) - 1) / c->stride[i] + 1;
    }
    for (int i = c->axes; i < AXES; i++) c->in[i] = c->out[i] = c->kernel[i] = c->stride[i] = c->dilate[i] = 1;
    return good;
}

DType fake_dtype(int dtype) { return dtype == DNN_FLOAT ? DT_FLOAT32 : dtype == DNN_DOUBLE ? DT_FLOAT64 : dtype == DNN_HALF ? DT_FLOAT16 : DT_BFLOAT16; }
static double load(const Conv *c, const char *at, int64_t i)
{
    DType d = fake_dtype(c->dtype);
    double v = scalar_as_double(dtype_load(d, at + (size_t)i * dtype_bytes(d)));
    if (!c->tf32) return v;
    float f = (float)v;
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    bits = (bits + 0x1000) & ~0x1FFFu; /* 10 bits of fraction */
    memcpy(&f, &bits, sizeof bits);
    return f;
}

/* Adds what one element of y, and one place of a kernel, have to do with one another. */
static void meet(const Conv *c, double *sums, int64_t image, int64_t filter, int64_t channel, const int64_t o[AXES], const int64_t k[AXES])
{
    int64_t per_group = c->channels / c->groups, x = image * c->channels + filter / (c->filters / c->groups) * per_group + channel, y = image * c->filters + filter, w = filter * per_group + channel;
    for (int i = 0; i < AXES; i++) {
        int64_t at = o[i] * c->stride[i] - c->pad[i] + k[i] * c->dilate[i];
        if (at < 0 || at >= c->in[i]) return;
        x = x * c->in[i] + at;
        y = y * c->out[i] + o[i];
        w = w * c->kernel[i] + k[i];
    }
    if (c->kind == 0) sums[y] += load(c, c->x, x) * load(c, c->w, w);
    else if (c->kind == 1) sums[x] += load(c, c->y, y) * load(c, c->w, w);
    else sums[w] += load(c, c->x, x) * load(c, c->y, y);
}

static int64_t volume(const int64_t n[AXES]) { return n[0] * n[1] * n[2]; }
static void split(int64_t i, const int64_t n[AXES], int64_t at[AXES])
{
    at[2] = i % n[2];
    at[1] = i / n[2] % n[1];
    at[0] = i / n[2] / n[1];
}

static void compute(void *data)
{
    Conv *c = data;
    int64_t per_group = c->channels / c->groups, o[AXES], k[AXES];
    int64_t size = c->kind == 0 ? c->batch * c->filters * volume(c->out) : c->kind == 1 ? c->batch * c->channels * volume(c->in) : c->filters * per_group * volume(c->kernel);
    char *to = c->kind == 0 ? c->y : c->kind == 1 ? c->x : c->w;
    double *sums = calloc((size_t)size + 1, sizeof *sums);
    for (int64_t image = 0; image < c->batch; image++)
        for (int64_t filter = 0; filter < c->filters; filter++)
            for (int64_t i = 0; i < volume(c->out); i++)
                for (int64_t j = 0; j < per_group * volume(c->kernel); j++) {
                    split(i, c->out, o);
                    split(j % volume(c->kernel), c->kernel, k);
                    meet(c, sums, image, filter, j / volume(c->kernel), o, k);
                }
    DType d = fake_dtype(c->dtype);
    for (int64_t i = 0; i < size; i++) dtype_store(d, to + (size_t)i * dtype_bytes(d), (Scalar){.kind = SCALAR_FLOAT, .f = sums[i]});
    free(sums);
}

/* ---- the functions ---- */
int cudnnCreate(void **handle)
{
    BEGIN;
    if (getenv("PERCH_FAKE_DNN_TELL")) atexit(tell);
    return (*handle = calloc(1, sizeof(cudaStream_t))) ? 0 : BAD;
}
int cudnnDestroy(void *handle) { return free(handle), 0; }
int cudnnSetStream(void *handle, cudaStream_t stream)
{
    BEGIN;
    *(cudaStream_t *)handle = stream;
    return 0;
}
size_t cudnnGetVersion(void) { return 91001; }
const char *cudnnGetErrorString(int status) { return status / 1000 == 5 ? "CUDNN_STATUS_EXECUTION_FAILED" : status / 1000 == 3 ? "CUDNN_STATUS_NOT_SUPPORTED" : "CUDNN_STATUS_BAD_PARAM"; }

int cudnnBackendCreateDescriptor(int type, void **descriptor)
{
    BEGIN;
    Desc *d = *descriptor = calloc(1, sizeof *d);
    if (!d) return BAD;
    d->kind = type;
    descriptors++;
    return 0;
}
int cudnnBackendDestroyDescriptor(void *descriptor) { return descriptors--, free(descriptor), 0; }

int cudnnBackendSetAttribute(void *descriptor, int name, int type, int64_t count, const void *values_)
{
    BEGIN;
    Desc *d = descriptor;
    if (d->final || d->count == ATTRIBUTES || attribute(d, name) || !values_) return BAD;
    for (int i = 0; i < RULES; i++) {
        const Rule *r = &rules[i];
        if (r->kind != d->kind || r->name != name) continue;
        bool same = type == r->type || (r->type == DNN_A_FLOAT && type == DNN_A_DOUBLE);
        if (!same || count < 1 || count > r->most) return BAD;
        if (type == DNN_A_DESCRIPTOR && !(*(const Desc *const *)values_)->final) return BAD;
        Attribute *a = &d->at[d->count++];
        *a = (Attribute){.name = name, .type = type, .count = count};
        memcpy(a->values, values_, (size_t)count * (is_small(type) ? 4 : 8));
        return 0;
    }
    return BAD;
}

static int check(Desc *d)
{
    Conv c;
    switch (d->kind) {
    case DNN_TENSOR: {
        const Attribute *shape = attribute(d, DNN_TENSOR_SHAPE), *strides = attribute(d, DNN_TENSOR_STRIDES);
        int64_t step = 1, alignment = number(d, DNN_TENSOR_ALIGNMENT);
        if (shape->count < 4 || shape->count != strides->count || alignment < (int64_t)dtype_bytes(fake_dtype(word(d, DNN_TENSOR_DTYPE))) || alignment & (alignment - 1)) return BAD;
        for (int64_t i = shape->count - 1; i >= 0; step *= ((const int64_t *)(const void *)shape->values)[i--])
            if (((const int64_t *)(const void *)shape->values)[i] < 1 || ((const int64_t *)(const void *)strides->values)[i] != step) return BAD;
        return 0;
    }
    case DNN_FORWARD: case DNN_BACK_DATA: case DNN_BACK_FILTER: return conv_of(d, &c) ? 0 : BAD;
    case DNN_PLAN: {
        const Desc *config = held(d, DNN_PLAN_CONFIG);
        d->of = config->of;
        d->engine = config->engine;
        plans++;
        return conv_of(held(d->of, DNN_GRAPH_OPS), &c) && !(d->engine == CORES && c.dtype == DNN_DOUBLE) ? 0 : REFUSED;
    }
    case DNN_PACK: return attribute(d, DNN_PACK_NAMES)->count == 3 && attribute(d, DNN_PACK_POINTERS)->count == 3 ? 0 : BAD;
    default: return 0;
    }
}

int cudnnBackendFinalize(void *descriptor)
{
    BEGIN;
    Desc *d = descriptor;
    if (d->final) return BAD;
    for (int i = 0; i < RULES; i++)
        if (rules[i].kind == d->kind && !attribute(d, rules[i].name)) return BAD;
    int bad = check(d);
    d->final = !bad;
    return bad;
}

int cudnnBackendGetAttribute(const void *descriptor, int name, int type, int64_t wanted, int64_t *count, void *values_)
{
    BEGIN;
    const Desc *d = descriptor;
    const char *none = getenv("PERCH_FAKE_DNN_ENGINES");
    if (!d->final) return BAD;
    if (d->kind == DNN_CHOOSER && name == DNN_CHOOSER_RESULTS && type == DNN_A_DESCRIPTOR) {
        bool fallback = word(d, DNN_CHOOSER_MODE) == DNN_FALLBACK;
        *count = none ? atoi(none) : fallback ? 1 : ENGINES;
        for (int i = 0; i < *count && i < wanted; i++) {
            Desc *config = ((Desc **)values_)[i];
            if (config->kind != DNN_CONFIG || config->final) return BAD;
            config->engine = fallback ? PLAIN : i;
            config->of = held(d, DNN_CHOOSER_GRAPH);
            config->final = true;
        }
        return 0;
    }
    if (d->kind == DNN_CONFIG && name == DNN_CONFIG_ENGINE && type == DNN_A_DESCRIPTOR && wanted == 1) {
        Desc *engine = *(Desc **)values_;
        if (engine->kind != DNN_ENGINE) return BAD;
        engine->engine = d->engine;
        engine->of = d->of;
        engine->final = true;
        return *count = 1, 0;
    }
    if (d->kind == DNN_ENGINE && name == DNN_ENGINE_NOTES && type == DNN_A_NOTE && wanted >= 2) {
        int32_t *notes = values_;
        Conv c;
        conv_of(held(d->of, DNN_GRAPH_OPS), &c);
        notes[0] = d->engine == CORES ? DNN_NOTE_TENSOR_CORE : DNN_NOTE_NONDETERMINISTIC;
        notes[1] = DNN_NOTE_DOWN_CONVERTS;
        *count = d->engine == CORES ? 1 + (c.dtype == DNN_FLOAT) : d->engine == CHANCE;
        return 0;
    }
    if (d->kind == DNN_PLAN && name == DNN_PLAN_WORKSPACE && type == DNN_A_INT64) return *(int64_t *)values_ = d->engine == PLAIN ? 1024 : 0, *count = 1, 0;
    return BAD;
}

static char *address(const Desc *pack, const Desc *tensor, bool *good)
{
    const int64_t *names = values(pack, DNN_PACK_NAMES);
    for (int i = 0; i < 3; i++)
        if (names[i] == number(tensor, DNN_TENSOR_NAME)) {
            char *at = ((char *const *)values(pack, DNN_PACK_POINTERS))[i];
            *good &= at && (uintptr_t)at % (uintptr_t)number(tensor, DNN_TENSOR_ALIGNMENT) == 0;
            return at;
        }
    return *good = false, NULL;
}

int cudnnBackendExecute(void *handle, void *plan, void *pack)
{
    BEGIN;
    const Desc *p = plan, *op = p->final && p->kind == DNN_PLAN ? held(p->of, DNN_GRAPH_OPS) : NULL;
    if (!op || !((Desc *)pack)->final || (p->engine == PLAIN && !*(void *const *)values(pack, DNN_PACK_WORKSPACE))) return BAD;
    Conv *c = malloc(sizeof *c);
    bool good = c && p->engine != CHANCE && conv_of(op, c);
    if (good) {
        const int *names = side_names[c->kind];
        c->x = address(pack, held(op, names[1]), &good);
        c->w = address(pack, held(op, names[2]), &good);
        c->y = address(pack, held(op, names[3]), &good);
        c->tf32 = p->engine == CORES && c->dtype == DNN_FLOAT;
    }
    int kind = c ? c->kind : 0, tf32 = c && c->tf32;
    if (good) fake_give(handle, compute, c, &good);
    if (!good) return free(c), BAD;
    computed[kind]++;
    in_tf32 += tf32;
    return 0;
}
