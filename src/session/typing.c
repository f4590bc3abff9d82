/* typing.c: the memory that answers about half-written text live in: an arena for each sort of question, made anew by the next. */
#include <stdlib.h>

#include "session_impl.h"
#include "typing.h"

struct Answers { Arena arenas[TYPING_QUESTIONS]; };

bool typing_begin(Session *s, int question, Typing *ty)
{
    Branch *b = branch_of(s);
    if (!b->answers) {
        b->answers = malloc(sizeof *b->answers);
        if (!b->answers) return false;
        for (int i = 0; i < TYPING_QUESTIONS; i++) arena_init(&b->answers->arenas[i], lang_mem(s->vm));
    }
    Arena *a = &b->answers->arenas[question];
    arena_free(a);
    *ty = (Typing){s->vm, as_dict(s->ns), a};
    return true;
}

void typing_close(Branch *b)
{
    for (int i = 0; b->answers && i < TYPING_QUESTIONS; i++) arena_free(&b->answers->arenas[i]);
    free(b->answers);
    b->answers = NULL;
}
