/* conv_abreast.h: convolutions of few channels for a vector's lanes of images at once. */
#ifndef PERCH_CORE_CPU_CONV_ABREAST_H
#define PERCH_CORE_CPU_CONV_ABREAST_H

#include "dnn.h"

/* As dnn_conv: *done false: not this one. */
bool conv_abreast(Work *w, const DnnConv *c, float *x, float *weight, const float *bias, float *y, bool *done);

#endif
