/* mod_ctypes.h: what the files of the module _ctypes share: libffi, what is known of a C type, instances, arguments.
 *
 * A class made by one of the six metaclasses (CtKind) has its Info in Type.own: size, alignment, how libffi passes it, how its values are read. An instance (Data) has memory of its
 * own or stands in another's (base), which it keeps. What the memory points to and Python owns is kept in `objects` of the outermost instance, under keys that spell the way there
 * ("0", "2:1": item 2's field 1). An address that a program makes up is its own affair; everything else is checked before memory is touched. */
#ifndef PERCH_STD_MOD_CTYPES_H
#define PERCH_STD_MOD_CTYPES_H

#include "lang/object/args.h"
#include "lang/object/thread.h"
#include "lang/object/vm.h"
#include "std.h"

/* ---- libffi, as its binary interface is ---- */
typedef struct FfiType { size_t size; unsigned short alignment, type; struct FfiType **elements; } FfiType;
typedef struct FfiCif { _Alignas(16) unsigned char room[160]; } FfiCif; /* larger than any machine's */
enum { FFI_VOID, FFI_INT, FFI_FLOAT, FFI_DOUBLE, FFI_LONGDOUBLE, FFI_UINT8, FFI_SINT8, FFI_UINT16, FFI_SINT16, FFI_UINT32, FFI_SINT32, FFI_UINT64, FFI_SINT64, FFI_STRUCT, FFI_POINTER };
#ifdef __x86_64__
enum { FFI_ABI = 2, FFI_KNOWN = 1 };
#elif defined __aarch64__ || defined __riscv
enum { FFI_ABI = 1, FFI_KNOWN = 1 };
#else
enum { FFI_ABI = 0, FFI_KNOWN = 0 };
#endif
enum { FFI_CLOSURE_ROOM = 128 };
typedef struct Ffi {
#define FFI(ret, name, args) ret (*name) args;
#include "ffi.def"
#undef FFI
} Ffi;
extern Ffi ffi; /* full once _ctypes has been imported */
extern FfiType ffi_types[];         /* by FFI_* */
#define ffi_pointer ffi_types[FFI_POINTER]

/* ---- what a value looks like in memory ---- */
typedef union CValue { unsigned char raw[16]; int i; float f; double d; long double g; void *p; uint64_t u; } CValue;
typedef struct Bits { uint8_t low, count; } Bits; /* count 0: the whole */
typedef struct Scalar Scalar;
struct Scalar {
    char code, format; /* as _type_ says it, as PEP 3118 does */
    uint8_t size;
    bool is_signed, swaps, points; /* swaps: there is one of the other byte order */
    unsigned short ffi;
    Value (*get)(VM *vm, const Scalar *s, const unsigned char *p, Bits bits);        /* p is in this machine's order, aligned or not */
    Value (*set)(VM *vm, const Scalar *s, unsigned char *p, Ref v, Bits bits);        /* what is to be kept alive for it, or None */
};
const Scalar *scalar_of(char code); /* NULL: none */
Value wide_text(VM *vm, const unsigned char *p, int64_t n); /* n wchar_t as a str */
Value wide_bytes(VM *vm, Ref str);  /* as wchar_t, with a zero: a bytes object */
extern const char scalar_codes[];

/* ---- classes ---- */
typedef enum { CT_SIMPLE, CT_STRUCT, CT_UNION, CT_ARRAY, CT_POINTER, CT_CALL, CT_KINDS } CtKind;
enum { FLAG_CDECL = 1, FLAG_PYTHON = 4, FLAG_ERRNO = 8, FLAG_LASTERROR = 16 };
enum { DIMS = 8, ARGUMENTS_MOST = 1024 };
typedef struct Info {
    Obj head;
    CtKind kind;
    int64_t size, align, length; /* length: of items or fields */
    FfiType ffi;
    size_t elements;             /* room in ffi.elements */
    const Scalar *scalar;        /* of simple types */
    bool swapped, final, has_pointer;
    Value proto;                 /* item's or pointee's class, or NULL */
    Value format;                /* bytes, zero-terminated */
    int ndim;
    int64_t dims[DIMS];
    Value argtypes, converters, restype, checker; /* of function types: tuples, or NULL */
    int flags;
} Info;
static inline Info *info_of(Ref type) { return is_type(type) ? (Info *)BITS(as_type(type)->own) : NULL; } /* NULL: no C type, or an abstract one */

