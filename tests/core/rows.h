/* rows.h: calls of the rows of ops.def for tests: each is given to a function with its operands as a text.
 *
 * "f2,3 i4:3 b2 n0.5 -": numbers between low and high, indices below 3, bools, a number of the program's, absent.
 */
#ifndef PERCH_TESTS_CORE_ROWS_H
#define PERCH_TESTS_CORE_ROWS_H

#include "check.h"

enum { ROW_ONCE = 1 /* no second gradient */ };
typedef void (*TryRow)(OpId op, const Attr *attrs, const char *operands, double low, double high, int flags);
void rows_of_one_operand(TryRow try_op);
void rows_of_two_and_three_operands(TryRow try_op);
void rows_of_views_and_moves(TryRow try_op);
void rows_of_reductions(TryRow try_op);
void rows_of_indexing(TryRow try_op);
void rows_of_products(TryRow try_op);
void rows_of_networks(TryRow try_op);
void rows_of_the_rest(TryRow try_op); /* those without a gradient */

#endif
