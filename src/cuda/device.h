/* device.h: what the planning side (C) hands to the computing side (CUDA): plain structs that go to a kernel by value, and one launcher a kernel.
 *
 * Reads as C and as CUDA. Launchers only put work on a stream; a status comes back from cudaGetLastError.
 */
#ifndef PERCH_CUDA_DEVICE_H
#define PERCH_CUDA_DEVICE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct CUstream_st;
typedef struct CUstream_st *GpuStream;

/* What a kernel found wrong, once until somebody waits: `kind` is an ErrorKind, set last; numbers as the kind's row in errors.def says. */
typedef struct GpuFault { int32_t kind; uint32_t piece; int64_t numbers[4]; } GpuFault;

enum { GPU_DIMS = 16 }; /* axes of a kernel after neighbours were joined; more are copied together first */

/* ---- elementwise: ew.cu ---- */
/* A program keeps an element's values in slots; -2 - n: number n, for all elements; -1: none. */
enum { GPU_STEPS = 24, GPU_SLOTS = 40, GPU_FEW_SLOTS = 8, GPU_VIEWS = 12, GPU_NUMBERS = 48 };
typedef union GpuNumber { float F; double D; int32_t I; int64_t L; uint8_t B; uint64_t bits; } GpuNumber;
typedef struct GpuView { char *at; int64_t strides[GPU_DIMS]; uint8_t dtype, type; int8_t slot; } GpuView; /* type: the slot's */
typedef struct GpuStep { int16_t function; uint8_t type, from, check; int8_t dst, src[3]; GpuNumber k[3]; } GpuStep; /* function -1: converts `from` to `type` */
typedef struct GpuProgram {
    int64_t size, shape[GPU_DIMS];
    int32_t ndim, steps, ins, outs, slots;
    uint32_t piece;
    GpuFault *fault;
    GpuView in[GPU_VIEWS], out[GPU_VIEWS];
    GpuStep step[GPU_STEPS];
    GpuNumber number[GPU_NUMBERS];
} GpuProgram;
/* plain: views without gaps (no strides are read). */
void gpu_run_program(GpuStream stream, const GpuProgram *p, int plain);
/* The same program over operands of several sizes, as an optimizer's for its parameters: one launch. All plain. */
enum { GPU_SETS = 16 };
typedef struct GpuSet { int64_t size; char *in[GPU_VIEWS], *out[GPU_VIEWS]; uint32_t block; } GpuSet; /* block: its first */
typedef struct GpuJoined { GpuProgram program; GpuSet set[GPU_SETS]; int32_t sets; } GpuJoined;
void gpu_run_joined(GpuStream stream, GpuJoined *j); /* (says which blocks are whose) */

/* ---- a strided operand, its axes joined ---- */
typedef struct GpuTensor { char *at; int64_t size, shape[GPU_DIMS], strides[GPU_DIMS]; int32_t ndim; uint8_t dtype, present; } GpuTensor;

/* ---- copying and filling: move.cu ---- */
typedef struct GpuBlit { char *to; const char *from; int64_t count, size[GPU_DIMS], to_step[GPU_DIMS], from_step[GPU_DIMS]; int32_t axes; uint8_t to_type, from_type, bytes; } GpuBlit;
void gpu_run_blit(GpuStream stream, const GpuBlit *b);
typedef struct GpuFill { GpuTensor out; uint8_t bytes; uint64_t value[2]; } GpuFill;
void gpu_run_fill(GpuStream stream, const GpuFill *f);
typedef struct GpuSequence { GpuTensor out; int8_t whole, single; double start, step, stop; int64_t first, by, repeat, last; } GpuSequence;
void gpu_run_sequence(GpuStream stream, const GpuSequence *s);
typedef struct GpuEye { char *at; int64_t row, rows, columns, row_step, column_step, offset; uint8_t dtype; } GpuEye;
void gpu_run_eye(GpuStream stream, const GpuEye *e);
enum GpuPadMode { GPU_PAD_EDGE, GPU_PAD_WRAP, GPU_PAD_REFLECT, GPU_PAD_SYMMETRIC };
typedef struct GpuPad { GpuTensor in, out; int64_t before[GPU_DIMS]; uint8_t mode, bytes; } GpuPad;
void gpu_run_pad(GpuStream stream, const GpuPad *p);
typedef struct GpuTriangle { char *at; int64_t size, rows, columns, offset; uint8_t bytes, upper; } GpuTriangle;
void gpu_run_triangle(GpuStream stream, const GpuTriangle *t); /* clears what lies outside */

