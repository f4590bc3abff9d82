/* fake_dnn.h: what the parts of the stand-in for cuDNN share: a call that is to fail, work for the emulated card's stream. */
#ifndef PERCH_FAKE_DNN_H
#define PERCH_FAKE_DNN_H

#include <stdbool.h>

#include "core/dtype.h"

#define OUT __attribute__((visibility("default")))
enum { BAD = 2000, REFUSED = 3000 };

int fake_failing(const char *call); /* counts it; 0, or what it is to say (PERCH_FAKE_DNN) */
#define BEGIN \
    int failed = fake_failing(__func__); \
    if (failed) return failed
void fake_give(void *handle, void (*run)(void *), void *data, bool *good); /* *good: it was, and will be run */
DType fake_dtype(int dtype);
void fake_tell_norms(void);

#endif
