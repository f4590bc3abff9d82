/*
 * What the files of the regex engine share: the tokenizer over pattern text, the syntax tree that regex_parse.c makes
 * and regex_compile.c reads, and the program that regex_exec.c runs. Nothing else includes this.
 *
 * The tree and all else that dies with the compilation lives in an arena (RxArena). An error is recorded once, the
 * first one wins; after it the tokenizer delivers the end of the pattern, so that every loop comes to its end by itself.
 */
#ifndef PERCH_LANG_REGEX_IMPL_H
#define PERCH_LANG_REGEX_IMPL_H

#include "regex.h"

#define RX_MAXREPEAT 4294967295u
#define RX_MAXGROUPS 1073741823u
/* Nested groups: as deep as CPython's recursion limit of 1000 lets its parser go, two calls a level. */
#define RX_MAXDEPTH 495

/* ---- Arena ---- */
typedef struct RxBlock RxBlock;
typedef struct {
    const RegexMem *mem;
    RxBlock *blocks;
    bool failed;
} RxArena;
void *rx_alloc(RxArena *a, size_t size); /* zeroed; NULL sets failed */
void rx_arena_free(RxArena *a);

/* ---- Tokenizer: one token ahead; a token is a character, or a backslash and a character ---- */
typedef struct {
    uint32_t c[2];
    int len; /* 0 at the end, 2 for an escape */
} RxToken;

typedef struct {
    RegexText text;
    bool is_bytes;
    size_t index; /* behind next */
    RxToken next;
    RegexError *err;
    const RegexMem *mem;
} RxSource;

uint32_t rx_unit(const RegexText *t, size_t at);
void rx_open(RxSource *s, const RegexMem *mem, const RegexText *text, bool is_bytes, RegexError *err);
void rx_seek(RxSource *s, size_t index);
size_t rx_tell(const RxSource *s);
RxToken rx_get(RxSource *s);
bool rx_match(RxSource *s, uint32_t c);
bool rx_next_is(const RxSource *s, uint32_t c);
/* Takes up to n digits of the base, adding their value to *value; returns how many. */
int rx_digits(RxSource *s, int n, int base, uint32_t *value);
/* Units up to the terminator, as a slice of the text. False: error recorded. */
bool rx_until(RxSource *s, uint32_t terminator, const char *what, size_t *start, size_t *len);
bool rx_is_identifier(const RxSource *s, size_t start, size_t len);
bool rx_check_name(RxSource *s, size_t start, size_t len);
void rx_warn_name(const RxSource *s, size_t start, size_t len); /* a name in bytes that is not ASCII */
void rx_warn_number(const RxSource *s, size_t start, size_t len); /* a number that is more than ASCII digits */
/* int(text) of a slice. False: not a number or negative. Above RX_MAXGROUPS *value is just that, and digits holds the
   number as written, without signs, spaces and leading zeros. */
bool rx_int(const RxSource *s, size_t start, size_t len, uint32_t *value, char digits[64]);

/* Records an error at rx_tell - offset. In the format %T is an RxToken *, %N a slice (start, len) as text, %R the same
   as repr shows it, %s, %d and %% as usual. */
void rx_error(RxSource *s, size_t offset, const char *format, ...);
void rx_error_at(RxSource *s, ptrdiff_t position, const char *format, ...);
/* Gives a warning, its position behind the text in the same format. */
void rx_warn(const RxSource *s, RegexWarning kind, size_t position, const char *format, ...);
void rx_fail(RegexError *err, RegexErrorKind kind, const char *message);
bool rx_failed(const RxSource *s);

