/* func.h: code, functions, frames, cells, generators: what the eval loop runs. */
#ifndef PERCH_LANG_FUNC_H
#define PERCH_LANG_FUNC_H

#include "obj.h"

/* ---- instructions: 64 bits; what a, b, c mean stands in opcodes.def ---- */
typedef struct Ins {
    uint16_t op, a, b, c;
} Ins;
static inline int32_t ins_bc(Ins i) { return (int32_t)((uint32_t)i.b | (uint32_t)i.c << 16); } /* b and c as one signed number */

typedef struct Span { /* of one instruction; columns in UTF-8 bytes from 0; line 0 = none */
    uint32_t line, end_line;
    uint16_t col, end_col; /* 0xFFFF: beyond what fits */
} Span;

typedef struct Handler { /* an error in [start, end) jumps to target with registers >= depth released */
    uint32_t start, end, target;
    uint16_t depth; /* temporaries from this register on are dropped */
    uint16_t reg;   /* the exception is put here, what was handled before in reg + 1; vm->handled becomes the exception */
} Handler;

/* Where an exception is being handled (the body of an except clause, the exceptional copy of a finally block): whoever leaves
 * it by an exception has vm->handled restored from register reg + 1 by the unwinder. Outermost first. Normal ways out
 * (fall through, return, break, continue) run POP_EXC. */
typedef struct ExceptRegion {
    uint32_t start, end;
    uint16_t reg;
} ExceptRegion;

typedef struct Cache { /* an inline cache: one a cached instruction, zeroed at first */
    uint32_t version; /* Type.version, or the low half of Dict.version */
    uint32_t version2;
    void *ptr, *ptr2; /* shape; value or next shape (borrowed: valid while the version matches) */
    uint32_t index;
    uint16_t name;    /* names[] index of the attribute: set by the compiler, kept when the cache is filled */
    uint8_t kind;     /* what the opcode remembered */
    uint8_t miss;     /* misses so far: after many the site stops refilling */
} Cache;

enum { /* Code.flags */
    CODE_OPTIMIZED = 1, CODE_NEWLOCALS = 2, CODE_VARARGS = 4, CODE_VARKEYWORDS = 8, CODE_NESTED = 16,
    CODE_GENERATOR = 32, CODE_COROUTINE = 128, CODE_ITERABLE_COROUTINE = 256, CODE_ASYNC_GENERATOR = 512, /* as in CPython's co_flags */
    CODE_ANY_GENERATOR = CODE_GENERATOR | CODE_COROUTINE | CODE_ASYNC_GENERATOR, /* a call makes a Generator */
    CODE_CLASS = 1 << 20,   /* a class body: names live in frame->locals */
    CODE_MODULE = 1 << 21,
    CODE_SIMPLE = 1 << 22,  /* plain positional parameters only: the fast call */
    CODE_IMAGE = 1 << 23,   /* ins and spans are part of the program, not the code's own */
    CODE_GUEST = 1 << 25, /* of a library in the binary that calls another's functions as a program does: they are judged (vm->judge) */
    CODE_LIBRARY = 1 << 24, /* of a library in the binary: not a place that a user would look at (lang_site) */
};

/* Machine code made of a Code (vm/jit.h). */
typedef struct Jit {
    void (*drop)(VM *vm, struct Jit *jit); /* its Code ends */
    unsigned char *code;
    size_t room;   /* bytes mapped */
    uint32_t at[]; /* where each instruction begins */
} Jit;

struct Code {
    Obj head;
    Ins *ins;
    Span *spans;       /* parallel to ins; NULL in code of an image until somebody looks (code_spans) */
    const struct CodeImage *image; /* CODE_IMAGE: where they are, from image_at on */
    uint32_t image_at;
    const unsigned char *unread;   /* of an image: what stands behind the head, until somebody calls the code or looks into it (code_whole); NULL: all is here */
    Cache *caches;
    Value *consts;
    Str **names;       /* interned: globals, attributes */
    Handler *handlers; /* innermost first */
    ExceptRegion *excepts; /* outermost first */
    uint32_t nins, ncaches, nconsts, nnames, nhandlers, nexcepts;
    uint16_t nregs;    /* registers in all: locals first, then temporaries */
    uint16_t nlocals;  /* parameters, then other locals (cell variables included: their register holds the Cell) */
    uint16_t argcount, posonly, kwonly; /* argcount counts positional-or-keyword and positional-only ones */
    uint16_t nfree;    /* free variables: function->closure[i] */
    uint32_t flags;
    uint32_t first_line;
    uint32_t site_base; /* site number of instruction i = site_base + i */
    Str **localnames;  /* nlocals names */
    Str **freenames;
    uint16_t *captures; /* nfree: where a function made from this code takes its cells from when MAKE_FUNCTION runs:
                         * < 0x8000 the enclosing frame's register that holds the cell, else 0x8000 + its free variable */
    Str *name, *qualname;
    Str *filename;
    Value doc;         /* str or None; NULL where it is unread */
    Value source;      /* the text it was compiled from (a str shared by all codes of a cell) or NULL: for carets */
    Jit *jit;          /* or NULL */
    int32_t heat;      /* calls and jumps back so far */
};
static inline Code *as_code(Ref v) { return (Code *)BITS(v); }

