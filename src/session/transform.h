/* transform.h: what a person types, made Python. */
#ifndef PERCH_SESSION_TRANSFORM_H
#define PERCH_SESSION_TRANSFORM_H

#include "session_impl.h"

/* The cell (UTF-8) with its magics, shell lines and requests for help as calls. false: it is plain Python (or memory ran out), *out is
 * left as it is. */
bool transform_cell(VM *vm, const char *cell, size_t n, Text *out);

/* Is the last thing in it, comments aside, a semicolon? */
bool transform_ends_quiet(const char *cell, size_t n);

#endif
