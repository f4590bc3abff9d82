/* blas.c: the functions of cuBLASLt that the plugin calls, for tests over the emulated card: products are computed by plain loops as a piece of the stream's work. It holds
 * the caller to the library's own rules: leading dimensions, batches, alignments that were promised, an algorithm that was found for this very product.
 * PERCH_FAKE_BLAS=FUNCTION:STATUS lets a function fail; PERCH_FAKE_BLAS_TELL=1 counts products at the end. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blas.h"
#include "core/dtype.h"
#include "of_card.h"

#define OUT __attribute__((visibility("default")))
enum { INVALID = 7, UNSUPPORTED = 15 };
typedef struct Desc { int compute, scale, turned[2], epilogue; const char *bias; } Desc;
typedef struct Layout { int type; int64_t rows, columns, ld, apart; int batches; } Layout;
typedef struct Preference { uint64_t room; uint32_t aligned[4]; } Preference;
typedef struct Product { Desc desc; Layout layout[4]; const char *at[3]; char *to; double alpha, beta; } Product;
static long products, biased, in_tf32, plain, made, left;

static int failing(const char *name)
{
    const char *asked = getenv("PERCH_FAKE_BLAS");
    size_t n = strlen(name);
    return fails_with(name, asked && strncmp(asked, name, n) == 0 && asked[n] == ':' ? atoi(asked + n + 1) : 0);
}
#define BEGIN \
    int failed = failing(__func__); \
    if (failed) return failed

static void tell(void) { fprintf(stderr, "fake cuBLASLt: %ld products, %ld with a bias, %ld in TF32, %ld without tensor cores, %ld shapes, %ld left\n", products, biased, in_tf32, plain, made, left); }

#define BLAS(type, name, arguments) OUT type name arguments;
#include "blas.def"
#undef BLAS

int cublasLtCreate(void **handle)
{
    BEGIN;
    if (getenv("PERCH_FAKE_BLAS_TELL")) atexit(tell);
    return (*handle = malloc(1)) ? 0 : INVALID;
}
int cublasLtDestroy(void *handle) { return free(handle), 0; }
const char *cublasLtGetStatusString(int status) { return status == UNSUPPORTED ? "the functionality is not supported" : "an invalid value"; }

int cublasLtMatmulDescCreate(void **desc, int compute, int scale)
{
    BEGIN;
    bool fits = (compute == BLAS_COMPUTE_64F) == (scale == BLAS_64F) && (compute == BLAS_COMPUTE_64F || ((compute == BLAS_COMPUTE_32F || compute == BLAS_COMPUTE_PLAIN || compute == BLAS_COMPUTE_TF32) && scale == BLAS_32F));
    Desc *d = *desc = calloc(1, sizeof *d);
    if (d) d->compute = compute, d->scale = scale, d->epilogue = BLAS_PLAIN, made++, left++;
    return d && fits ? 0 : INVALID;
}
int cublasLtMatmulDescDestroy(void *desc) { return left--, free(desc), 0; }
int cublasLtMatmulDescSetAttribute(void *desc, int attribute, const void *value, size_t bytes)
{
    BEGIN;
    Desc *d = desc;
    if (attribute == BLAS_BIAS_POINTER && bytes == sizeof d->bias) return memcpy(&d->bias, value, bytes), 0;
    int32_t v;
    if (bytes != sizeof v) return INVALID;
    memcpy(&v, value, bytes);
    if ((attribute == BLAS_TRANSA || attribute == BLAS_TRANSB) && (v == 0 || v == 1)) return d->turned[attribute == BLAS_TRANSB] = v, 0;
    if (attribute == BLAS_EPILOGUE && v == BLAS_BIAS) return d->epilogue = v, 0;
    return INVALID;
}

int cublasLtMatrixLayoutCreate(void **layout, int type, uint64_t rows, uint64_t columns, int64_t ld)
{
    BEGIN;
    Layout *l = *layout = calloc(1, sizeof *l);
    if (l) *l = (Layout){type, (int64_t)rows, (int64_t)columns, ld, 0, 1};
    return l && rows && columns && ld >= (int64_t)rows ? 0 : INVALID;
}
int cublasLtMatrixLayoutDestroy(void *layout) { return free(layout), 0; }
int cublasLtMatrixLayoutSetAttribute(void *layout, int attribute, const void *value, size_t bytes)
{
    BEGIN;
    Layout *l = layout;
    if (attribute == BLAS_BATCH_COUNT && bytes == sizeof l->batches) return memcpy(&l->batches, value, bytes), l->batches > 0 ? 0 : INVALID;
    if (attribute == BLAS_BATCH_OFFSET && bytes == sizeof l->apart) return memcpy(&l->apart, value, bytes), 0;
    return INVALID;
}

int cublasLtMatmulPreferenceCreate(void **preference)
{
    BEGIN;
    return (*preference = calloc(1, sizeof(Preference))) ? 0 : INVALID;
}
int cublasLtMatmulPreferenceDestroy(void *preference) { return free(preference), 0; }
int cublasLtMatmulPreferenceSetAttribute(void *preference, int attribute, const void *value, size_t bytes)
{
    BEGIN;
    Preference *p = preference;
    if (attribute == BLAS_WORKSPACE && bytes == sizeof p->room) return memcpy(&p->room, value, bytes), 0;
    if (attribute >= BLAS_ALIGNED_A && attribute <= BLAS_ALIGNED_D && bytes == sizeof *p->aligned) return memcpy(&p->aligned[attribute - BLAS_ALIGNED_A], value, bytes), 0;
    return INVALID;
}

/* The sizes agree: a (m, k), b (k, n), c and d (m, n), of one type and as many batches. */
static bool agree(const Desc *d, Layout *const l[4])
{
    int64_t m = l[3]->rows, n = l[3]->columns, k = d->turned[0] ? l[0]->rows : l[0]->columns;
    bool good = (d->turned[0] ? l[0]->columns : l[0]->rows) == m && (d->turned[1] ? l[1]->columns : l[1]->rows) == k && (d->turned[1] ? l[1]->rows : l[1]->columns) == n && l[2]->rows == m && l[2]->columns == n;
    for (int i = 0; i < 4; i++) good &= l[i]->type == l[3]->type && l[i]->batches == l[3]->batches;
    return good && (l[3]->batches == 1 || l[3]->apart >= (n - 1) * l[3]->ld + m) && (l[3]->type == BLAS_64F) == (d->compute == BLAS_COMPUTE_64F) && (d->compute != BLAS_COMPUTE_TF32 || l[3]->type == BLAS_32F) && (d->epilogue == BLAS_PLAIN) == !d->bias;
}

