/* dnn.h: oneDNN behind a door: opened at first use, through a table of its functions; absent, every question here is answered "no".
 *
 * Each worker (the CPU driver, each simulated GPU) owns one Dnn: an engine, a stream and a bounded cache of primitives keyed by shapes and
 * attributes. Debian's build runs on OpenMP (libgomp); perch gives it one thread a call and cuts the work itself over the worker's own
 * pool, so that the pool and OpenMP never spin against each other and a simulated GPU keeps to its share. Primitives are looked up on the
 * worker's thread and may then run on several threads of its pool at once, each with its own scratch memory.
 */
#ifndef PERCH_CORE_CPU_DNN_H
#define PERCH_CORE_CPU_DNN_H

#include "work.h"

Dnn *dnn_open(void);        /* loads nothing yet; NULL: no memory (kernels then use their own loops) */
void dnn_close(Dnn *d);     /* NULL is allowed */
bool dnn_ready(Dnn *d);     /* the library is there (opens it); call it on the worker's thread before the others */
const char *dnn_version(Dnn *d); /* "2.6.3"; NULL: absent */

/* Row-major: c (m x n) = alpha op(a) op(b) + beta c. May run on any thread of the worker's pool. */
bool dnn_sgemm(Dnn *d, bool ta, bool tb, int64_t m, int64_t n, int64_t k, float alpha, const float *a, int64_t lda, const float *b, int64_t ldb,
               float beta, float *c, int64_t ldc);

/* A convolution of float32 in NCHW (1 to 3 dimensions), all contiguous. y is the output side: y = conv(x, weight). */
typedef enum DnnConvKind { DNN_CONV, DNN_CONV_DATA, DNN_CONV_WEIGHT } DnnConvKind;
typedef struct DnnConv {
    int32_t kind, dims;
    int64_t batch, groups, in_channels, out_channels;
    int64_t in[3], out[3], kernel[3], stride[3], pad[3], dilate[3];
    int64_t bias; /* 1: there is one (DNN_CONV only) */
} DnnConv;
/* Reads two of x, weight, y and writes the third, as the kind says. *done false: oneDNN does not do this one. false: failed (recorded in w). */
bool dnn_conv(Work *w, const DnnConv *c, float *x, float *weight, const float *bias, float *y, bool *done);

#endif
