/* stage.h: a session on a thread of its own, played by somebody who stays free meanwhile: the tools for lessons and demos.
 *
 * The player asks for one work at a time (stage_start) and takes what happens as texts: JSON arrays of [kind, {…}], the last of a work being
 * ["done", {…}]. While a cell runs the player can interrupt it, answer its input(), and, where nothing stops it, leave it behind.
 */
#ifndef PERCH_LESSON_STAGE_H
#define PERCH_LESSON_STAGE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct Stage Stage;

typedef struct StageConfig {
    const char *front, *language, *script_dir, *program /*sys.argv[0]*/; /* language, script_dir: may be NULL */
    int width;
    bool colour, capture /*what children write becomes events*/, progress /*bars are events, not text*/, asks /*input() may be answered*/, no_prelude;
    size_t mem_limit;    /* of the lesson's interpreter, in bytes; 0: none */
} StageConfig;

/* What can be asked for. What "done" holds stands behind each; positions are characters. */
typedef enum StageWork {
    WORK_EXECUTE,     /* status "ok", "error", "interrupted" or "exit", number, seconds */
    WORK_EVALUATE,    /* data, or error */
    WORK_INK,         /* ink: [[start, end, sequence]…] of what is not plain */
    WORK_COMPLETE,    /* start, end, items: [[text, kind, signature, place, device]…]; number: the cursor */
    WORK_IS_COMPLETE, /* status "complete", "incomplete" or "invalid", indent */
    WORK_DRY,         /* data */
    WORK_INSPECT,     /* data; number: the cursor */
    WORK_TEXT,        /* text: perch's own sentence of that key */
    WORK_BANNER,      /* text */
    WORK_WIDTH,       /* (number: the columns) */
    WORK_TALK,        /* status as above, signal: which asks the process to end, or 0. Somebody at the terminal has the session to himself */
    WORK_CLOSE,       /* code: the exit code; the stage takes no more work */
} StageWork;

typedef struct StageOrder {
    StageWork work;
    const char *text;
    size_t size;
    const char *filename; /* execute: what tracebacks call it, or NULL */
    int number;           /* execute: the first line in that file */
    bool silent;          /* execute: no result, no number, no history */
} StageOrder;

Stage *stage_open(const StageConfig *config); /* NULL: no memory, no thread */
bool stage_start(Stage *s, const StageOrder *order); /* false: it is at work, or closed, or no memory */
/* What has happened since the last call, as malloc-ed text (the caller's), waiting for it at most so many seconds, but no longer than *stop
 * (which a signal handler may set) is zero. NULL: nothing. */
char *stage_take(Stage *s, double seconds, bool (*stop)(void *data), void *data, size_t *size);
bool stage_busy(Stage *s);
void stage_interrupt(Stage *s);
void stage_answer(Stage *s, const char *line /*NULL: the end of input*/); /* to an event "input" */
/* Ends it, when it is not at work; else it is left behind with all it has, until the process ends. */
void stage_drop(Stage *s);

#endif