/* ---- reductions: reduce.cu ---- */
enum GpuReduceFunction { GPU_SUM, GPU_NANSUM, GPU_PROD, GPU_MAX, GPU_MIN, GPU_COUNT, GPU_ABS, GPU_SQUARE, GPU_ABSMAX, GPU_ABSMIN, GPU_POWER, GPU_DEVIATION, GPU_EXP };
enum GpuReduceEnd { GPU_AS_IT_IS, GPU_MEAN, GPU_MEAN_ROUNDED, GPU_ANY, GPU_ALL, GPU_ROOT, GPU_POWER_ROOT, GPU_VARIANCE, GPU_DEVIATION_END, GPU_LOG_ADDED };
typedef struct GpuReduce {
    const char *at;                     /* elements; results lie at kept strides, what is put together at gone ones */
    char *acc;                          /* 8 bytes a result and part: double, or int64 where `whole` */
    const double *shift;                /* one a result, or NULL */
    const double *added;                /* GPU_LOG_ADDED */
    double p, divisor;
    int64_t results, each, parts, kept_shape[GPU_DIMS], kept_strides[GPU_DIMS], gone_shape[GPU_DIMS], gone_strides[GPU_DIMS];
    int32_t kept, gone;
    uint8_t dtype, whole, function, end, ends; /* ends: of one part each, which ends there */
    GpuTensor out;                      /* of the end: where results are stored; not present: acc itself */
} GpuReduce;
void gpu_run_reduce(GpuStream stream, const GpuReduce *r);     /* acc, or the end */
void gpu_run_reduce_end(GpuStream stream, const GpuReduce *r); /* parts joined in order, the end applied, stored */

/* ---- along an axis: lines.cu ---- */
typedef struct GpuLines { GpuTensor in, out[2]; int64_t count, len, step, out_step[2], shape[GPU_DIMS], strides[GPU_DIMS], out_strides[2][GPU_DIMS]; int32_t ndim; uint8_t whole, outs, smallest, product, rounds, type; } GpuLines;
void gpu_run_extreme(GpuStream stream, const GpuLines *l);       /* out[0]: the place (and with two outs: the value), or out[1]: the place */
void gpu_run_running(GpuStream stream, const GpuLines *l);

/* ---- complex numbers: complex.cu ---- */
typedef struct GpuComplexSide { char *at; int64_t strides[GPU_DIMS]; double number[2]; uint8_t dtype; } GpuComplexSide; /* at NULL: the number */
typedef struct GpuComplex { int64_t size, shape[GPU_DIMS]; GpuComplexSide in[3], out; double k[2]; int32_t ndim, ins, op; uint8_t torch, wide; } GpuComplex; /* op: an OpId */
void gpu_run_complex(GpuStream stream, const GpuComplex *c);
void gpu_run_complex_reduce(GpuStream stream, const GpuReduce *r);  /* no acc, in one part; GPU_COUNT, SUM, PROD, ABS…, SQUARE, POWER, DEVIATION (from the mean) */
void gpu_run_complex_running(GpuStream stream, const GpuLines *l);
typedef struct GpuFourier {
    GpuTensor in, out;                  /* the other axes */
    int64_t in_step, out_step, n, have, room, lines; /* n points of which the operand has `have`; room: n or, where that is no power of two, one of at least 2 n - 1 */
    char *from, *to, *chirp;            /* complex128: lines * room twice; 2 * room where room is not n */
    double scale;
    uint8_t inverse;
} GpuFourier;
void gpu_run_fourier(GpuStream stream, const GpuFourier *f);

