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

/* doc.c: the words of a table's row (or of a class in C: its Type), or those that it was given, which come first: a str or None. */
Value doc_of_row(VM *vm, const void *row, const char *own);
bool doc_give(VM *vm, Ref o, Ref text, bool *can); /* false: raised (it has others). *can: is it something whose words stand in a table? */
bool descr_row(VM *vm, Ref o, const void **row, const char **doc, const char **name); /* descr.c: of a method's or an attribute's descriptor; false: it is none */

/* The setter of what CPython keeps as a read-only member: "readonly attribute". */
bool getset_readonly(VM *vm, Ref self, Ref v);

/* An attribute that is a value in the object's struct and that no program sets: offsetof gives its place. */
typedef struct MemberRow { const char *name; uint32_t offset; } MemberRow;

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
    const MemberRow *members;  /* ended by a row with name NULL */
};
/* A new type object from its table; base NULL: object. Owned by the caller (modules keep theirs in their state). */
Type *type_from_def(VM *vm, const TypeDef *def, Type *base);
/* More rows for a type that is being set up. */
bool type_add_methods(VM *vm, Type *t, const NativeDef *methods);
bool type_add_getsets(VM *vm, Type *t, const GetSetDef *getsets);
Type *type_from_def2(VM *vm, const TypeDef *def, const Ref *bases, int n);

/* The built-in classes, in three steps (vm.c): types_open makes the bare Type objects (obj_alloc works from then on, no
 * dicts yet); the names of names.def are interned; types_ready fills in names, dicts and mros. At the end types_clear drops
 * the dicts and all they hold, and types_close, when no other object is left (strings too), the Type objects. */
bool types_open(VM *vm);
bool types_ready(VM *vm);
void types_clear(VM *vm);
void types_close(VM *vm);

/* A new instance of a heap class as object.__new__ makes it. NULL: raised (abstract class, no memory). */
Value inst_new(VM *vm, Type *t);
/* C(...) is inst_new and __init__, nothing else: no own __new__, no metaclass __call__, not abstract, a plain instance. */
Value object_new(VM *vm, Ref cls, const Ref *args, int n, Ref kwnames);  /* the slots of object: compared against */
bool object_init(VM *vm, Ref self, const Ref *args, int n, Ref kwnames);

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
    uint32_t fewer;    /* of a root: shapes made because a name went */
};
int shape_find(const Shape *s, Ref name); /* interned name; index or -1 */
Shape *shape_add(VM *vm, Shape *s, Ref name); /* the shape with one more name; NULL: too many (go to dict mode) or no memory */
bool shape_tree_has(const Shape *s, Ref name); /* does any instance of this shape or its descendants have the name? */
bool inst_finalize(VM *vm, Obj *o); /* type_make.c: __del__ of an object whose count is 0; false: it lives on */
Ref inst_get(VM *vm, Obj *o, Ref name);   /* instance attribute alone, borrowed, NULL absent (never raises) */
bool inst_set(VM *vm, Obj *o, Ref name, Ref v);
int inst_del(VM *vm, Obj *o, Ref name);   /* 1, 0 absent, -1 */
bool inst_to_dict(VM *vm, Obj *o);        /* enter dict mode; attrs->dict is non-NULL after */
void attrs_free(VM *vm, Obj *o);          /* release all (dealloc, gc clear) */
void attrs_traverse(VM *vm, Obj *o, VisitFn visit, void *arg);

/* 1: *out owned; 0: absent, no error pending (a property's AttributeError was taken off); -1: another error. */
int obj_generic_try(VM *vm, Ref o, Ref name, Value *out);

