/* refused.c: what PyTorch's CPU kernels refuse by dtype (refused.def, which core looks at), and its words for complex numbers (complex.def). */
#include "core/op_more.h"
#include "torch.h"

enum {
    B = 1 << DT_BOOL,
    S = 1 << DT_UINT8 | 1 << DT_INT8 | 1 << DT_INT16 | 1 << DT_INT32,
    I = S | 1 << DT_INT64,
    H = 1 << DT_FLOAT16,
    F = 1 << DT_BFLOAT16,
    D = 1 << DT_FLOAT32 | 1 << DT_FLOAT64,
};
static const Refusal refusals[] = {
#define REFUSED(op, dtypes, words) {OP_##op, dtypes, words},
#include "refused.def"
#undef REFUSED
};
static const char *const complex_words[OPS_TOTAL] = {
#define COMPLEX_WORDS(op, words) [OP_##op] = words,
#include "complex.def"
#undef COMPLEX_WORDS
};

void torch_refusals_open(TensorLib *lib) { core_set_refusals(lib->core, refusals, sizeof refusals / sizeof *refusals); }
const char *torch_complex_words(OpId op) { return complex_words[op]; }