/* Code that is frozen into the binary is read when it is first called: until then it has what a function is made of (counts, flags, name, captures), one instruction, READ_CODE, and no names,
 * constants, caches, handlers, docstring nor names of locals. Who looks at those of a code that does not run asks for the whole first. */
bool code_read(VM *vm, Code *c); /* code_image.c; false: raised */
static inline bool code_whole(VM *vm, const Code *c) { return __builtin_expect(!c->unread, 1) || code_read(vm, (Code *)c); }
Value code_doc(VM *vm, const Code *c); /* its docstring or None; NULL: raised */

typedef struct Cell { Obj head; Value value; } Cell; /* value NULL: unbound */
Value cell_new(VM *vm, Value v /*taken, may be NULL*/);

struct Function {
    Obj head; /* has TYPE_ATTRS */
    Code *code;
    Dict *globals;
    Dict *builtins;
    Value *closure;   /* code->nfree cells, owned; NULL if none */
    Value defaults;   /* tuple or NULL */
    Value kwdefaults; /* dict or NULL */
    Value annotations; /* dict, a tuple of (name, value...) pairs not yet made into one, or NULL */
    Str *name, *qualname;
    Value doc, module; /* doc NULL: its code's, which nobody has asked for */
    int16_t judged;   /* vm->judge_row's answer; 0: its calls are not judged */
};
static inline Function *as_function(Ref v) { return (Function *)BITS(v); }
static inline bool is_function(Ref v) { return is_kind(v, KIND_FUNCTION); }

typedef struct Method { Obj head; Value fn, self; } Method;
Value method_new(VM *vm, Ref fn, Ref self);

/* A running call. Frames are reused in a chain hanging on the VM; registers live on the VM's value stack, where a callee's
 * first registers are its caller's outgoing arguments, or (generators) in the generator. */
typedef struct Frame {
    struct Frame *prev, *next; /* caller; the frame to reuse for a call from here */
    Code *code;          /* NULL in the frame at the bottom */
    const Ins *pc;       /* behind the instruction that is running: saved before anything that may raise or look */
    Value *regs, *top;   /* registers; end of the part of the value stack in use */
    Function *fn;        /* owned */
    Dict *globals, *builtins; /* borrowed from fn */
    Value *closure;
    Value locals;        /* mapping for class bodies and exec with locals: owned; else NULL */
    Value self;          /* FRAME_INIT: the new object; FRAME_GETTER: whose attribute it is; owned */
    struct Generator *gen; /* whose body this is, or NULL */
    Value frame_obj;     /* FrameObj, when someone asked; owned */
    uint16_t dst;        /* caller's register for the result */
    uint8_t flags;       /* FRAME_* */
} Frame;
enum {
    FRAME_ENTRY = 1, /* its return leaves the C function vm_run */
    FRAME_INIT = 2,  /* __init__ of `self`, which is the result */
    FRAME_GEN = 4,   /* a generator's, resumed by FOR_ITER of the frame below */
    FRAME_FROM = 16, /* a generator's, resumed by YIELD_FROM of the frame below, which gives on what it yields */
    FRAME_GETTER = 32, /* a property's getter: the instruction of the frame below is the GETATTR */
    FRAME_SEEN = 8,  /* its call has been told to whom sys.settrace and sys.setprofile named, or began before them (watch.h) */
};

typedef enum { GEN_CREATED, GEN_SUSPENDED, GEN_RUNNING, GEN_CLOSED } GenState;
typedef struct Generator { /* generator, coroutine or async_generator: the type tells */
    Obj head;
    Frame frame;      /* its own */
    uint8_t state;
    bool stepping, closed, hooked; /* async generators: inside an asend or athrow; over; sys.set_asyncgen_hooks has been heeded */
    Str *name, *qualname;
    uint32_t size_regs;
    Value finalizer;  /* of an async generator; a coroutine's cr_origin; or NULL */
    Value regs[];
} Generator;
static inline Generator *as_generator(Ref v) { return (Generator *)BITS(v); }
Value gen_send(VM *vm, Ref gen, Ref v); /* NULL without error: returned None; with StopIteration: returned a value */
Value gen_next(VM *vm, Ref gen);
Value gen_throw(VM *vm, Ref gen, Ref exception);
bool gen_close(VM *vm, Ref gen);
bool gen_unfinished(const Obj *gen);      /* its finally blocks have not run ... */
void gen_finalize(VM *vm, Obj *gen);      /* ... so let them, before it goes */

