/* sentences.c: the table of NumPy's sentences (sentences.def). */
#include "numpy.h"

#define LIBRARY numpy
#define OWNS(NAME) NUMPY_##NAME
#define SENTENCES "tensor/numpy/sentences.def"
#include "tensor/object/sentences_of.h"
