/* mod_re.h: what the files of the module re share: its state, Pattern and Match objects. The engine is lang's regex.h.
 *
 *   mod_re.c          the module's functions, the cache of compiled patterns, re.error, escape
 *   mod_re_flag.c     RegexFlag: an int that prints as re.IGNORECASE|re.MULTILINE, made without the module enum
 *   mod_re_pattern.c  Pattern: searching, splitting, the iterators
 *   mod_re_sub.c      sub and subn, templates
 *   mod_re_match.c    Match
 */
#ifndef PERCH_LIB_MOD_RE_H
#define PERCH_LIB_MOD_RE_H

#include "lang/object/args.h"
#include "lang/text/regex.h"
#include "lang/types/seq.h"

typedef struct Pattern {
    Obj head;
    RegexProg *prog;
    Value pattern;    /* str or bytes, as given */
    Value index;      /* dict: group name to number */
    int64_t groups;   /* without group 0 */
    bool is_bytes;
    Value last_repl;  /* the replacement text parsed last, and its template */
    RegexTemplate last;
} Pattern;

typedef struct Match {
    Obj head;
    Value pattern, string;
    int64_t pos, endpos, lastindex;
    size_t spans[]; /* start and end of groups 0 .. groups */
} Match;

enum { RE_CACHE = 256 }; /* a power of two: rows found by the pattern's hash */
typedef struct ReCacheRow { Value pattern, compiled; int64_t flags; } ReCacheRow;

typedef struct ReState {
    Type *pattern, *match, *scanner, *iterator, *flag, *error;
    Value flags[512]; /* the RegexFlags made so far */
    ReCacheRow cache[RE_CACHE];
} ReState;

extern const ModuleDef re_module;
static inline ReState *re_state(VM *vm) { return module_state(vm, &re_module); }
static inline Pattern *as_pattern(Ref v) { return (Pattern *)BITS(v); }
static inline Match *as_match(Ref v) { return (Match *)BITS(v); }

/* ---- text to search in ---- */
typedef struct Subject {
    RegexText text;
    Ref obj;
    BufferView view; /* of a bytes-like object */
    bool is_bytes;
} Subject;
/* TypeError when it is no text, or not of the pattern's kind (p NULL: any kind). */
bool subject_open(VM *vm, const Pattern *p, Ref string, Subject *s);
void subject_close(VM *vm, Subject *s);
static inline void subject_visit(const Subject *s, VisitFn visit, void *arg) /* what an open one owns */
{
    if (s->is_bytes && is_heap(s->view.owner)) visit(s->view.owner, arg);
}
Value subject_slice(VM *vm, const Subject *s, size_t start, size_t end); /* str or bytes */

/* ---- one search after the other in a text ---- */
typedef struct Finder {
    const Pattern *p;
    Subject subject;
    size_t pos, endpos; /* where to go on; clipped end */
    size_t start;       /* where the first search began */
    bool must_advance;
    size_t lastindex, *spans, small[2 * 9];
    RegexHooks hooks;
} Finder;
bool finder_open(VM *vm, Finder *f, Ref pattern, Ref string, Ref pos, Ref endpos); /* pos, endpos: NULL absent */
int finder_next(VM *vm, Finder *f, RegexMode mode); /* 1 found, 0 no more, -1 raised */
void finder_close(VM *vm, Finder *f);
Value match_new(VM *vm, Ref pattern, Ref string, const Finder *f);

RegexMem re_mem(VM *vm);
Value re_raise(VM *vm, const RegexError *err, Ref pattern); /* what the engine said, as an exception */
/* The compiled pattern of anything the functions take; owned. */
Value re_compile(VM *vm, Ref pattern, Ref flags /* NULL: 0 */);

/* Pattern's methods with fixed arguments, for the module's functions too. */
Value pattern_find(VM *vm, Ref pattern, Ref string, Ref pos, Ref endpos, RegexMode mode);
Value pattern_findall(VM *vm, Ref pattern, Ref string, Ref pos, Ref endpos);
Value pattern_finditer(VM *vm, Ref pattern, Ref string, Ref pos, Ref endpos);
Value pattern_split(VM *vm, Ref pattern, Ref string, Ref maxsplit);
Value pattern_sub(VM *vm, Ref pattern, Ref repl, Ref string, Ref count, bool with_count);
Value match_expand(VM *vm, Ref match, Ref text);
Value flag_make(VM *vm, int64_t bits);

extern const TypeDef pattern_def, match_def, scanner_def, iterator_def, flag_def;

#endif
