/* blas.c: products by cuBLASLt, which is opened at the first product that it has a call for. Where it is missing, or a dtype, a layout or the batches have no call,
 * product.cu computes them. What says a shape to the library is made, and which algorithm fits asked, once a shape. float32 takes TF32, and float16 tensor cores, by each accent's own rule (core/precision.h). */
#include "blas.h"

#include <pthread.h>
#include <string.h>

#include "library.h"
#include "plan.h"

#if !defined PERCH_EMULATED && __has_include(<cublasLt.h>)
#include <cublasLt.h>
_Static_assert((int)CUDA_R_32F == BLAS_32F && (int)CUDA_R_64F == BLAS_64F && (int)CUDA_R_16F == BLAS_16F && (int)CUDA_R_16BF == BLAS_16BF, "types");
_Static_assert((int)CUBLAS_COMPUTE_32F == BLAS_COMPUTE_32F && (int)CUBLAS_COMPUTE_64F == BLAS_COMPUTE_64F && (int)CUBLAS_COMPUTE_32F_PEDANTIC == BLAS_COMPUTE_PLAIN
               && (int)CUBLAS_COMPUTE_32F_FAST_TF32 == BLAS_COMPUTE_TF32, "what is computed in");
_Static_assert((int)CUBLASLT_MATMUL_DESC_TRANSA == BLAS_TRANSA && (int)CUBLASLT_MATMUL_DESC_TRANSB == BLAS_TRANSB && (int)CUBLASLT_MATMUL_DESC_EPILOGUE == BLAS_EPILOGUE
               && (int)CUBLASLT_MATMUL_DESC_BIAS_POINTER == BLAS_BIAS_POINTER && (int)CUBLASLT_EPILOGUE_DEFAULT == BLAS_PLAIN && (int)CUBLASLT_EPILOGUE_BIAS == BLAS_BIAS, "descriptors");
_Static_assert((int)CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT == BLAS_BATCH_COUNT && (int)CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET == BLAS_BATCH_OFFSET, "layouts");
_Static_assert((int)CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES == BLAS_WORKSPACE && (int)CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES == BLAS_ALIGNED_A
               && (int)CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES == BLAS_ALIGNED_D, "preferences");
_Static_assert(sizeof(cublasLtMatmulHeuristicResult_t) == sizeof(BlasResult) && offsetof(cublasLtMatmulHeuristicResult_t, state) == offsetof(BlasResult, state), "answers");
#endif

/* ---- the library ---- */
static struct {
    bool open;
#define BLAS(type, name, arguments) type(*name) arguments;
#include "blas.def"
#undef BLAS
} lib;

#ifdef PERCH_EMULATED
static const char *const names[] = {"libperch_fake_blas.so", NULL}; /* tests/cuda */
#else
static const char *const names[] = {"libcublasLt.so.13", "libcublasLt.so", NULL};
#endif

static const GpuFunction functions[] = {
#define BLAS(type, name, arguments) {#name, (void **)&lib.name},
#include "blas.def"
#undef BLAS
    {NULL, NULL},
};
static void open_library(void) { lib.open = gpu_library(names, functions); }

/* ---- a card's own: the handle, and what was found for each shape ---- */
typedef struct Shape {
    int64_t m, n, k, batches, ld[4], apart[4]; /* a, b, c, d */
    int32_t type, compute, epilogue;
    uint16_t aligned[4];
    uint8_t turned[2], adds, none[1];
} Shape;
enum { SHAPES = 256 };
typedef struct Descriptors { void *product, *layout[4], *preference; } Descriptors;
typedef struct Found { Shape shape; BlasResult result; Descriptors made; bool known, usable; } Found; /* made: what says the shape to the library */
struct Blas { void *handle; Found found[SHAPES]; };

static void drop(Descriptors *d)
{
    if (d->product) lib.cublasLtMatmulDescDestroy(d->product);
    if (d->preference) lib.cublasLtMatmulPreferenceDestroy(d->preference);
    for (int i = 0; i < 4; i++)
        if (d->layout[i]) lib.cublasLtMatrixLayoutDestroy(d->layout[i]);
    *d = (Descriptors){NULL};
}

static struct Blas *card_blas(GpuWork *g)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    Card *c = g->card;
    if (c->blas || c->blas_refused) return c->blas;
    c->blas_refused = true; /* unless all goes well */
    pthread_once(&once, open_library);
    struct Blas *b = lib.open ? cuda_host->alloc(g->device->core, sizeof *b) : NULL;
    if (!b) return NULL;
    memset(b, 0, sizeof *b);
    if (lib.cublasLtCreate(&b->handle) == 0) {
        c->blas_refused = false;
        return c->blas = b;
    }
    cuda_host->free(g->device->core, b, sizeof *b);
    return NULL;
}

