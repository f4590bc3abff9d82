/* options.h: the command line as perch understood it. What it takes is the table options.def. */
#ifndef PERCH_OPTIONS_H
#define PERCH_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "lang/python_flags.h"

typedef struct Options {
    const char *code, *module, *file, *dump, *trace;
    bool interactive, quiet, folder, no_prelude, no_colour, skip_line;
    int version;          /* how often it was said: -VV */
    LangFlags flags;      /* Python's switches */
    const char **x_options;
    int x_count;
    const char *language;
    size_t mem_limit;
    const char **warn;    /* sys.warnoptions: what -X dev adds, PYTHONWARNINGS, -W, what -b adds; ended by a NULL */
    char *warn_env;
    int warn_count;
    int argc; /* the program's: argv[0] is its name */
    char **argv;
    char **orig_argv;
    int refused;      /* the exit code where an option was refused: 2, or 1 for GPUs that are not there; 0: not yet */
    char handed[128]; /* the variables that options have set, by name, a blank between two: a kernelspec keeps them (PERCH_HANDED) */
} Options;

int options_parse(int argc, char **argv, Options *o); /* -1: go on; else the exit code */
void options_drop(Options *o);
int options_misused(const char *what, const char *arg); /* says so on stderr, with the usage; 2 */
bool options_lesson_tool(const char *module);           /* is it one of those that play lessons? */

#endif
