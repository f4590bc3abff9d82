/* dnn.c: convolutions by cuDNN 9 (its graph interface), which is opened with the first card (its parts, at the first convolution). A convolution is a graph of one operation; which engine computes it is asked once a
 * shape, and its plan kept. Engines whose results depend on the order of threads are passed over, and those of TF32 where the accent has not allowed it. Where cuDNN is
 * missing, or has no engine, window.cu computes. */
#include "dnn.h"

#include <pthread.h>
#include <string.h>

#include "library.h"
#include "plan.h"

#if !defined PERCH_EMULATED && __has_include(<cudnn_ops.h>)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#include <cudnn_ops.h>
#define DNN_VALUE(ours, theirs, number) _Static_assert((int)theirs == number, #theirs);
DNN_VALUES
#undef DNN_VALUE
#pragma GCC diagnostic pop
#endif

/* ---- the library ---- */
static struct {
    bool open;
#define DNN(type, name, arguments) type(*name) arguments;
#include "dnn.def"
#undef DNN
} lib;

#ifdef PERCH_EMULATED
const char *const gpu_dnn_names[] = {"libperch_fake_dnn.so", NULL}; /* tests/cuda */
#else
const char *const gpu_dnn_names[] = {"libcudnn.so.9", NULL};
#endif

static const GpuFunction functions[] = {
#define DNN(type, name, arguments) {#name, (void **)&lib.name},
#include "dnn.def"
#undef DNN
    {NULL, NULL},
};
static void open_library(void) { lib.open = gpu_library(gpu_dnn_names, functions); }

/* ---- descriptors: those that were made, to be undone together; a status that is not 0 stands ---- */
enum { CONFIGS = 16, MADE = 8 + 3 * CONFIGS };
typedef struct Making { int bad, count; void *made[MADE]; } Making;

static void drop(Making *m)
{
    while (m->count) lib.cudnnBackendDestroyDescriptor(m->made[--m->count]);
}

/* ---- a card's own: the handle, and the plan of each convolution with the descriptors that it is made of ---- */
typedef struct Wanted { GpuConv conv; /* without addresses */ int32_t kind, precision; uint16_t aligned[3], none; } Wanted;
enum { PLANS = 256 };
typedef struct Kept { Wanted wanted; Making making; void *plan; int64_t room; bool known; } Kept; /* plan NULL: no engine has it */
struct CardDnn { void *handle; Kept kept[PLANS]; };

bool gpu_dnn_there(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, open_library);
    return lib.open;
}

int gpu_dnn_version(void) { return gpu_dnn_there() ? (int)lib.cudnnGetVersion() : 0; }

static struct CardDnn *card_dnn(GpuWork *g)
{
    Card *c = g->card;
    if (c->dnn || c->dnn_refused) return c->dnn;
    c->dnn_refused = true; /* unless all goes well */
    struct CardDnn *n = gpu_dnn_there() ? cuda_host->alloc(g->device->core, sizeof *n) : NULL;
    if (!n) return NULL;
    memset(n, 0, sizeof *n);
    if (lib.cudnnCreate(&n->handle) == 0) {
        if (lib.cudnnSetStream(n->handle, g->stream) == 0) {
            c->dnn_refused = false;
            return c->dnn = n;
        }
        lib.cudnnDestroy(n->handle);
    }
    cuda_host->free(g->device->core, n, sizeof *n);
    return NULL;
}

void gpu_dnn_close(Device *d)
{
    Card *c = d->state;
    if (!c->dnn) return;
    for (int i = 0; i < PLANS && !d->lost; i++) drop(&c->dnn->kept[i].making);
    if (!d->lost) lib.cudnnDestroy(c->dnn->handle);
    cuda_host->free(d->core, c->dnn, sizeof *c->dnn);
    c->dnn = NULL;
}

