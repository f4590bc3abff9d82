/* session.h: one person's conversation with perch: cells in, events out. The only header that a front end sees.
 *
 * A session is an interpreter with its namespace, its history and its cells' numbers. A front (terminal, Jupyter kernel, runner of lesson
 * files, demo player) fills a Sink, asks, and draws what comes back; it holds no state of a cell's own, and nothing of a terminal or a
 * socket is known here. Texts are UTF-8; positions are bytes (session_points and session_bytes convert: Jupyter counts code points).
 *
 * All functions are called by the session's thread, one at a time, except those marked "any thread". What they return belongs to
 * the session and lives until the next call of the same function, if nothing else is said. No memory: NULL, 0 or false, never a crash.
 */
#ifndef PERCH_SESSION_SESSION_H
#define PERCH_SESSION_SESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Session Session;

/* ---- what a front is told ---- */

/* A value in several formats. "text/plain" always comes first; binary formats are in base64; json: the data is JSON itself, not a text. */
typedef struct Mime { const char *type, *data; size_t size; bool json; } Mime;
typedef struct Bundle { const Mime *items; int count; const char *metadata; /* JSON object */ } Bundle;

/* A repair of what failed: checked by a dry run before it is offered. A mistake in an earlier cell is repaired there: that cell is the next input, then
 * those that use what it defines, then the one that failed. Each is offered, as the only repair, when the one before has run. */
typedef struct Fix {
    const char *cell;     /* the next input, whole */
    const char *line;     /* the repaired line; of a cell that only runs again: its first */
    const char *cost;     /* what it would move: "24 bytes, gpu(0) -> gpu(1)" */
    int more;             /* cells that come behind it */
} Fix;

typedef struct CellError {
    const char *name, *value;      /* "ZeroDivisionError", "division by zero" */
    const char *plain, *coloured;  /* the whole text: traceback, words, drawing, fix; coloured: with ANSI sequences */
    const char *code;              /* "P0102", or NULL */
    const Fix *fixes;              /* NULL: none was known; none is left (fix_count 0) when the cells of one have run */
    int fix_count;
    bool told;                     /* the drawing says a repair, to be made by hand where there are no fixes */
} CellError;

typedef struct Progress {
    int64_t id;            /* which bar */
    double done, total;    /* total < 0: unknown */
    const char *text;      /* the line as tqdm would draw it for `width` columns given at session_set_width, no newline */
    const char *label, *unit;
    bool over;
} Progress;

/* A message of a comm, in either direction. */
typedef struct CommBuffer { const void *data; size_t size; } CommBuffer;
typedef struct CommMessage {
    const char *kind;              /* "comm_open", "comm_msg", "comm_close" */
    const char *content, *metadata; /* JSON; metadata NULL: {} */
    const char *header;            /* JSON, of a client's message; NULL: none */
    const CommBuffer *buffers;     /* bytes beside the JSON */
    size_t buffer_count;
} CommMessage;

typedef enum { INPUT_GIVEN, INPUT_EOF, INPUT_INTERRUPTED, INPUT_REFUSED /* nobody to ask */ } InputStatus;

/* Called on the session's thread while a cell runs, in order (what a thread of the program's prints comes on that thread, never two calls at
 * once). Texts live until the function returns. A function may be NULL: nobody listens. */
typedef struct Sink {
    void *data;
    void (*stream)(void *data, int fd /*1 stdout, 2 stderr*/, const char *text, size_t size);
    void (*display)(void *data, const Bundle *b, const char *id /*or NULL*/, bool update);
    void (*result)(void *data, int number, const Bundle *b);        /* Out[number] */
    void (*error)(void *data, const CellError *e);
    void (*clear)(void *data, bool wait);                           /* wait: when the next output comes */
    void (*progress)(void *data, const Progress *p);                /* NULL: bars are drawn into stderr's stream, as tqdm's are */
    void (*page)(void *data, const Bundle *b);                      /* help, source: what a pager is for; NULL: as a stream */
    void (*next_input)(void *data, const char *cell, bool replace); /* %load, %recall, %edit, %fix: text for the next cell */
    InputStatus (*input)(void *data, const char *prompt, bool password, char **line /*malloc-ed, no newline*/); /* NULL: refused */
    void (*flush)(void *data);
    char *(*missed)(void *data, bool all); /* what was told while nobody listened, as JSON, malloc-ed: {"records": [{type, content, time, heard, parent}], "lost": n};
                                            * all: it stays missed. NULL: the front shows everything */
    void (*comm)(void *data, const CommMessage *m);
} Sink;

