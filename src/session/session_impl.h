/* session_impl.h: what the files of the session share: its state, and the calls from one file to the next. Fronts see session.h alone.
 *
 * Each file owns a part of the struct, named by its comment. Values that the session owns are released in session_close, before the VM
 * closes. Strings for a front that live "until the next call" stand in a Text of their own.
 */
#ifndef PERCH_SESSION_IMPL_H
#define PERCH_SESSION_IMPL_H

#include "lang/lang.h"
#include "lang/object/vm.h"
#include "session.h"

/* A growing text, malloc-ed; NULL and 0 at first. After a failure `failed` is true and what is there stays. */
typedef struct Text { char *s; size_t n, cap; bool failed; } Text;
bool text_add(Text *t, const char *s, size_t n);
bool text_put(Text *t, const char *s); /* zero-terminated */
void text_drop(Text *t);
bool text_set(Text *t, const char *s, size_t n);

typedef struct StreamTail { char held[4]; int n; } StreamTail; /* the start of a character that is not whole yet */

typedef struct CaptureFile { int fd, saved; int64_t read; StreamTail tail; } CaptureFile; /* a descriptor of the process that is a file in memory */

typedef struct ErrorText { /* error.c: a CellError and the texts it points to */
    CellError error;
    Text name, value, plain, coloured, code;
} ErrorText;

typedef struct BundleText { /* display.c: a Bundle and the texts it points to */
    Bundle bundle;
    Mime *items;
    int cap;
    Text *texts; /* two a row: type, data */
    Text metadata;
} BundleText;

enum { HOOK_BEFORE, HOOK_AFTER, HOOK_FAILED, HOOK_ERROR, HOOK_INSTEAD, HOOKS }; /* before a cell, after it, when it failed; to tell its error; what runs in its place */

enum { FIXES_MOST = 3 };
typedef struct FixText { Text cells /*each with its zero*/, line, cost; } FixText;

typedef struct CellState { /* cell.c: of the cell that runs */
    int number, first_line /* in its file */;
    bool running, quiet /*it ends in ;*/, silent, counted;
    bool nested;                 /* a cell runs it */
    Value value;                 /* nested: what it showed last, or NULL */
    bool ahead;                  /* the outermost one has taken its number already */
} CellState;

/* What each conversation with the session has for itself: the session's thread, and each branch (branch.c). */
typedef struct Branch {
    CellState cell;
    bool ready;                  /* for the next cell: session_ready was called */
    bool leaving;
    double seconds;
    ErrorText last, other;       /* error.c: of cells; of session_evaluate */
    bool failed_yet;
    Fix fixes[FIXES_MOST];       /* fixes.c */
    FixText fix_texts[FIXES_MOST];
    int fix_count;
    bool fix_done;               /* the cells of one have run */
    BundleText result, evaluated; /* display.c */
    struct Answers *answers;     /* typing.c: what completion and its like gave last */
} Branch;

struct Session {
    VM *vm;
    SessionConfig config;        /* its strings are copies */
    const ModuleDef **modules;
    Value ns;                    /* of __main__ */
    Branch main;

    /* branch.c */
    Ref telling;                 /* the origin of what is being told, where it is not the running thread's */
    Value descriptors;           /* the origin of what children write; NULL: nobody's */

    /* cell.c */
    int number;                  /* of the next cell */
    bool no_automagic;
    LangMode shows;              /* which values of a cell are shown; LANG_CELL: the last statement's */
    Value in, out;               /* In and Out */
    Value unders[3];             /* what _, __ and ___ are, where the person has none of their own */
    Value raw;                   /* as In, but as they were typed */
    Value exit_code;             /* what exit() was given; NULL: nobody asked */

    /* error.c */
    bool verbose;                /* %xmode Verbose: with the values of each level's names */
    bool whole;                  /* %xmode Plain, %tb: levels of the library are not folded */
    bool brief;                  /* %xmode Minimal: an error's last line alone */
    bool folds;                  /* the front said how wide it is: drawings are folded to that */
    Value last_exception;

    /* streams.c */
    StreamTail tails[2];
    CaptureFile capture[2];
    bool capturing, draining;
    unsigned forks;              /* process_forks() in the process that has the front */
    uint32_t outside;            /* the VM's when the descriptors were last looked at */
    int64_t looked;              /* and the time, in milliseconds */

