/* mod_pickle.h: what the files of the module _pickle share: its state, the opcodes, PickleBuffer. */
#ifndef PERCH_STD_MOD_PICKLE_H
#define PERCH_STD_MOD_PICKLE_H

#include "lang/object/args.h"
#include "lang/object/vm.h"

enum { PICKLE_HIGHEST = 5, PICKLE_DEFAULT = 4, PICKLE_BATCH = 1000, FRAME_TARGET = 64 * 1024, FRAME_LEAST = 4, FRAME_HEADER = 9 };

typedef enum Opcode { /* the letters of the format */
    OP_MARK = '(', OP_STOP = '.', OP_POP = '0', OP_POP_MARK = '1', OP_DUP = '2', OP_FLOAT = 'F', OP_INT = 'I', OP_BININT = 'J', OP_BININT1 = 'K', OP_LONG = 'L', OP_BININT2 = 'M',
    OP_NONE = 'N', OP_PERSID = 'P', OP_BINPERSID = 'Q', OP_REDUCE = 'R', OP_STRING = 'S', OP_BINSTRING = 'T', OP_SHORT_BINSTRING = 'U', OP_UNICODE = 'V', OP_BINUNICODE = 'X',
    OP_APPEND = 'a', OP_BUILD = 'b', OP_GLOBAL = 'c', OP_DICT = 'd', OP_EMPTY_DICT = '}', OP_APPENDS = 'e', OP_GET = 'g', OP_BINGET = 'h', OP_INST = 'i', OP_LONG_BINGET = 'j',
    OP_LIST = 'l', OP_EMPTY_LIST = ']', OP_OBJ = 'o', OP_PUT = 'p', OP_BINPUT = 'q', OP_LONG_BINPUT = 'r', OP_SETITEM = 's', OP_TUPLE = 't', OP_EMPTY_TUPLE = ')', OP_SETITEMS = 'u',
    OP_BINFLOAT = 'G', OP_PROTO = 0x80, OP_NEWOBJ, OP_EXT1, OP_EXT2, OP_EXT4, OP_TUPLE1, OP_TUPLE2, OP_TUPLE3, OP_NEWTRUE, OP_NEWFALSE, OP_LONG1, OP_LONG4,
    OP_BINBYTES = 'B', OP_SHORT_BINBYTES = 'C', OP_SHORT_BINUNICODE = 0x8c, OP_BINUNICODE8, OP_BINBYTES8, OP_EMPTY_SET, OP_ADDITEMS, OP_FROZENSET, OP_NEWOBJ_EX, OP_STACK_GLOBAL,
    OP_MEMOIZE, OP_FRAME, OP_BYTEARRAY8, OP_NEXT_BUFFER, OP_READONLY_BUFFER,
} Opcode;

typedef struct PickleState { Type *pickler, *unpickler, *buffer, *pickler_memo, *unpickler_memo, *error, *pickling_error, *unpickling_error; } PickleState;
typedef struct PickleBuffer { Obj head; bool released; BufferView view; } PickleBuffer;

extern const ModuleDef pickle_module;
extern const TypeDef pickler_def, pickler_memo_def, unpickler_def, unpickler_memo_def, pickle_buffer_def;
static inline PickleState *pickle_state(VM *vm) { return module_state(vm, &pickle_module); }

Value pickling_error(VM *vm, const char *fmt, ...);
Value unpickling_error(VM *vm, const char *fmt, ...);
/* copyreg's or _compat_pickle's table of this name, a dict; owned */
Value pickle_table(VM *vm, const char *module, const char *name);
/* module.a.b.c; *parent (may be NULL): what the last name was taken from. 0: absent (no error is pending), -1: raised */
int pickle_deep_attribute(VM *vm, Ref module, Ref path, Value *out, Value *parent);

/* The functions dump and dumps, load and loads are one pickler's or unpickler's short life. */
Value pickler_open(VM *vm, Ref file /*or NULL*/, Ref protocol, Ref fix_imports, Ref callback);
Value pickler_run(VM *vm, Ref pickler, Ref obj);   /* bytes where there is no file, else None */
Value unpickler_open(VM *vm, Ref file, Ref data, Ref fix_imports, Ref encoding, Ref errors, Ref buffers); /* one of file and data */
Value unpickler_run(VM *vm, Ref unpickler);

/* What .memo of both gives (mod_pickle_memo.c). */
typedef struct MemoProxy { Obj head; Value owner; } MemoProxy;
static inline MemoProxy *as_memo_proxy(Ref v) { return (MemoProxy *)BITS(v); }
Value pickle_memo_new(VM *vm, Type *type, Ref owner);
Value pickler_memo_copy(VM *vm, Ref pickler), unpickler_memo_copy(VM *vm, Ref unpickler); /* as a dict */
void pickler_forget(VM *vm, Ref pickler), unpickler_forget(VM *vm, Ref unpickler);

#endif
