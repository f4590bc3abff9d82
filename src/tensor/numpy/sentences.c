/* sentences.c: the table of NumPy's sentences (sentences.def). */
#include "numpy.h"

const char *const numpy_sentences[] = {
#define SENTENCE(NAME, words) [SAID_##NAME] = words,
#define OWN(NAME, words) [NUMPY_##NAME] = words,
#include "sentences.def"
#undef SENTENCE
#undef OWN
};
