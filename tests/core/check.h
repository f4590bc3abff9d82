/* check.h: the C tests of core: cases register themselves in a table; a failed check says where and goes on.
 *
 *     CASE(what_it_shows) { Core *c = open_core(); CHECK(1 + 1 == 2); CHECK_CLOSE(0.1f + 0.2f, 0.3, 1e-6); close_core(c); }
 */
#ifndef PERCH_TESTS_CORE_CHECK_H
#define PERCH_TESTS_CORE_CHECK_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/op_more.h"
#include "core/core.h"
#include "core/grad.h"

const Op *op_find(const char *name); /* NULL: none */
/* Two operands; NULL: failed. */
Tensor *core_binary(Core *c, OpId op, Tensor *a, Tensor *b);
Tensor *core_scalar(Core *c, OpId op, Tensor *a, Scalar s);  /* a op s */
Tensor *core_rscalar(Core *c, OpId op, Scalar s, Tensor *a); /* s op a */

typedef struct Case {
    const char *file, *name;
    void (*run)(void);
    struct Case *next;
} Case;
void case_register(Case *c);
void check_failed(const char *file, int line, const char *text);
extern long checks_done;

#define CASE(name)                                                                                         \
    static void name(void);                                                                                \
    __attribute__((constructor)) static void name##_register(void)                                         \
    {                                                                                                      \
        static Case me = {__FILE__, #name, name, NULL};                                                    \
        case_register(&me);                                                                                \
    }                                                                                                      \
    static void name(void)
#define CHECK(condition) (checks_done++, (condition) ? (void)0 : check_failed(__FILE__, __LINE__, #condition))
#define CHECK_CLOSE(got, wanted, tolerance)                                                                \
    do {                                                                                                   \
        double got_ = (got), wanted_ = (wanted);                                                           \
        checks_done++;                                                                                     \
        if (!(fabs(got_ - wanted_) <= (tolerance) * (1 + fabs(wanted_))) && !(isnan(got_) && isnan(wanted_)) && got_ != wanted_) { \
            char text_[160];                                                                               \
            snprintf(text_, sizeof text_, "%s is %.9g, not %.9g", #got, got_, wanted_);                    \
            check_failed(__FILE__, __LINE__, text_);                                                       \
        }                                                                                                  \
    } while (0)

Core *open_core(void);          /* two simulated GPUs of 64 MiB, two threads */
void close_core(Core *c);       /* checks that nothing is left */
#define SHAPE(...) (const int64_t[]){__VA_ARGS__}, (int)(sizeof((const int64_t[]){__VA_ARGS__}) / sizeof(int64_t))
Tensor *tensor_of(Core *c, DType dtype, const int64_t *shape, int ndim, ...); /* values as doubles */
double at(Core *c, Tensor *t, int64_t i);  /* the i-th element in row-major order */
bool raises(Core *c, bool ok, ErrorKind kind); /* it failed with this kind; clears the error */

#endif
