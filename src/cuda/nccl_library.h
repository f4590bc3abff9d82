/* nccl_library.h: NCCL's functions and how perch's values go to them: what nccl.c (cards of this process) and ring.c (cards of several) share. */
#ifndef PERCH_CUDA_NCCL_LIBRARY_H
#define PERCH_CUDA_NCCL_LIBRARY_H

#include "card.h"
#include "nccl_values.h"

typedef struct NcclLibrary {
    bool open;
#define NCCL(type, name, arguments) type(*name) arguments;
#include "nccl.def"
#undef NCCL
} NcclLibrary;
extern NcclLibrary nccl;
bool nccl_is_open(void);                 /* it is opened when it is first asked for */
bool nccl_failed(Core *c, int bad);      /* records a status in the library's words; false */

typedef struct NcclSent { int dtype; size_t count; } NcclSent;
bool nccl_sent_as(const Together *t, NcclSent *s);
int nccl_call(const Together *t, const NcclSent *s, int i /* whose memory of t */, void *comm, cudaStream_t stream);

#endif
