/* absent.c: weak answers for functions of session.h that are still being written; a real one takes its place at link time. This file
 * goes when all are there. */
#include <stdio.h>
#include <string.h>

#include "session.h"

#define WEAK __attribute__((weak))
WEAK const Completions *session_complete(Session *s, const char *text, size_t size, size_t cursor) { return NULL; }
WEAK const Bundle *session_inspect(Session *s, const char *text, size_t size, size_t cursor, int detail) { return NULL; }
WEAK const char *session_signature(Session *s, const char *text, size_t size, size_t cursor, size_t *from, size_t *to) { return NULL; }
WEAK const Stretch *session_ink(Session *s, const char *text, size_t size, size_t *count) { return *count = 0, NULL; }
WEAK size_t session_bracket(Session *s, const char *text, size_t size, size_t at) { return SIZE_MAX; }
WEAK const Bundle *session_dry_run(Session *s, const char *text, size_t size) { return NULL; }
WEAK const Entries *session_history(Session *s, const HistoryQuery *q) { return NULL; }
WEAK const char *session_banner(Session *s) { return "perch " PERCH_VERSION " (Python 3.11)"; }
WEAK const char *session_text(Session *s, const char *key) { return key; }
WEAK size_t session_pulse(Session *s, char *room, size_t size) { return 0; }
WEAK bool session_run_file(Session *s, const char *path) { return false; }
WEAK Completeness session_is_complete(Session *s, const char *text, size_t size, int *indent) { return TEXT_COMPLETE; }
