/* call.h: calling, and functions written in C.
 *
 * Every callable is called as (callee, args, n, kwnames): n positional arguments, followed in args by the values of the
 * keywords whose names stand in the tuple kwnames (or NULL). Arguments are borrowed, the result is owned, NULL = raised.
 *
 * A function written in C is a row of a const table with its signature as text, in Python's own words:
 *
 *     {"split", str_split, "self, sep=None, maxsplit=-1", "Split at ..."}
 *
 * The signature does the work: arguments arrive normalised in args[0..n), one slot a parameter in order, NULL where the
 * caller gave none (the text of the default is for people; the C code supplies it); `*args` arrives as a tuple and
 * `**kw` as a dict (each owned by the caller of the C function). Wrong calls get CPython's messages. "/" and "*" as in
 * Python; without a "/" parameters are positional-only when the signature starts with "/"-less plain names and flag
 * NATIVE_KW is absent: i.e. keywords are accepted only for parameters after "*" or when the row has NATIVE_KW.
 * NATIVE_RAW: no normalising; the function gets n and kwnames as they came.
 */
#ifndef PERCH_LANG_CALL_H
#define PERCH_LANG_CALL_H

#include "obj.h"

typedef Value (*NativeFn)(VM *vm, const Ref *args, int n, Ref kwnames);

enum { /* NativeDef.flags */
    NATIVE_KW = 1,     /* its named parameters may be given by keyword */
    NATIVE_RAW = 2,    /* gets the raw call */
    NATIVE_STATIC = 4, /* in a type's table: a staticmethod */
    NATIVE_CLASS = 8,  /* in a type's table: a classmethod (args[0] is the class) */
    NATIVE_COEXIST = 16, /* in a type's table: replaces the slot's wrapper of the same name */
    NATIVE_UNEXPECTED = 64, /* a keyword that is none of its own reads "f() got an unexpected keyword argument 'x'" */
    NATIVE_QUIET = 128,  /* called by the end of a weak reference that its set holds it runs nothing of the program's, and nobody sees that it ran */
    NATIVE_PARSED = 32,  /* a wrong count reads "f() takes at least 1 argument (0 given)" */
};
struct NativeDef {
    const char *name;
    NativeFn fn;
    const char *sig; /* methods start with self (or cls) */
    const char *doc;
    int flags;
};

/* A parsed signature: made once a row, at the first call or inspection. */
typedef struct Sig Sig;

typedef struct Native { /* KIND_NATIVE: builtin_function_or_method */
    Obj head;
    const NativeDef *def;
    Sig *sig;
    Value self;   /* bound to; NULL for a plain function */
    Value module; /* its module's name or None */
    Type *owner;  /* the type whose method it is, or NULL */
} Native;
typedef struct MethodDescr { /* KIND_METHOD_DESCR: method_descriptor ("list.append") or wrapper_descriptor */
    Obj head;
    const NativeDef *def; /* NULL for a slot wrapper */
    Sig *sig;
    Type *owner;          /* borrowed: the type outlives it */
    Str *name;
    const struct SlotRow *slot; /* for a slot wrapper */
} MethodDescr;

Value native_new(VM *vm, const NativeDef *def, Ref self, Ref module);
Value method_descr_new(VM *vm, Type *owner, const NativeDef *def);
Value native_call(VM *vm, const NativeDef *def, Sig **sig, Type *owner, const Ref *args, int n, Ref kwnames);

/* From now on vm->answer is asked before the function runs (a native one, a method, one of Python's, an attribute's descriptor); the address by which it is known: NativeDef, Function,
 * descriptor. NULL: it is none of these, or raised. */
const void *call_asked(VM *vm, Ref v);
Value native_object_call(VM *vm, Ref callee, const Ref *args, int n, Ref kwnames); /* the call slots of natives and methods */
Value method_object_call(VM *vm, Ref callee, const Ref *args, int n, Ref kwnames);

/* ---- calling from C ---- */
Value call(VM *vm, Ref f, const Ref *args, int n, Ref kwnames);
Value call0(VM *vm, Ref f);
Value call1(VM *vm, Ref f, Ref a);
Value call2(VM *vm, Ref f, Ref a, Ref b);
Value call3(VM *vm, Ref f, Ref a, Ref b, Ref c);
Value call_tuple(VM *vm, Ref f, Ref args, Ref kwargs); /* f(*args, **kwargs); kwargs NULL or a dict */
/* obj.name(args...): no bound method is made. `name` is a NAME(...) of names.def or any interned str. */
Value call_method(VM *vm, Ref o, Ref name, const Ref *args, int n);
/* Call the dunder `name` found on the TYPE of o (not the instance); *found false and NULL without error if there is none. */
Value call_special(VM *vm, Ref o, Ref name, const Ref *args, int n, bool *found);

#endif
