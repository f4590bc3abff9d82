/* dnn.c: opening oneDNN, its table of functions, the cache of primitives, and its sgemm. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dnn_impl.h"

#ifdef PERCH_DNNL

Dnn *dnn_open(void) { return calloc(1, sizeof(Dnn)); }

static void entry_free(const Dnn *d, DnnEntry *e)
{
    if (e->run) d->f.primitive_destroy(e->run);
    for (int i = 0; i < DNN_SIDES; i++)
        if (e->reorder[i]) d->f.primitive_destroy(e->reorder[i]);
    free(e);
}

static void close_library(Dnn *d)
{
    if (d->attr) d->f.primitive_attr_destroy(d->attr);
    if (d->stream) d->f.stream_destroy(d->stream);
    if (d->engine) d->f.engine_destroy(d->engine);
    if (d->library) dlclose(d->library);
    d->library = NULL;
}

void dnn_close(Dnn *d)
{
    if (!d) return;
    for (int i = 0; i < d->count; i++) entry_free(d, d->entries[i]);
    close_library(d);
    free(d);
}

static bool fill_table(Dnn *d)
{
#define X(name) \
    if (!(*(void **)(void *)&d->f.name = dlsym(d->library, "dnnl_" #name))) return false;
    DNN_FUNCTIONS(X)
#undef X
    /* its runtime, found among what it loaded; a build on another runtime lacks these and is left alone */
    *(void **)(void *)&d->f.omp_set_num_threads = dlsym(d->library, "omp_set_num_threads");
    *(void **)(void *)&d->f.omp_get_max_threads = dlsym(d->library, "omp_get_max_threads");
    return true;
}

static bool open_library(Dnn *d)
{
    /* NODELETE: code of a thread pool must not be unmapped under its threads. */
    d->library = dlopen("libdnnl.so.2", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (!d->library || !fill_table(d)) return false;
    const dnnl_version_t *v = d->f.version();
    if (v->major != DNNL_VERSION_MAJOR) return false; /* descriptors are structs of this version */
    snprintf(d->version, sizeof d->version, "%d.%d.%d", v->major, v->minor, v->patch);
    return d->f.engine_create(&d->engine, dnnl_cpu, 0) == dnnl_success &&
           d->f.stream_create(&d->stream, d->engine, dnnl_stream_default_flags) == dnnl_success &&
           d->f.primitive_attr_create(&d->attr) == dnnl_success &&
           d->f.primitive_attr_set_scratchpad_mode(d->attr, dnnl_scratchpad_mode_user) == dnnl_success;
}

bool dnn_ready(Dnn *d)
{
    if (!d) return false;
    if (!d->tried) {
        d->tried = true;
        if (!open_library(d)) close_library(d);
    }
    return d->library != NULL;
}

const char *dnn_version(Dnn *d) { return dnn_ready(d) ? d->version : NULL; }

int dnn_alone_begin(const Dnn *d)
{
    if (!d->f.omp_set_num_threads || !d->f.omp_get_max_threads) return 0;
    int before = d->f.omp_get_max_threads();
    if (before != 1) d->f.omp_set_num_threads(1);
    return before;
}

void dnn_alone_end(const Dnn *d, int before)
{
    if (before > 1) d->f.omp_set_num_threads(before);
}

bool dnn_sgemm(Dnn *d, bool ta, bool tb, int64_t m, int64_t n, int64_t k, float alpha, const float *a, int64_t lda, const float *b, int64_t ldb,
               float beta, float *c, int64_t ldc)
{
    int before = dnn_alone_begin(d);
    dnnl_status_t s = d->f.sgemm(ta ? 'T' : 'N', tb ? 'T' : 'N', m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
    dnn_alone_end(d, before);
    return s == dnnl_success;
}

static uint64_t key_hash(const int64_t *key)
{
    uint64_t h = 0x9E3779B97F4A7C15u;
    for (int i = 0; i < DNN_KEY; i++) h = (h ^ (uint64_t)key[i]) * 0xD6E8FEB86659FD93u, h ^= h >> 32;
    return h;
}

static DnnEntry *oldest_replaced(Dnn *d, DnnEntry *e)
{
    int oldest = 0;
    if (d->count < DNN_CACHE) return d->entries[d->count++] = e;
    for (int i = 1; i < d->count; i++)
        if (d->entries[i]->used < d->entries[oldest]->used) oldest = i;
    entry_free(d, d->entries[oldest]);
    return d->entries[oldest] = e;
}

DnnEntry *dnn_entry(Dnn *d, const int64_t *key, int n, bool *fresh)
{
    int64_t full[DNN_KEY] = {0};
    memcpy(full, key, (size_t)n * sizeof *key);
    uint64_t hash = key_hash(full);
    *fresh = false;
    for (int i = 0; i < d->count; i++) {
        DnnEntry *e = d->entries[i];
        if (e->hash != hash || memcmp(e->key, full, sizeof full) != 0) continue;
        e->used = ++d->clock;
        return e;
    }
    DnnEntry *e = calloc(1, sizeof *e);
    if (!e) return NULL;
    e->hash = hash;
    e->used = ++d->clock;
    memcpy(e->key, full, sizeof full);
    *fresh = true;
    return oldest_replaced(d, e);
}

#else /* built without oneDNN's header: own loops serve everything */

Dnn *dnn_open(void) { return NULL; }
void dnn_close(Dnn *d) {}
bool dnn_ready(Dnn *d) { return false; }
const char *dnn_version(Dnn *d) { return NULL; }
bool dnn_sgemm(Dnn *d, bool ta, bool tb, int64_t m, int64_t n, int64_t k, float alpha, const float *a, int64_t lda, const float *b, int64_t ldb,
               float beta, float *c, int64_t ldc)
{
    return false;
}
bool dnn_conv(Work *w, const DnnConv *c, float *x, float *weight, const float *bias, float *y, bool *done)
{
    *done = false;
    return true;
}

#endif
