/* sentences.c: the table of PyTorch's sentences (sentences.def). */
#include "torch.h"

const char *const torch_sentences[] = {
#define SENTENCE(NAME, words) [SAID_##NAME] = words,
#define OWN(NAME, words) [TORCH_##NAME] = words,
#include "sentences.def"
#undef SENTENCE
#undef OWN
};