/* ---- describing a convolution ---- */
static void *new_one(Making *m, int type)
{
    void *d = NULL;
    if (m->bad || m->count == MADE) return NULL;
    m->bad = lib.cudnnBackendCreateDescriptor(type, &d);
    if (!m->bad) m->made[m->count++] = d;
    return m->bad ? NULL : d;
}
static void put(Making *m, void *d, int name, int type, int64_t n, const void *values)
{
    if (!m->bad) m->bad = lib.cudnnBackendSetAttribute(d, name, type, n, values);
}
static void finish(Making *m, void *d)
{
    if (!m->bad) m->bad = lib.cudnnBackendFinalize(d);
}
/* Contiguous, of axes + 2 dimensions. */
static void *tensor(Making *m, int64_t name, int32_t dtype, int64_t alignment, int axes, int64_t first, int64_t second, const int64_t *rest)
{
    int64_t shape[5] = {first, second}, strides[5];
    void *d = new_one(m, DNN_TENSOR);
    memcpy(shape + 2, rest, sizeof *rest * (size_t)axes);
    shape_contiguous(shape, axes + 2, strides);
    put(m, d, DNN_TENSOR_DTYPE, DNN_A_DTYPE, 1, &dtype);
    put(m, d, DNN_TENSOR_SHAPE, DNN_A_INT64, axes + 2, shape);
    put(m, d, DNN_TENSOR_STRIDES, DNN_A_INT64, axes + 2, strides);
    put(m, d, DNN_TENSOR_NAME, DNN_A_INT64, 1, &name);
    put(m, d, DNN_TENSOR_ALIGNMENT, DNN_A_INT64, 1, &alignment);
    finish(m, d);
    return d;
}

enum Side { SIDE_Y, SIDE_X, SIDE_W }; /* as window.c counts what is written: the kind of a convolution, too */
int32_t gpu_dnn_type(int dtype) { return dtype == DT_FLOAT32 ? DNN_FLOAT : dtype == DT_FLOAT64 ? DNN_DOUBLE : dtype == DT_FLOAT16 ? DNN_HALF : DNN_BFLOAT; }

static void *describe(Making *m, void *handle, const Wanted *w)
{
    static const struct { int type, alpha, beta, conv, sides[3]; } kinds[] = {
        [SIDE_Y] = {DNN_FORWARD, DNN_FORWARD_ALPHA, DNN_FORWARD_BETA, DNN_FORWARD_CONV, {DNN_FORWARD_Y, DNN_FORWARD_X, DNN_FORWARD_W}},
        [SIDE_X] = {DNN_BACK_DATA, DNN_DATA_ALPHA, DNN_DATA_BETA, DNN_DATA_CONV, {DNN_DATA_Y, DNN_DATA_X, DNN_DATA_W}},
        [SIDE_W] = {DNN_BACK_FILTER, DNN_FILTER_ALPHA, DNN_FILTER_BETA, DNN_FILTER_CONV, {DNN_FILTER_Y, DNN_FILTER_X, DNN_FILTER_W}},
    };
    const GpuConv *c = &w->conv;
    bool flat = c->in[0] == 1 && c->out[0] == 1 && c->kernel[0] == 1 && !c->pad[0]; /* one or two axes */
    int from = flat ? 1 : 0, axes = 3 - from;
    int32_t dtype = gpu_dnn_type(c->dtype), compute = dtype == DNN_DOUBLE ? DNN_DOUBLE : DNN_FLOAT, mode = DNN_CORRELATION;
    int64_t count = axes;
    void *sides[3];
    sides[SIDE_Y] = tensor(m, 1 + SIDE_Y, dtype, w->aligned[SIDE_Y], axes, c->batch, c->filters, c->out + from);
    sides[SIDE_X] = tensor(m, 1 + SIDE_X, dtype, w->aligned[SIDE_X], axes, c->batch, c->channels, c->in + from);
    sides[SIDE_W] = tensor(m, 1 + SIDE_W, dtype, w->aligned[SIDE_W], axes, c->filters, c->channels / c->groups, c->kernel + from);
    void *conv = new_one(m, DNN_CONV);
    put(m, conv, DNN_CONV_COMPUTE, DNN_A_DTYPE, 1, &compute);
    put(m, conv, DNN_CONV_MODE, DNN_A_MODE, 1, &mode);
    put(m, conv, DNN_CONV_AXES, DNN_A_INT64, 1, &count);
    put(m, conv, DNN_CONV_DILATIONS, DNN_A_INT64, axes, c->dilate + from);
    put(m, conv, DNN_CONV_STRIDES, DNN_A_INT64, axes, c->stride + from);
    put(m, conv, DNN_CONV_BEFORE, DNN_A_INT64, axes, c->pad + from);
    put(m, conv, DNN_CONV_AFTER, DNN_A_INT64, axes, c->pad + from);
    finish(m, conv);
    void *op = new_one(m, kinds[w->kind].type);
    bool wide = compute == DNN_DOUBLE;
    const void *one = wide ? (const void *)&(double){1} : &(float){1}, *zero = wide ? (const void *)&(double){0} : &(float){0};
    put(m, op, kinds[w->kind].alpha, wide ? DNN_A_DOUBLE : DNN_A_FLOAT, 1, one);
    put(m, op, kinds[w->kind].beta, wide ? DNN_A_DOUBLE : DNN_A_FLOAT, 1, zero);
    put(m, op, kinds[w->kind].conv, DNN_A_DESCRIPTOR, 1, &conv);
    for (int i = 0; i < 3; i++) put(m, op, kinds[w->kind].sides[i], DNN_A_DESCRIPTOR, 1, &sides[i]);
    finish(m, op);
    void *graph = new_one(m, DNN_GRAPH);
    put(m, graph, DNN_GRAPH_OPS, DNN_A_DESCRIPTOR, 1, &op);
    put(m, graph, DNN_GRAPH_HANDLE, DNN_A_HANDLE, 1, &handle);
    finish(m, graph);
    return graph;
}

