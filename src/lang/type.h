/* type.h: classes: those written in C (const tables) and those a program makes. */
#ifndef PERCH_LANG_TYPE_H
#define PERCH_LANG_TYPE_H

#include "call.h"
#include "obj.h"

struct GetSetDef {
    const char *name;
    Value (*get)(VM *vm, Ref self);
    bool (*set)(VM *vm, Ref self, Ref v); /* NULL: read-only; v NULL: delete */
    const char *doc;
};

/* A type as a const table. Slots are filled by name: .s = {.repr = list_repr, .nb = {[OP_ADD] = ...}}.
 * What is left NULL is inherited from the base. The dunder methods of filled slots are added by themselves. */
struct TypeDef {
    const char *name;      /* "list" or "collections.deque": the module stands before the last dot (builtins without) */
    const char *doc;
    uint8_t kind;          /* KIND_* of instances; KIND_OPAQUE for a module's own struct */
    uint32_t size;         /* sizeof the instance struct */
    uint32_t flags;        /* TYPE_* */
    Slots s;
    DeallocFn dealloc;     /* NULL: nothing but obj_free(vm, o, size) */
    TraverseFn traverse;   /* required with TYPE_GC when there are children */
    ClearFn clear;
    const NativeDef *methods;  /* ended by a row with name NULL */
    const GetSetDef *getsets;  /* the same */
    const char *text_signature; /* of the constructor, for inspect: "iterable=(), /" */
};
/* A new type object from its table; base NULL: object. Owned by the caller (modules keep theirs in their state). */
Type *type_from_def(VM *vm, const TypeDef *def, Type *base);
Type *type_from_def2(VM *vm, const TypeDef *def, const Ref *bases, int n);

/* The class statement's and type()'s work. */
Value type_make(VM *vm, Ref metatype, Ref name, Ref bases, Ref ns, Ref kwargs /*dict or NULL*/);
Value type_call(VM *vm, Ref type, const Ref *args, int n, Ref kwnames); /* C(...): __new__, then __init__ */
bool type_set_attr(VM *vm, Type *t, Ref name, Ref v); /* also for immutable C types while they are set up */
void type_modified(VM *vm, Type *t); /* new version for it and its subclasses */
/* The name as error messages print it ("list", "C", "collections.deque"). */
const char *type_name(VM *vm, const Type *t);
static inline Type *as_type(Ref v) { return (Type *)BITS(v); }
static inline bool is_type(Ref v) { return is_kind(v, KIND_TYPE); }
/* An instance of the opaque C type made from `def` (or a subclass)? */
static inline bool is_instance_of(VM *vm, Ref v, const Type *t) { return is_heap(v) && (as_obj(v)->type == t || type_is_subtype(as_obj(v)->type, t)); (void)vm; }

/* ---- instances (shape.c) ---- */
/* A shape is the list of attribute names an instance has, in order of first assignment; shapes of a class form a tree. */
struct Shape {
    Type *type;        /* borrowed: a shape dies with its class */
    Shape *parent;
    Str *name;         /* the last name added; owned */
    uint32_t count;    /* names in all */
    uint32_t cap;      /* room in Attrs.values of an instance of this shape */
    Shape **kids;      /* by last name: few, searched in turn */
    uint32_t nkids, kids_cap;
    int16_t *table;    /* name -> index for large shapes; NULL for small ones */
    uint32_t table_mask;
};
int shape_find(const Shape *s, Ref name); /* interned name; index or -1 */
Shape *shape_add(VM *vm, Shape *s, Ref name); /* the shape with one more name; NULL: too many (go to dict mode) or no memory */
Ref inst_get(VM *vm, Obj *o, Ref name);   /* instance attribute alone, borrowed, NULL absent (never raises) */
bool inst_set(VM *vm, Obj *o, Ref name, Ref v);
int inst_del(VM *vm, Obj *o, Ref name);   /* 1, 0 absent, -1 */
bool inst_to_dict(VM *vm, Obj *o);        /* enter dict mode; attrs->dict is non-NULL after */
void attrs_free(VM *vm, Obj *o);          /* release all (dealloc, gc clear) */
void attrs_traverse(VM *vm, Obj *o, VisitFn visit, void *arg);

/* ---- descriptors ---- */
typedef struct GetSetDescr { Obj head; const GetSetDef *def; Type *owner; Str *name; } GetSetDescr;
typedef struct MemberDescr { Obj head; Type *owner; Str *name; uint32_t offset; } MemberDescr; /* a Value at that byte */
typedef struct Wrapped { Obj head; Value fn; } Wrapped; /* classmethod, staticmethod */
typedef struct Property { Obj head; Value get, set, del, doc, name; bool doc_from_getter; } Property;
typedef struct Super { Obj head; Type *type; Value obj; Type *obj_type; } Super;

#endif
