/* resize.h: the ways of interpolating, by name, for the shape rule and the kernel. */
#ifndef PERCH_CORE_RESIZE_H
#define PERCH_CORE_RESIZE_H

#include "op.h"

typedef enum ResizeMode { RESIZE_NEAREST, RESIZE_NEAREST_EXACT, RESIZE_LINEAR, RESIZE_CUBIC, RESIZE_UNKNOWN } ResizeMode;
ResizeMode resize_mode_of(const char *text); /* PyTorch's names; NULL: nearest */

#endif
