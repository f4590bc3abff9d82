/* golden.h: what another library answers, as lines of words (make_goldens*.py write them), run and compared.
 *
 *     op NAME ACCENT                       t PyTorch, n NumPy, m MXNet
 *     seed N                               the accent's generator before the call
 *     in DTYPE LAYOUT NDIM SIZES VALUES    an operand; layout 1: axes reversed in memory, 2: every second element
 *     num KIND VALUE | absent              a number; an operand that is not there
 *     ai|af|ani|anf|at INDEX VALUE         an attribute: integer, float, number, text (~ for a space)
 *     al INDEX COUNT VALUES                a list
 *     out DTYPE NDIM SIZES VALUES | skip   a result, or one that is not compared
 *     after I DTYPE NDIM …                 what operand I holds then
 *     from DTYPE NDIM …                    a gradient for the first result; then
 *     grad I DTYPE NDIM …                  the gradient of operand I
 *     ulp N | tol X                        how far a float may be off: units in the last place, or a part of the largest one
 *     fails KIND TEXT                      the call fails with this kind (its name in errors.def) and text
 */
#ifndef PERCH_TESTS_CORE_GOLDEN_H
#define PERCH_TESTS_CORE_GOLDEN_H

#include "check.h"

double golden_unit(DType d, double x);                   /* of the last place of x */
void golden_run_all(const char *const *lines, size_t n); /* one CHECK each */

#endif
