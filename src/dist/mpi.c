/* mpi.c: MPI as an engine of ranks (core/dist.h): the one place where its names appear. A kind of call is a row of `kinds`: one function that waits or begins, by whether it is given a request.
 * float16 and bfloat16, which MPI has not, are two bytes with operations of our own, each step in float32. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/dist.h"

struct DistComm { MPI_Comm mpi; int rank, size; bool near; };
struct DistRequest { MPI_Request mpi; int *counts; };

static char said[MPI_MAX_ERROR_STRING + 64];
static bool mine; /* MPI was begun here, so it ends here */

static bool good(int status)
{
    if (status == MPI_SUCCESS) return true;
    int n = 0;
    if (MPI_Error_string(status, said, &n) != MPI_SUCCESS) snprintf(said, sizeof said, "MPI fails with %d", status);
    return false;
}
static const char *last_words(void) { return said; }

/* ---- dtypes and reductions ---- */
static MPI_Datatype half_type, bfloat_type;
static MPI_Op half_ops[2][DIST_MAX + 1];

static float reduced(float a, float b, DistReduce r)
{
    switch (r) {
    case DIST_SUM: return a + b;
    case DIST_PRODUCT: return a * b;
    case DIST_MIN: return a != a || a < b ? a : b; /* a NaN stays */
    default: return a != a || a > b ? a : b;
    }
}
#define TWO_BYTES(name, wide, narrow, which)                                  \
    static void name(void *in, void *inout, int *n, MPI_Datatype *type)       \
    {                                                                         \
        const uint16_t *a = in;                                               \
        uint16_t *b = inout;                                                  \
        for (int i = 0; i < *n; i++) b[i] = narrow(reduced(wide(a[i]), wide(b[i]), which)); \
    }
