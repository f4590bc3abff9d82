/* sentences.c: the table of MXNet's sentences (sentences.def). */
#include "mxnet.h"

#define LIBRARY mxnet
#define OWNS(NAME) MXNET_##NAME
#define SETTLED const
#define SENTENCES "tensor/mxnet/sentences.def"
#include "tensor/object/sentences_of.h"
