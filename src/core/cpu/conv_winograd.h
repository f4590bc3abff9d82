/* conv_winograd.h: 3 x 3 convolutions of stride 1 and many channels, by fewer multiplications. */
#ifndef PERCH_CORE_CPU_CONV_WINOGRAD_H
#define PERCH_CORE_CPU_CONV_WINOGRAD_H

#include "dnn.h"

/* As dnn_conv: *done false: not this one. */
bool conv_winograd(Work *w, const DnnConv *c, float *x, float *weight, const float *bias, float *y, bool *done);

#endif
