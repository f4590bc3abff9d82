/* picture_id.c: pictures by their `id`: a list of those that were asked for it. */
#include "picture.h"

Value picture_id(VM *vm, Ref self)
{
    PicturesState *s = pictures_state(vm);
    Picture *p = as_picture(self);
    if (!s) return NO_VALUE;
    if (!p->number) {
        p->number = ++s->last_id;
        p->asked_next = s->asked;
        p->asked_at = &s->asked;
        if (s->asked) s->asked->asked_at = &p->asked_next;
        s->asked = p;
    }
    return make_small(p->number);
}
Picture *picture_by_id(VM *vm, Ref id)
{
    PicturesState *s = pictures_state(vm);
    int64_t number;
    if (!s || !num_index_i64(vm, id, &number)) return NULL;
    for (Picture *p = s->asked; p; p = p->asked_next)
        if (p->number == number) return p;
    return err_raise(vm, EXC_ValueError, "no picture has the id %lld", (long long)number), NULL;
}
void picture_forget_id(Picture *p)
{
    *p->asked_at = p->asked_next;
    if (p->asked_next) p->asked_next->asked_at = p->asked_at;
    p->number = 0;
}
