/* lent.h: the memory of the arrays that a kernel of a module is called with, from all of them or from none; each without gaps and of the kind that the kernel wants. */
#ifndef PERCH_STD_LENT_H
#define PERCH_STD_LENT_H

#include "lang/object/args.h"
#include "lang/object/bytes.h"
#include "lang/object/vm.h"

enum { LENT_MOST = 7 };
typedef struct Lent { BufferView views[LENT_MOST]; int count; } Lent;
/* Is the array that was taken last of the kind that a letter of the format means? kind: its own letter */
typedef bool (*LentFits)(const Lent *l, const BufferView *v, char kind, char letter);

static inline char lent_kind(const BufferView *v) { return v->format ? v->format[0] : 'B'; }

static inline void lent_back(VM *vm, Lent *l)
{
    while (l->count > 0) buffer_release(vm, &l->views[--l->count]);
}

/* Gives all back and raises a ValueError. */
static inline bool lent_refuse(VM *vm, Lent *l, const char *text)
{
    lent_back(vm, l);
    return err_false(vm, EXC_ValueError, "%s", text);
}

/* A letter for each argument; where it is ? None stands for no array. */
static inline bool lent_take(VM *vm, const Ref *args, const char *format, LentFits fits, const char *otherwise, Lent *l)
{
    l->count = 0;
    for (int i = 0; format[i]; i++) {
        BufferView *v = &l->views[i];
        bool none = format[i] == '?' && is_none(args[i]);
        if (none) *v = (BufferView){.owner = V_NONE, .format = "B"};
        else if (!buffer_get(vm, args[i], v)) return lent_back(vm, l), false;
        l->count++;
        if (!none && !fits(l, v, lent_kind(v), format[i])) return lent_refuse(vm, l, otherwise);
    }
    return true;
}

/* The whole numbers that come behind the arrays. */
static inline bool lent_numbers(VM *vm, const Ref *args, int count, int64_t *out)
{
    for (int i = 0; i < count; i++)
        if (!num_index_i64(vm, args[i], &out[i])) return false;
    return true;
}

#endif
