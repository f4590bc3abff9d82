/* optimize.c: an optimizer's step over all parameters of a group at once, each in one pass (core/optimizer.h). What is not plain (other devices, dtypes, gaps, modes, dry runs) is left to
 * the steps written in Python: nothing is done then, and False is the answer. */
#include <math.h>
#include <string.h>

#include "core/op_more.h"
#include "core/optimizer.h"
#include "core/rules.h"
#include "torch.h"

typedef struct Lists { Ref params, grads, first, second, counts; int64_t n; } Lists; /* tuples; those of states and counts may be None */

static Tensor *each(Ref list, int64_t i) { return is_tuple(list) ? tensor_of(REF(as_tuple(list)->items[i])) : NULL; }

static bool all_tensors(Ref list, int64_t n)
{
    if (is_none(list)) return true;
    if (!is_tuple(list) || as_tuple(list)->len != n) return false;
    for (int64_t i = 0; i < n; i++)
        if (!is_tensor(REF(as_tuple(list)->items[i]))) return false;
    return true;
}

static bool is_plain(const Tensor *t, const Tensor *like)
{
    return t->dtype == like->dtype && tensor_device(t)->kind == DEVICE_CPU && tensor_is_contiguous(t) && tensor_same_shape(t, like) && !t->storage->valueless;
}

/* A counter of steps: one float32 on the CPU. */
static bool is_count(const Tensor *t) { return t->dtype == DT_FLOAT32 && t->size == 1 && tensor_device(t)->kind == DEVICE_CPU; }

static bool suits(const TensorLib *lib, const Lists *l)
{
    const CoreMode *mode = core_mode(lib->core);
    if (core_rule_bits(lib->core) || mode->dry || mode->grad[ACCENT_TORCH]) return false;
    if (!all_tensors(l->params, l->n) || !all_tensors(l->grads, l->n) || !all_tensors(l->first, l->n) || !all_tensors(l->second, l->n) || !all_tensors(l->counts, l->n)) return false;
    for (int64_t i = 0; i < l->n; i++) {
        const Tensor *p = each(l->params, i), *first = each(l->first, i), *second = each(l->second, i), *count = each(l->counts, i);
        if ((p->dtype != DT_FLOAT32 && p->dtype != DT_FLOAT64) || !is_plain(p, p) || !is_plain(each(l->grads, i), p)) return false;
        if ((first && !is_plain(first, p)) || (second && !is_plain(second, p)) || (count && !is_count(count))) return false;
    }
    return true;
}

static bool counted(Tensor *count, float *now)
{
    if (!storage_ready(count->storage, true)) return false;
    float *at = (float *)(void *)tensor_address(count);
    *now = *at += 1;
    tensor_count_write(count);
    return true;
}

/* Adam's numbers at its step number t; asked again for each parameter, though most are at the same one */
static void correct(Attr *attrs, double rate, float t, float *last)
{
    if (t == *last) return;
    *last = t;
    attrs[step_rate].f = -rate / (1 - pow(attrs[step_first].f, t));
    attrs[step_root].f = sqrt(1 - pow(attrs[step_second].f, t));
}

static bool step_of(TensorLib *lib, uint32_t site, const Lists *l, int64_t i, Attr *attrs, double rate, float *last)
{
    Tensor *p = each(l->params, i), *first = each(l->first, i), *second = each(l->second, i), *count = each(l->counts, i), *out[MAX_OUTPUTS] = {p};
    float t;
    if (count) {
        if (!counted(count, &t)) return false;
        correct(attrs, rate, t, last);
    }
    if ((first && !storage_ready(first->storage, true)) || (second && !storage_ready(second->storage, true))) return false;
    Arg in[] = {arg_tensor(p), arg_tensor(each(l->grads, i)), first ? arg_tensor(first) : ARG_ABSENT, second ? arg_tensor(second) : ARG_ABSENT};
    if (!core_call(lib->core, OP_optimizer_step, ACCENT_TORCH, site, in, 4, attrs, CALL_OUT_GIVEN, out)) return false;
    tensor_release(lib->core, out[0]);
    if (attrs[step_flags].i & STEP_DECOUPLED) tensor_count_write(p); /* there the decay is a write of its own */
    return true;
}