typedef struct SessionConfig {
    Sink sink;
    int argc;
    char **argv;               /* sys.argv */
    size_t mem_limit;          /* bytes; 0: none */
    const char *const *warn_options; /* ended by NULL, or NULL */
    const struct LangFlags *flags; /* Python's switches (lang/python_flags.h); NULL: what its variables say */
    bool no_prelude;
    bool capture;              /* descriptors 1 and 2 of the process become streams while the session is open, so that what children write reaches
                                * the sink; the front itself writes elsewhere. One session of a process. false: children write where the front does */
    bool branches;             /* session_branch may be called */
    bool colour;               /* a front that shows colour: tools that ask (sys.stdout.isatty()) hear yes, %magics colour their text */
    const char *language;      /* "en", "zh"; NULL: from LC_ALL, LC_MESSAGES, LANG */
    const char *history;       /* the file; NULL: none is kept, "": the usual one ($PERCH_HISTORY, $XDG_STATE_HOME/perch/history, ~/.local/state/perch/history) */
    const char *front;         /* "terminal", "jupyter", "lesson", "demo": what %magics may ask about their front */
    const char *connection;    /* the file that says where the front listens for clients; NULL: it has none (%connect_info) */
    const char *executable;    /* sys.executable, where this process's own program is none that takes a file or -c; NULL: it is */
    const char *script_dir;    /* goes first in sys.path; NULL: the current folder */
    int width;                 /* columns for bars and tables; 0: 80 */
} SessionConfig;

Session *session_open(const SessionConfig *config);
void session_end(Session *s);  /* the first half of session_close: the program's last code (atexit, __del__) runs, while session_interrupt is heard */
int session_close(Session *s); /* atexit, history; the exit code that was asked for (exit(3)), else 0 */
void session_set_width(Session *s, int columns);
/* From now on another front is told; who was before. Not while a cell runs. */
Sink session_listen(Session *s, const Sink *sink);

/* ---- several conversations at once, and whose output it is ---- */
/* Any thread, if config.branches: body(data) runs on a thread of its own, which may call the session's functions as the session's thread does: one of
 * them runs at a time, the others go on when it waits, and every few milliseconds. Cells of all share names, history and numbers. came: false: there is
 * no memory, or the session closes, and no function may be called. Interrupts come to all of them. false: no such thread. */
bool session_branch(Session *s, void (*body)(void *data, bool came), void *data);
/* What the calling thread works on, in the front's own words (a request's header), NULL: nothing. Threads that it starts inherit it for good. */
bool session_set_origin(Session *s, const char *text);
const char *session_origin(const Session *s); /* in a Sink's function: of what is told; NULL: nobody's */

/* ---- running ---- */
typedef enum { CELL_OK, CELL_ERROR, CELL_INTERRUPTED, CELL_EXIT /* exit(): session_close gives the code */ } CellStatus;
typedef struct CellOptions {
    bool silent;          /* no result, no number, no history; output still comes */
    bool no_history;      /* the number does not rise */
    const char *filename; /* what tracebacks call it; NULL: "Cell In[N]" */
    int first_line;       /* of the cell in that file; 0: 1 */
} CellOptions;
int session_number(const Session *s);      /* of the next cell, from 1 */
bool session_counts(const char *cell, size_t size, const CellOptions *options); /* does such a cell take a number? */
CellStatus session_execute(Session *s, const char *cell, size_t size, const CellOptions *options /*or NULL*/);
const CellError *session_last_error(const Session *s); /* of the last cell that failed (for the fix key, %debug); NULL: none yet */
/* Evaluate in the namespace without a cell (Jupyter's user_expressions). false: *e; else *b. */
bool session_evaluate(Session *s, const char *expression, const Bundle **b, const CellError **e);
bool session_run_file(Session *s, const char *path); /* startup files: as %run -i, errors go to the sink; false: it failed */
/* Between cells, a few times a second: threads that cells have started go on for a moment, and what running children write reaches the sink. */
void session_poll(Session *s);
/* The front waits in there for what is next; threads that cells have started run meanwhile (and may write to the sink). */
void session_wait(Session *s, void (*wait)(void *data), void *data);
void session_interrupt(Session *s);        /* any thread, also a signal handler: KeyboardInterrupt in whatever runs */
bool session_interrupted(const Session *s); /* any thread: one has come that nothing has taken yet (a Sink's input gives up then) */
/* The same for one of several threads of the session (session_branch), also inside session_wait; session_self: the calling one. */
const void *session_self(const Session *s);
bool session_called(const Session *s, const void *self);
/* Interrupts that came before are forgotten, those from now on are for the next cell: a front that tells somebody of a cell before it executes it says so first. */
void session_ready(Session *s);
/* Before Ctrl-D ends it: are there values of the person's own, which would be lost, and is that asked about (%config TerminalInteractiveShell.confirm_exit)? */
bool session_asks_to_leave(Session *s);
void session_reset(Session *s);            /* %reset -f: names, In, Out; history stays */
double session_time(const Session *s);     /* seconds that the last cell took */

/* ---- typing ---- */
typedef enum { TEXT_COMPLETE, TEXT_INCOMPLETE, TEXT_INVALID } Completeness;
/* Would Return run it? *indent: blanks to start the next line with. Knows magics, `!` and `?`. */
Completeness session_is_complete(Session *s, const char *text, size_t size, int *indent);

