/* transfer.h: elements of one dtype moved into another: numbers, byte orders, alignments, texts, structures, objects.
 *
 *     Transfer t;
 *     if (!transfer_open(vm, &t, from, to, from_aligned, to_aligned)) return false;
 *     ok = transfer_run(vm, &t, src, src_stride, dst, dst_stride, n) && …;
 *     transfer_close(vm, &t);
 *
 * It asks nothing about casting rules (promote.h does): whatever has a meaning is moved. What stood in dst is dropped where it was an object.
 */
#ifndef PERCH_TENSOR_ARRAY_TRANSFER_H
#define PERCH_TENSOR_ARRAY_TRANSFER_H

#include "array.h"

typedef struct Transfer Transfer;
/* n elements from src to dst; false: raised. Neither overlaps the other. */
typedef bool (*TransferFn)(VM *vm, const Transfer *t, const char *src, int64_t src_stride, char *dst, int64_t dst_stride, int64_t n);
/* Numbers in this machine's order, aligned: n elements; may run without the interpreter's lock. */
typedef void (*CastLoop)(const char *src, int64_t src_stride, char *dst, int64_t dst_stride, int64_t n);

struct Transfer {
    TransferFn run;
    CastLoop loop;         /* or NULL */
    Descr *from, *to;      /* owned */
    bool from_plain, to_plain; /* aligned and native: loop may see the memory itself */
    void *parts;           /* of structures, subarrays: the plan's own */
    int64_t n_parts;
    size_t room;           /* bytes of parts */
    bool calls;            /* it may run a program's code */
};
bool transfer_open(VM *vm, Transfer *t, Descr *from, Descr *to, bool from_aligned, bool to_aligned);
static inline bool transfer_run(VM *vm, const Transfer *t, const char *src, int64_t src_stride, char *dst, int64_t dst_stride, int64_t n)
{
    return t->run(vm, t, src, src_stride, dst, dst_stride, n);
}
void transfer_close(VM *vm, Transfer *t);

bool transfer_tells(VM *vm, const Descr *from, const Descr *to); /* what transfer_open says of a cast: ComplexWarning, where complex numbers go to real ones; false: raised */
void casts_begin(void);                                    /* forget what the processor knows of numbers */
bool casts_tell(VM *vm, Np *np, bool calls);               /* "overflow encountered in cast", as seterr asks for it; a program's own code (calls) leaves flags that say nothing; false: raised */

CastLoop cast_loop(Num from, Num to);                     /* numbers, bool, and M/m as int64; NULL: there is none */
CastLoop copy_loop(int64_t bytes);                        /* elements of so many bytes as they are, of any alignment; NULL: no such size */

/* dst[...] = src, broadcast, whatever their dtypes and wherever they overlap. false: raised. */
bool array_copy_into(VM *vm, NdArray *dst, NdArray *src);
/* The same where a mask (bool, broadcast to dst) is true. */
bool array_copy_where(VM *vm, NdArray *dst, NdArray *src, NdArray *mask);
bool array_fill_element(VM *vm, NdArray *dst, Descr *d, const char *at); /* every element becomes the one at `at` */

#endif