/* ---- products: product.cu ---- */
/* out = alpha a b + beta add for each of a batch; steps in elements, any */
typedef struct GpuProduct {
    const char *a, *b, *add;            /* add NULL: none */
    char *out;
    int64_t rows, columns, inner, batches, a_row, a_column, b_row, b_column, add_row, add_column, out_row, out_column;
    int64_t batch_shape[GPU_DIMS], a_batch[GPU_DIMS], b_batch[GPU_DIMS], out_batch[GPU_DIMS], add_batch[GPU_DIMS];
    double alpha, beta, alpha_im, beta_im;
    int64_t whole_alpha, whole_beta;
    int32_t batch_axes;
    uint8_t a_dtype, b_dtype, add_dtype, out_dtype, bool_or;
} GpuProduct;
void gpu_run_product(GpuStream stream, const GpuProduct *p);
void gpu_run_row_sums(GpuStream stream, int dtype, const char *from, int64_t rows, int64_t n, char *to);

/* ---- recurrent layers: recurrent.cu ---- */
enum { GPU_NARROW = 512 };              /* bytes of a state: what a block can hold of some rows, with their gates */
typedef struct GpuRecurrent {           /* names as in core/cpu/recurrent_impl.h; a narrow layer reads the weight turned on the way there: (n, wide) */
    const char *x, *first, *first_cell, *weight, *bias, *dy, *dcells;
    const char *y, *cell, *kept;        /* written on the way there */
    char *dx, *dhidden, *dstate, *dcell;
    int64_t steps, batch;
    int32_t n, wide;
    uint8_t mode, reverse, wide_numbers, back, narrow; /* mode: as core/recurrent.h has it; narrow: all steps in one launch, else one each */
} GpuRecurrent;
void gpu_run_recurrent(GpuStream stream, const GpuRecurrent *r);

/* ---- indices: index.cu ---- */
enum GpuIndexMode { GPU_INDEX_RAISE, GPU_INDEX_STRICT, GPU_INDEX_CLIP, GPU_INDEX_WRAP, GPU_INDEX_ANY }; /* as core/cpu/index.h's */
/* places[i] (+)= step * the i-th index, checked against size; what is out of range is told and counts as 0 */
typedef struct GpuIndexRead {
    int64_t *places, step, size, axis;
    GpuTensor index;                    /* broadcast by its strides */
    GpuFault *fault;
    uint32_t piece;
    int32_t kind;                       /* CE_INDEX_RANGE */
    uint8_t mode, add;
} GpuIndexRead;
void gpu_run_index_read(GpuStream stream, const GpuIndexRead *r);
/* Elements of front x places x back: taken from `at` into rows at `rows`, or laid (added) from rows into `at`. row steps: the rows' own, in elements. */
typedef struct GpuIndexRows {
    char *at, *rows;
    const int64_t *places;              /* offsets in `at` */
    int64_t *winners;                   /* laying: the row that came last, one an element of `at`; NULL: adding, or `same`: one value for all, whoever comes last */
    int64_t total, count, front_size[GPU_DIMS], front_step[GPU_DIMS], front_row[GPU_DIMS], back_size[GPU_DIMS], back_step[GPU_DIMS], back_row[GPU_DIMS], back_total;
    int64_t block_size[GPU_DIMS], block_row[GPU_DIMS], padding; /* padded: rows whose place this is are passed over */
    int32_t fronts, backs, blocks;
    uint8_t dtype, bytes, padded, same;
} GpuIndexRows;
void gpu_run_index_take(GpuStream stream, const GpuIndexRows *r);
void gpu_run_index_lay(GpuStream stream, const GpuIndexRows *r); /* two passes where winners are wanted */
/* Along an axis: element i of the indices' shape is at offset_of(shape, steps) + index[i] * along in `at`. */
typedef struct GpuGather { char *at, *other; const int64_t *index; int64_t *winners; int64_t total, along, shape[GPU_DIMS], steps[GPU_DIMS], other_steps[GPU_DIMS]; int32_t ndim; uint8_t dtype, bytes, same; } GpuGather;
void gpu_run_gather(GpuStream stream, const GpuGather *g);       /* other[i] = at[…] */
void gpu_run_scatter(GpuStream stream, const GpuGather *g);      /* at[…] = or += other[…] */
typedef struct GpuOneHot { char *out; const int64_t *index; int64_t count, depth; uint8_t dtype; } GpuOneHot;
void gpu_run_one_hot(GpuStream stream, const GpuOneHot *o);
typedef struct GpuSequenceMask { char *at; const int64_t *length; int64_t total, steps, batch, rest; uint64_t value[2]; uint8_t axis, bytes; } GpuSequenceMask;
void gpu_run_sequence_mask(GpuStream stream, const GpuSequenceMask *m);

