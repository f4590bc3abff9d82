/* transfer_impl.h: what the files of transfers share. Each gives the `run` of its pairs of dtypes, and may keep a plan in parts. */
#ifndef PERCH_TENSOR_ARRAY_TRANSFER_IMPL_H
#define PERCH_TENSOR_ARRAY_TRANSFER_IMPL_H

#include "element.h"
#include "promote.h"
#include "transfer.h"

typedef struct TransferPart { /* of a structure: a field; of a subarray: its elements */
    Transfer t;
    int64_t from_offset, to_offset;
    int64_t *map;           /* of a subarray: which element of the source each one of the destination gets, below 0: zero; NULL: each its own */
    int64_t from_count, to_count;
} TransferPart;

/* One element by Python's values: right for every pair that has a meaning, and slow. */
bool run_by_value(VM *vm, const Transfer *t, const char *src, int64_t src_stride, char *dst, int64_t dst_stride, int64_t n);

/* transfer_text.c: to and from S and U; NULL: not of these */
TransferFn text_run(const Descr *from, const Descr *to);
/* transfer_time.c: times of another unit. false: raised */
bool time_plan(VM *vm, Transfer *t, bool *is_needed);
/* transfer_struct.c: fields, subarrays. false: raised */
bool struct_plan(VM *vm, Transfer *t);
void struct_drop(VM *vm, Transfer *t);

#endif
