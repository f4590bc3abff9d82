/* dnn_impl.h: what the files dnn*.c share: the table of the library's functions, and the cache's entries. */
#ifndef PERCH_CORE_CPU_DNN_IMPL_H
#define PERCH_CORE_CPU_DNN_IMPL_H

#include "dnn.h"

#ifdef PERCH_DNNL
#include <oneapi/dnnl/dnnl.h>

#define DNN_FUNCTIONS(X)                                                                                                       \
    X(version) X(engine_create) X(engine_destroy) X(stream_create) X(stream_destroy) X(sgemm) X(primitive_attr_create)         \
    X(primitive_attr_destroy) X(primitive_attr_set_scratchpad_mode) X(primitive_desc_create) X(primitive_desc_destroy)         \
    X(primitive_desc_query_md) X(primitive_create) X(primitive_destroy) X(primitive_execute) X(memory_create)                  \
    X(memory_destroy) X(memory_desc_init_by_tag) X(memory_desc_init_by_strides) X(memory_desc_get_size) X(memory_desc_equal)   \
    X(reorder_primitive_desc_create) X(dilated_convolution_forward_desc_init) X(dilated_convolution_backward_data_desc_init)   \
    X(dilated_convolution_backward_weights_desc_init)

typedef struct DnnTable {
#define X(name) __typeof__(dnnl_##name) *name;
    DNN_FUNCTIONS(X)
#undef X
    void (*omp_set_num_threads)(int);
    int (*omp_get_max_threads)(void);
} DnnTable;

enum { DNN_CACHE = 256, DNN_KEY = 30 }; /* entries a worker; numbers in a key */

/* A primitive, the layouts that it wants, and the reorders to and from plain ones (NULL where the plain one is right). */
enum { DNN_X, DNN_WEIGHT, DNN_Y, DNN_BIAS, DNN_SIDES };
typedef struct DnnEntry {
    uint64_t hash, used;
    int64_t key[DNN_KEY];
    bool refused; /* oneDNN has no such primitive: remembered */
    dnnl_primitive_t run;
    dnnl_memory_desc_t plain[DNN_SIDES], wanted[DNN_SIDES], scratch;
    size_t bytes[DNN_SIDES], scratch_bytes;
    dnnl_primitive_t reorder[DNN_SIDES];
} DnnEntry;

struct Dnn {
    bool tried;
    void *library;
    DnnTable f;
    dnnl_engine_t engine;
    dnnl_stream_t stream;
    dnnl_primitive_attr_t attr; /* the scratch memory is the caller's */
    char version[24];
    uint64_t clock;
    int count;
    DnnEntry *entries[DNN_CACHE];
};

/* The entry for this key; *fresh: the caller has to fill it in. NULL: no memory. On the worker's thread. The entries used since `clock` was
 * last read by the caller stay: at most a handful are in use at once. */
DnnEntry *dnn_entry(Dnn *d, const int64_t *key, int n, bool *fresh);
int dnn_alone_begin(const Dnn *d);            /* this thread gives oneDNN one thread; returns what to give back */
void dnn_alone_end(const Dnn *d, int before);
#endif

#endif