    /* display.c */
    bool pretty_changed;         /* %pprint, %precision: perch.pretty decides alone */
    bool printers;               /* programs have set formats for classes (perch.display.printers) */

    Value hooks[HOOKS];          /* hooks.c: functions that Python asked to be called; NULL: none */

    struct Pulse *pulse;         /* pulse.c */

    /* guard.c, dry.c: a forked child that tries a line */
    bool trial;
    Value trial_value;           /* of the last expression: it is not shown */
    Text trial_output;
    BundleText dry;              /* session_dry_run's answer */

    /* words.c */
    Text banner, prompt[2];

    struct History *history;     /* history.c; NULL: none */
};
static inline Session *session_of(VM *vm) { return vm->hook_data; }
static inline Branch *branch_of(const Session *s) { return s->vm->own ? s->vm->own : (Branch *)&s->main; } /* of the running thread */

/* ---- branch.c ---- */
void branch_drop(VM *vm, Branch *b);
void origin_of_descriptors(Session *s); /* a cell begins: what children write from now on is its */

double session_clock(void);      /* session.c: monotonic seconds */

/* ---- cell.c ---- */
bool cell_open(Session *s);      /* In, Out and their like; false: raised */
void cell_close(Session *s);
void cell_empty(Session *s);     /* values are let go of; all stays as it is for cells */
bool cell_show(VM *vm, void *data, Ref value); /* LangHooks.display */
Value cell_run(Session *s, const char *source, size_t n, const char *filename, bool show); /* in the namespace; raises what it raises */
Value cell_nested(Session *s, const char *cell, size_t n, const CellOptions *o); /* a cell that a cell runs: (well, its result or None) */
CellStatus cell_tell(Session *s, Value exception /*taken*/); /* as the error of the cell */
Value cell_leave(Session *s, Ref code); /* exit(code): raises SystemExit */
void cell_forget(Session *s, bool inputs); /* the texts of In, or what _, __ and ___ hold */
Value cell_source(Session *s, Ref filename, bool typed); /* of a cell by its name in tracebacks; typed: with its magics as they were; None */

/* ---- streams.c ---- */
unsigned process_forks(void);         /* another value in every child that fork() made */
const Sink *sink_of(const Session *s); /* of the front; in a child made by fork: of nobody */
void streams_open(Session *s, bool capture);
void streams_close(Session *s);
void streams_idle(VM *vm, void *data); /* LangHooks.idle */
bool streams_write(VM *vm, void *data, int fd, const char *text, size_t n); /* LangHooks.write */
void streams_say(Session *s, int fd, const char *text, size_t n); /* the session's own words, as if the cell had printed them */
void streams_settle(Session *s); /* before another event: what children wrote, and the end of a broken character */

/* ---- words.c ---- */
bool words_open(Session *s);     /* sys.ps1, sys.ps2; false: raised */
const char *words_language(const char *asked); /* "en", "zh" */
void words_put(Session *s, Text *t, const char *key, const char *const *args, int n); /* %1 … replaced */

/* ---- mod_session.c ---- */
bool session_own_builtins(Session *s);
extern const ModuleDef session_module;

/* Bytes of the character that starts at p: its length when it is whole and right, 0 when it is the start of one that the text ends in, -1 when it is
 * none. */
int utf8_length(const unsigned char *p, size_t n);

/* ---- input.c ---- */
Value input_line(VM *vm, void *data, const char *prompt); /* LangHooks.input */
Value input_ask(Session *s, const char *prompt, bool password);

/* Is the front a notebook's page? Then results have HTML, errors their copyable line. */
static inline bool session_on_page(const Session *s) { return !strcmp(s->config.front, "jupyter"); }

/* ---- ask.c ---- */
Value ask(VM *vm, const char *module, const char *name, const Ref *args, int n); /* module.name(args…); NULL: raised */
Value ask1(VM *vm, const char *module, const char *name, Ref arg);

/* ---- hooks.c ---- */
void hook_call(Session *s, int hook, const char *cell, size_t n, bool well); /* an error in it is told as the cell's would be */
Value hook_instead(Session *s, const char *cell, size_t n); /* Python to run in the cell's place; NO_VALUE: the cell itself */
bool hook_tells(Session *s, Ref exception);               /* a program told this error itself; what its function raised is told */
bool hook_set(Session *s, const char *name, Ref function); /* "before", "after", "failed", "error"; None: no more. false: no such hook */
void hooks_drop(Session *s);

