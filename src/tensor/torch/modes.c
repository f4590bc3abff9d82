/* modes.c: _tensor's functions about PyTorch's modes (core/rules.h): autocast, deterministic algorithms, inference mode, anomaly detection. */
#include "lang/object/exc.h"
#include "core/ledger.h"
#include "core/precision.h"
#include "core/rules.h"
#include "torch.h"

#define ISSUES "at https://github.com/pytorch/pytorch/issues to help us prioritize adding deterministic support for this operation."
#define CUBLAS                                                                                                                                          \
    "Deterministic behavior was enabled with either `torch.use_deterministic_algorithms(True)` or `at::Context::setDeterministicAlgorithms(true)`, but " \
    "this operation is not deterministic because it uses CuBLAS and you have CUDA >= 10.2. To enable deterministic behavior in this case, you must "    \
    "set an environment variable before running your PyTorch application: CUBLAS_WORKSPACE_CONFIG=:4096:8 or CUBLAS_WORKSPACE_CONFIG=:16:8. For more "  \
    "information, go to https://docs.nvidia.com/cuda/cublas/index.html#cublasApi_reproducibility"

Value torch_alert_words(Refused *r)
{
    VM *vm = r->lib->vm;
    const CoreError *e = r->e;
    if (!e->text[0]) return str_from_c(vm, CUBLAS);
    return str_format(vm, "%s does not have a deterministic implementation, but you set 'torch.use_deterministic_algorithms(True)'. You can turn off determinism just for this "
                          "operation, or you can use the 'warn_only=True' option, if that's acceptable for your application. You can also file an issue " ISSUES, e->text);
}

Value torch_inference_words(Refused *r)
{
    static const int rows[] = {[INFERENCE_SAVED] = TORCH_INFERENCE_SAVED, [INFERENCE_IN_PLACE] = TORCH_INFERENCE_IN_PLACE, [INFERENCE_REQUIRES_GRAD] = TORCH_INFERENCE_REQUIRES_GRAD};
    return str_from_c(r->lib->vm, torch_sentences[rows[r->e->numbers[0]]]);
}

/* Where the gradient stands among those that PyTorch's function gives: it has operands in another order, or counts tensors alone. */
Value torch_anomaly_words(Refused *r)
{
    return str_format(r->lib->vm, TORCH_SAYS(ANOMALY), (Ref)r->lib->anomaly, (long long)r->lib->anomaly_output);
}

/* ---- what core asks for ---- */
static bool warn_alert(void *owner, const char *op)
{
    TensorLib *lib = owner;
    Core *c = lib->core;
    uint32_t site = core_site(c);
    Accent accent = core_accent(c);
    Value text = op ? str_format(lib->vm, "%s does not have a deterministic implementation, but you set 'torch.use_deterministic_algorithms(True, warn_only=True)'. You can "
                                          "file an issue " ISSUES " (Triggered internally at ../aten/src/ATen/Context.cpp:82.)", op)
                    : str_from_c(lib->vm, CUBLAS " (Triggered internally at ../aten/src/ATen/Context.cpp:156.)");
    bool ok = err_warn(lib->vm, EXC_UserWarning, text);
    core_set_site(c, site);
    core_set_accent(c, accent);
    return ok;
}

static int frame_sites(void *owner, uint32_t *out, int most) { return lang_sites(((TensorLib *)owner)->vm, out, most); }

/* The lines of a traceback, without its head. */
static Value trace_lines(VM *vm, const uint32_t *sites, int n)
{
    StrB b = STRB_INIT(vm);
    for (int i = n - 1; i >= 0; i--) {
        LangSite at;
        if (!lang_site_info(vm, sites[i], &at)) continue;
        Value function = lang_site_function(vm, sites[i]), text = lang_site_text(vm, sites[i]);
        strb_format(&b, "  File \"%s\", line %u, in %U\n", at.filename, at.line, function ? (Ref)function : REF(V_NONE));
        if (text) {
            size_t size;
            const char *line = str_utf8(vm, text, &size);
            strb_format(&b, "    %s\n", line ? line + strspn(line, " \t") : "");
        }
        release(vm, function);
        release(vm, text);
    }
    return strb_take(&b);
}

static int output_of(const GradNode *n, int input)
{
    static const int8_t linear[] = {1, 2, 0};
    if (!n->op) return input;
    if (n->op->id == OP_linear) return n->inputs[2].present && n->inputs[0].ndim == 2 ? linear[input] : input;
    if (n->op->id == OP_where || n->op->id == OP_embedding) return input - 1;
    return input;
}