typedef struct CtypesState {
    Type *metas[CT_KINDS], *bases[CT_KINDS], *data, *field, *arg, *info, *thunk;
    Value argument_error, pointers /*POINTER's answers*/, arrays /*(type, length): array type*/, swapped_be, swapped_le;
    bool callbacks;      /* there have been some: a thread that the interpreter does not know may come in while one of ours is away */
} CtypesState;
extern const ModuleDef ctypes_module;
static inline CtypesState *ctypes_state(VM *vm) { return module_state(vm, &ctypes_module); }

/* ---- instances ---- */
typedef struct Outgrown { struct Outgrown *next; unsigned char *p; size_t size; } Outgrown; /* memory before resize(): views may look at it */
typedef struct Data {
    Obj head;
    unsigned char *ptr;
    int64_t size, length, index; /* index: in base */
    bool owns;                   /* ptr was allocated for it */
    Value base;                  /* an instance whose memory it shares, or NULL */
    Value objects;
    BufferView *lent;            /* from_buffer: whose memory it is */
    Outgrown *outgrown;
    _Alignas(16) unsigned char small[16];
} Data;
static inline Data *as_data(Ref v) { return (Data *)BITS(v); }

typedef struct Thunk { /* a Python function as machine code */
    Obj head;
    VM *vm;
    void *closure, *code;
    FfiCif cif;
    FfiType **types;
    size_t room, result;   /* of types; bytes of the result, 0: none */
    Value callable, argtypes /*a tuple*/, restype;
    int flags;
} Thunk;
typedef struct Callable { /* an instance of a function type */
    Data data;
    Value callable, thunk, argtypes, converters, restype, checker, errcheck, paramflags; /* NULL: its class's */
} Callable;
static inline Callable *as_callable(Ref v) { return (Callable *)BITS(v); }

typedef struct Arg { Obj head; FfiType *ffi; char tag; CValue value; Value obj; } Arg; /* what from_param() and byref() give: <cparam ...> */
static inline Arg *as_arg(Ref v) { return (Arg *)BITS(v); }
#define FN(name) static Value name(VM *vm, const Ref *args, int n, Ref kwnames)

/* ---- mod_ctypes_data.c ---- */
bool is_data(VM *vm, Ref v);
bool is_data_of(VM *vm, Ref v, CtKind kind);
bool is_direct(VM *vm, Ref type);                /* derived from _SimpleCData itself: its instances become Python's values */
Value data_new(VM *vm, Ref type, const Ref *args, int n, Ref kwnames); /* zeroed */
Value data_at(VM *vm, Ref type, Ref base /*or NULL*/, int64_t index, unsigned char *p);
Value data_copy(VM *vm, Ref type, const void *from); /* a new one with these bytes */
Value data_get(VM *vm, Ref type, Ref base, int64_t index, unsigned char *p); /* what stands at p: a value, or an instance in base's memory */
/* What data_set is given: v, or what is made of it by code of the program's, which may move and free memory: so it runs before the place is looked for. */
Value data_ready(VM *vm, Ref type, Ref v);
bool data_set(VM *vm, Ref type, Ref self, int64_t index, unsigned char *p, Ref v); /* v: of data_ready */
bool data_keep(VM *vm, Ref self, int64_t index, Value keep /*taken; None and NULL are nothing*/);
Value data_kept(VM *vm, Ref self);               /* owned; a dict, None or another object */
void data_drop(VM *vm, Data *d);                 /* all that it owns */
void data_visit(Data *d, VisitFn visit, void *arg);
extern const TypeDef ctypes_data_def;
void data_traverse(VM *vm, Obj *o, VisitFn visit, void *arg);
void data_clear(VM *vm, Obj *o);
void data_dealloc(VM *vm, Obj *o);

/* ---- mod_ctypes_type.c: what all metaclasses have ---- */
Info *info_new(VM *vm, Ref type, CtKind kind);     /* put into type->own; borrowed */
bool info_format(VM *vm, Info *info, const char *fmt, ...);
const char *info_format_text(const Info *info);
Ref ctypes_attribute(VM *vm, Ref type, const char *name); /* of the class, along its mro; borrowed, NULL: none */
Value ctypes_as_parameter(VM *vm, Ref v);        /* NULL without an error: none */
Value ctypes_meta_new(VM *vm, Ref meta, const Ref *args, int n, Ref kwnames);
Value ctypes_from_param(VM *vm, Ref type, Ref v);
Value ctypes_repeat(VM *vm, Ref type, Ref count);
bool ctypes_isinstance(VM *vm, Ref v, Ref type); /* by its class alone */
extern const TypeDef ctypes_meta_defs[CT_KINDS], ctypes_info_def;