/* ---- shared among type*.c, slot_wrap.c and descr.c ---- */
Type *type_alloc(VM *vm, Type *meta);            /* a bare Type, refs 1, its own version */
Shape *shape_root(VM *vm, Type *t);
void shape_free(VM *vm, Shape *s);               /* the whole tree */
Ref type_find(VM *vm, const Type *t, Ref name);  /* along the mro, not cached */
void type_leave_bases(Type *t);                   /* no longer among its bases' subclasses */
bool type_add_subclass(VM *vm, Type *base, Type *t);
Value type_subclasses(VM *vm, Type *t);          /* a list */
Type *type_solid(const Type *t);                 /* the nearest base written in C */
Value type_compute_mro(VM *vm, Type *t);         /* a tuple: C3 over t->bases */
Tuple *type_ask_mro(VM *vm, Type *t);            /* the same through the metaclass's mro(), when it has its own: user code */
Value type_new(VM *vm, Ref meta, const Ref *args, int n, Ref kwnames); /* type.__new__ */
void type_update_tree(VM *vm, Type *t);          /* a dunder changed: slots of t and its subclasses */
Type *type_best_base(VM *vm, Ref bases);         /* whose layout is extended; NULL: raised */
bool type_same_layout(const Type *a, const Type *b);
Value type_getattr(VM *vm, Ref t, Ref name);     /* the slots of type */
bool type_setattr(VM *vm, Ref t, Ref name, Ref v);
Value type_repr(VM *vm, Ref t);
bool type_check_text(VM *vm, Ref text); /* can a str be UTF-8, as names and docs of classes must? */
bool type_init(VM *vm, Ref t, const Ref *args, int n, Ref kwnames);
extern const GetSetDef type_getsets[];           /* type_attrs.c */
extern const NativeDef type_methods[];
Value type_module_name(VM *vm, const Type *t);   /* owned; "builtins" ...; NULL without error: none */
bool type_fill_slots(VM *vm, Type *t);           /* C types: __add__ ... for the filled slots of t->def */
void slots_inherit(Type *t, const Type *base);   /* C types: NULL slots are taken from base */
void slots_update(VM *vm, Type *t, bool all);    /* Python classes: from the dunders; all: else only where t's own dict has one */
bool slots_is_dunder(Ref name);                  /* does the name (a str) feed a slot? */
bool slots_names_open(VM *vm);
void slots_names_close(VM *vm);
bool slots_hash_none(VM *vm, Ref o, int64_t *hash); /* the slot of unhashable classes */
Value slot_getitem(VM *vm, Ref o, Ref key);               /* the slot of classes whose __getitem__ is the program's own */
void inst_dealloc(VM *vm, Obj *o);               /* of Python classes */
void inst_traverse(VM *vm, Obj *o, VisitFn visit, void *arg);
void inst_clear(VM *vm, Obj *o);
Value descr_new(VM *vm, Type *cls, Type *owner, Ref name, const NativeDef *def, const struct SlotRow *row);
Value getset_new(VM *vm, Type *owner, const GetSetDef *def);
Value member_new(VM *vm, Type *owner, Ref name, uint32_t offset);
Value wrapped_new(VM *vm, Type *cls, Ref fn);    /* classmethod, staticmethod */
Value mappingproxy_new(VM *vm, Ref mapping);
Value generic_alias_new(VM *vm, Ref origin, Ref args); /* list[int]; args a tuple or one item */
Value alias_class_getitem(VM *vm, const Ref *args, int n, Ref kwnames); /* the row of generic C classes */
Value union_or(VM *vm, Ref a, Ref b);            /* int | None; may answer V_NOTIMPL */
Value type_super_lookup(VM *vm, Type *start, Type *of, Ref name); /* the attribute behind `start` in of's mro; borrowed semantics: owned, raw */
extern const GetSetDef inst_dict_getset, inst_weakref_getset;

/* ---- descriptors ---- */
typedef struct GetSetDescr { Obj head; const GetSetDef *def; Type *owner; Str *name; } GetSetDescr;
typedef struct MemberDescr {
    Obj head;
    Type *owner;
    Str *name;
    uint32_t offset; /* of the Value's byte; 0: among the attributes, or the item */
    int32_t item;    /* of a structseq: the tuple's item, or (READ_ONLY) an attribute; else 0: anyone may set it */
} MemberDescr;
enum { MEMBER_READ_ONLY = -1, MEMBER_ITEM0 = 1 };
typedef struct Wrapped { Obj head; Value fn; } Wrapped; /* classmethod, staticmethod */
typedef struct Property { Obj head; Value get, set, del, doc, name; bool doc_from_getter; } Property;
typedef struct Super { Obj head; Type *type; Value obj; Type *obj_type; } Super;

#endif
