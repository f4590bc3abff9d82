/* gc.h: reference counting's complement: cycles.
 *
 * Invariants. Every object of a TYPE_GC type is linked into vm->gc_list from obj_alloc until its dealloc. A type's
 * traverse visits exactly the references the object owns, once each (attributes of the prefix are visited by the
 * collector itself; so is the type when TYPE_HEAP). A collection subtracts internal references from a copy of each
 * count (kept in the GcHead); what keeps a count is reachable from outside, and all it reaches too; the rest is garbage: finalisers
 * (__del__) and weak-reference callbacks run first, then, if it still is garbage, `clear` drops the children.
 * C code roots by owning: a Value in a C variable counts as an outside reference. Nothing is scanned on the C stack.
 *
 * A step starts at an allocation of a GC object once net allocations since the last pass the threshold: it looks through what was made
 * since (the young), or through all when enough has become old, so the work is amortised; with gc_stress it runs at every allocation
 * (nearly: see STRESS_LIVE). */
#ifndef PERCH_LANG_GC_H
#define PERCH_LANG_GC_H

#include "obj.h"

enum { GC_YOUNG = 10000 }; /* the first threshold */

int64_t gc_collect(VM *vm); /* a whole collection: unreachable objects found; -1: no memory to look for them */
void gc_step(VM *vm);       /* the young, or the whole when it is due */
/* A module of the library has run: what it left is no garbage, and does not count towards the next pass. since: vm->gc_since before. */
void gc_imported(VM *vm, int64_t since);
/* All tracked objects by age, from the oldest on and from the youngest back; NULL after the last. Nothing may be made or let go meanwhile. */
GcHead *gc_first(VM *vm);
GcHead *gc_next(VM *vm, GcHead *g);
GcHead *gc_last(VM *vm);
GcHead *gc_before(VM *vm, GcHead *g);
/* Is there one whose end would run code (__del__, a generator's finally), but for `n` objects that stay? */
bool gc_may_finalize(VM *vm, const Ref *staying, int n);
void gc_take_apart(VM *vm);    /* at the very end: what is still there lets go of all that it holds, but for types */
void gc_track(VM *vm, Obj *o);
void gc_untrack(Obj *o);
void gc_set_stress(VM *vm, bool on);

/* Long chains are freed without recursion: deallocs nested too deep put the object on vm->trash, freed by the outermost. */
#endif