/* ---- the kinds: what their metaclass does with a new class; their instances ---- */
bool simple_setup(VM *vm, CtypesState *st, Ref type, Info *info, const Ref *args);
bool struct_setup(VM *vm, CtypesState *st, Ref type, Info *info);
bool struct_setattr(VM *vm, Ref type, Ref name, Ref v);
bool array_setup(VM *vm, CtypesState *st, Ref type, Info *info);
bool pointer_setup(VM *vm, CtypesState *st, Ref type, Info *info);
bool call_setup(VM *vm, CtypesState *st, Ref type, Info *info);
extern const TypeDef ctypes_simple_def, ctypes_struct_def, ctypes_union_def, ctypes_array_def, ctypes_pointer_def, ctypes_call_def;
Value simple_from_param(VM *vm, Ref type, Ref v);
Value pointer_from_param(VM *vm, Ref type, Ref v);
extern const NativeDef ctypes_pointer_meta_methods[], ctypes_pointer_functions[];
Value simple_get(VM *vm, const Info *info, const unsigned char *p, Bits bits);
Value simple_set(VM *vm, const Info *info, unsigned char *p, Ref v, Bits bits); /* what to keep alive */
Value simple_plain(VM *vm, const Info *info, Ref v);
Value array_type(VM *vm, Ref item, int64_t length);
Value pointer_type(VM *vm, Ref type);            /* POINTER(type) */
Value letters_get(VM *vm, char code, const unsigned char *p, int64_t size); /* an array of characters as a value, as far as its zero */
bool letters_set(VM *vm, char code, unsigned char *p, int64_t size, Ref v);

/* ---- mod_ctypes_field.c ---- */
typedef struct Layout { /* of the fields so far: what the next one needs to know */
    int64_t size, offset, align, pack; /* pack: at most, 0: no limit */
    int bit, bits;               /* the next free bit of an open run of bit fields, and its width; 0: none is open */
    bool big;
} Layout;
typedef struct Field {
    Obj head;
    int64_t offset, size, index;
    Bits bits;
    Value proto;
    char text;                   /* 'c', 'u': an array of these, read as a value */
    bool anonymous;
} Field;
static inline Field *as_field(Ref v) { return (Field *)BITS(v); }
Value field_new(VM *vm, CtypesState *st, Ref type, int64_t index, int bits /*0: no bit field*/, Layout *at);
Value field_again(VM *vm, CtypesState *st, const Field *f, int64_t index, int64_t offset); /* the same, seen from further out */
extern const TypeDef ctypes_field_def;

/* ---- mod_ctypes_arg.c ---- */
typedef struct Param { FfiType *ffi; Value keep; CValue value; void *place; } Param; /* place: where libffi finds it */
bool param_from(VM *vm, CtypesState *st, Ref v, int number, Param *out);
Arg *arg_new(VM *vm, CtypesState *st, char tag, FfiType *ffi, Ref obj /*or NULL*/);
static inline bool is_arg(VM *vm, Ref v) { return is_exact(v, ctypes_state(vm)->arg); }
extern const TypeDef ctypes_arg_def;
extern const NativeDef ctypes_arg_functions[];

/* ---- mod_ctypes_call.c, _callback.c ---- */
Value ctypes_call(VM *vm, void (*f)(void), const Ref *args, int n, int flags, Ref converters /*or NULL*/, Ref restype /*NULL: int*/, Ref checker /*or NULL*/);
Value converters_of(VM *vm, Ref argtypes); /* a tuple of their from_param */
FfiType *ffi_of(Ref type);
Value thunk_new(VM *vm, CtypesState *st, Ref callable, Ref argtypes, Ref restype, int flags);
extern const TypeDef ctypes_thunk_def;
typedef struct Away { VM *vm; Thread *left; bool away; struct Away *up; } Away; /* a foreign call of this OS thread: whether it has let go of the interpreter's lock */
extern __thread Away *ctypes_away;
extern __thread int ctypes_errno; /* this thread's copy */
Value ctypes_error_within(VM *vm, Ref cls, const char *fmt, ...); /* raises cls: the words, then the pending error's; NULL */

/* ---- mod_ctypes_library.c, _memory.c ---- */
extern const NativeDef ctypes_library_functions[], ctypes_memory_functions[], ctypes_type_functions[];
void *library_symbol(VM *vm, Ref handle, const char *name, ExcId otherwise); /* NULL: raised */
bool ctypes_memory_constants(VM *vm, Dict *ns);
#endif
