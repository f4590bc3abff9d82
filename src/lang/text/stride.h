/* stride.h: walking a slice whose step may be as large as an int64. */
#ifndef PERCH_LANG_STRIDE_H
#define PERCH_LANG_STRIDE_H

#include <stdint.h>

/* The next index. Behind the last one it may lie beyond int64: then it wraps, and nobody uses it. */
static inline int64_t next_index(int64_t at, int64_t step) { return (int64_t)((uint64_t)at + (uint64_t)step); }

#endif