void gpu_blas_close(Device *d)
{
    Card *c = d->state;
    if (!c->blas) return;
    for (int i = 0; i < SHAPES && !d->lost; i++) drop(&c->blas->found[i].made);
    if (!d->lost) lib.cublasLtDestroy(c->blas->handle);
    cuda_host->free(d->core, c->blas, sizeof *c->blas);
    c->blas = NULL;
}

/* ---- a product as the library takes it: columns lie together ---- */
typedef struct Side { const char *at; int64_t rows, columns, row, column; } Side;

static bool by_columns(const Side *o, int64_t *ld)
{
    if ((o->rows != 1 && o->row != 1) || (o->columns != 1 && o->column < o->rows)) return false;
    *ld = o->columns == 1 ? o->rows : o->column;
    return true;
}
static Side turn(Side o) { return (Side){o.at, o.columns, o.rows, o.column, o.row}; }

static uint16_t aligned(const char *at)
{
    uintptr_t place = (uintptr_t)at;
    uint16_t n = 256;
    while (place % n) n /= 2;
    return n;
}

/* All batches as one axis. false: they do not lie so */
static bool join_batches(const GpuProduct *p, int64_t apart[4])
{
    const int64_t *steps[4] = {p->a_batch, p->b_batch, p->add ? p->add_batch : p->out_batch, p->out_batch};
    int last = p->batch_axes - 1;
    for (int o = 0; o < 4; o++) {
        apart[o] = last < 0 ? 0 : steps[o][last];
        for (int i = 0; i < last; i++)
            if (steps[o][i] != steps[o][i + 1] * p->batch_shape[i + 1]) return false;
    }
    return true;
}

static int type_of(const GpuProduct *p)
{
    if (p->bool_or || p->a_dtype != p->out_dtype || p->b_dtype != p->out_dtype || (p->add && p->add_dtype != p->out_dtype)) return -1;
    return p->out_dtype == DT_FLOAT32 ? BLAS_32F : p->out_dtype == DT_FLOAT64 ? BLAS_64F : p->out_dtype == DT_FLOAT16 ? BLAS_16F : p->out_dtype == DT_BFLOAT16 ? BLAS_16BF : -1;
}

typedef struct Sides { Side a, b, c, d; } Sides;

static int computed_in(int type, unsigned precision)
{
    if (type == BLAS_64F) return BLAS_COMPUTE_64F;
    if (type == BLAS_32F) return precision & TF32_PRODUCTS ? BLAS_COMPUTE_TF32 : BLAS_COMPUTE_32F;
    return precision & PLAIN_HALF ? BLAS_COMPUTE_PLAIN : BLAS_COMPUTE_32F;
}

/* false: there is no call for it */
static bool describe(const GpuProduct *p, unsigned precision, Shape *s, Sides *o)
{
    enum { LARGEST = INT32_MAX };
    *o = (Sides){{p->a, p->rows, p->inner, p->a_row, p->a_column}, {p->b, p->inner, p->columns, p->b_row, p->b_column}, {p->add, p->rows, p->columns, p->add_row, p->add_column},
                 {p->out, p->rows, p->columns, p->out_row, p->out_column}};
    memset(s, 0, sizeof *s);
    s->type = type_of(p);
    s->compute = computed_in(s->type, precision);
    s->batches = p->batches;
    if (s->type < 0 || !p->inner || !join_batches(p, s->apart) || p->rows > LARGEST || p->columns > LARGEST || p->inner > LARGEST || p->batches > LARGEST) return false;
    if (!by_columns(&o->d, &s->ld[3])) { /* rows lie together: the turned product of the turned operands in the other order */
        Side a = o->a;
        int64_t apart = s->apart[0];
        *o = (Sides){turn(o->b), turn(a), turn(o->c), turn(o->d)};
        s->apart[0] = s->apart[1];
        s->apart[1] = apart;
        if (!by_columns(&o->d, &s->ld[3])) return false;
    }
    const Side *in[2] = {&o->a, &o->b};
    for (int i = 0; i < 2; i++) {
        Side turned = turn(*in[i]);
        s->turned[i] = !by_columns(in[i], &s->ld[i]);
        if (s->turned[i] && !by_columns(&turned, &s->ld[i])) return false;
    }
    s->m = o->d.rows;
    s->n = o->d.columns;
    s->k = p->inner;
    s->epilogue = BLAS_PLAIN;
    s->ld[2] = s->ld[3];
    if (p->add && s->batches == 1 && p->beta == 1 && s->n > 1 && o->c.column == 0 && o->c.row == 1) s->epilogue = BLAS_BIAS; /* one column for all */
    else if (p->add) {
        s->adds = 1;
        if (!by_columns(&o->c, &s->ld[2])) return false;
    } else s->apart[2] = s->apart[3];
    for (int i = 0; i < 4; i++)
        if (s->ld[i] > LARGEST) return false;
    s->aligned[0] = aligned(o->a.at);
    s->aligned[1] = aligned(o->b.at);
    s->aligned[2] = aligned(s->adds ? o->c.at : o->d.at);
    s->aligned[3] = aligned(o->d.at);
    return true;
}