/* ---- Tree ---- */
enum {
    N_LITERAL, N_NOT_LITERAL, N_ANY, N_SET, /* one character each: these four come first */
    N_AT, N_BRANCH, N_GROUP, N_REPEAT, N_BACKREF, N_COND, N_ASSERT, N_ATOMIC, N_FAIL,
};
enum { AT_BEGINNING, AT_BEGINNING_STRING, AT_BOUNDARY, AT_NON_BOUNDARY, AT_END, AT_END_STRING,
       AT_BEGINNING_LINE, AT_END_LINE, AT_UNI_BOUNDARY, AT_UNI_NON_BOUNDARY };
enum { GREEDY, LAZY, POSSESSIVE };
/* Categories; the bit of the negation is the next one. */
enum { CAT_DIGIT = 1, CAT_NOT_DIGIT = 2, CAT_SPACE = 4, CAT_NOT_SPACE = 8, CAT_WORD = 16, CAT_NOT_WORD = 32,
       CAT_UNICODE = 64 };

typedef struct RxNode RxNode;
typedef struct RxSeq RxSeq;

typedef struct RxRange {
    uint32_t lo, hi;
    struct RxRange *next;
} RxRange;

/* kind and arg of a one-character test, fixed by the flags that hold at a node (regex_compile.c). */
enum { ATOM_CHAR, ATOM_NOT_CHAR, ATOM_ANY, ATOM_ALL, ATOM_SET };

struct RxNode {
    uint8_t op, mode, at, atom;
    bool negate, behind;
    uint8_t cats;      /* N_SET */
    uint32_t c;        /* N_LITERAL: the character; N_GROUP: number, 0 for none; N_BACKREF, N_COND: group */
    uint32_t min, max; /* N_REPEAT */
    uint32_t arg;      /* of the atom */
    unsigned add, del; /* N_GROUP: flags; after resolving, add of any node holds the flags in force */
    RxRange *ranges;
    RxSeq *body, *other; /* N_BRANCH: body's ->next are the alternatives; N_COND: yes, no */
    RxNode *next;
};

struct RxSeq {
    RxNode *first, *last;
    size_t count;
    RxSeq *next;
};

/* A group that is still open has this as its upper bound. */
#define RX_OPEN UINT64_MAX

typedef struct {
    size_t start, len; /* the name, in the pattern */
    uint32_t group;
} RxName;

typedef struct {
    uint64_t lo, hi; /* hi == RX_MAXREPEAT: no bound */
} RxWidth;

typedef struct {
    RxSource source;
    RxArena *arena;
    unsigned flags;
    uint32_t groups;       /* the next group's number */
    uint32_t behind_from;  /* groups when the outermost open lookbehind began, 0 outside */
    RxWidth *widths;       /* by group; hi == RX_OPEN while it is open */
    size_t widths_cap;
    RxName *names;
    size_t names_count, names_cap;
    struct RxCondRef { uint32_t group; size_t position; struct RxCondRef *next; } *conds; /* on numbers, checked at the end */
    int depth;
} RxParser;

/* NULL: error recorded. */
RxSeq *rx_parse(RxParser *p, RxArena *arena, const RegexText *pattern, bool is_bytes, unsigned flags, RegexError *err);
RxWidth rx_width(const RxParser *p, const RxSeq *seq); /* regex_first.c */

/* Among the parser's files: nodes that join a sequence (NULL, false: an error is recorded), what is known of groups,
   and the two kinds of items that regex_escape.c reads. */
RxNode *rx_new_node(RxParser *p, int op);
void rx_append(RxSeq *seq, RxNode *node);
bool rx_put_node(RxParser *p, RxSeq *seq, int op, RxNode **node);
bool rx_put_literal(RxParser *p, RxSeq *seq, uint32_t c);
bool rx_add_range(RxParser *p, RxNode *set, uint32_t lo, uint32_t hi);
bool rx_group_closed(const RxParser *p, uint32_t group);
void rx_check_behind(RxParser *p, uint32_t group);
bool rx_parse_escape(RxParser *p, RxSeq *seq, RxToken t);
bool rx_parse_set(RxParser *p, RxSeq *seq);