/* The name of the gradient that failed is remembered for the error; the warning shows the lines of the forward pass. */
static bool tell_anomaly(void *owner, GradNode *n, int input)
{
    TensorLib *lib = owner;
    VM *vm = lib->vm;
    Core *c = lib->core;
    char name[96];
    tensor_node_word(n, name, sizeof name);
    value_put(vm, &lib->anomaly, str_from_c(vm, name));
    lib->anomaly_output = input < 0 ? 0 : output_of(n, input);
    uint32_t site = core_site(c);
    Accent accent = core_accent(c);
    Value held = err_occurred(vm) ? err_take(vm) : NO_VALUE;
    Value lines = n->trace ? trace_lines(vm, n->trace + 1, (int)n->trace[0]) : NO_VALUE;
    Value text = lines ? str_format(vm, "Error detected in %s. Traceback of forward call that caused the error:\n%U (Triggered internally at ../torch/csrc/autograd/python_anomaly_mode.cpp:114.)", name, (Ref)lines)
                       : str_format(vm, "Error detected in %s. No forward pass information available. Enable detect anomaly during forward pass for more information. "
                                        "(Triggered internally at ../torch/csrc/autograd/python_anomaly_mode.cpp:97.)", name);
    release(vm, lines);
    bool ok = err_warn(vm, EXC_UserWarning, text);
    if (held) {
        if (!ok) err_clear(vm);
        err_put(vm, held);
    }
    core_set_site(c, site);
    core_set_accent(c, accent);
    return ok;
}

void torch_modes_open(TensorLib *lib)
{
    Rules *r = core_rules(lib->core);
    r->warn = warn_alert;
    r->sites = frame_sites;
    r->anomaly = tell_anomaly;
    r->dtype[DEVICE_CPU] = DT_BFLOAT16;
    r->dtype[DEVICE_GPU] = DT_FLOAT16;
    r->remember = true;
}

/* ---- autocast ---- */
/* autocast(kind, on=None, dtype=None) -> (on, dtype) as it was; kind 0: the CPU, 1: GPUs */
static Value fn_autocast(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    int64_t kind;
    DType dtype = DT_NONE;
    if (!lib || !num_index_i64(vm, args[0], &kind)) return NO_VALUE;
    if (kind != DEVICE_CPU && kind != DEVICE_GPU) return err_raise(vm, EXC_ValueError, "no such kind of device: %lld", (long long)kind);
    if (args[2] && !tensor_dtype(lib, args[2], &dtype)) return NO_VALUE;
    Rules *r = core_rules(lib->core);
    Value before_dtype = dtype_new(lib, ACCENT_TORCH, (DType)r->dtype[kind]);
    Value before = before_dtype ? tuple_of(vm, 2, (Ref)make_bool(r->on[kind]), (Ref)before_dtype) : NO_VALUE;
    release(vm, before_dtype);
    int on = args[1] && !is_none(args[1]) ? op_truth(vm, args[1]) : r->on[kind];
    if (!before || on < 0) {
        release(vm, before);
        return NO_VALUE;
    }
    core_set_autocast(lib->core, (DeviceKind)kind, on > 0, dtype == DT_NONE ? (DType)r->dtype[kind] : dtype);
    return before;
}

static Value fn_autocast_remember(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    if (!lib) return NO_VALUE;
    Value before = make_bool(core_rules(lib->core)->remember);
    int on = args[0] && !is_none(args[0]) ? op_truth(vm, args[0]) : -2;
    if (on == -1) return NO_VALUE;
    if (on >= 0) core_rules(lib->core)->remember = on > 0;
    return before;
}

static Value fn_autocast_forget(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    if (!lib) return NO_VALUE;
    core_forget_casts(lib->core);
    return V_NONE;
}

/* ---- the other modes ---- */
static const struct { const char *name; uint16_t bit; } rule_names[] = {
    {"deterministic", RULES_ALERT}, {"deterministic_warn", RULES_ALERT_WARN}, {"inference", RULES_INFERENCE}, {"anomaly", RULES_ANOMALY}, {"anomaly_nan", RULES_NAN}, {"cast", RULES_CAST} /* read alone: fn_autocast sets it */,
};

/* rule(name, on=None) -> as it was */
static Value fn_rule(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    if (!lib) return NO_VALUE;
    for (size_t i = 0; i < sizeof rule_names / sizeof *rule_names; i++) {
        if (!is_str(args[0]) || !str_equal_c(args[0], rule_names[i].name)) continue;
        uint16_t bit = rule_names[i].bit;
        Value before = make_bool(core_rule_bits(lib->core) & bit);
        int on = args[1] && !is_none(args[1]) ? op_truth(vm, args[1]) : -2;
        if (on == -1) return NO_VALUE;
        if (on >= 0) core_set_rule(lib->core, bit, on > 0);
        if (on > 0 && bit == RULES_INFERENCE) core_set_rule(lib->core, RULES_INFERRED, true);
        return before;
    }
    return err_raise(vm, EXC_ValueError, "there is no rule %R", args[0]);
}