/* Whose bias it is, which each call says anew */
static int say_bias(const Descriptors *d, const Shape *s, const Sides *o)
{
    const void *bias = o->c.at;
    return s->epilogue == BLAS_BIAS ? lib.cublasLtMatmulDescSetAttribute(d->product, BLAS_BIAS_POINTER, &bias, sizeof bias) : 0;
}

/* 0, or what the library says is wrong */
static int make(Descriptors *d, const Shape *s, const Sides *o)
{
    int bad = lib.cublasLtMatmulDescCreate(&d->product, s->compute, s->type == BLAS_64F ? BLAS_64F : BLAS_32F);
    for (int i = 0; i < 2 && !bad; i++) {
        int32_t turned = s->turned[i];
        bad = lib.cublasLtMatmulDescSetAttribute(d->product, i ? BLAS_TRANSB : BLAS_TRANSA, &turned, sizeof turned);
    }
    if (!bad && s->epilogue == BLAS_BIAS) bad = lib.cublasLtMatmulDescSetAttribute(d->product, BLAS_EPILOGUE, &s->epilogue, sizeof s->epilogue);
    if (!bad) bad = say_bias(d, s, o);
    const int64_t sizes[4][2] = {{s->m, s->k}, {s->k, s->n}, {s->m, s->n}, {s->m, s->n}};
    for (int i = 0; i < 4 && !bad; i++) {
        bool turned = i < 2 && s->turned[i];
        int32_t batches = (int32_t)s->batches;
        bad = lib.cublasLtMatrixLayoutCreate(&d->layout[i], s->type, (uint64_t)sizes[i][turned], (uint64_t)sizes[i][!turned], s->ld[i]);
        if (bad || batches == 1) continue;
        bad = lib.cublasLtMatrixLayoutSetAttribute(d->layout[i], BLAS_BATCH_COUNT, &batches, sizeof batches);
        if (!bad) bad = lib.cublasLtMatrixLayoutSetAttribute(d->layout[i], BLAS_BATCH_OFFSET, &s->apart[i], sizeof s->apart[i]);
    }
    return bad;
}

static int ask(struct Blas *b, const Card *c, Descriptors *d, const Shape *s, Found *f)
{
    int found = 0;
    uint64_t room = (uint64_t)4 << 20; /* a small share of a card has less to give */
    if (room > c->share / 16) room = c->share / 16;
    int bad = lib.cublasLtMatmulPreferenceCreate(&d->preference);
    if (!bad) bad = lib.cublasLtMatmulPreferenceSetAttribute(d->preference, BLAS_WORKSPACE, &room, sizeof room);
    for (int i = 0; i < 4 && !bad; i++) {
        uint32_t bytes = s->aligned[i];
        bad = lib.cublasLtMatmulPreferenceSetAttribute(d->preference, BLAS_ALIGNED_A + i, &bytes, sizeof bytes);
    }
    if (bad) return bad;
    f->usable = lib.cublasLtMatmulAlgoGetHeuristic(b->handle, d->product, d->layout[0], d->layout[1], d->layout[2], d->layout[3], d->preference, 1, &f->result, &found) == 0 && found > 0 && f->result.state == 0;
    return 0;
}

/* Says the shape and asks for an algorithm, once; f->usable: it has one. */
static int find(struct Blas *b, const Card *c, const Shape *s, const Sides *o, Found *f)
{
    Descriptors d = {NULL};
    drop(&f->made);
    f->known = false;
    int bad = make(&d, s, o);
    if (!bad) bad = ask(b, c, &d, s, f);
    if (bad) {
        drop(&d);
        return bad;
    }
    f->made = d;
    f->shape = *s;
    f->known = true;
    return 0;
}

