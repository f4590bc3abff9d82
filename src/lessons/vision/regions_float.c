/* regions_float.c: the kernels of regions.h for numbers of 32 bits. */
#define REAL float
#include "regions_kernels.h"
