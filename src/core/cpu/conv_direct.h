/* conv_direct.h: convolutions by loops of our own, where oneDNN would cost more. */
#ifndef PERCH_CORE_CPU_CONV_DIRECT_H
#define PERCH_CORE_CPU_CONV_DIRECT_H

#include "dnn.h"

/* As dnn_conv: *done false: not this one. */
bool conv_direct(Work *w, const DnnConv *c, float *x, float *weight, const float *bias, float *y, bool *done);

#endif