/* ---- classes: softmax.cu ---- */
typedef struct GpuSoftmax { const char *x, *g; char *y; int64_t outer, n, inner; double scale; uint8_t dtype, log; } GpuSoftmax; /* contiguous; float32 or float64 */
void gpu_run_softmax(GpuStream stream, const GpuSoftmax *s);
void gpu_run_softmax_grad(GpuStream stream, const GpuSoftmax *s); /* x: the softmax; y may be g */
typedef struct GpuLoss {
    const char *x, *g, *weight;         /* log p or nll's operand; the loss's gradient; NULL: none */
    const void *target;                 /* int64, or of the dtype where it says parts */
    char *out;
    double *sums;                       /* each position's loss and weight, then (or, short, at once) their sums in [0] and [1] */
    int64_t outer, n, inner, ignore;
    double smoothing;
    GpuFault *fault;
    uint32_t piece;
    int32_t kind;
    uint8_t dtype, parts, mean, none, counts; /* counts: of a mean gpu_run_class_grad counts what it divides by */
} GpuLoss;
void gpu_run_loss(GpuStream stream, const GpuLoss *l);           /* the loss of each position into sums; none: stored */
void gpu_run_loss_end(GpuStream stream, const GpuLoss *l);       /* reduced into out */
void gpu_run_short_loss(GpuStream stream, const GpuLoss *l, const GpuSoftmax *s); /* the same and the end in one launch, with log softmax before it (s->y NULL: none) */
void gpu_run_class_grad(GpuStream stream, const GpuLoss *l, const char *logs); /* the gradient of a loss of classes, not smoothed: of the operand of log softmax, or (logs NULL) of x */
void gpu_run_loss_grad(GpuStream stream, const GpuLoss *l);      /* -part * the position's gradient into out */
typedef struct GpuSoftmaxOutput { const char *p; const void *target; char *out; double *sums; int64_t outer, n, inner, ignore; double smoothing, factor; uint8_t dtype, parts, by_valid, keeps; } GpuSoftmaxOutput; /* keeps: what is ignored is only not counted */
void gpu_run_softmax_output(GpuStream stream, const GpuSoftmaxOutput *s);

/* ---- norms: norm.cu ---- */
enum GpuNormKind { GPU_NORM_BATCH, GPU_NORM_LAYER, GPU_NORM_GROUP };
typedef struct GpuNorm {
    const char *x, *g;                  /* contiguous, of `dtype` */
    const char *scale, *shift;          /* float64 where dtype is, else float32; NULL: none */
    char *y;
    double *mean, *inverse, *sums;      /* between launches, one a statistic; sums: two */
    GpuTensor saved_mean, saved_inverse; /* 1 / sqrt(variance + eps): written forward, read backward */
    GpuTensor running_mean, running_variance; /* read where `given`, else brought forward by `part`, the variance times `correct`; not present: none */
    GpuTensor d_scale, d_shift;
    int64_t outer, channels, inner, each; /* batch: (outer, channels, inner); layer: outer rows of `channels`; group: images, channels, inner, `each` channels a group */
    int64_t size, statistics, count;    /* count: elements of a statistic */
    double eps, part, correct;
    uint8_t dtype, kind, training, given, whole; /* whole: a statistic's block computes its elements, too */
} GpuNorm;
void gpu_run_norm(GpuStream stream, const GpuNorm *n);
void gpu_run_norm_running(GpuStream stream, const GpuNorm *n);     /* running statistics alone, by those that were saved */
void gpu_run_norm_grad(GpuStream stream, const GpuNorm *n);        /* y: x's gradient */