typedef struct FrameObj { /* a snapshot view: f_code, f_lineno, f_globals, f_locals, f_back */
    Obj head;
    Frame *frame;     /* while it runs; else NULL */
    Code *code;
    Dict *globals;
    Value locals, back;
    int32_t pc;
    Value *held;      /* the registers of a frame that ended by an exception: they live as long as its traceback */
    uint32_t nheld;
    Value fn;         /* its function, for the closure; or NULL */
    Value trace;      /* f_trace: who is told of its lines, or NULL */
    Value native;     /* the built-in function that it is calling, when sys.setprofile wants to hear of its end; or NULL */
    int32_t last;     /* the instruction that ran before, for who is told of lines; -1: none */
    bool no_lines, opcodes; /* not f_trace_lines, f_trace_opcodes */
    uint8_t told;     /* WATCH_*: what its trace function is being told, and may set f_lineno by; WATCH_NONE */
} FrameObj;
enum { WATCH_NONE, WATCH_CALL, WATCH_LINE, WATCH_RETURN, WATCH_EXCEPTION, WATCH_OPCODE, WATCH_C_CALL, WATCH_C_RETURN, WATCH_C_EXCEPTION, WATCH_COUNT };

/* A call's arguments in another form (vm->judge_again); args borrows from the call's, kwnames is owned: again_close. */
enum { AGAIN_MAX = 12 };
typedef struct Again {
    Ref args[AGAIN_MAX];
    int n;
    Value kwnames; /* or NULL */
} Again;

/* func.c: does the program's call fit (vm->judge)? What a library calls is not asked. call_again: it does not, but in another form it does. */
bool call_fits(VM *vm, int row, const Frame *caller, const Ref *args, int n, Ref kwnames);
bool call_again(VM *vm, int row, const Ref *args, int n, Ref kwnames, Again *again);
/* func.c: a new frame on top of the stack for fn, its locals NULL; NULL raised (RecursionError). The caller fills the
 * parameters (func_bind) and runs it or drops it. */
Frame *frame_push(VM *vm, Function *fn /*taken*/, int32_t flags);
void frame_pop(VM *vm, Frame *f); /* releases registers and all */
Frame *frame_more(VM *vm, Frame *f); /* a fresh frame for f->next */
bool func_bind(VM *vm, Function *fn, Value *regs, const Ref *args, int n, Ref kwnames);
bool func_bind_tuple(VM *vm, Function *fn, Value *regs, Ref args, Ref kwargs); /* the same of a tuple and a dict (or NULL) */
Value gen_new(VM *vm, Frame *f); /* the generator of a bound frame, whose registers it takes */
void frame_detach(VM *vm, Frame *f); /* its FrameObj outlives it */
/* The frame ends by the pending exception: its locals move to the traceback's frame object. */
void frame_hand_over(VM *vm, Frame *f);
void frame_drop_held(VM *vm, FrameObj *o);
Value frame_object_locals(VM *vm, FrameObj *o); /* of an ended frame: from what it holds; owned */
Value frame_object(VM *vm, Frame *f); /* the FrameObj, made when needed; owned */
/* f_locals of a running function: one dict a frame object, brought up to date; and what was changed in it put back into the variables. */
Value frame_object_fresh(VM *vm, FrameObj *o);
void frame_object_put_back(VM *vm, FrameObj *o);
static inline int32_t frame_object_at(const FrameObj *o) { return o->frame && o->frame->pc ? (int32_t)(o->frame->pc - o->code->ins) - 1 : o->pc; }
Value frame_locals(VM *vm, Frame *f); /* locals(): a new dict, or the namespace itself; owned */

Value function_new(VM *vm, Ref code, Ref globals);
/* Run code with these namespaces (exec, eval, import, class bodies). locals NULL = globals. closure for class bodies. */
Value code_run(VM *vm, Ref code, Ref globals, Ref locals);
Value code_run_closure(VM *vm, Ref code, Ref globals, Ref cells); /* exec(code, closure=cells) */
Value code_run_class(VM *vm, Ref fn, Ref ns);
Span code_span(const Code *c, int32_t pc);
int code_line(const Code *c, int32_t pc); /* what is of no line (leaving a handler) stands at the line before */
const Span *code_spans(const Code *c); /* all of them; NULL: no memory */

#endif
