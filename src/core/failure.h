/* failure.h: what went wrong in a call of MXNet's accent, kept until somebody waits for the value.
 *
 * There an operation that finds its numbers unfit does not raise: its results have failed, and so has what is computed from them. The first wait for any of
 * these values, or for everything, raises, late and with the line that issued the call; then it is told, and all of them are as if nothing had been. One
 * Failure is shared by all storages that it spread to; the Core holds those that nobody was told of. Functions run on the Core's thread.
 */
#ifndef PERCH_CORE_FAILURE_H
#define PERCH_CORE_FAILURE_H

#include "core_impl.h"

typedef struct Failure Failure;
struct Failure {
    uint32_t refs, site;
    bool told;
    ErrorKind kind;
    const Op *op;
    int64_t numbers[ERROR_NUMBERS];
    char text[160];
    Failure *before, *after; /* in the Core's list, the oldest first */
};

Failure *failure_new(Core *c);                   /* one that nothing holds yet. NULL: no memory, recorded */
void failure_drop(Core *c, Failure *f);          /* it was not needed */
void failure_keep(Core *c, Failure *f);          /* it is filled in: the Core's list holds it until it is told */
void failure_mark(Core *c, Storage *s, Failure *f);
void failure_unmark(Core *c, Storage *s);
Failure *failure_of(Core *c, Storage *s);        /* NULL: none, or it is told */
bool failure_tell(Core *c, Failure *f);          /* false: recorded as a late error, once; true: it was told before */
bool failure_tell_all(Core *c);                  /* the oldest; the others count as told */
/* Of the operands, and of what the call writes to. */
Failure *failure_of_call(const Call *call);

#endif
