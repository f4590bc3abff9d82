/* step.c: an optimizer's step over one parameter, in one pass: SGD (momentum, Nesterov, decay) and Adam (decay in the gradient or beside it). */
#include <string.h>

#include "core/optimizer.h"
#include "ew.h"
#include "flat.h"
#include "kernels.h"
#include "step.h"

enum { GRAIN = 1 << 15 };
typedef struct Step { const StepLoops *loops; StepNumbers numbers; bool adam; DType type; char *p; const char *g; char *first, *second; } Step;

static char *from_on(const Step *s, char *at, int64_t i) { return at ? at + (size_t)i * dtype_bytes(s->type) : NULL; }

static void some(void *data, int64_t from, int64_t to)
{
    const Step *s = data;
    char *p = from_on(s, s->p, from), *first = from_on(s, s->first, from), *second = from_on(s, s->second, from);
    const char *g = s->g + (size_t)from * dtype_bytes(s->type);
    if (s->adam) s->loops->adam(to - from, p, g, first, second, &s->numbers);
    else s->loops->sgd(to - from, p, g, first, &s->numbers);
}

bool cpu_optimizer_step(Work *w)
{
    const Attr *a = w->attrs;
    DType type = dtype_computed(w->out[0].dtype);
    int64_t flags = a[step_flags].i;
    Flat p, g, first, second, out;
    bool ok = flat_in(w, &w->in[0], type, &p);
    ok = flat_in(w, &w->in[1], type, &g) && ok;
    ok = flat_in(w, &w->in[2], type, &first) && ok;
    ok = flat_in(w, &w->in[3], type, &second) && ok;
    ok = flat_out(w, &w->out[0], type, &out) && ok;
    if (ok) {
        Step s = {.loops = &ew_isa()->steps[type == DT_FLOAT64], .adam = a[step_rule].i == STEP_ADAM, .type = type, .p = out.at, .g = g.at, .first = first.at, .second = second.at,
                  .numbers = {.rate = a[step_rate].f, .first = a[step_first].f, .second = a[step_second].f, .eps = a[step_eps].f, .decay = a[step_decay].f, .root = a[step_root].f,
                              .maximize = flags & STEP_MAXIMIZE, .ahead = flags & STEP_AHEAD, .decoupled = flags & STEP_DECOUPLED}};
        if (out.at != p.at) memcpy(out.at, p.at, (size_t)w->out[0].size * dtype_bytes(type));
        work_parallel(w, w->out[0].size, GRAIN, some, &s);
        flat_store(w, &first); /* (of the states only what has no gaps is written where it lies) */
        flat_store(w, &second);
        flat_store(w, &out);
    } else {
        flat_drop(w, &first);
        flat_drop(w, &second);
        flat_drop(w, &out);
    }
    flat_drop(w, &p);
    flat_drop(w, &g);
    return ok && !work_stopped(w);
}