static Value fn_is_inference(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (!is_tensor(args[0])) return err_raise(vm, EXC_TypeError, "expected a tensor, not %T", args[0]);
    return make_bool(tensor_of(args[0])->flags & T_INFERENCE);
}

static Value fn_flush_denormal(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    int on = op_truth(vm, args[0]);
    return lib && on >= 0 ? make_bool(core_flush_denormal(on > 0)) : NO_VALUE;
}

static const struct { const char *name; uint8_t bit; } precisions[] = {{"tf32 products", TF32_PRODUCTS}, {"tf32 convolutions", TF32_WINDOWS}, {"own convolutions", OWN_WINDOWS}};

static Value fn_precision(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    int on = args[1] && !is_none(args[1]) ? op_truth(vm, args[1]) : -2;
    if (!lib || on == -1) return NO_VALUE;
    for (size_t i = 0; i < sizeof precisions / sizeof *precisions; i++) {
        if (!is_str(args[0]) || !str_equal_c(args[0], precisions[i].name)) continue;
        bool before = core_precision(lib->core, ACCENT_TORCH) & precisions[i].bit;
        if (on >= 0) core_set_precision(lib->core, precisions[i].bit, on > 0);
        return make_bool(before);
    }
    return err_raise(vm, EXC_ValueError, "there is no precision %R", args[0]);
}

/* batch(examples): functorch's vmap begins (0: ends); how many examples the one around it has */
static Value fn_batch(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    int64_t examples;
    return lib && num_index_i64(vm, args[0], &examples) ? make_small(core_set_batch(lib->core, examples)) : NO_VALUE;
}

/* batched(t, on=None): marks a tensor as one example of many, or as none; was it? */
static Value fn_batched(VM *vm, const Ref *args, int n, Ref kwnames)
{
    if (!is_tensor(args[0])) return err_raise(vm, EXC_TypeError, "expected a tensor, not %T", args[0]);
    Tensor *t = tensor_of(args[0]);
    int on = args[1] && !is_none(args[1]) ? op_truth(vm, args[1]) : -2;
    bool was = core_is_batched(lib_of(t)->core, t);
    if (on == -1) return NO_VALUE;
    if (on >= 0) t->flags = (uint8_t)(on ? t->flags | T_BATCHED : t->flags & ~T_BATCHED);
    return make_bool(was);
}

/* elsewhere(t, integers): t stands for what is kept otherwise; ops refuse it. elsewhere(): is there, or was there, such a one? */
static Value fn_elsewhere(VM *vm, const Ref *args, int n, Ref kwnames)
{
    TensorLib *lib = tensor_lib(vm);
    if (!lib) return NO_VALUE;
    if (args[0] && is_tensor(args[0])) {
        tensor_of(args[0])->flags |= T_ELSEWHERE;
        if (args[1] && args[1] == V_TRUE) tensor_of(args[0])->user |= KEPT_AS_INTEGERS;
        core_set_rule(lib->core, RULES_ELSEWHERE, true);
    }
    return make_bool(core_rule_bits(lib->core) & RULES_ELSEWHERE);
}

const NativeDef torch_modes_functions[] = {
    {"elsewhere", fn_elsewhere, "t=None, integers=False", "Marks a tensor that stands for what is kept otherwise; is there one?", 0},
    {"batch", fn_batch, "examples", "vmap begins with so many examples; those of the one around it.", 0},
    {"batched", fn_batched, "t, on=None", "Is it one example of many, or computed from one? Says that it is.", 0},
    {"autocast", fn_autocast, "kind, on=None, dtype=None", "Sets autocast of a kind of device (0: the CPU, 1: GPUs); (on, dtype) as they were.", 0},
    {"autocast_remember", fn_autocast_remember, "on=None", "Are casts of leaves kept? As it was.", 0},
    {"autocast_forget", fn_autocast_forget, "", "Lets the kept casts go.", 0},
    {"rule", fn_rule, "name, on=None", "Sets one of PyTorch's modes; as it was.", 0},
    {"precision", fn_precision, "name, on=None", "How exactly a card's libraries may compute; as it was.", 0},
    {"flush_denormal", fn_flush_denormal, "on", "Are floats too small to be normal 0 from now on? False: this CPU cannot.", 0},
    {"is_inference", fn_is_inference, "t", "Was it made in inference mode?", 0},
    {NULL, NULL, NULL, NULL, 0},
};
