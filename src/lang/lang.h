/* lang.h: the language as a library: what an embedder needs and no more.
 *
 * Make a VM, set its hooks, compile a piece of source ("cell"), run it. Failures are reported by return value; the
 * exception stays pending in the VM until it is taken. A VM is used by one thread at a time; any thread or signal handler may call
 * lang_interrupt. Several VMs live side by side and share nothing.
 */
#ifndef PERCH_LANG_LANG_H
#define PERCH_LANG_LANG_H

#include <stdio.h>

#include "lang/object/value.h"
#include "python_flags.h"

typedef struct Mem Mem;
struct Frame;
struct Ins;

typedef enum {
    LANG_EXEC, LANG_SINGLE, LANG_EVAL,
    LANG_FUNC_TYPE,   /* (int) -> str: a tree alone */
    /* As LANG_EXEC, but the last statement's value, if it is an expression, goes to the hook `display`; and await, async for and async with
     * may stand outside functions: the code is a coroutine then (lang_is_coroutine). */
    LANG_CELL,
    LANG_CELL_ALL,    /* every expression statement's on the outermost level, as in LANG_SINGLE */
    LANG_CELL_LAST,   /* those of the last statement, a loop's too */
    LANG_CELL_ASSIGN, /* the last statement's, or of the name that it assigns to */
    LANG_CELL_NONE,   /* none */
} LangMode;

/* What the world does for the language. Every one may be NULL (the default stands behind it). They run inside the VM's thread and may
 * raise by leaving an exception pending and returning false. */
typedef struct LangHooks {
    bool (*write)(VM *vm, void *data, int fd, const char *text, size_t n); /* sys.stdout (1) and stderr (2); default: the process's */
    Value (*input)(VM *vm, void *data, const char *prompt);                /* input(); a str, NULL raised; default: a line of stdin */
    bool (*display)(VM *vm, void *data, Ref value);                        /* expression statements in LANG_SINGLE and LANG_CELL; default: print repr, set _ */
    void (*idle)(VM *vm, void *data);                                      /* the program waits (sleeps, for a child): called a few times in a tenth of a second */
    bool (*isatty)(VM *vm, void *data, int fd);                            /* sys.stdout.isatty(), where `write` is set; default: the process's */
    void (*step)(VM *vm, struct Frame *frame, const struct Ins *at);       /* an instruction is about to run; called only while it is set (lang_trace_steps) */
} LangHooks;

/* What a library says of a name that its original has and perch has not. */
typedef struct {
    const char *original; /* "PyTorch 1.13" */
    const char *package;  /* "torch" */
} AbsentName;

typedef struct LangConfig {
    size_t mem_limit;       /* bytes, 0 none */
    int argc;               /* sys.argv */
    char **argv;
    char *const *orig_argv; /* sys.orig_argv, ended by a NULL; NULL: as sys.argv */
    const char *executable; /* sys.executable; NULL: the file of this process */
    const char *script_dir; /* goes first in sys.path; NULL: the current folder ("") */
    const char *const *warn_options; /* sys.warnoptions, ended by a NULL; NULL: none */
    const LangFlags *flags; /* Python's switches; NULL: what its variables say */
    LangHooks hooks;
    void *hook_data;
    /* What can be imported besides sys and builtins; tables ended by a row with name NULL / a NULL. lib.h has the library's. */
    const struct ModuleDef *const *modules;
    const struct FrozenTable *frozen;
    /* A scope behind the builtins: the value of a name that no program and no builtin has (kept from then on); NULL without exception: no such name. NULL: no scope. */
    Value (*prelude)(VM *vm, Ref name);
    /* What to say about a module that Python has and perch has not; NULL: nothing. Becomes a note of the ModuleNotFoundError. */
    const char *(*absent_hint)(const char *module);
    /* Has the original of perch's module this name, and perch not? Of a class's attribute, `owner` is the class and `module` its package; else "". NULL: nothing is known of it. */
    const AbsentName *(*absent_name)(const char *module, const char *owner, const char *name);
    /* What a star imports from a module of perch's own: names between spaces, those that are not there passed over. NULL: what the module itself says. */
    const char *(*star_names)(const char *module);
    /* Puts stdin, stdout and stderr into the namespace of sys; NULL: print goes to the hook or file descriptor 1. */
    bool (*open_streams)(VM *vm, Ref sys_namespace);
} LangConfig;

