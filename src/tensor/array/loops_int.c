/* loops_int.c: loops over integers and truth values. */
#include "loop.h"

#define T int8_t
#define U uint8_t
#define LETTER b
#define SIGNED 1
#include "loops_int_of.h"
#define T uint8_t
#define U uint8_t
#define LETTER B
#define SIGNED 0
#include "loops_int_of.h"
#define T int16_t
#define U uint16_t
#define LETTER h
#define SIGNED 1
#include "loops_int_of.h"
#define T uint16_t
#define U uint16_t
#define LETTER H
#define SIGNED 0
#include "loops_int_of.h"
#define T int32_t
#define U uint32_t
#define LETTER i
#define SIGNED 1
#include "loops_int_of.h"
#define T uint32_t
#define U uint32_t
#define LETTER I
#define SIGNED 0
#include "loops_int_of.h"
#define T int64_t
#define U uint64_t
#define LETTER l
#define SIGNED 1
#include "loops_int_of.h"
#define T uint64_t
#define U uint64_t
#define LETTER L
#define SIGNED 0
#include "loops_int_of.h"

/* ---- bool: any byte that is not 0 is true ---- */
#define TRUTH(v) ((v) != 0)
#define BINARY(name, EXPR) LOOP_REDUCING(loop_##name##_bool, uint8_t, uint8_t, TRUTH, AS_IT_IS, EXPR)
#define UNARY(name, EXPR) LOOP_UNARY(loop_##name##_bool, uint8_t, uint8_t, uint8_t, TRUTH, AS_IT_IS, EXPR)
BINARY(equal, x == y)
BINARY(not_equal, x != y)
BINARY(less, (!x) & y)
BINARY(less_equal, (!x) | y)
BINARY(greater, x & !y)
BINARY(greater_equal, x | !y)
BINARY(and, x & y)
BINARY(or, x | y)
UNARY(logical_not, !x)
UNARY(same, x)
UNARY(ones, 1)
UNARY(isfinite, 1)
UNARY(isinf, 0)
LOOP_TERNARY(loop_clip_bool, uint8_t, uint8_t, TRUTH, AS_IT_IS, ((x | y) & z))
