/* picture_id.c: pictures by their `id`. */
#include "picture.h"

static bool remember(VM *vm, PicturesState *s, Picture *p)
{
    if (s->asked_count == s->asked_room) {
        const int64_t room = s->asked_room * 2 + 8;
        Picture **more = mem_realloc(vm->mem, s->asked, (size_t)s->asked_room * sizeof *more, (size_t)room * sizeof *more);
        if (!more) return err_no_memory(vm), false;
        s->asked = more;
        s->asked_room = room;
    }
    p->number = ++s->last_id;
    s->asked[s->asked_count++] = p;
    return true;
}
Value picture_id(VM *vm, Ref self)
{
    PicturesState *s = pictures_state(vm);
    Picture *p = as_picture(self);
    return s && (p->number || remember(vm, s, p)) ? make_small(p->number) : NO_VALUE;
}
Picture *picture_by_id(VM *vm, Ref id)
{
    PicturesState *s = pictures_state(vm);
    int64_t number;
    if (!s || !num_index_i64(vm, id, &number)) return NULL;
    for (int64_t i = s->asked_count; i-- > 0;)
        if (s->asked[i]->number == number) return s->asked[i];
    return err_raise(vm, EXC_ValueError, "no picture has the id %lld", (long long)number), NULL;
}
void picture_forget_id(VM *vm, const Picture *p)
{
    PicturesState *s = pictures_state(vm);
    for (int64_t i = s ? s->asked_count : 0; i-- > 0;)
        if (s->asked[i] == p) {
            s->asked[i] = s->asked[--s->asked_count];
            return;
        }
}