/* args: the rule; parameters, gradients, first states, second states, counts (lists or None); rate, first, second, eps, decay; flags */
static Value fn_optimizer_steps(VM *vm, const Ref *args, int n, Ref kwnames)
{
    enum { LISTS = 5, NUMBERS = 5 };
    TensorLib *lib = tensor_lib(vm);
    Value held[LISTS] = {NO_VALUE};
    double numbers[NUMBERS];
    int64_t rule, flags;
    if (!lib || !num_index_i64(vm, args[0], &rule) || !num_index_i64(vm, args[3], &flags)) return NO_VALUE;
    if (!is_tuple(args[1]) || as_tuple(args[1])->len != LISTS || !is_tuple(args[2]) || as_tuple(args[2])->len != NUMBERS) return err_raise(vm, EXC_TypeError, "optimizer_steps(): five lists and five numbers");
    for (int i = 0; i < NUMBERS; i++)
        if (!num_to_double(vm, REF(as_tuple(args[2])->items[i]), &numbers[i])) return NO_VALUE;
    bool ok = true;
    for (int i = 0; i < LISTS && ok; i++) {
        Ref list = REF(as_tuple(args[1])->items[i]);
        ok = (held[i] = is_none(list) ? V_NONE : tensor_items(vm, list)) != NO_VALUE;
    }
    Value answer = NO_VALUE;
    if (ok) {
        Lists l = {REF(held[0]), REF(held[1]), REF(held[2]), REF(held[3]), REF(held[4]), is_tuple(REF(held[0])) ? as_tuple(REF(held[0]))->len : 0};
        Attr attrs[step_ATTRS] = {[step_rule].i = rule, [step_rate].f = -numbers[0], [step_first].f = numbers[1], [step_second].f = numbers[2], [step_eps].f = numbers[3], [step_decay].f = numbers[4],
                                  [step_root].f = 1, [step_flags].i = flags};
        float last = -1;
        bool fit = suits(lib, &l);
        uint32_t site = lang_site(vm);
        for (int64_t i = 0; i < l.n && fit && ok; i++) ok = step_of(lib, site, &l, i, attrs, numbers[0], &last);
        answer = ok ? (fit ? V_TRUE : V_FALSE) : tensor_raise(lib, ACCENT_TORCH);
    }
    for (int i = 0; i < LISTS; i++)
        if (held[i]) release(vm, held[i]);
    return answer;
}

/* The gradient that zero_grad fills: NULL where there is none. false: it may take part in a graph, or is no plain tensor, so that more has to be asked */
static bool gradient_to_clear(Ref parameter, Tensor **g)
{
    Tensor *t = is_tensor(parameter) ? tensor_of(parameter) : NULL;
    if (!t || !grad_is_leaf(t)) return false;
    *g = t->grad ? t->grad->grad : NULL;
    return !*g || !((*g)->flags & (T_REQUIRES_GRAD | T_INFERENCE | T_BATCHED | T_ELSEWHERE));
}

static Value fn_clear_gradients(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    Tensor *g;
    if (!lib || !is_tuple(args[0])) return lib ? V_FALSE : NO_VALUE;
    int64_t count = as_tuple(args[0])->len;
    for (int64_t i = 0; i < count; i++)
        if (!gradient_to_clear(REF(as_tuple(args[0])->items[i]), &g)) return V_FALSE;
    Attr zero[value_ATTRS] = {[value_value].number = scalar_int(0), [value_other].number = scalar_int(0), [value_third].number = scalar_int(0)};
    uint32_t site = lang_site(vm);
    for (int64_t i = 0; i < count; i++) {
        if (!gradient_to_clear(REF(as_tuple(args[0])->items[i]), &g) || !g || tensor_clear(lib->core, g)) continue;
        Arg in = arg_tensor(g);
        Tensor *out = g;
        if (!core_call(lib->core, OP_fill, ACCENT_TORCH, site, &in, 1, zero, CALL_OUT_GIVEN, &out)) return tensor_raise(lib, ACCENT_TORCH);
        tensor_release(lib->core, out);
    }
    return V_TRUE;
}

const NativeDef torch_optimize_functions[] = {
    {"clear_gradients", fn_clear_gradients, "parameters, /", "Zeros in the gradients of a tuple of parameters, where all of them are plain: were they?", 0},
    {"optimizer_steps", fn_optimizer_steps, "rule, lists, numbers, flags, /", "One step of an optimizer for each parameter, where all of them are plain: were they?", NATIVE_KW},
    {NULL, NULL, NULL, NULL, 0},
};
