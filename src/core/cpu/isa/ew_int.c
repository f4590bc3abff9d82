/* ew_int.c: the formulas' kernels that compute in int32. */
#define T int32_t
#define U uint32_t
#define S I
#define TABLE ISA_NAME(ew_int)
#define KERNELS_INTEGER
#include "kernels.h"
