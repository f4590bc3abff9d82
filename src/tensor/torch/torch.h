/* torch.h: the files of torch's accent in C: torch.c (rows, the tables), attrs.c (properties, Size),
 * make.c (creation, random numbers), move.c (to, item, backward, detach …), shape.c (view, transpose …),
 * error.c (what core refuses, in PyTorch's words: sentences.def), words.c (arguments that do not fit). */
#ifndef PERCH_LIB_TENSOR_TORCH_H
#define PERCH_LIB_TENSOR_TORCH_H

#include "core/refused.h"
#include "core/said.h"
#include "tensor/object/accents.h"

/* A sentence of sentences.def: TORCH_SAYS(NAME). */
enum {
    TORCH_SAID = SAID_COUNT - 1,
#define SENTENCE(NAME, words)
#define OWN(NAME, words) TORCH_##NAME,
#include "sentences.def"
#undef SENTENCE
#undef OWN
#define SENTENCE(NAME, words) TORCH_##NAME = SAID_##NAME,
#define OWN(NAME, words)
#include "sentences.def"
#undef SENTENCE
#undef OWN
};
#define TORCH_SAYS(NAME) torch_sentences[TORCH_##NAME]

/* versions.c: which PyTorch is spoken (versions.def). */
typedef enum TorchVersioned {
#define NEWER(NAME, words)
#define TEXT(NAME, before, now) TORCH_TEXT_##NAME,
#define FLAG(NAME, does) TORCH_FLAG_##NAME,
#include "versions.def"
} TorchVersioned;
void torch_speak_as_asked(void);                 /* PERCH_TORCH; called when torch is imported */
bool torch_two(TorchVersioned flag);             /* does the version that is spoken do that? */
const char *torch_versioned(TorchVersioned text);
const char *torch_renamed(const char *name); /* what the version that is spoken calls what 1.13 calls so */
void torch_respell(char *text);           /* kinds of arguments, SymInts, as the version that is spoken has them: no longer than before */
extern const NativeDef torch_versions_functions[], torch_places_functions[], torch_foreign_functions[];
bool torch_knows_device(const char *kind); /* is it a word that torch.device takes? */

extern const GetSetDef torch_attrs_getsets[];
extern const NativeDef torch_attrs_methods[], torch_make_functions[], torch_make_methods[], torch_move_methods[], torch_shape_methods[], torch_shape_functions[];
extern const TypeDef torch_size_def, torch_stream_def;

/* A method's own tensor; every method here starts with it. */
static inline Tensor *self_of(Ref v) { return tensor_of(v); }
/* The first argument of a function: a tensor of torch's, else TypeError in torch's words and NULL. */
Tensor *torch_input(VM *vm, const char *function, Ref v);
/* torch.Size of these sizes */
Value torch_size(TensorLib *lib, const int64_t *sizes, int n);
/* format.c: an argument memory_format=; false: raised, in torch's words */
typedef enum TorchFormat { FORMAT_UNSAID, FORMAT_CONTIGUOUS, FORMAT_PRESERVE, FORMAT_LAST, FORMAT_LAST_3D } TorchFormat;
bool torch_format(VM *vm, const char *function, Ref v, TorchFormat *out);
bool torch_format_strides(VM *vm, TorchFormat f, const int64_t *shape, int n, int64_t *strides);
bool torch_format_like(VM *vm, TorchFormat f, const Tensor *t, int64_t *strides); /* what a copy of t has */
bool torch_lies(const Tensor *t, TorchFormat f);  /* without gaps in that order */
bool torch_seems(const Tensor *t, TorchFormat f); /* would PyTorch call it that? */
/* What make.c and fill.c share: a number for an element (make.c); attributes of a draw, generator='s stream, the refusal of a dtype, a tensor drawn anew (fill.c). */
bool torch_number_arg(TensorLib *lib, const char *name, const char *what, int position, Ref v, Scalar *out);
void torch_random_attrs(Attr *attrs, const Dims *shape, DType dtype, double a, double b);
bool torch_stream_of(VM *vm, Ref generator, const Device *to, Attr *attrs);
Value torch_not_drawn(VM *vm, OpId op, DType d);
bool torch_drawn_wide(OpId op, DType d, const Device *device);
Value torch_refill(VM *vm, Ref self, OpId op, double a, double b, int64_t low, int64_t high, Ref generator);
/* One output of an op, shown. */
Value torch_call(VM *vm, OpId op, Arg *in, int n, const Attr *attrs);
/* The same, written into the first operand, which is `self`. */
Value torch_call_in(VM *vm, OpId op, Ref self, Arg *in, int n, const Attr *attrs);
/* The same as out=: any tensor, which takes the result's shape and no part in autograd. */
Value torch_call_out(VM *vm, const char *function, OpId op, Ref out, Arg *in, int n, const Attr *attrs);
/* "cuda:0", "cpu": how PyTorch's messages name a tensor's place. */
const char *torch_place_word(const Tensor *t, char text[32]);

const char *torch_c_name(DType d); /* "long int": as C++ has it */

void torch_refusals_open(TensorLib *lib);
const char *torch_out_words(int64_t kind); /* of outs.def: result, out, both as C names them, the function; NULL: that it cannot be cast */
const char *torch_complex_words(OpId op); /* with %s for the type; NULL: none of its own */

Value torch_exchanged(VM *vm, Tensor *t, int a, int b, const char *node); /* two axes */

/* PyTorch's modes (modes.c) */
Value torch_alert_words(Refused *r), torch_inference_words(Refused *r), torch_anomaly_words(Refused *r);
Value torch_places(Refused *r); /* operands on different devices (places.c) */
void tensor_node_word(const GradNode *node, char *out, size_t room); /* "AddBackward0": what failed in its backward */

/* TypeError: no signature of `name` takes these arguments (words.c); NULL, for `return`. */
Value torch_bad_overload(VM *vm, const char *name, bool method, const Ref *args, int n, Ref kwnames);
/* VM's on_bad_arguments: a native function of torch's says in torch's words what it misses. */
bool torch_bad_arguments(VM *vm, const NativeDef *def, bool method, const Ref *args, int n, Ref kwnames);
/* A program's arguments before the function runs (judge.c): the row of signatures.def, 0: none; false: they do not fit, said in PyTorch's words. */
int torch_judge_row(const char *name, bool method);
Value torch_no_such_name(VM *vm, const Tensor *t, Ref name); /* raised: t has no names */
const char *torch_judge_alias(const char *name, const char *parameter);
bool torch_judge(VM *vm, int row, const Ref *args, int n, Ref kwnames); /* false, and nothing pending: another form of the call (older.def, or by place) */
bool torch_judge_again(VM *vm, int row, const Ref *args, int n, Ref kwnames, struct Again *again);
extern const NativeDef torch_judge_functions[]; /* fits */
extern const NativeDef torch_answer_functions[]; /* answer.c: __torch_function__ */
extern const NativeDef torch_optimize_functions[]; /* optimize.c */
extern const NativeDef torch_plain_functions[]; /* plain.c */
bool torch_answers_open(TensorLib *lib, Ref disabled /*_disabled_torch_function_impl*/);
Value torch_as_class(TensorLib *lib, Type *cls, Ref v); /* v's memory as an object of a subclass; gradients flow */
bool torch_owns(const NativeDef *def); /* is it a row of the accent's tables? */
/* A dim in [0, ndim); false: raised, in torch's words. */
bool torch_dim(VM *vm, Ref v, int ndim, int *out);

#endif
