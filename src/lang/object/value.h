/* value.h: the word in which every value travels.
 *
 * A value is 8 bytes. Small integers (49 bits), floats and the singletons live in the word itself and are never
 * counted; everything else is a pointer to a counted Obj. The encoding ("pointers are themselves, doubles are shifted
 * by 2^49"):
 *
 *     0x0000'0000'0000'0000            no value: an error was raised, or "absent"
 *     0x0000'0000'0000'0008 .. 0x28    None False True Ellipsis NotImplemented
 *     0x0000'pppp'pppp'pppp            a pointer to an Obj (never below 4096)
 *     0x0002'.... .. 0xFFFD'....       a double, its bits plus 2^49
 *     0xFFFE'.... .. 0xFFFF'....       a small integer, 49 bits, two's complement
 *
 * Owned and borrowed are different C types: `Value` owns a reference and must be released, stored or returned
 * exactly once; `Ref` is borrowed and valid as long as its owner keeps it. A Value passes where a Ref is asked for;
 * the other way is a compile error (-Werror=discarded-qualifiers): write retain(ref) to own it.
 * Arguments are borrowed and results owned unless a name says "take" (argument consumed, also on failure) or
 * "borrow" (result borrowed).
 *
 * Borrowed across a program's code. Comparing, hashing, iterating, calling, reading or setting an attribute, converting,
 * printing, releasing the last reference (__del__, weak references' callbacks): each of these may run Python that empties,
 * grows, replaces or deletes whatever the C function has in hand. Plain allocations run nothing (collections wait for a
 * safe point, vm_poll). So, around whatever is not known to be plain:
 *   - what is used AFTER it is owned: retain what came out of a container, an attribute, a namespace or a field, and the
 *     container too where it was itself reached through one (args[] are held by the caller, for the whole call);
 *   - pointers into a container (items, entries, data, a row, a length, a Type of an object) are read anew AFTER it, and
 *     indexes checked against the length anew; bytes that must not move are exported (buffer_get) meanwhile;
 *   - what is handed TO it need not be held: op_*, obj_getattr, obj_setattr and call hold their operands themselves, and a
 *     dict or set that nobody holds any more ends a look-up with a RuntimeError;
 *   - what is taken out of a field is cleared there first and released last (value_put, value_clear); an object is whole
 *     whenever such code may see it.
 * A checked build (PERCH_CHECKED) frees every block for real, so that ASan sees each use of a dead one, and with
 * PERCH_SHUFFLE=N moves the items of the N youngest lists, dicts and instances at every call of Python from C (shuffle.c), so
 * that a pointer kept into one is caught where nothing hostile happened. tests/fuzz/hostile.py is the hostile part.
 */
#ifndef PERCH_LANG_VALUE_H
#define PERCH_LANG_VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct VM VM;
typedef struct Obj Obj;
typedef struct Type Type;
typedef struct word_s *Value;      /* owned */
typedef const struct word_s *Ref;  /* borrowed */

#define BITS(v) ((uintptr_t)(v))
#define NO_VALUE ((Value)0)
#define V_NONE ((Value)(uintptr_t)8)
#define V_FALSE ((Value)(uintptr_t)16)
#define V_TRUE ((Value)(uintptr_t)24)
#define V_ELLIPSIS ((Value)(uintptr_t)32)
#define V_NOTIMPL ((Value)(uintptr_t)40)

#define FLOAT_OFFSET ((uintptr_t)1 << 49)
#define INT_TAG ((uintptr_t)0xFFFE << 48)
#define HEAP_MIN ((uintptr_t)4096)
#define SMALL_MAX (((int64_t)1 << 48) - 1)
#define SMALL_MIN (-((int64_t)1 << 48))

/* ---- what is it? ---- (these look at the word alone: an int or float subclass instance is a heap object) */
static inline bool is_heap(Ref v) { return BITS(v) - HEAP_MIN < FLOAT_OFFSET - HEAP_MIN; } /* NULL: false */
static inline bool is_small(Ref v) { return BITS(v) >= INT_TAG; }
static inline bool is_float(Ref v) { return BITS(v) - FLOAT_OFFSET < INT_TAG - FLOAT_OFFSET; }
static inline bool is_none(Ref v) { return v == V_NONE; }
static inline bool is_bool(Ref v) { return v == V_TRUE || v == V_FALSE; }
static inline bool both_small(Ref a, Ref b) { return (BITS(a) & BITS(b)) >= INT_TAG; }

/* ---- in and out ---- */
static inline bool small_fits(int64_t i) { return i >= SMALL_MIN && i <= SMALL_MAX; }
static inline Value make_small(int64_t i) { return (Value)(INT_TAG | (uintptr_t)i); } /* i must fit */
static inline int64_t small_of(Ref v) { return (int64_t)(BITS(v) << 15) >> 15; }
static inline Value make_bool(bool b) { return b ? V_TRUE : V_FALSE; }
static inline Value make_float(double d) /* any d but a NaN with an odd payload: see float_from_bits */
{
    uintptr_t bits;
    memcpy(&bits, &d, sizeof bits);
    return (Value)(bits + FLOAT_OFFSET);
}
static inline double float_of(Ref v)
{
    uintptr_t bits = BITS(v) - FLOAT_OFFSET;
    double d;
    memcpy(&d, &bits, sizeof d);
    return d;
}
/* For doubles that come from outside (files, struct): any NaN becomes the plain one of its sign. */
static inline Value make_float_any(double d) { return make_float(d != d ? __builtin_copysign(__builtin_nan(""), d) : d); }

/* ---- heap objects ---- */
struct Obj {
    uint32_t refs;
    uint8_t kind;   /* the C layout: KIND_LIST also for instances of subclasses of list */
    uint8_t flags;  /* OBJ_* */
    uint16_t aux;   /* free for the kind's own use */
    Type *type;
};

static inline Obj *as_obj(Ref v) { return (Obj *)BITS(v); }
static inline bool is_kind(Ref v, unsigned kind) { return is_heap(v) && as_obj(v)->kind == kind; }
/* From a typed pointer to a word; ownership goes with the name of the one you assign it to. */
#define VAL(p) ((Value)(uintptr_t)(p))
#define REF(p) ((Ref)(uintptr_t)(p))
/* An array of owned values seen as borrowed ones (C has no implicit conversion for that). */
static inline const Ref *as_refs(const Value *v) { return (const Ref *)v; }

void obj_dealloc(VM *vm, Obj *o); /* the count reached 0 */

static inline Value retain(Ref v)
{
    if (is_heap(v)) as_obj(v)->refs++;
    return (Value)BITS(v);
}
static inline void release(VM *vm, Value v) /* NULL is fine */
{
    if (is_heap(v) && --as_obj(v)->refs == 0) obj_dealloc(vm, as_obj(v));
}
/* Store `v` (taken) in *slot, then release what was there: the order that a destructor may rely on. */
static inline void value_put(VM *vm, Value *slot, Value v)
{
    Value old = *slot;
    *slot = v;
    release(vm, old);
}
static inline void value_clear(VM *vm, Value *slot) { value_put(vm, slot, NO_VALUE); }

#endif