#define BOTH_TYPES(name, which)                                               \
    TWO_BYTES(half_##name, half_to_float, half_from_float, which)             \
    TWO_BYTES(bfloat_##name, bfloat_to_float, bfloat_from_float, which)
BOTH_TYPES(sum, DIST_SUM)
BOTH_TYPES(product, DIST_PRODUCT)
BOTH_TYPES(least, DIST_MIN)
BOTH_TYPES(most, DIST_MAX)

static bool make_types(void)
{
    static MPI_User_function *const functions[2][DIST_MAX + 1] = {{half_sum, half_product, half_least, half_most}, {bfloat_sum, bfloat_product, bfloat_least, bfloat_most}};
    MPI_Datatype *const types[] = {&half_type, &bfloat_type};
    for (int i = 0; i < 2; i++) {
        if (!good(MPI_Type_contiguous(2, MPI_BYTE, types[i])) || !good(MPI_Type_commit(types[i]))) return false;
        for (int j = 0; j <= DIST_MAX; j++)
            if (!good(MPI_Op_create(functions[i][j], 1, &half_ops[i][j]))) return false;
    }
    return true;
}

static MPI_Datatype type_of(DType d)
{
    switch (d) {
    case DT_BOOL: case DT_UINT8: return MPI_UINT8_T;
    case DT_INT8: return MPI_INT8_T;
    case DT_INT16: return MPI_INT16_T;
    case DT_INT32: return MPI_INT32_T;
    case DT_INT64: return MPI_INT64_T;
    case DT_FLOAT16: return half_type;
    case DT_BFLOAT16: return bfloat_type;
    case DT_FLOAT32: return MPI_FLOAT;
    case DT_FLOAT64: return MPI_DOUBLE;
    case DT_COMPLEX64: return MPI_C_FLOAT_COMPLEX;
    default: return MPI_C_DOUBLE_COMPLEX;
    }
}

static MPI_Op op_of(DType d, DistReduce r)
{
    const MPI_Op numbers[] = {MPI_SUM, MPI_PROD, MPI_MIN, MPI_MAX, MPI_BAND, MPI_BOR, MPI_BXOR};
    if (d == DT_FLOAT16 || d == DT_BFLOAT16) return r <= DIST_MAX ? half_ops[d == DT_BFLOAT16][r] : MPI_OP_NULL;
    if (d == DT_BOOL && (r == DIST_SUM || r == DIST_PRODUCT)) return r == DIST_SUM ? MPI_LOR : MPI_LAND;
    if (r >= DIST_BAND && dtype_is_inexact(d)) return MPI_OP_NULL;
    if ((r == DIST_MIN || r == DIST_MAX) && dtype_is_complex(d)) return MPI_OP_NULL;
    return numbers[r];
}
static bool reduces(DType d, DistReduce r) { return op_of(d, r) != MPI_OP_NULL; }
static bool fold(const void *in, void *inout, int64_t count, DType d, DistReduce r) { return good(MPI_Reduce_local(in, inout, (int)count, type_of(d), op_of(d, r))); }

/* ---- what ranks do together: r NULL: now, and wait ---- */
typedef struct Parts { int n, root; MPI_Datatype type; MPI_Op op; const void *in; void *out; const DistCall *call; int *at_in, *at_out; } Parts;

static int barrier(const Parts *p, const DistComm *c, MPI_Request *r) { return r ? MPI_Ibarrier(c->mpi, r) : MPI_Barrier(c->mpi); }
static int broadcast(const Parts *p, const DistComm *c, MPI_Request *r)
{
    return r ? MPI_Ibcast(p->out, p->n, p->type, p->root, c->mpi, r) : MPI_Bcast(p->out, p->n, p->type, p->root, c->mpi);
}
static int all_reduce(const Parts *p, const DistComm *c, MPI_Request *r)
{
    const void *in = p->in == p->out ? MPI_IN_PLACE : p->in;
    return r ? MPI_Iallreduce(in, p->out, p->n, p->type, p->op, c->mpi, r) : MPI_Allreduce(in, p->out, p->n, p->type, p->op, c->mpi);
}
/* Within one machine: piece by piece. MPI goes over what it sums several times, and a piece is still in the processor's cache the second time (44 MB between two ranks: 8 ms instead of 15). */
static int all_reduce_near(const Parts *p, const DistComm *c)
{
    enum { PIECE = 1 << 20 }; /* bytes */
    size_t each = dtype_bytes(p->call->dtype);
    int most = (int)(PIECE / each), status = MPI_SUCCESS;
    for (int at = 0; at < p->n && status == MPI_SUCCESS; at += most) {
        char *out = (char *)p->out + (size_t)at * each;
        const void *in = p->in == p->out ? MPI_IN_PLACE : (const char *)p->in + (size_t)at * each;
        status = MPI_Allreduce(in, out, p->n - at < most ? p->n - at : most, p->type, p->op, c->mpi);
    }
    return status;
}
static int all_reduce_now(const Parts *p, const DistComm *c, MPI_Request *r) { return r || !c->near ? all_reduce(p, c, r) : all_reduce_near(p, c); }
static int reduce(const Parts *p, const DistComm *c, MPI_Request *r)
{
    const void *in = p->in == p->out && c->rank == p->root ? MPI_IN_PLACE : p->in;
    return r ? MPI_Ireduce(in, p->out, p->n, p->type, p->op, p->root, c->mpi, r) : MPI_Reduce(in, p->out, p->n, p->type, p->op, p->root, c->mpi);
}
static int all_gather(const Parts *p, const DistComm *c, MPI_Request *r)
{
    return r ? MPI_Iallgather(p->in, p->n, p->type, p->out, p->n, p->type, c->mpi, r) : MPI_Allgather(p->in, p->n, p->type, p->out, p->n, p->type, c->mpi);
}
static int gather(const Parts *p, const DistComm *c, MPI_Request *r)
{
    return r ? MPI_Igather(p->in, p->n, p->type, p->out, p->n, p->type, p->root, c->mpi, r) : MPI_Gather(p->in, p->n, p->type, p->out, p->n, p->type, p->root, c->mpi);
}
static int scatter(const Parts *p, const DistComm *c, MPI_Request *r)
{
    return r ? MPI_Iscatter(p->in, p->n, p->type, p->out, p->n, p->type, p->root, c->mpi, r) : MPI_Scatter(p->in, p->n, p->type, p->out, p->n, p->type, p->root, c->mpi);
}
static int reduce_scatter(const Parts *p, const DistComm *c, MPI_Request *r)
{
    return r ? MPI_Ireduce_scatter_block(p->in, p->out, p->n, p->type, p->op, c->mpi, r) : MPI_Reduce_scatter_block(p->in, p->out, p->n, p->type, p->op, c->mpi);
}
static int all_to_all(const Parts *p, const DistComm *c, MPI_Request *r)
{
    const int *sent = p->call->in_counts, *got = p->call->out_counts;
    for (int i = 0, a = 0, b = 0; i < c->size; a += sent[i], b += got[i], i++) p->at_in[i] = a, p->at_out[i] = b;
    return r ? MPI_Ialltoallv(p->in, sent, p->at_in, p->type, p->out, got, p->at_out, p->type, c->mpi, r) : MPI_Alltoallv(p->in, sent, p->at_in, p->type, p->out, got, p->at_out, p->type, c->mpi);
}

static int (*const kinds[DIST_KINDS])(const Parts *p, const DistComm *c, MPI_Request *r) = {
    [DIST_BARRIER] = barrier, [DIST_BROADCAST] = broadcast, [DIST_ALL_REDUCE] = all_reduce_now, [DIST_REDUCE] = reduce, [DIST_ALL_GATHER] = all_gather, [DIST_GATHER] = gather,
    [DIST_SCATTER] = scatter, [DIST_REDUCE_SCATTER] = reduce_scatter, [DIST_ALL_TO_ALL] = all_to_all, [DIST_GROUP] = barrier,
};

static bool begin(DistComm *c, const DistCall *call, MPI_Request *r, int *counts)
{
    Parts p = {(int)call->count, call->root, type_of(call->dtype), op_of(call->dtype, call->reduce), call->in, call->out, call, counts, counts ? counts + c->size : NULL};
    return good(kinds[call->kind](&p, c, r));
}
static int *room_for_counts(const DistComm *c, const DistCall *call) { return call->kind == DIST_ALL_TO_ALL ? malloc(2 * sizeof(int) * (size_t)c->size) : NULL; }

static bool run(DistComm *c, const DistCall *call)
{
    int *counts = room_for_counts(c, call);
    if (call->kind == DIST_ALL_TO_ALL && !counts) return good(MPI_ERR_NO_MEM);
    bool ok = begin(c, call, NULL, counts);
    free(counts);
    return ok;
}

/* ---- requests: a few are kept for the next ones ---- */
enum { KEPT = 64 };
static DistRequest *kept[KEPT];
static int kept_count;

static DistRequest *request_new(void)
{
    DistRequest *r = kept_count ? kept[--kept_count] : malloc(sizeof *r);
    if (!r) good(MPI_ERR_NO_MEM);
    else r->counts = NULL;
    return r;
}
static void request_free(DistRequest *r)
{
    free(r->counts);
    if (kept_count < KEPT) kept[kept_count++] = r;
    else free(r);
}
static DistRequest *begun(DistRequest *r, bool ok)
{
    if (ok) return r;
    request_free(r);
    return NULL;
}

static DistRequest *start(DistComm *c, const DistCall *call)
{
    DistRequest *r = request_new();
    if (!r) return NULL;
    r->counts = room_for_counts(c, call);
    return begun(r, (call->kind != DIST_ALL_TO_ALL || r->counts || good(MPI_ERR_NO_MEM)) && begin(c, call, &r->mpi, r->counts));
}
static DistRequest *send(DistComm *c, int to, int tag, const void *bytes, size_t n)
{
    DistRequest *r = request_new();
    return r ? begun(r, good(MPI_Isend(bytes, (int)n, MPI_BYTE, to, tag, c->mpi, &r->mpi))) : NULL;
}
static DistRequest *receive(DistComm *c, int from, int tag, void *bytes, size_t n)
{
    DistRequest *r = request_new();
    return r ? begun(r, good(MPI_Irecv(bytes, (int)n, MPI_BYTE, from == DIST_ANY ? MPI_ANY_SOURCE : from, tag, c->mpi, &r->mpi))) : NULL;
}

static DistAnswer test(DistRequest *r, int *from)
{
    int done = 0;
    MPI_Status status;
    if (!good(MPI_Test(&r->mpi, &done, from ? &status : MPI_STATUS_IGNORE))) return request_free(r), DIST_FAILED;
    if (!done) return DIST_RUNS;
    if (from) *from = status.MPI_SOURCE;
    request_free(r);
    return DIST_DONE;
}

static bool peek(DistComm *c, int *from, int tag)
{
    int there = 0;
    MPI_Status status;
    if (MPI_Iprobe(MPI_ANY_SOURCE, tag, c->mpi, &there, &status) != MPI_SUCCESS || !there) return false;
    *from = status.MPI_SOURCE;
    return true;
}

static void cancel(DistRequest *r)
{
    if (MPI_Cancel(&r->mpi) == MPI_SUCCESS) MPI_Request_free(&r->mpi);
    request_free(r);
}

/* ---- groups of ranks ---- */
static DistComm *comm_with(MPI_Comm mpi)
{
    DistComm *c = malloc(sizeof *c);
    if (!c) return good(MPI_ERR_NO_MEM), NULL;
    c->mpi = mpi;
    MPI_Comm_set_errhandler(mpi, MPI_ERRORS_RETURN);
    MPI_Comm_rank(mpi, &c->rank);
    MPI_Comm_size(mpi, &c->size);
    MPI_Comm here;
    int beside = 0;
    if (MPI_Comm_split_type(mpi, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here) == MPI_SUCCESS) {
        MPI_Comm_size(here, &beside);
        MPI_Comm_free(&here);
    }
    c->near = beside == c->size;
    return c;
}

static DistComm *comm(DistComm *parent, const int *ranks, int n, int tag)
{
    MPI_Comm made = MPI_COMM_NULL;
    if (!parent) return good(MPI_Comm_dup(MPI_COMM_WORLD, &made)) ? comm_with(made) : NULL;
    MPI_Group all, some;
    if (!good(MPI_Comm_group(parent->mpi, &all)) || !good(MPI_Group_incl(all, n, ranks, &some))) return NULL;
    bool ok = good(MPI_Comm_create_group(parent->mpi, some, tag, &made));
    MPI_Group_free(&some);
    MPI_Group_free(&all);
    return ok ? comm_with(made) : NULL;
}
static bool near(const DistComm *c) { return c->near; }
static void comm_free(DistComm *c)
{
    MPI_Comm_free(&c->mpi);
    free(c);
}

/* ---- the run ---- */
static bool open_mpi(int *rank, int *size)
{
    int begun_already = 0, given;
    if (!good(MPI_Initialized(&begun_already))) return false;
    mine = !begun_already;
    if (mine && !good(MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &given))) return false;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    return make_types() && good(MPI_Comm_rank(MPI_COMM_WORLD, rank)) && good(MPI_Comm_size(MPI_COMM_WORLD, size));
}
static void free_types(void)
{
    MPI_Datatype *const types[] = {&half_type, &bfloat_type};
    for (int i = 0; i < 2; i++) {
        MPI_Type_free(types[i]);
        for (int j = 0; j <= DIST_MAX; j++) MPI_Op_free(&half_ops[i][j]);
    }
}
static void close_mpi(void)
{
    int ended = 0;
    free_types();
    if (mine && MPI_Finalized(&ended) == MPI_SUCCESS && !ended) MPI_Finalize();
}
static void abort_mpi(int status) { MPI_Abort(MPI_COMM_WORLD, status); }

static const char *version_text(void)
{
#ifdef MPICH_VERSION
    return "MPICH " MPICH_VERSION;
#else
    static char text[MPI_MAX_LIBRARY_VERSION_STRING];
    int n = 0;
    if (MPI_Get_library_version(text, &n) != MPI_SUCCESS) return "MPI";
    text[strcspn(text, ",\n")] = 0; /* "Open MPI v4.1.4, package: …" */
    return text;
#endif
}

const DistEngine *perch_dist_engine(void);
__attribute__((visibility("default"))) const DistEngine *perch_dist_engine(void)
{
    static const DistEngine engine = {DIST_VERSION, sizeof(DistCall), DTYPE_COUNT, "MPI", open_mpi, close_mpi, abort_mpi, version_text, comm, comm_free, near, reduces, fold, run, start, send, receive, test,
                                      peek, cancel, last_words};
    return &engine;
}
