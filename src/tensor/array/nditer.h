/* nditer.h: numpy.nditer: operands walked side by side in one shape, in the order of memory, cast by the way.
 *
 * nditer_make.c settles what is walked (shape, order of axes, dtypes, temporaries), nditer_walk.c moves (by element, by inner loop, by filled buffer), nditer.c is the class.
 * Walk axes stand outermost first; axis_of says which axis of the iterator each one is, flipped whether it is walked from its end.
 */
#ifndef PERCH_TENSOR_ARRAY_NDITER_H
#define PERCH_TENSOR_ARRAY_NDITER_H

#include "element.h"
#include "promote.h"
#include "transfer.h"

enum { NDITER_OPERANDS_MOST = 32 };
enum { /* global flags */
    IT_C_INDEX = 1, IT_F_INDEX = 2, IT_MULTI_INDEX = 4, IT_EXTERNAL_LOOP = 8, IT_COMMON_DTYPE = 16, IT_REFS_OK = 32, IT_ZEROSIZE_OK = 64, IT_REDUCE_OK = 128, IT_RANGED = 256, IT_BUFFERED = 512,
    IT_GROW_INNER = 1024, IT_DELAY = 2048, IT_COPY_IF_OVERLAP = 4096, IT_INDEX = IT_C_INDEX | IT_F_INDEX,
    IT_REDUCES = 1 << 16, /* found while it is made */
    IT_CALLS = 1 << 17,
};
enum { /* of one operand */
    OP_READ = 1, OP_WRITE = 2, OP_COPY = 4, OP_UPDATE = 8, OP_NBO = 16, OP_ALIGNED = 32, OP_CONTIG = 64, OP_ALLOCATE = 128, OP_NO_SUBTYPE = 256, OP_VIRTUAL = 512, OP_NO_BROADCAST = 1024,
    OP_WRITEMASKED = 2048, OP_ARRAYMASK = 4096, OP_ELEMENTWISE = 8192,
    OP_SAID_READ = 1 << 16, OP_SAID_WRITE = 1 << 17, OP_SAID_BOTH = 1 << 18, /* which of the three words stood there */
    OP_REDUCES = 1 << 19, OP_CASTS = 1 << 20, OP_FORCE_COPY = 1 << 21,
};

typedef struct NditerOp {
    unsigned flags;
    NdArray *array;      /* what is walked; NULL: virtual, or not made yet */
    NdArray *back;       /* the array that a temporary is written back to, or NULL */
    Descr *descr;        /* of the elements that a program sees */
    int axis[NP_DIMS_MOST]; /* the array's axis for each axis of the iterator; -1: none */
    int64_t strides[NP_DIMS_MOST], offset; /* by walk axis; of the first element from the array's first byte */
    char *start, *at;    /* the first element; the one that is given now */
    int64_t step;        /* bytes from it to the next one in the inner loop */
    char *buffer, *first; /* of the chunk that is given */
    size_t room;
    bool filled, once;   /* the chunk lies in the buffer; as one element that stands for all */
    bool open;           /* in and out are */
    Transfer in, out;
} NditerOp;

typedef struct Nditer {
    Obj head;
    Np *np;
    unsigned flags;
    int nop, ndim, axes; /* walk axes; axes that a program counts */
    int axis_of[NP_DIMS_MOST];
    bool flipped[NP_DIMS_MOST];
    int64_t shape[NP_DIMS_MOST], coords[NP_DIMS_MOST], index_strides[NP_DIMS_MOST], index_start;
    int64_t size, begin, end, index; /* elements; the range that is walked; where it stands */
    int64_t buffersize, chunk, chunk_at;
    bool ready;          /* operands are settled; false: closed */
    bool delayed, started, finished;
    Value child;         /* nested_iters: the one within, or NULL */
    NditerOp *ops;
} Nditer;

typedef struct NditerAsked { /* what the arguments say; owned */
    unsigned flags, op_flags[NDITER_OPERANDS_MOST];
    int nop;
    NdArray *arrays[NDITER_OPERANDS_MOST];
    Descr *descrs[NDITER_OPERANDS_MOST];
    Order order;
    Casting casting;
    int op_ndim;         /* of op_axes and itershape; -1: not given */
    bool has_axes[NDITER_OPERANDS_MOST];
    int op_axes[NDITER_OPERANDS_MOST][NP_DIMS_MOST];
    int64_t itershape[NP_DIMS_MOST];
    bool has_itershape;
    int64_t buffersize;
} NditerAsked;

bool nditer_settle(VM *vm, Nditer *it, NditerAsked *asked); /* nditer_make.c */
void nditer_join_axes(Nditer *it);
void nditer_place(Nditer *it, NditerOp *op);                /* its strides and first element by its array */

bool nditer_goto(VM *vm, Nditer *it, int64_t index);        /* nditer_walk.c; what lies in buffers is written first */
int nditer_next(VM *vm, Nditer *it);                         /* 1; 0: the end; -1: raised */
bool nditer_flush(VM *vm, Nditer *it);
void nditer_coords(const Nditer *it, int64_t *coords);
int64_t nditer_inner(const Nditer *it);                      /* elements in the inner loop */
bool nditer_buffers(VM *vm, Nditer *it);
void nditer_drop_buffers(VM *vm, Nditer *it);

bool nditer_flags(VM *vm, Ref v, unsigned *out);            /* nditer_args.c */
bool nditer_asked(VM *vm, Np *np, const Ref *given, NditerAsked *asked); /* the nine arguments of nditer() */
void nditer_asked_drop(VM *vm, NditerAsked *asked);

bool nditer_open(VM *vm, Np *np, Dict *ns);                  /* nditer.c */
extern const NativeDef multiarray_nditer_functions[];

#endif