/* What an algorithm was found for */
static uint64_t number_of(const Desc *d, Layout *const l[4])
{
    uint64_t n = (uint64_t)(d->turned[0] + 2 * d->turned[1] + 4 * d->epilogue + 64 * d->compute);
    for (int i = 0; i < 4; i++) n = ((((n * 31 + (uint64_t)l[i]->rows) * 31 + (uint64_t)l[i]->columns) * 31 + (uint64_t)l[i]->ld) * 31 + (uint64_t)l[i]->apart) * 31 + (uint64_t)(l[i]->type + 64 * l[i]->batches);
    return n;
}

int cublasLtMatmulAlgoGetHeuristic(void *handle, void *desc, void *a, void *b, void *c, void *d, void *preference, int wanted, BlasResult *results, int *found)
{
    BEGIN;
    Layout *const l[4] = {a, b, c, d};
    const Preference *p = preference;
    if (!handle || wanted < 1 || !agree(desc, l)) return INVALID;
    *results = (BlasResult){.workspace = p->room < 512 ? p->room : 512};
    results->algo.data[0] = number_of(desc, l);
    for (int i = 0; i < 4; i++) results->algo.data[1 + i] = p->aligned[i];
    *found = 1;
    return 0;
}

static double load(int type, const char *at, int64_t i)
{
    return type == BLAS_64F ? ((const double *)(const void *)at)[i] : type == BLAS_32F ? (double)((const float *)(const void *)at)[i]
         : scalar_as_double(dtype_load(type == BLAS_16F ? DT_FLOAT16 : DT_BFLOAT16, at + 2 * i));
}
static double rounded(bool tf32, double v) /* to 10 bits of fraction */
{
    uint32_t bits;
    float f = (float)v;
    if (!tf32) return v;
    memcpy(&bits, &f, sizeof bits);
    bits = (bits + 0x1000) & ~0x1FFFu;
    memcpy(&f, &bits, sizeof bits);
    return f;
}
static void store(int type, char *at, int64_t i, double v)
{
    if (type == BLAS_64F) ((double *)(void *)at)[i] = v;
    else if (type == BLAS_32F) ((float *)(void *)at)[i] = (float)v;
    else dtype_store(type == BLAS_16F ? DT_FLOAT16 : DT_BFLOAT16, at + 2 * i, (Scalar){.kind = SCALAR_FLOAT, .f = v});
}

