/* ew_line.c: lines of steps (ew.h) whose arithmetic is float's, and those whose is double's. */
#include <string.h>

#include "isa.h"
#include "swift.h"

#define T float
#define S F
#define MASK int32_t
#define LINE_NAME(f) f##_float
#define LINE_SWIFT
#include "line.h"
#undef LINE_SWIFT
#undef T
#undef S
#undef MASK
#undef LINE_NAME
#define T double
#define S D
#define MASK int64_t
#define LINE_NAME(f) f##_double
#include "line.h"

void (*const ISA_NAME(ew_lines)[2])(int64_t n, const EwLineStep *steps, int count) = {line_float, line_double};
