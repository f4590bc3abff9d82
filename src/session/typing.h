/* typing.h: what the files that look at half-written text share: a draft, which is a text that grows in an arena, what is known of an expression without running it,
 * signatures as text. Nothing here runs a person's own code, and no exception is pending when a function returns. */
#ifndef PERCH_SESSION_TYPING_H
#define PERCH_SESSION_TYPING_H

#include "lang/front/arena.h"
#include "scan.h"
#include "session.h"
#include "lang/object/vm.h"

/* Where it looks: the interpreter, the namespace of the session, and memory that lasts until the next question of the same sort. */
typedef struct Typing {
    VM *vm;
    Dict *names; /* borrowed */
    Arena *arena;
} Typing;

/* ---- a text that grows (draft.c); memory lost: it stops growing, and text_take gives "" ---- */
typedef struct Draft { Arena *arena; char *p; size_t len, cap; } Draft;
void draft_add(Draft *t, const char *s, size_t n);
void draft_c(Draft *t, const char *s);
void draft_format(Draft *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
const char *draft_take(Draft *t);
const char *typing_str(const Typing *ty, Ref s); /* a str's text in the arena; "" if there is none */

/* ---- what is known (known.c) ---- */
typedef struct Known {
    Value value;  /* owned; NULL: nothing is known */
    bool instance; /* value is a class, and an instance of it is meant */
    const char *module; /* the name of the module that it was found in, in the arena; NULL: not known */
} Known;
void known_drop(VM *vm, Known *k);
/* Names of the session, the builtins, the prelude as far as it is loaded (load: also a name of it that was not used yet). */
Value known_name(const Typing *ty, const char *name, size_t n, bool load);
/* o.name without running a person's code; owned; NULL: not known. */
Value known_getattr(const Typing *ty, Ref o, Ref name);
Known known_attr(const Typing *ty, Known of /*taken*/, Ref name);
/* The expression that ends with piece `last`; *from: its first piece (SIZE_MAX: it is none). load as above. */
Known known_expression(const Typing *ty, const Scan *s, size_t last, size_t *from, bool load);
/* The attributes: found(…) once a name and place; the nearest definition comes first. raw: what stands in the namespace there (may be a descriptor), or NULL. */
typedef bool (*NameFound)(void *context, Ref name, Ref raw, bool in_class);
void known_names(const Typing *ty, Known of, NameFound found, void *context);
bool known_is_library(Ref function); /* written for perch itself: a function of a frozen module */
Type *known_tensor_of(const Typing *ty, Ref function, const char *module /*or NULL*/); /* known_tensor.c: of a call of a tensor library's function; NULL */

/* ---- where a value lives (placed.c) ---- */
enum { PLACED_NONE = -1, PLACED_CPU = 0, PLACED_SEVERAL = 100 }; /* 1 + n: GPU n */
int placed_device(VM *vm, Ref v);                 /* of a tensor, or of what holds some (lists, dicts, networks), as far as a short look goes */
const char *placed_shape(const Typing *ty, Ref v); /* "2x3 float32"; parameters: of all copies; "" */
const char *placed_name(const Typing *ty, Ref v);  /* "gpu(1)", "cuda:1", "cpu", "mixed", "" */

/* ---- signatures (sigtext.c) ---- */
typedef struct SigParam { const char *name; size_t start, end; /* in the text */ uint8_t kind; /* ParamKind */ } SigParam;
typedef struct SigText {
    const char *text; /* "(a, b=1, *, c)" */
    SigParam *params;
    int count;
} SigText;
/* How `callee` is called; bound: its first parameter is given already. false: not known. */
bool sigtext_of(const Typing *ty, Ref callee, bool bound, SigText *out);

struct Branch;

/* ---- a session's own (typing.c) ---- */
enum { TYPING_COMPLETE, TYPING_INSPECT, TYPING_SIGNATURE, TYPING_INK, TYPING_BRACKET, TYPING_QUESTIONS };
/* A question begins: what the last one of the sort gave is forgotten. false: no memory. */
bool typing_begin(Session *s, int question, Typing *ty);
void typing_close(struct Branch *b);
extern const ModuleDef known_module; /* _known (inspect.c): the same questions for the session's Python */

/* The bracket that is open around piece `at` (or around the end of the text); SIZE_MAX: none. */
size_t typing_around(const Scan *s, size_t at);
bool typing_is_call(const Scan *s, size_t open); /* does what stands before that bracket make it a call? */

#endif