/* ---- choosing an engine ---- */
/* By the notes on the configuration's engine: are its results the same each time, and as exact as is wanted? */
static bool suits(Making *m, void *config, const Wanted *w)
{
    int32_t notes[DNN_NOTES];
    int64_t count = 0, notes_count = 0;
    void *engine = new_one(m, DNN_ENGINE);
    if (!engine || lib.cudnnBackendGetAttribute(config, DNN_CONFIG_ENGINE, DNN_A_DESCRIPTOR, 1, &count, &engine) != 0
        || lib.cudnnBackendGetAttribute(engine, DNN_ENGINE_NOTES, DNN_A_NOTE, DNN_NOTES, &notes_count, notes) != 0)
        return false;
    bool half = w->conv.dtype == DT_FLOAT16 || w->conv.dtype == DT_BFLOAT16, cores = half ? !(w->precision & PLAIN_HALF) : (w->precision & TF32_WINDOWS) != 0;
    for (int64_t i = 0; i < notes_count && i < DNN_NOTES; i++) {
        if (notes[i] == DNN_NOTE_NONDETERMINISTIC || notes[i] == DNN_NOTE_REDUCED) return false;
        if (!cores && (notes[i] == DNN_NOTE_TENSOR_CORE || (notes[i] == DNN_NOTE_DOWN_CONVERTS && !half))) return false;
    }
    return true;
}

/* The first configuration that suits, and whose plan needs no more memory than there is for it. NULL: none has it */
static void *choose(struct CardDnn *n, Making *m, void *graph, int32_t mode, const Wanted *w, int64_t most, int64_t *room)
{
    void *chooser = new_one(m, DNN_CHOOSER), *configs[CONFIGS];
    int64_t count = 0, found = 0;
    put(m, chooser, DNN_CHOOSER_GRAPH, DNN_A_DESCRIPTOR, 1, &graph);
    put(m, chooser, DNN_CHOOSER_MODE, DNN_A_HEURISTIC, 1, &mode);
    finish(m, chooser);
    for (int i = 0; i < CONFIGS; i++) configs[i] = new_one(m, DNN_CONFIG);
    if (!m->bad) m->bad = lib.cudnnBackendGetAttribute(chooser, DNN_CHOOSER_RESULTS, DNN_A_DESCRIPTOR, CONFIGS, &count, configs);
    for (int64_t i = 0; i < count && i < CONFIGS && !m->bad; i++) {
        void *plan = suits(m, configs[i], w) ? new_one(m, DNN_PLAN) : NULL;
        if (plan) {
            put(m, plan, DNN_PLAN_HANDLE, DNN_A_HANDLE, 1, &n->handle);
            put(m, plan, DNN_PLAN_CONFIG, DNN_A_DESCRIPTOR, 1, &configs[i]);
            finish(m, plan);
            if (!m->bad) m->bad = lib.cudnnBackendGetAttribute(plan, DNN_PLAN_WORKSPACE, DNN_A_INT64, 1, &found, room);
            if (!m->bad && *room <= most) return plan;
        }
        m->bad = 0; /* the next one, then */
    }
    return NULL;
}