/* ---- Sets ---- */
/* bits answers for characters below 256, case and negation included; above, rx_set_high decides. */
typedef struct {
    uint32_t bits[8];
    uint32_t range_at, range_count; /* in the program's ranges, pairs, ordered */
    uint8_t cats, negate;
    uint8_t fold; /* 0, or: look up the lower case; 1 ASCII's, 2 Unicode's */
} RxSet;

bool rx_category(uint8_t cats, uint32_t c);
bool rx_set_slow(const RxSet *set, const uint32_t *ranges, uint32_t c);
static inline bool rx_bit(const uint32_t *bits, uint32_t c)
{
    return bits[c >> 5] >> (c & 31) & 1;
}

/* ---- Program: 32-bit words ---- */
enum {
    OP_END,
    OP_CHAR, OP_NOT_CHAR, OP_ANY, OP_ALL, OP_SET, /* one operand each: OP_CHAR + atom */
    OP_STRING,     /* n, n characters */
    OP_AT,         /* AT_ */
    OP_SAVE,       /* slot: a group begins */
    OP_SAVE_END,   /* slot: it ends */
    OP_BRANCH,     /* n, n times (filter, target): alternatives in order */
    OP_JUMP,       /* target */
    OP_REP,        /* mode, atom, arg, min, max, follow filter: a one-character test repeated */
    OP_LOOP_INIT,  /* loop, target: begin the loop, go to its OP_LOOP */
    OP_LOOP,       /* loop, mode, min, max, filter, target of the body; the tail follows */
    OP_ATOMIC,     /* register */
    OP_ATOMIC_END, /* register */
    OP_LOOK,       /* register, characters back */
    OP_LOOK_END,   /* register */
    OP_NOT_LOOK,   /* register, characters back, target */
    OP_NOT_LOOK_END, /* register */
    OP_BACKREF,    /* group, fold */
    OP_COND,       /* group, target if it has not matched */
    OP_FAIL,
};

/* What may come first at some place: a superset. any: perhaps nothing is looked at; eos: fits the end of the text. */
typedef struct {
    uint32_t bits[8];
    bool high, eos, any;
} RxFirst;

struct RegexProg {
    RegexMem mem;
    unsigned flags;
    uint32_t groups;
    uint32_t *code;
    size_t code_len, code_cap;
    RxSet *sets;
    size_t set_count, set_cap;
    uint32_t *ranges;
    size_t range_len, range_cap;
    RxFirst *filters; /* 0 is the one that lets everything pass */
    size_t filter_count, filter_cap;
    struct { size_t at, len; uint32_t group; } *names;
    size_t name_count, name_cap;
    char *name_text;
    size_t name_len, name_cap_text;
    uint32_t loops, registers;
    /* How a search finds where to start. */
    uint32_t *prefix;
    size_t prefix_len, prefix_cap;
    bool anchored;     /* only at the very beginning */
    bool skip_run;     /* begins with a run of one test that gives nothing back: a failed start rules out its run */
    uint32_t run_atom, run_arg;
    RxFirst first;
};

/* Grows an array owned by the program to hold `need` more. */
bool rx_grow(const RegexMem *mem, void *array, size_t *cap, size_t len, size_t need, size_t size);
bool rx_put_utf8(char *out, size_t cap, size_t *len, uint32_t c);

/* regex_set.c */
bool rx_is_cased(int fold, uint32_t c); /* fold as in RxSet */
bool rx_make_set(RegexProg *prog, const RxNode *node, unsigned flags, uint32_t *index);
/* regex_first.c */
void rx_first_full(RxFirst *f);
void rx_first_seq(const RegexProg *prog, const RxNode *from, const RxFirst *follow, RxFirst *out);
void rx_first_atom(const RegexProg *prog, uint32_t atom, uint32_t arg, RxFirst *out);
bool rx_first_disjoint(const RxFirst *a, const RxFirst *b);

#endif
