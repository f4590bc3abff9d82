/* typing.c: the memory that answers about half-written text live in: an arena for each sort of question, made anew by the next. */
#include <stdlib.h>

#include "session_impl.h"
#include "typing.h"

struct Answers { Arena arenas[TYPING_QUESTIONS]; };

bool typing_begin(Session *s, int question, Typing *ty)
{
    if (!s->answers) {
        s->answers = malloc(sizeof *s->answers);
        if (!s->answers) return false;
        for (int i = 0; i < TYPING_QUESTIONS; i++) arena_init(&s->answers->arenas[i], lang_mem(s->vm));
    }
    Arena *a = &s->answers->arenas[question];
    arena_free(a);
    *ty = (Typing){s->vm, as_dict(s->ns), a};
    return true;
}

void typing_close(Session *s)
{
    for (int i = 0; s->answers && i < TYPING_QUESTIONS; i++) arena_free(&s->answers->arenas[i]);
    free(s->answers);
    s->answers = NULL;
}
