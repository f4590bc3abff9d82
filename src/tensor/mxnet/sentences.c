/* sentences.c: the table of MXNet's sentences (sentences.def). */
#include "mxnet.h"

const char *const mxnet_sentences[] = {
#define SENTENCE(NAME, words) [SAID_##NAME] = words,
#define OWN(NAME, words) [MXNET_##NAME] = words,
#include "sentences.def"
#undef SENTENCE
#undef OWN
};
