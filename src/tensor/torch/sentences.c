/* sentences.c: the table of PyTorch's sentences (sentences.def). */
#include "torch.h"

const char *const torch_sentences[] = {
#define SENTENCE(NAME, words) [SAID_##NAME] = words,
#define OWN(NAME, words) [TORCH_##NAME] = words,
#include "sentences.def"
#undef SENTENCE
#undef OWN
};

static const SentenceRow rows[] = {
#define SENTENCE(NAME, words) {#NAME, words},
#define OWN(NAME, words) {#NAME, words},
#include "sentences.def"
#undef SENTENCE
#undef OWN
    {NULL, NULL},
};

static Value fn_says(VM *vm, const Ref *args, int n, Ref kwnames) { return accent_says(vm, rows, args[0], args[1]); }
const NativeDef torch_says_functions[] = {
    {"_says", fn_says, "name, *values", "The sentence of that name, filled in.", 0},
    {NULL, NULL, NULL, NULL, 0},
};
