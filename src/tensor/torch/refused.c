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
enum {
    OUT_CASTS,
#define KIND(kind, words) OUT_##kind,
#include "outs.def"
#undef KIND
};
static const uint8_t out_kinds[OPS_TOTAL] = {
#define OUT(op, kind) [OP_##op] = OUT_##kind,
#include "outs.def"
#undef OUT
};
static const char *const out_words[] = {
    NULL,
#define KIND(kind, words) words,
#include "outs.def"
#undef KIND
};
static const char *const complex_words[OPS_TOTAL] = {
#define COMPLEX_WORDS(op, words) [OP_##op] = words,
#include "complex.def"
#undef COMPLEX_WORDS
};

/* PyTorch 2's kernels are made for the two short floats wherever they are made for floats. */
static const Refusal *newer_refusals(void)
{
    static Refusal newer[sizeof refusals / sizeof *refusals];
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        newer[i] = refusals[i];
        if (!(refusals[i].dtypes & D)) newer[i].dtypes &= ~(uint32_t)(H | F);
    }
    return newer;
}

void torch_refusals_open(TensorLib *lib)
{
    core_set_refusals(lib->core, torch_two(TORCH_FLAG_SHORT_FLOATS) ? newer_refusals() : refusals, sizeof refusals / sizeof *refusals);
    core_set_out_kinds(lib->core, out_kinds);
}
const char *torch_out_words(int64_t kind) { return kind > 0 && kind < (int64_t)(sizeof out_words / sizeof *out_words) ? out_words[kind] : NULL; }
const char *torch_complex_words(OpId op) { return complex_words[op]; }
