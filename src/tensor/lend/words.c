/* words.c: what core's refusals are called when the arrays' own side met them: core's sentences, and NumPy's exceptions for the language's operations. */
#include "core/said.h"
#include "lend.h"

const char *const numpy_sentences[SAID_COUNT] = {
#define SENTENCE(NAME, words) [SAID_##NAME] = words,
#include "sentences.def"
};
static Ref usual(const TensorLib *lib) { return REF(lib->vm->exc_types[EXC_ValueError]); }
const AccentErrors numpy_errors = {.sentences = numpy_sentences, .usual = usual};
const MetRow numpy_met[MET_COUNT] = {{EXC_BaseException, SAID_NONE}};

/* While object/ still has paths of the accent that NumPy's own arrays replace: nothing comes here. */
Value numpy_text_operand(TensorLib *lib, OpId op, const char *name, Ref a, Ref b) { return V_NOTIMPL; }
Value numpy_none_in_place(TensorLib *lib, OpId op, Ref out) { return V_NOTIMPL; }
const char *numpy_ufunc_name(OpId op) { return op_get(op)->name; }
bool numpy_warn(TensorLib *lib, OpId op, const Arg *in, int n, Tensor *out, bool in_place) { return true; }
bool numpy_warn_complex(VM *vm) { return true; }
bool numpy_needs_real(VM *vm, DType d) { return true; }
Value numpy_scalar_at(struct Numpy *np, DType dtype, const void *at) { return NO_VALUE; }
bool tensor_numpy_open(TensorLib *lib) { return true; }