/* ---- error.c ---- */
/* The pending exception as an event's texts; it is taken. false: no memory, nothing is pending any more. */
void error_take(Session *s, ErrorText *e, Value exception /*taken*/);
void error_tell(Session *s, const ErrorText *e); /* to the sink */
void error_add_line(Session *s, ErrorText *e, const char *line); /* a repaired line, behind its texts */
void error_drop(ErrorText *e);
bool error_put_source(Session *s, StrB *b, Ref line, const struct Code *code /*that it is of, or NULL*/); /* in colour; false: nothing is put */

/* ---- drawing.c ---- */
typedef enum LineKind { LINE_SOURCE, LINE_ROW /*an operand on its branch*/, LINE_LOOSE /*as it is*/, LINE_WORDS, LINE_FIX, LINE_CODE } LineKind; /* as in perch/mistakes/drawing.py */
typedef struct DrawingView {
    Session *session;
    const struct Code *code; /* whose line the drawing shows; NULL: nobody's */
    bool coloured;
    Value note, told;        /* the one that is known, and (its code, whether it says a repair, its lines) */
} DrawingView;
bool drawing_know(DrawingView *v, Ref note); /* false: it is another note */
Ref drawing_code(const DrawingView *v);
bool drawing_repairs(const DrawingView *v);
bool drawing_put_line(DrawingView *v, StrB *b, int64_t i); /* with its line feed; false: there is none */
void drawing_forget(DrawingView *v);

/* ---- fold.c ---- */
typedef struct Fold { const char *line; size_t n, words /*where they begin, in bytes*/; int room, indent; bool branches; } Fold;
bool fold_begin(const Session *s, Fold *f, const char *line, size_t n, size_t lead, LineKind kind); /* false: it stays whole */
size_t fold_end(const Fold *f, size_t from);  /* where the piece that begins there ends */
size_t fold_next(const Fold *f, size_t end);  /* where the next one begins */
void fold_lead(const Fold *f, Text *out);     /* what stands before it */

/* ---- colour.c ---- */
typedef struct ErrorColours { const char *(*ink)(uint8_t ink, int8_t device); const char *error, *mark /*carets, the head*/, *place, *name, *fix, *code; } ErrorColours;
const ErrorColours *error_colours(bool page);
const char *page_ansi(uint8_t ink, int8_t device); /* as session_ansi, for a page */

/* ---- history.c ---- */
bool history_open(Session *s, const char *path /*as SessionConfig.history*/);
void history_close(Session *s);
void history_add(Session *s, int line, const char *input, size_t n);
int64_t history_session(Session *s); /* this session's number */

/* ---- pulse.c ---- */
bool pulse_open(Session *s);
void pulse_close(Session *s);
void pulse_watch(Session *s, bool on);
void pulse_begin(Session *s); /* a cell begins: the ledger's clock has gone on */

/* ---- guard.c ---- */
/* In a forked child: from now on nothing that it does is seen outside, but what it writes to `report`; it ends after so many seconds of work. false: this system cannot. */
bool guard_enter(Session *s, int report, int seconds);

/* ---- fixes.c ---- */
void fixes_find(Session *s, Ref exception); /* before its texts are made: the drawing in its notes says the repair that was tried. Nothing is pending afterwards */
void fixes_put(Session *s, ErrorText *e);   /* into the texts made of it */
void fixes_follow(Session *s, const char *cell, size_t n); /* a cell ended well: was it a repair's? */
void fixes_drop(Branch *b);

/* ---- dry.c ---- */
Value dry_collect(VM *vm, int fd, double seconds); /* all that a child writes, as bytes; None: not all within that time, or an interrupt came */

/* ---- display.c ---- */
/* The value in every format that it has: 1; 0: it has shown itself (_ipython_display_); -1: raised. */
int bundle_make(Session *s, BundleText *b, Ref value);
bool bundle_from_dict(Session *s, BundleText *b, Ref data, Ref metadata /*JSON text, or NULL or None*/); /* as _session.display takes it */
bool bundle_text(BundleText *b, const char *text, size_t n); /* text/plain alone */
void bundle_drop(BundleText *b);

#endif
