/* net.h: what the tests of products and networks share: tensors of small random numbers, their values as doubles, attributes by name. */
#ifndef PERCH_TESTS_CORE_NET_H
#define PERCH_TESTS_CORE_NET_H

#include "check.h"

uint64_t net_random(uint64_t *state);
/* Numbers between -2 and 2 (floats: multiples of 1/64, so that half types hold them exactly), on the CPU. */
Tensor *net_tensor(Core *c, DType dtype, const int64_t *shape, int ndim, uint64_t *state);
/* The same numbers in another layout: axes swapped underneath (transposed storage), or every second element. Takes t. */
Tensor *net_relaid(Core *c, Tensor *t, int how);
double *net_values(Core *c, Tensor *t); /* row-major; free() it */
/* The call's first output (others released); NULL: failed. */
Tensor *net_call(Core *c, OpId op, int n, Tensor *const *in, const Attr *attrs, Tensor **out);
/* Are a's values those of `wanted`, within tolerance * (1 + |wanted|)? Says the first that is not. */
bool net_close(Core *c, const char *what, Tensor *a, const double *wanted, double tolerance);
double net_tolerance(DType d);

#endif
