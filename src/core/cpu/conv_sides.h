/* conv_sides.h: a convolution and its way back to the images seen alike: the side that is read and the one that is made, as rows and columns. */
#ifndef PERCH_CORE_CPU_CONV_SIDES_H
#define PERCH_CORE_CPU_CONV_SIDES_H

#include "dnn.h"

typedef struct ConvSides { int64_t from_channels, to_channels, from[2], to[2], kernel[2], stride[2], dilate[2], margin[2]; } ConvSides;

static inline int64_t conv_axis(const int64_t *sizes, int dims, int axis, int64_t otherwise) { return axis + dims < 2 ? otherwise : sizes[axis - (2 - dims)]; }

static inline ConvSides conv_sides(const DnnConv *c)
{
    bool back = c->kind == DNN_CONV_DATA;
    ConvSides s = {.from_channels = back ? c->out_channels : c->in_channels, .to_channels = back ? c->in_channels : c->out_channels};
    for (int i = 0; i < 2; i++) {
        s.kernel[i] = conv_axis(c->kernel, c->dims, i, 1);
        s.stride[i] = conv_axis(c->stride, c->dims, i, 1);
        s.dilate[i] = conv_axis(c->dilate, c->dims, i, 1);
        s.from[i] = conv_axis(back ? c->out : c->in, c->dims, i, 1);
        s.to[i] = conv_axis(back ? c->in : c->out, c->dims, i, 1);
        int64_t pad = conv_axis(c->pad, c->dims, i, 0);
        s.margin[i] = back ? s.dilate[i] * (s.kernel[i] - 1) - pad : pad;
    }
    return s;
}

#endif
