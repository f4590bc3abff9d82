/* plan.h: what planners (a file in C for a family of ops) share. */
#ifndef PERCH_CUDA_PLAN_H
#define PERCH_CUDA_PLAN_H

#include "card.h"
#include "core/cpu/gemm.h"
#include "core/op_ids.h"
#include "core/shape.h"

/* An operand as a kernel takes it: gpu_tensor joins axes, gpu_axes keeps each. false: w->error */
bool gpu_tensor(Work *w, const View *v, GpuTensor *to);
bool gpu_axes(Work *w, const View *v, GpuTensor *to);
bool gpu_too_many_axes(Work *w);
/* Memory that lasts until the call's end. NULL: w->error or recorded */
void *gpu_scratch(Work *w, GpuWork *g, size_t bytes);
void gpu_scratch_end(GpuWork *g);
void gpu_elsewhere(GpuWork *g, Elsewhere *e);
bool gpu_open_lines(Work *w, GpuWork *g, GpuLines *l, int outs); /* lines.c: lines of in[0] along the axis attribute */
bool gpu_open_axes(Work *w, GpuReduce *r);                /* reduce.c: in[0] and which of its axes stay and go */
void gpu_norm_of(double p, int *function, int *end);      /* reduce.c: what the norm of an order puts together, and what becomes of that */
bool gpu_complex(Work *w, GpuWork *g);                    /* complex.c: what has complex operands or results, in place of the op's own kernel */
bool gpu_blit_complex(Work *w, GpuWork *g, const Blit *b); /* complex.c: between dtypes of which one is complex */
/* ew.c: out = a b, out = a + b, of one floating dtype, broadcast */
bool gpu_times(Work *w, GpuWork *g, const View *a, const View *b, const View *out);
bool gpu_plus(Work *w, GpuWork *g, const View *a, const View *b, const View *out);
uint64_t gpu_draws(Device *d, const Call *call); /* random.c: Driver.draws */
uint32_t gpu_draw_blocks(const Card *c, int64_t n); /* blocks of 256 threads among which n numbers are dealt out */
/* The call as the core's own kernel plans it, over the primitives above. */
bool gpu_planned(Work *w, GpuWork *g);
/* blas.c: by cuBLASLt. *done: it was; else product.cu has to. false: w->error or recorded */
bool gpu_blas(Work *w, GpuWork *g, const GpuProduct *p, bool *done);
/* dnn.c: a convolution by cuDNN (without its bias), by the rule of *done, too. writes: 0: y, 1: x, 2: the weight */
bool gpu_dnn(Work *w, GpuWork *g, const GpuConv *c, int writes, bool *done);
bool gpu_has_dnn(Work *w, GpuWork *g); /* is there cuDNN, and may it compute the call? */
void *gpu_dnn_handle(GpuWork *g);      /* the card's; NULL: refused */
int32_t gpu_dnn_type(int dtype);
bool gpu_dnn_failed(Work *w, int status); /* false: what cuDNN says is w->error */
extern const char *const gpu_dnn_names[];
/* dnn_norm.c: a batch norm that trains, or its gradient by the rule of *done */
bool gpu_dnn_norm(Work *w, GpuWork *g, const GpuNorm *n, bool *done);
bool gpu_dnn_norm_grad(Work *w, GpuWork *g, const GpuNorm *n, bool *done);
bool gpu_gemm(Work *w, GpuWork *g, const Gemm *m);        /* product.c */
bool gpu_program(Work *w, GpuWork *g, const EwProgram *p); /* ew.c */
/* A program that need not be launched yet: is it one with those that are held, over other operands? true: it is held, too. gpu_launch_held: all of them, by one kernel */
bool gpu_hold_program(Card *c, const EwProgram *p);
void gpu_launch_held(GpuWork *g);
void gpu_launch_program(GpuWork *g, const EwProgram *p);   /* the same, of at least one element and at most GPU_DIMS axes */
/* Contiguous and of the dtype that a kernel computes in: the view itself or a copy. NULL: failed, or there are no elements */
const char *gpu_flat(Work *w, GpuWork *g, const View *v, DType as);
typedef struct GpuFlat { char *at; const View *view; DType dtype; } GpuFlat; /* a result: the view's own memory, or room that gpu_flat_store copies from */
bool gpu_flat_out(Work *w, GpuWork *g, const View *v, DType as, GpuFlat *f);
bool gpu_flat_store(Work *w, GpuWork *g, GpuFlat *f);
bool gpu_put(Work *w, GpuWork *g, const View *out, const void *values, DType type); /* contiguous values of the card's into a result of any dtype and layout */
/* n elements of so many bytes, one after the other: each becomes `element` (the host's), or NULL: zeros. */
void gpu_set(GpuWork *g, void *at, int64_t n, size_t bytes, const void *element);
int64_t gpu_power_above(int64_t n); /* the least power of two that is no less */
/* All of `from` to the same shape at `to`, by these strides. */
bool gpu_copy(Work *w, GpuWork *g, char *to, const int64_t *strides, const View *from);
bool gpu_convert(Work *w, GpuWork *g, char *to, DType dtype, const int64_t *strides, const View *from); /* the same, as another dtype */
/* The view itself, or a contiguous copy that lasts until the call's end. NULL: failed (a view without elements too) */
const char *gpu_contiguous(Work *w, GpuWork *g, const View *v);

#endif