/* Asks for the convolution's plan. What is not to be had is remembered as well. */
static int find(struct CardDnn *n, GpuWork *g, const Wanted *w, Kept *k)
{
    static const int32_t modes[] = {DNN_HEURISTIC, DNN_FALLBACK};
    int64_t most = (int64_t)(g->card->share / 8), room = 0;
    void *plan = NULL;
    Making m = {0};
    for (size_t i = 0; i < sizeof modes / sizeof *modes && !plan && !m.bad; i++) {
        drop(&m);
        void *graph = describe(&m, n->handle, w);
        plan = choose(n, &m, graph, modes[i], w, most, &room);
        if (m.bad / 1000 == DNN_REFUSED) m.bad = 0;
    }
    if (!plan) drop(&m);
    if (m.bad) return m.bad;
    if (k->plan) cudaStreamSynchronize(g->stream); /* another one lay here: what was launched of it ends first */
    drop(&k->making);
    *k = (Kept){.making = m, .plan = plan, .room = room, .known = true};
    memcpy(&k->wanted, w, sizeof *w);
    return 0;
}

static uint16_t aligned(const char *at)
{
    uint16_t n = 256;
    while ((uintptr_t)at % n) n /= 2;
    return n;
}

static int execute(struct CardDnn *n, const Kept *k, void *at[3], void *room)
{
    static const int64_t names_of[3] = {1 + SIDE_Y, 1 + SIDE_X, 1 + SIDE_W};
    Making m = {0};
    void *pack = new_one(&m, DNN_PACK);
    put(&m, pack, DNN_PACK_NAMES, DNN_A_INT64, 3, names_of);
    put(&m, pack, DNN_PACK_POINTERS, DNN_A_POINTER, 3, at);
    put(&m, pack, DNN_PACK_WORKSPACE, DNN_A_POINTER, 1, &room);
    finish(&m, pack);
    if (!m.bad) m.bad = lib.cudnnBackendExecute(n->handle, k->plan, pack);
    drop(&m);
    return m.bad;
}

void *gpu_dnn_handle(GpuWork *g)
{
    struct CardDnn *n = card_dnn(g);
    return n ? n->handle : NULL;
}

bool gpu_dnn_failed(Work *w, int status) { return cuda_host->work_fail(w, CE_DEVICE_FAULT, "%s: cuDNN says: %s (%d)", w->op->name, lib.cudnnGetErrorString(status), status); }

bool gpu_has_dnn(Work *w, GpuWork *g) { return !(cuda_host->precision(g->device->core, w->accent) & OWN_WINDOWS) && card_dnn(g); }

bool gpu_dnn(Work *w, GpuWork *g, const GpuConv *c, int writes, bool *done)
{
    unsigned precision = cuda_host->precision(g->device->core, w->accent);
    *done = false;
    struct CardDnn *n = card_dnn(g);
    if (!n || !c->x || !c->weight || !c->y) return true;
    void *at[3] = {[SIDE_Y] = c->y, [SIDE_X] = c->x, [SIDE_W] = c->weight};
    Wanted wanted;
    memset(&wanted, 0, sizeof wanted);
    memcpy(&wanted.conv.batch, &c->batch, offsetof(GpuConv, dtype) - offsetof(GpuConv, batch));
    wanted.conv.dtype = c->dtype;
    wanted.kind = writes;
    wanted.precision = (int32_t)precision;
    for (int i = 0; i < 3; i++) wanted.aligned[i] = aligned(at[i]);
    const unsigned char *bytes = (const unsigned char *)&wanted;
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < sizeof wanted; i++) hash = (hash ^ bytes[i]) * 16777619u;
    Kept *k = &n->kept[hash % PLANS];
    int bad = k->known && memcmp(&k->wanted, &wanted, sizeof wanted) == 0 ? 0 : find(n, g, &wanted, k);
    if (!bad && !k->plan) return true;
    void *room = NULL;
    if (!bad && k->room && !(room = gpu_scratch(w, g, (size_t)k->room))) return false;
    if (!bad) bad = execute(n, k, at, room);
    *done = !bad;
    return !bad || gpu_dnn_failed(w, bad);
}
