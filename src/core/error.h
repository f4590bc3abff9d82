/* error.h: how core says that something failed: one record in the Core, and false or NULL passed up.
 *
 * The record holds facts (which op, which operands, shapes, places, sizes), not a library's words: the accent that the
 * user speaks makes the text from them, and the drawing under it. `text` is core's own neutral sentence, for a kind
 * that an accent has no words for. Kinds are rows of errors.def, each with its code and title.
 */
#ifndef PERCH_CORE_ERROR_H
#define PERCH_CORE_ERROR_H

#include <stdbool.h>
#include <stdint.h>

#include "dtype.h"
#include "shape.h"

typedef struct Core Core;
typedef struct Tensor Tensor;
typedef struct Op Op;

typedef enum ErrorKind {
    CORE_OK,
#define CORE_ERROR(NAME, code, title) CE_##NAME,
#include "errors.def"
#undef CORE_ERROR
    CORE_ERROR_COUNT
} ErrorKind;

typedef struct CoreErrorInfo { const char *code, *title; } CoreErrorInfo;
extern const CoreErrorInfo core_error_info[CORE_ERROR_COUNT];

enum { ERROR_OPERANDS = 8, ERROR_NUMBERS = 6, ERROR_SHAPES = 2 };
typedef struct CoreError {
    ErrorKind kind;
    const Op *op;                      /* the op that refused; NULL: none */
    const char *by;                    /* a library's own function that refused, by the name that its texts have; NULL: none */
    uint32_t site;                     /* the line that issued the work; for a late error not the line now running */
    bool late;                         /* found at a wait */
    bool replayed;                     /* of a call that was written down (replay.h): the line is its own, not that which runs */
    int operand_count;
    Tensor *operands[ERROR_OPERANDS];  /* retained: whom the message draws; NULL entries are numbers */
    bool said;                         /* text is a library's own sentence (said.h), not neutral */
    bool in_place, adds;               /* the caller gave the result's tensor; index ops: what is laid is added */
    int wrong[2];                      /* indices of the operands that do not fit one another; -1: none */
    int64_t numbers[ERROR_NUMBERS];    /* what the kind's row says they are */
    Dims shapes[ERROR_SHAPES];
    char text[400];                    /* neutral words, always filled in */
} CoreError;

/* Record an error and return false. The first one stays: a failure while failing does not cover the cause. */
bool core_fail(Core *c, ErrorKind kind, const char *format, ...) __attribute__((format(printf, 3, 4)));
CoreError *core_error(Core *c);     /* the record, to add to or to read; kind CORE_OK: none is pending */
void core_error_clear(Core *c);

#endif
