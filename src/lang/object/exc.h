/* exc.h: exception objects and tracebacks. */
#ifndef PERCH_LANG_EXC_H
#define PERCH_LANG_EXC_H

#include "err.h"
#include "call.h"
#include "obj.h"
#include "str.h"

enum ExcLayout { /* the meaning of Exception.x[] */
    EXCL_PLAIN,
    EXCL_EXIT,    /* code */
    EXCL_STOP,    /* value */
    EXCL_KEY,     /* none; str() is repr of the key */
    EXCL_ATTR,    /* name, obj */
    EXCL_NAME,    /* name */
    EXCL_IMPORT,  /* msg, name, path */
    EXCL_OS,      /* errno, strerror, filename, filename2 */
    EXCL_SYNTAX,  /* msg, filename, lineno, offset, text, end_lineno, end_offset */
    EXCL_UNICODE, /* encoding, object, start, end, reason */
    EXCL_GROUP,   /* message, exceptions */
};
enum { EXC_FIELDS = 7 };

typedef struct Exception {
    Obj head;              /* aux: enum ExcLayout */
    Value args;            /* a tuple */
    Value traceback;       /* a Traceback or NULL */
    Value context, cause;  /* exceptions, or NULL */
    bool suppress_context; /* raise ... from */
    bool is_call;          /* the person's interrupt, from outside: where it finds nobody (err_clear, a finalizer) it comes again at the next safe point */
    Value x[EXC_FIELDS];   /* by layout; NULL = None */
} Exception;

bool exc_init_types(VM *vm);
/* exc_group.c */
Value group_new(VM *vm, Type *type, const Ref *args, int n);
bool exc_group_init(VM *vm);
extern const NativeDef group_methods[];

static inline bool is_exception(Ref v) { return is_kind(v, KIND_EXCEPTION); }
static inline Exception *as_exception(Ref v) { return (Exception *)BITS(v); }

typedef struct Traceback {
    Obj head;
    Value next;   /* the level below (nearer to the raise), or NULL */
    Code *code;   /* owned */
    Dict *globals; /* owned */
    int32_t pc;   /* instruction number: line and span come from the code */
    int32_t line; /* given by a program that made the traceback itself, or 0 */
    Value frame;  /* FrameObj made on demand, or NULL */
} Traceback;

/* Add a level (the outermost last) to the pending exception. Called by the eval loop as frames unwind. */
void tb_add(VM *vm, Code *code, Dict *globals, int32_t pc);
int tb_line(Ref traceback);

/* How a front wants the text of an exception. What is NULL or false is left out; colours are what stands in front of such a part, `end` behind it. */
typedef struct ExcStyle {
    bool cells;         /* code of a file `Cell In[3]`: that name instead of `File "…"`, and no ", in <module>" */
    const char *hidden; /* levels in files whose names begin so are left out */
    const char *head, *place, *name, *caret, *type, *end;
    bool visible;       /* what acts on a screen is spelled out in names, messages and lines (str_visible.c) */
    bool (*source)(void *data, StrB *b, Ref line, const struct Code *code /*that it is of, or NULL*/); /* puts a line of the program's; false: put as it is */
    bool (*folded)(void *data, StrB *b, int64_t count, Ref packages /*"torch, json"*/); /* so many levels of frozen modules, one after the other; NULL: shown */
    bool (*note)(void *data, StrB *b, Ref note, int64_t i); /* puts line i of a note (with its line feed); false: put as it is */
    Value (*values)(VM *vm, void *data, Ref traceback); /* a list of lines to stand below a level; NULL: none (what was raised is dropped) */
    bool (*bare)(VM *vm, void *data, Ref exception); /* this one is shown as its last line alone */
    void *data;
} ExcStyle;
Value exc_format_as(VM *vm, Ref exception, const ExcStyle *style);
/* The text python prints for an uncaught exception: chain, tracebacks with carets, notes, "Did you mean". A str. */
/* The last line alone, without newline: "TypeError: ...". */
/* For a NameError, AttributeError or ImportError with .name: the nearest name to offer, a str, or NULL (no error). */
Value exc_suggest(VM *vm, Ref exception);

#endif