/* ---- windows: window.cu ---- */
typedef struct GpuConv {
    char *x, *weight, *y;               /* contiguous, of `dtype` (float32, float64) */
    const char *bias;                   /* added to what is written; NULL: none */
    int64_t batch, channels, filters, groups, in[3], out[3], kernel[3], stride[3], pad[3], dilate[3];
    uint8_t dtype;
} GpuConv;
void gpu_run_conv(GpuStream stream, const GpuConv *c);             /* y of x and weight */
void gpu_run_conv_data(GpuStream stream, const GpuConv *c);        /* x of y and weight */
void gpu_run_conv_weight(GpuStream stream, const GpuConv *c);      /* weight of x and y */
typedef struct GpuPool {
    const char *x, *g;
    char *y, *to;
    int64_t *where;
    int64_t planes, in[3], out[3], kernel[3], stride[3], pad[3], dilate[3], divisor;
    double p;
    uint8_t dtype, adaptive, count_pad;
} GpuPool;
void gpu_run_max_pool(GpuStream stream, const GpuPool *p);         /* y and where of x */
void gpu_run_max_pool_grad(GpuStream stream, const GpuPool *p);    /* added to `to` (cleared) at where */
void gpu_run_avg_pool(GpuStream stream, const GpuPool *p);         /* y of x */
void gpu_run_avg_pool_grad(GpuStream stream, const GpuPool *p);    /* to of g */
void gpu_run_lp_pool(GpuStream stream, const GpuPool *p);          /* y of x */
void gpu_run_lp_pool_grad(GpuStream stream, const GpuPool *p);     /* to of g, x, y */

/* ---- order: sort.cu ---- */
typedef struct GpuKey { uint64_t key; int64_t at; } GpuKey;
typedef struct GpuSort {
    GpuLines lines;                     /* out[0]: values, out[1]: places */
    GpuKey *keys;                       /* `padded` (a power of two) a line */
    int64_t padded, take;               /* how many of each line are wanted */
    uint8_t descending, median;
} GpuSort;
void gpu_run_sort(GpuStream stream, const GpuSort *s);         /* keys made and put in order: equals as they were */
void gpu_run_sort_take(GpuStream stream, const GpuSort *s);
typedef struct GpuUnique { const GpuKey *keys; int64_t *group, *inverse, *counts; GpuTensor in, values; int64_t n, room; uint8_t type, each_nan_alone; } GpuUnique;
void gpu_run_unique_marks(GpuStream stream, const GpuUnique *u); /* group[i]: 1 where a new value begins */
void gpu_run_unique(GpuStream stream, const GpuUnique *u);       /* group: how many began up to i */
/* The sums of all before each, in place; `blocks`: room for a number a block of GPU_SCAN. */
enum { GPU_SCAN = 1024 };
void gpu_run_scan(GpuStream stream, int64_t *values, int64_t n, int64_t *blocks);

/* ---- counting: count.cu ---- */
typedef struct GpuNonzero { GpuTensor in, value, out; int64_t *before; int64_t size, shape[GPU_DIMS], row_step, column_step, room; int32_t ndim; uint8_t bytes; } GpuNonzero;
void gpu_run_holds(GpuStream stream, const GpuNonzero *n);       /* before[i]: 1 where `in` holds */
void gpu_run_nonzero(GpuStream stream, const GpuNonzero *n);     /* the indices of each, a row each */
void gpu_run_masked_select(GpuStream stream, const GpuNonzero *n); /* value's elements */
typedef struct GpuBins { const int64_t *x; const double *weights, *values; void *bins; double *range; double low, high, margin; GpuFault *fault; int64_t n, count; uint32_t piece; int32_t kind; uint8_t nan_in_first, by_edges; } GpuBins;
void gpu_run_bincount(GpuStream stream, const GpuBins *b);
void gpu_run_histogram(GpuStream stream, const GpuBins *b);
typedef struct GpuSearch { const void *a, *b; int64_t *at; int64_t n, len, row; GpuNumber number; uint8_t floats, right, comparing, one, rows; } GpuSearch;
void gpu_run_search(GpuStream stream, const GpuSearch *s);
void gpu_run_add_at(GpuStream stream, const GpuGather *g);       /* other's elements added at offset_of(shape, steps) */

