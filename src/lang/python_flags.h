/* python_flags.h: what Python's command line and variables (PYTHON…) say: sys.flags, and a little more. perch's own options are not here. */
#ifndef PERCH_LANG_PYTHON_FLAGS_H
#define PERCH_LANG_PYTHON_FLAGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct LangFlags {
#define FLAG(field, letter, variable, is_bool) int field;
#include "lang/object/python_flags.def"
    bool unbuffered;              /* -u, PYTHONUNBUFFERED */
    bool no_ranges;               /* -X no_debug_ranges, PYTHONNODEBUGRANGES: of instructions the lines alone are told */
    bool fault_handler;           /* -X faulthandler, PYTHONFAULTHANDLER, -X dev */
    int trace_memory;             /* -X tracemalloc[=N], PYTHONTRACEMALLOC: so many frames; 0: not */
    bool seeded;                  /* PYTHONHASHSEED: hashes of texts begin with hash_seed */
    uint64_t hash_seed;
    const char *pycache_prefix;   /* -X pycache_prefix=FOLDER, PYTHONPYCACHEPREFIX; NULL: none */
    const char *check_pycs;       /* --check-hash-based-pycs; NULL: "default" */
    const char *const *x_options; /* -X, ended by a NULL; NULL: none. Whoever gives them keeps them */
} LangFlags;

/* Takes a letter ("-O"); false: Python has no such switch. */
bool lang_flags_letter(LangFlags *f, char letter);
/* When all letters and x_options are known: what they imply, and the variables (but for -E and -I). false: *why says what is wrong, as Python does. */
bool lang_flags_settle(LangFlags *f, const char **why);
/* getenv of a variable of Python's; NULL too where the environment is to be ignored. */
const char *lang_flags_variable(const LangFlags *f, const char *name);

#endif
