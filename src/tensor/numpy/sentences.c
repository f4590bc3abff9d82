/* sentences.c: the table of NumPy's sentences (sentences.def). */
#include "numpy.h"

const char *const numpy_sentences[] = {
#define SENTENCE(NAME, words) [SAID_##NAME] = words,
#define OWN(NAME, words) [NUMPY_##NAME] = words,
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
const NativeDef numpy_says_functions[] = {
    {"_says", fn_says, "name, *values", "The sentence of that name, filled in.", 0},
    {NULL, NULL, NULL, NULL, 0},
};
