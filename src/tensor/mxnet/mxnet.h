/* mxnet.h: between the files of the mxnet accent: arguments, running ops, results. */
#ifndef PERCH_LIB_TENSOR_MXNET_H
#define PERCH_LIB_TENSOR_MXNET_H

#include "core/said.h"
#include "tensor/object/accents.h"

/* A sentence of sentences.def: MXNET_SAYS(NAME). */
enum {
    MXNET_SAID = SAID_COUNT - 1,
#define SENTENCE(NAME, words)
#define OWN(NAME, words) MXNET_##NAME,
#include "sentences.def"
#undef SENTENCE
#undef OWN
#define SENTENCE(NAME, words) MXNET_##NAME = SAID_##NAME,
#define OWN(NAME, words)
#include "sentences.def"
#undef SENTENCE
#undef OWN
};
#define MXNET_SAYS(NAME) mxnet_sentences[MXNET_##NAME]

/* An argument as an NDArray, borrowed; TypeError: NULL. *lib is set. */
Tensor *mx_tensor(VM *vm, Ref v, const char *function, TensorLib **lib);
/* The first output, owned; the others are released. NULL: raised. */
Tensor *mx_run(TensorLib *lib, OpId op, Arg *in, int count, const Attr *attrs);
Tensor *mx_run1(TensorLib *lib, OpId op, Tensor *a, const Attr *attrs); /* one operand, borrowed */
Tensor *mx_in_shape(TensorLib *lib, Tensor *t, const int64_t *sizes, int n); /* sizes as they are, no codes; a copy where t's elements do not lie in order */
/* The result t (taken; NULL: raised) as a value, or written into out (an NDArray; NULL, None: none). */
/* Shown as what the operands were: an NDArray or an array of mx.np. */
static inline Value mx_show(TensorLib *lib, Tensor *t /*taken*/) { return tensor_show(lib, lib->np ? ACCENT_MXNP : ACCENT_MXNET, t); }
Value mx_give(TensorLib *lib, Tensor *t, Ref out);
/* A view as MXNet's ops give it: memory of its own, unless a gradient flows (then nobody may write into either). Takes t. */
Tensor *mx_own(TensorLib *lib, Tensor *t);
/* A list of n tensors, which are taken, also on failure. */
Value mx_list(TensorLib *lib, Tensor **t, int n);
bool mx_axes(VM *vm, Ref v, Dims *room, Ints *out);       /* None, (): absent */
bool mx_true(VM *vm, Ref v, bool absent, bool *out);
bool mx_int(VM *vm, Ref v, int64_t absent, int64_t *out); /* None: absent */
bool mx_float(VM *vm, Ref v, double absent, double *out);
bool mx_is(Ref v, const char *text);                      /* is it this str? */
static inline bool mx_given(Ref v) { return v && !is_none(v); }
/* Where an array is to be made (Context; None: the current one) becomes core's place; mx_place_done afterwards. */
bool mx_place(TensorLib *lib, Ref context);
static inline void mx_place_done(TensorLib *lib) { core_set_place(lib->core, NULL); }

extern const NativeDef mx_make_functions[], mx_bare_functions[], mx_random_functions[], mx_reduce_functions[], mx_shape_functions[], mx_net_functions[], mx_box_functions[];
extern const NativeDef mx_reduce_methods[], mx_shape_methods[], mx_object_methods[];
extern const GetSetDef mx_object_getsets[];

#endif
