/* lapack_impl.h: a call of one of LAPACK's routines, put together argument by argument.
 *
 * Fortran's routines take addresses alone, and behind them the lengths of texts; so all are called in one way, and what stands behind the last argument is not looked at.
 */
#ifndef PERCH_CORE_CPU_LAPACK_IMPL_H
#define PERCH_CORE_CPU_LAPACK_IMPL_H

#include "lapack.h"

enum { LAPACK_ARGS = 18,
       LAPACK_SPACES = 3 };
typedef enum LapackName {
#define ROUTINE(name, real, complex) LAPACK_##name,
#include "lapack.def"
#undef ROUTINE
    LAPACK_NAMES
} LapackName;
typedef void LapackRoutine(void *, void *, void *, void *, void *, void *, void *, void *, void *, void *, void *, void *, void *, void *, void *, void *, void *, void *);
typedef struct Space { /* what a routine works in: as large as it says when asked, or as is known */
    int arg, count_arg;    /* count_arg 0: none that it looks at */
    char type;             /* t: of the kind, r: real, i: int */
    bool asked;
    size_t bytes;
} Space;
typedef struct Call {
    LapackKind kind;
    LapackName name;
    void *args[LAPACK_ARGS];
    size_t held[LAPACK_ARGS]; /* bytes of arrays; 0: a number or a letter of this call's */
    bool out[LAPACK_ARGS];    /* arrays that are written */
    int32_t numbers[LAPACK_ARGS];
    char letters[4];
    Space spaces[LAPACK_SPACES];
    int used, letters_used, spaces_used;
    int32_t info;
} Call;

size_t lapack_size(LapackKind kind); /* of an element */
size_t lapack_real_size(LapackKind kind);
void put_letter(Call *c, char letter); /* first of all arguments, as LAPACK has it */
void put_number(Call *c, int64_t n);
void put_array(Call *c, const void *at, int64_t count, char type, bool out);
void put_asked(Call *c, char type, bool counted); /* a space, and its count behind it */
void put_space(Call *c, char type, int64_t count);
/* The arguments but the last one, info, are there. work: about how many floating-point operations it will take */
Solved lapack_run(const DenseHost *host, Call *c, double work);

#endif
