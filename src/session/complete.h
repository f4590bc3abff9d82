/* complete.h: what the files of completion share: where the cursor stands, and the list that grows. */
#ifndef PERCH_SESSION_COMPLETE_H
#define PERCH_SESSION_COMPLETE_H

#include "typing.h"

typedef struct Found {
    Completion c;
    Value value;    /* owned: signature and place are written at the end, for those that a person may look at */
    bool bound;
} Found;

typedef struct Completer {
    Typing ty;
    Scan scan;         /* of the text before the cursor */
    size_t cursor;
    const char *after; /* the text behind it */
    size_t after_size;
    const char *prefix; /* what of the word is there already */
    size_t prefix_len;
    size_t start;      /* where the word begins in the whole text */
    Found *items;
    size_t count, cap;
    bool folded;       /* abbreviations count too: m_l for my_long_name */
} Completer;

/* The word that is being completed begins at a position of the scanned text. */
void complete_word(Completer *c, size_t start);
bool complete_fits(const Completer *c, const char *text, size_t n);
/* A candidate that fits; texts must live as long as the arena. */
void complete_add(Completer *c, const char *text, const char *kind);
void complete_add_key(Completer *c, const char *text, Ref value /*or NULL*/); /* of a dict */
void complete_add_value(Completer *c, const char *text, size_t n, Ref value, bool bound); /* kind, signature and place by the value (may be NULL) */

void complete_names(Completer *c);                    /* complete_name.c: names that can stand here */
void complete_attrs(Completer *c, size_t dot);        /* of what stands before the piece `dot` */
void complete_keywords_of_call(Completer *c, size_t open);
void complete_keys(Completer *c, size_t open, bool in_string, char quote); /* complete_key.c: d[… */
bool complete_import(Completer *c, size_t first, size_t word); /* complete_module.c: the line begins with piece `first`; false: it is no import */
void complete_magics(Completer *c, const char *typed, size_t n, bool whole_line); /* complete_magic.c: %na… */
void complete_magic_args(Completer *c, size_t magic);
bool complete_option(Completer *c, size_t magic); /* `%where --r…`: an option of a magic that names follow otherwise; false: it is none */
bool complete_is_bare_magic(const Completer *c, size_t first); /* `cd fold…`: a magic without its %, as automagic takes it */
void complete_shell(Completer *c);
void complete_paths(Completer *c, const char *suffix /*of files, or NULL*/, bool folders_alone, bool escape); /* complete_path.c */

#endif
