/* ew_double.c: the formulas' kernels that compute in double. */
#define T double
#define U double
#define S D
#define TABLE ISA_NAME(ew_double)
#define KERNELS_FLOAT
#include "kernels.h"