/* ---- interpolation: resize.cu ---- */
enum GpuResizeMode { GPU_NEAREST, GPU_NEAREST_EXACT, GPU_LINEAR, GPU_CUBIC };
typedef struct GpuResize { char *x, *y; int64_t planes, in[3], out[3]; double factor[3]; uint8_t mode[3], dtype, align; } GpuResize;
void gpu_run_resize(GpuStream stream, const GpuResize *r);       /* y of x */
void gpu_run_resize_grad(GpuStream stream, const GpuResize *r);  /* y added to x (cleared) */

/* ---- attention: attention.cu ---- */
typedef struct GpuMatrices { char *at; int64_t row, column, batch[GPU_DIMS]; } GpuMatrices; /* steps in elements; at NULL: absent */
typedef struct GpuAttention {
    GpuMatrices q, k, v, mask, out, g, dq, dk, dv; /* out: the result; g: its gradient */
    int64_t batches, queries, sources, depth, wide, batch_shape[GPU_DIMS];
    void *sums, *delta;                            /* one a query, of the type that is computed in */
    int64_t *drawn;                                /* seed and offset: written forward, read backward */
    uint64_t seed, offset;
    const uint64_t *apart;
    double scale, keep, factor;
    uint32_t blocks;
    int32_t batch_axes;
    uint8_t dtype, mask_of_bools, causal, drops;
} GpuAttention;
void gpu_run_attention(GpuStream stream, const GpuAttention *a);
void gpu_run_attention_grad(GpuStream stream, const GpuAttention *a);

/* ---- random numbers: random.cu ---- */
enum GpuRandomKind { GPU_UNIFORM, GPU_NORMAL, GPU_INTEGERS, GPU_EXPONENTIAL, GPU_MASK, /* laid out as PyTorch's generator on CUDA */
                     GPU_BERNOULLI, GPU_GAMMA, GPU_POISSON, GPU_POISSON_EACH };           /* a sequence for each element */
typedef struct GpuRandom {
    GpuTensor out, in;                  /* out: contiguous; in: each element's probability or rate */
    uint64_t seed, offset, range;
    const uint64_t *apart;              /* added to offset and seed when it runs (a graph's); NULL: nothing */
    int64_t low;
    double a, b;
    GpuFault *fault;
    uint32_t piece, blocks;
    int32_t error;
    uint8_t kind;
} GpuRandom;
void gpu_run_random(GpuStream stream, const GpuRandom *r);
void gpu_run_random_keys(GpuStream stream, GpuKey *keys, int64_t n, int64_t padded, uint64_t seed, uint64_t offset, const uint64_t *apart); /* for a permutation */
void gpu_run_order_keys(GpuStream stream, GpuKey *keys, int64_t lines, int64_t padded);
void gpu_run_key_places(GpuStream stream, const GpuKey *keys, int64_t n, const GpuTensor *out);
/* Classes by weight: keys of weight / exponential where nothing is put back, else places in the running sum. */
typedef struct GpuChoice { const double *weights; double *running; GpuTensor out; GpuKey *keys; int64_t rows, n, draws, padded; uint64_t seed, offset; const uint64_t *apart; GpuFault *fault; uint32_t piece; int32_t error; uint8_t replace; } GpuChoice;
void gpu_run_choice(GpuStream stream, const GpuChoice *c);

#ifdef __cplusplus
}
#endif

#endif
