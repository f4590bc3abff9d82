/* sig.h: the signature of a C function, parsed from its row's text (call.h) when it is first called or inspected. */
#ifndef PERCH_LANG_SIG_H
#define PERCH_LANG_SIG_H

#include "call.h"

enum { SIG_MAX = 24 };
typedef enum { PARAM_POSONLY, PARAM_ANY, PARAM_VARARGS, PARAM_KWONLY, PARAM_VARKW } ParamKind;

struct Sig {
    uint8_t nparams;  /* all, self included */
    uint8_t self;     /* 1: the first is self or cls */
    uint8_t npos;     /* parameters that take positional arguments, self included */
    uint8_t nreq;     /* of these, those that must be given */
    uint8_t nposonly; /* of these, those without a usable name */
    int16_t exact;    /* a call of so many arguments without keywords is passed on as it is; -1: none is */
    int16_t judged;   /* vm->judge_row's answer; 0: its calls are not judged */
    bool varargs, varkw, any_kw; /* any_kw: some parameter takes keywords */
    bool simple;      /* positional-only parameters alone: the fast call */
    bool padded;      /* a call without keywords of nreq to npos arguments needs nothing but NULLs behind them */
    uint32_t refs;    /* a method's bound functions share its signature */
    uint8_t kind[SIG_MAX];
    bool required[SIG_MAX];
    Value name[SIG_MAX]; /* interned */
    const char *default_text[SIG_MAX]; /* into the row's text; NULL: none */
    uint16_t default_len[SIG_MAX];
};

Sig *sig_parse(VM *vm, const NativeDef *def, bool method);
Sig *sig_share(Sig *s);
void sig_free(VM *vm, Sig *s); /* when it is the last who has it */

#endif
