/* obj.h: heap objects, their types and slots.
 *
 * An Obj starts with its count, kind and type. Two things may stand before it in memory, both decided by its type's
 * flags and made by obj_alloc:
 *
 *     [Attrs][GcHead] Obj ...            TYPE_ATTRS: has instance attributes;  TYPE_GC: may be part of a cycle
 *
 * so that even a subclass of str (whose size varies) finds its attributes at a fixed place. TYPE_ATTRS implies TYPE_GC.
 *
 * Attributes: a class hands out shapes (shape.h). While attrs->shape is set, attrs->values[i] is the value of the
 * shape's i-th name; when it is NULL, attrs->dict is a real Dict (after __dict__ was asked for, an attribute was
 * deleted, or there were too many).
 */
#ifndef PERCH_LANG_OBJ_H
#define PERCH_LANG_OBJ_H

#include "value.h"

enum {
#define KIND(name, ctype, doc) KIND_##name,
#include "kinds.def"
#undef KIND
    KIND_COUNT
};

enum { /* Obj.flags */
    OBJ_WEAKREFS = 1, /* weak references to it exist: dealloc clears them */
    OBJ_FINALIZED = 2, /* __del__ has run */
    OBJ_TRACKED = 4,  /* linked into the collector's list */
    OBJ_MARK = 8,     /* the collector's own: reached, or old */
    OBJ_REPR = 16,    /* being repr'd (recursive containers) */
    OBJ_DYING = 32,
    OBJ_UNTRACK_OK = 64,
};

/* X-macro'd structs of the kinds; each is defined in its own header. */
typedef struct Str Str;
typedef struct Tuple Tuple;
typedef struct List List;
typedef struct Dict Dict;
typedef struct Code Code;
typedef struct Function Function;
typedef struct Module Module;
typedef struct Shape Shape;
typedef struct TypeDef TypeDef;
typedef struct NativeDef NativeDef;
typedef struct GetSetDef GetSetDef;
typedef struct BufferView BufferView;

typedef struct GcHead {
    struct GcHead *next, *prev;
} GcHead;

typedef struct Attrs {
    Shape *shape; /* NULL: dict mode */
    union {
        Value *values; /* capacity is the shape's; may be NULL when empty */
        Dict *dict;    /* may be NULL when empty */
    };
} Attrs;

/* ---- slots ---- */
typedef Value (*UnaryFn)(VM *vm, Ref o);
typedef Value (*BinaryFn)(VM *vm, Ref a, Ref b);
typedef Value (*TernaryFn)(VM *vm, Ref a, Ref b, Ref c); /* descr_get: (descriptor, object or NULL, type) */
typedef bool (*HashFn)(VM *vm, Ref o, int64_t *hash);    /* false: an error was raised */
typedef int (*IntFn)(VM *vm, Ref o);                     /* 1, 0, or -1: an error was raised */
typedef int64_t (*LenFn)(VM *vm, Ref o);                 /* -1: an error was raised */
typedef int (*ContainsFn)(VM *vm, Ref o, Ref item);      /* 1, 0, -1 */
typedef bool (*SetItemFn)(VM *vm, Ref o, Ref key, Ref v); /* v NULL: delete */
typedef bool (*BufferFn)(VM *vm, Ref o, BufferView *out);
typedef void (*DelFn)(VM *vm, Ref o);
typedef enum { CMP_LT, CMP_LE, CMP_EQ, CMP_NE, CMP_GT, CMP_GE } CmpOp;
typedef Value (*CompareFn)(VM *vm, Ref a, Ref b, CmpOp op); /* may answer V_NOTIMPL; called with a of this type */
/* The calling convention: n positional arguments, then the values of the keywords named in the tuple kwnames (or NULL). */
typedef Value (*CallFn)(VM *vm, Ref callee, const Ref *args, int n, Ref kwnames);
typedef bool (*InitFn)(VM *vm, Ref self, const Ref *args, int n, Ref kwnames);

typedef enum {
#define BINOP(op, sym, dunder, rdunder, idunder) OP_##op,
#include "slots.def"
    OP_COUNT
} BinOp;

/* A number slot is called with the operands in source order, whichever of the two is of the slot's type; it answers
 * V_NOTIMPL when it has nothing to say about the pair. */
typedef struct Slots {
    BinaryFn nb[OP_COUNT];
    BinaryFn inb[OP_COUNT]; /* in place: may answer its own left operand (retained) */
#define UNOP(field, dunder) UnaryFn field;
#define SLOT(field, ctype, dunder, wrap) ctype field;
#include "slots.def"
} Slots;

