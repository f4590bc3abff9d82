/* ew_long.c: the formulas' kernels that compute in int64. */
#define T int64_t
#define U uint64_t
#define S L
#define TABLE ISA_NAME(ew_long)
#define KERNELS_INTEGER
#include "kernels.h"
