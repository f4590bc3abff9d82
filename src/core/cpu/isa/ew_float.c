/* ew_float.c: the formulas' kernels that compute in float. */
#define T float
#define U float
#define S F
#define TABLE ISA_NAME(ew_float)
#define KERNELS_FLOAT
#include "kernels.h"