typedef int (*VisitFn)(Ref child, void *arg);
typedef void (*TraverseFn)(VM *vm, Obj *o, VisitFn visit, void *arg); /* visit every owned child */
typedef void (*DeallocFn)(VM *vm, Obj *o); /* release children, free own buffers, then obj_free(vm, o, size) */
typedef void (*ClearFn)(VM *vm, Obj *o);   /* break cycles: drop children but stay valid */

enum { /* Type.flags */
    TYPE_GC = 1,          /* instances may be part of cycles: a GcHead stands before them */
    TYPE_ATTRS = 2,       /* instances have attributes (a __dict__) */
    TYPE_BASE = 4,        /* may be subclassed in Python */
    TYPE_HEAP = 8,        /* made by a class statement or type(): mutable */
    TYPE_ABSTRACT = 16,   /* has __abstractmethods__ */
    TYPE_WEAKREF = 32,    /* instances can be weakly referenced */
    TYPE_NO_NEW = 64,     /* "cannot create 'X' instances" */
    TYPE_MATCH_SEQ = 128, /* match: a sequence pattern may match */
    TYPE_MATCH_MAP = 256,
    TYPE_MATCH_SELF = 512, /* match: int(x) binds the subject itself */
    TYPE_HAS_DEL = 1024,  /* __del__ defined somewhere in the mro */
    TYPE_SIMPLE_GETATTR = 2048, /* getattr slot is obj_generic_getattr: inline caches may be used */
    TYPE_IMMUTABLE = 4096, /* cannot set attributes of the type */
    TYPE_BRIEF_NAME = 8192, /* errors name it without its module, as they name a class made by a class statement */
    TYPE_ANSWERS = 32768, /* the library that vm->on_class belongs to asks it before its functions work on its instances */
    TYPE_SEQUENCE = 16384, /* iter() walks it by numbers, though it has no __iter__: what CPython's types say by sq_item */
};

struct Type {
    Obj head;
    uint32_t version;   /* unique over all types and changes, never reused: inline caches test this alone */
    uint32_t flags;
    uint8_t inst_kind;  /* Obj.kind of instances */
    uint32_t inst_size; /* bytes of the fixed part of an instance, Obj included, prefix not */
    Slots s;
    DeallocFn dealloc;
    TraverseFn traverse; /* NULL unless TYPE_GC */
    ClearFn clear;
    const TypeDef *def; /* the table it was made from; NULL for a class statement */
    Str *name, *qualname;
    Type *base;      /* the one whose layout it extends */
    Tuple *bases, *mro;
    Dict *dict;
    Shape *root_shape; /* where its instances' shapes begin (TYPE_ATTRS) */
    List *subclasses;  /* weak references */
    Value init_cache;  /* borrowed, see type.c */
    uint32_t init_version;
    uint32_t slot_count; /* of __slots__ members, behind the fixed part */
    uint8_t text_layout; /* exceptions: enum ExcLayout of the instances */
    Tuple *slot_names;   /* of these, in their order; NULL: none */
    Value own;       /* what a metaclass in C knows of its class, or NULL: it goes with the class */
};

/* ---- allocation ---- */
/* A new instance of `type` with `size` bytes of Obj, or type->inst_size where that is more (a class statement's __slots__
 * behind a layout in C: the layout's sizeof is right for every class), zeroed behind the head, count 1, tracked by the
 * collector if TYPE_GC. NULL: MemoryError was raised. Retains the type when it is TYPE_HEAP. */
Obj *obj_alloc(VM *vm, Type *type, size_t size);
const void *obj_block(const Obj *o);   /* where its memory begins */
Obj *obj_alloc_open(VM *vm, Type *type, size_t zeroed, size_t size); /* what lies behind the first `zeroed` bytes is the caller's to fill */
/* Give back the memory of an object whose children are gone: attributes, weak references, prefix, block, type reference.
 * `size` is what obj_alloc was given. */
void obj_free(VM *vm, Obj *o, size_t size);

static inline GcHead *obj_gc(Obj *o) { return (GcHead *)o - 1; }
static inline Obj *gc_obj(GcHead *g) { return (Obj *)(g + 1); }
static inline Attrs *obj_attrs(Obj *o) /* only if type->flags & TYPE_ATTRS */
{
    return (Attrs *)((char *)o - sizeof(GcHead) - sizeof(Attrs));
}

/* The class of any value, immediates included. Borrowed. */
Type *type_of_slow(VM *vm, Ref v);
static inline Type *type_of(VM *vm, Ref v) { return is_heap(v) ? as_obj(v)->type : type_of_slow(vm, v); }
static inline bool type_is_subtype_fast(const Type *a, const Type *b) { return a == b; }
bool type_is_subtype(const Type *a, const Type *b); /* by mro */

#endif
