/* regions_double.c: the kernels of regions.h for numbers of 64 bits. */
#define REAL double
#include "regions_kernels.h"
