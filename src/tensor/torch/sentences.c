/* sentences.c: the table of PyTorch's sentences (sentences.def). */
#include "torch.h"

#define LIBRARY torch
#define OWNS(NAME) TORCH_##NAME
#define SETTLED
#define SENTENCES "tensor/torch/sentences.def"
#include "tensor/object/sentences_of.h"
