/* sentences.c: the table of NumPy's sentences for what core finds wrong (sentences.def). */
#include "core/said.h"
#include "tensor/object/accents.h"

const char *const numpy_sentences[SAID_COUNT] = {
#define SENTENCE(NAME, words) [SAID_##NAME] = words,
#include "sentences.def"
#undef SENTENCE
};