static void compute(void *data)
{
    Product *p = data;
    const Layout *l = p->layout;
    int type = l[3].type;
    bool tf32 = p->desc.compute == BLAS_COMPUTE_TF32;
    int64_t k = p->desc.turned[0] ? l[0].rows : l[0].columns;
    for (int64_t batch = 0; batch < l[3].batches; batch++)
        for (int64_t column = 0; column < l[3].columns; column++)
            for (int64_t row = 0; row < l[3].rows; row++) {
                double sum = 0;
                for (int64_t i = 0; i < k; i++)
                    sum += rounded(tf32, load(type, p->at[0], batch * l[0].apart + (p->desc.turned[0] ? row * l[0].ld + i : i * l[0].ld + row)))
                         * rounded(tf32, load(type, p->at[1], batch * l[1].apart + (p->desc.turned[1] ? i * l[1].ld + column : column * l[1].ld + i)));
                sum *= p->alpha;
                if (p->beta != 0) sum += p->beta * load(type, p->at[2], batch * l[2].apart + column * l[2].ld + row);
                if (p->desc.bias) sum += load(type, p->desc.bias, row);
                store(type, p->to, batch * l[3].apart + column * l[3].ld + row, sum);
            }
}

int cublasLtMatmul(void *handle, void *desc, const void *alpha, const void *a, void *a_layout, const void *b, void *b_layout, const void *beta, const void *c, void *c_layout, void *d, void *d_layout,
                   const BlasAlgo *algo, void *workspace, size_t bytes, cudaStream_t stream)
{
    BEGIN;
    Layout *const l[4] = {a_layout, b_layout, c_layout, d_layout};
    const void *at[4] = {a, b, c, d};
    const Desc *how = desc;
    bool whole = how->scale == BLAS_64F;
    if (!handle || !agree(desc, l) || algo->data[0] != number_of(desc, l) || (bytes && !workspace)) return INVALID;
    for (int i = 0; i < 4; i++)
        if ((uintptr_t)at[i] % algo->data[1 + i]) return UNSUPPORTED;
    Product *p = malloc(sizeof *p);
    void (*give)(cudaStream_t, void (*)(void *), void *) = (void (*)(cudaStream_t, void (*)(void *), void *))of_card("emulated_give");
    if (!p || !give) return free(p), INVALID;
    *p = (Product){*how, {*l[0], *l[1], *l[2], *l[3]}, {a, b, c}, d, whole ? *(const double *)alpha : (double)*(const float *)alpha, whole ? *(const double *)beta : (double)*(const float *)beta};
    give(stream, compute, p);
    products++;
    biased += how->bias != NULL;
    in_tf32 += how->compute == BLAS_COMPUTE_TF32;
    plain += how->compute == BLAS_COMPUTE_PLAIN;
    return 0;
}
