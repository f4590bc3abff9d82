/* repl.h: the terminal: a person types cells, a session runs them. */
#ifndef PERCH_REPL_REPL_H
#define PERCH_REPL_REPL_H

#include <stdbool.h>

#include "session/session.h"

typedef struct ReplConfig {
    SessionConfig session;      /* sink, colour, front, width and history are the terminal's own business */
    bool quiet, no_colour;
    /* -i: what runs before the first prompt, at most one of them */
    const char *file, *code, *module;
    const char *python_startup;  /* PYTHONSTARTUP, a file that runs first; NULL: none */
} ReplConfig;

bool repl_possible(void);       /* input and output are a terminal */
/* Until the person leaves; the exit code. *by_signal: perch was asked to end by that signal and should end by it; else 0. */
int repl_run(const ReplConfig *config, int *by_signal);
/* A session that another front has opened (a demo: somebody takes over), until the person leaves by Ctrl-D: its thread calls. The status of the last cell;
 * *by_signal as above. */
CellStatus repl_lend(Session *s, bool colour, int *by_signal);

#endif
