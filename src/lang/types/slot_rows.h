/* slot_rows.h: the table between dunder names and slots, made from slots.def: one row a dunder, rows of one slot side by
 * side. slot_wrap.c reads it from slot to dunder (C types), slot_user.c from dunder to slot (Python classes).
 */
#ifndef PERCH_LANG_SLOT_ROWS_H
#define PERCH_LANG_SLOT_ROWS_H

#include "lang/object/obj.h"

typedef enum {
    WRAP_LEFT,     /* slot(self, other) */
    WRAP_RIGHT,    /* slot(other, self) */
    WRAP_INPLACE,
    WRAP_REPEAT,   /* slot(self, count) of sequences */
    WRAP_UNARY, WRAP_HASH, WRAP_CALL, WRAP_TRUTH, WRAP_GETATTR, WRAP_GETATTR_HOOK, WRAP_SETATTR, WRAP_DELATTR, WRAP_COMPARE,
    WRAP_NEXT, WRAP_LEN, WRAP_BINARY, WRAP_SETITEM, WRAP_DELITEM, WRAP_CONTAINS, WRAP_DESCR_GET, WRAP_DESCR_SET,
    WRAP_DESCR_DEL, WRAP_INIT, WRAP_NEW, WRAP_DEL,
} SlotWrap;

typedef void (*AnyFn)(void); /* a slot's function whatever its type */

typedef struct SlotRow {
    const char *name;
    uint16_t offset; /* in Slots */
    uint8_t wrap;    /* SlotWrap */
    uint8_t arg;     /* BinOp, CmpOp */
    AnyFn user;      /* calls the dunder; NULL for slots that no dunder fills */
} SlotRow;

extern const SlotRow slot_rows[];
extern const int slot_row_count;

static inline AnyFn *slot_at(Slots *s, unsigned offset) { return (AnyFn *)(void *)((char *)s + offset); }
static inline AnyFn slot_of(const Slots *s, unsigned offset) { return *(const AnyFn *)(const void *)((const char *)s + offset); }

#endif