typedef struct Completion {
    const char *text;      /* what replaces the stretch */
    const char *kind;      /* "function", "class", "module", "instance", "keyword", "param", "path", "magic", "key", "statement", "tensor" */
    const char *signature; /* "(shape, ctx=None)", or "" */
    const char *place;     /* of a tensor or what holds some: "2x3 float32", or "" */
    const char *device;    /* "gpu(1)", "cuda:1", "cpu", "mixed", or "" */
} Completion;
typedef struct Completions { const Completion *items; int count; size_t start, end; /* the stretch of the text that they replace */ } Completions;
const Completions *session_complete(Session *s, const char *text, size_t size, size_t cursor); /* never runs a property or __getattr__ of a person's own */

/* What is under the cursor. detail 0: `?`, 1: `??` with the source. NULL: nothing is known of it. */
const Bundle *session_inspect(Session *s, const char *text, size_t size, size_t cursor, int detail);
/* "ones(shape, ctx=None, dtype=None)" of the call that the cursor stands in; *from, *to: the parameter it is at; NULL: none. */
const char *session_signature(Session *s, const char *text, size_t size, size_t cursor, size_t *from, size_t *to);

typedef enum { INK_PLAIN, INK_KEYWORD, INK_BUILTIN, INK_NUMBER, INK_STRING, INK_COMMENT, INK_OPERATOR, INK_FUNCTION /* behind def, class */, INK_DECORATOR,
               INK_MAGIC, INK_ERROR, INK_DEVICE /* a name whose value lives on .device */ } Ink;
typedef struct Stretch { size_t start, end; uint8_t ink; int8_t device; /* -1 none, 0 the CPU, 1 + n GPU n, 100 several */ } Stretch;
/* The text in stretches without gaps, from the language's own lexer; never fails, whatever the bytes. *count of them. */
const Stretch *session_ink(Session *s, const char *text, size_t size, size_t *count);
/* The colours of perch: what stands in front of such a stretch on a terminal that shows ANSI colours ("" for plain); session_ansi_end behind it. */
const char *session_ansi(uint8_t ink, int8_t device);
typedef enum { TONE_RED, TONE_GREEN, TONE_YELLOW, TONE_BLUE, TONE_MAGENTA, TONE_CYAN, TONE_ROSE, TONE_GREY, TONE_FAINT } Tone;
typedef enum { GROUND_UNKNOWN /* the terminal's own sixteen colours */, GROUND_DARK, GROUND_LIGHT } Ground;
const char *session_tone(Tone tone, bool bold); /* what a front adds to them */
void session_set_ground(Ground g);              /* of the terminal, once it has told: tones that can be read on it */
extern const char session_ansi_end[];
/* The bracket that matches the one at `at`; SIZE_MAX: none (or none closes it). */
size_t session_bracket(Session *s, const char *text, size_t size, size_t at);

/* What running it would give, on shapes and places alone: lines for a person; nothing changes. */
const Bundle *session_dry_run(Session *s, const char *text, size_t size);

/* ---- what was typed ---- */
typedef struct Entry { int64_t session; int line; const char *input, *output /*or NULL*/; } Entry;
typedef enum { HISTORY_TAIL, HISTORY_RANGE, HISTORY_SEARCH } HistoryKind;
typedef struct HistoryQuery {
    HistoryKind kind;
    int count;              /* tail, search: at most so many, the last ones; 0: all */
    int64_t session;        /* range: 0 this one, negative counts back, else a session's number */
    int start, stop;        /* range: lines start … stop - 1; stop 0: to the end */
    const char *pattern;    /* search: a glob over whole inputs */
    bool unique, output;    /* search: each text once, where it was last; output wanted */
} HistoryQuery;
typedef struct Entries { const Entry *items; int count; } Entries;
const Entries *session_history(Session *s, const HistoryQuery *q);

/* ---- words for a front ---- */
const char *session_banner(Session *s);     /* at most three lines: the devices, real or simulated, and why; how to get help */
const char *session_prompt(Session *s, bool more); /* sys.ps1 or (more) sys.ps2 as a text, where a program has set it; else NULL: the front's own */
const char *session_text(Session *s, const char *key); /* a sentence of perch's own in the session's language (messages.def); the key itself if unknown */
/* A line about the devices now ("gpu(0) 12% 1.2/16 GiB · …") for a foot of the screen. Any thread, also while a cell runs; the bytes written: 0
 * while nobody asked for it (%watch on asks) and before the first tensor. A front calls it a few times a second and draws what comes. */
size_t session_pulse(Session *s, char *room, size_t size);

size_t session_points(const char *text, size_t bytes);               /* code points in the first so many bytes */
size_t session_bytes(const char *text, size_t size, size_t points);  /* bytes of the first so many code points */

/* ---- comms (a kernel's business, but their targets live in the language) ---- */
void session_comm(Session *s, const CommMessage *m); /* that a client sent */

#endif