/* NULL: no memory. */
VM *lang_open(const LangConfig *config);
/* Before the first program: .pth files of the user's packages, sitecustomize, usercustomize, as CPython's site runs them. What fails there is printed. */
void lang_customize(VM *vm);
/* Runs what is left to run: waits for threads, atexit, then __del__, weak references' callbacks, generators' finally of all that the program made, on an
 * interpreter that is whole. From then on none of the program's code runs. Until it returns lang_interrupt is heard. Twice is once. */
void lang_end(VM *vm);
void lang_atexit(VM *vm); /* its first half alone: threads, atexit */
/* lang_end, then frees all; the number of bytes still live (0 is right). Where a thread cannot be stopped (it is in a system call that does not return), the
 * interpreter stays as it is, for the process's end, and 0 is answered. */
size_t lang_close(VM *vm);
/* The same for the last thing that a process does: what the program could notice happens, the memory is left to the system. */
void lang_leave(VM *vm);

/* Compile UTF-8 source. A Code value, or NULL with SyntaxError and the like pending. filename is what tracebacks show. The
 * source is kept for them. */
Value lang_compile(VM *vm, const char *source, size_t n, const char *filename, LangMode mode);
bool lang_is_coroutine(Ref code); /* running it gives a coroutine, whose body has not begun */
/* Run it in `globals` (a dict). The value for LANG_EVAL, else None; NULL: raised. */
Value lang_run(VM *vm, Ref code, Ref globals);
enum { LANG_INTERRUPTED = -2 }; /* in the place of an exit code: an uncaught KeyboardInterrupt; the process should end by SIGINT */
Value lang_main_globals(VM *vm); /* the namespace of __main__; owned */
/* Run a whole file or text as __main__. Returns the process's exit code; errors were printed to stderr, SystemExit honoured. */
int lang_main_text(VM *vm, const char *source, size_t n, const char *filename);
/* Print the pending exception as Python does (to sys.stderr) and clear it; the exit code it asks for (SystemExit) or 1. */
int lang_print_error(VM *vm);

void lang_flush(VM *vm); /* sys.stdout and sys.stderr */
/* From any thread or signal handler: the running program gets KeyboardInterrupt at its next safe point. */
void lang_interrupt(VM *vm);
void lang_trace_steps(VM *vm, void (*step)(VM *vm, struct Frame *frame, const struct Ins *at) /*NULL: no more*/);
/* What the machine does, a line an event to stderr: some of "vm,ops,gc,alloc" (trace.h says what each prints), "" nothing any more.
 * false: something else. */
bool lang_trace(VM *vm, const char *what);

/* Sites: the number of the call site now running (a few ns), and what it stands for. */
/* The site is in the user's own code: calls inside frozen modules stand for the line that called them. */
uint32_t lang_site(VM *vm);
/* The sites of all frames that run the user's own code, the innermost first; at most `most`. */
int lang_sites(VM *vm, uint32_t *out, int most);
/* From now on sites can be asked for when their code has gone: values remember them. */
void lang_keep_sites(VM *vm);
typedef struct LangSite { const char *filename; uint32_t line, end_line, col, end_col; } LangSite;
bool lang_site_info(VM *vm, uint32_t site, LangSite *out);
Value lang_site_text(VM *vm, uint32_t site); /* its source line, a str; owned; NULL without error if unknown */

Value lang_site_function(VM *vm, uint32_t site); /* the name of the function it stands in, "<module>" where its code has gone; a str, owned */
Value lang_site_source(VM *vm, uint32_t site); /* the whole source it stands in; likewise */

Mem *lang_mem(VM *vm); /* accounting and failure on demand: mem.h */

#endif