static Found *place_for(struct Blas *b, const Shape *s)
{
    const unsigned char *bytes = (const unsigned char *)s;
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < sizeof *s; i++) hash = (hash ^ bytes[i]) * 16777619u;
    return &b->found[hash % SHAPES];
}

/* What cuDNN computes in PyTorch and MXNet follows its rule, not that of products. */
static unsigned precision_of(const Work *w, GpuWork *g)
{
    unsigned precision = cuda_host->precision(g->device->core, w->accent);
    if (w->op->id != OP_recurrent && w->op->id != OP_recurrent_grad) return precision;
    return precision & TF32_WINDOWS ? precision | TF32_PRODUCTS : precision & ~(unsigned)TF32_PRODUCTS;
}

static bool one_call(Work *w, GpuWork *g, const GpuProduct *p, bool *done)
{
    Shape s;
    Sides o;
    *done = false;
    if (!describe(p, precision_of(w, g), &s, &o)) return true;
    struct Blas *b = card_blas(g);
    if (!b) return true;
    Found *f = place_for(b, &s);
    const Descriptors *d = &f->made;
    int bad = f->known && memcmp(&f->shape, &s, sizeof s) == 0 ? f->usable ? say_bias(d, &s, &o) : 0 : find(b, g->card, &s, &o, f);
    void *room = NULL;
    bool ok = true;
    if (!bad && f->usable && f->result.workspace) ok = (room = gpu_scratch(w, g, f->result.workspace)) != NULL;
    if (!bad && ok && f->usable) {
        float single[2] = {(float)p->alpha, s.adds ? (float)p->beta : 0};
        double whole[2] = {p->alpha, s.adds ? p->beta : 0};
        const void *alpha = s.type == BLAS_64F ? (void *)&whole[0] : (void *)&single[0], *beta = s.type == BLAS_64F ? (void *)&whole[1] : (void *)&single[1];
        bad = lib.cublasLtMatmul(b->handle, d->product, alpha, o.a.at, d->layout[0], o.b.at, d->layout[1], beta, s.adds ? o.c.at : o.d.at, d->layout[2], (void *)(uintptr_t)o.d.at, d->layout[3], &f->result.algo,
                                 room, f->result.workspace, g->stream);
        *done = true;
    }
    if (!ok) return false;
    return !bad || cuda_host->work_fail(w, CE_DEVICE_FAULT, "%s: cuBLASLt says: %s (%d)", w->op->name, lib.cublasLtGetStatusString(bad), bad);
}

/* The place-th of an axis of batches: the product over the others. */
static GpuProduct without_axis(const GpuProduct *p, int axis, int64_t place)
{
    GpuProduct r = *p;
    r.a += place * p->a_batch[axis] * (int64_t)dtype_bytes(p->a_dtype);
    r.b += place * p->b_batch[axis] * (int64_t)dtype_bytes(p->b_dtype);
    r.out += place * p->out_batch[axis] * (int64_t)dtype_bytes(p->out_dtype);
    if (p->add) r.add += place * p->add_batch[axis] * (int64_t)dtype_bytes(p->add_dtype);
    r.batches /= p->batch_shape[axis];
    r.batch_axes--;
    for (int i = axis; i < r.batch_axes; i++) {
        r.batch_shape[i] = p->batch_shape[i + 1];
        r.a_batch[i] = p->a_batch[i + 1];
        r.b_batch[i] = p->b_batch[i + 1];
        r.out_batch[i] = p->out_batch[i + 1];
        r.add_batch[i] = p->add_batch[i + 1];
    }
    return r;
}

/* Batches that are no single axis (heads of attention, turned) take a call for each of their shortest axis. */
bool gpu_blas(Work *w, GpuWork *g, const GpuProduct *p, bool *done)
{
    enum { MOST_CALLS = 256 };
    int64_t apart[4];
    if (type_of(p) < 0 || join_batches(p, apart)) return one_call(w, g, p, done);
    int axis = 0;
    for (int i = 1; i < p->batch_axes; i++)
        if (p->batch_shape[i] < p->batch_shape[axis]) axis = i;
    *done = false;
    if (p->batch_shape[axis] > MOST_CALLS) return true;
    for (int64_t i = 0; i < p->batch_shape[axis]; i++) {
        GpuProduct part = without_axis(p, axis, i);
        if (!gpu_blas(w, g, &part, done)) return false;
        if (!*done && i == 0) return true;
        if (!*done) gpu_run_product(g->stream, &part);
    }
    *done = true;
    return true;
}
