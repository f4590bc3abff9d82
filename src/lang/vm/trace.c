/* trace.c: the events of --trace (trace.h). Nothing here raises or runs the program's code: types and names are printed, values of
 * constants alone, since a repr could be the program's own. What tracing itself allocates is not traced. */
#include "trace.h"

#include <stdio.h>
#include <time.h>

#include "lang/compile/code.h"
#include "lang/object/vm.h"

double trace_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

/* ---- lines ---- */
static void put_place(StrB *b, const char *kind, const Code *c, const Ins *at)
{
    strb_format(b, "%-6s ", kind);
    if (c) strb_format(b, "%U:%d ", REF(c->filename), at >= c->ins && at < c->ins + c->nins ? (int)code_span(c, (int32_t)(at - c->ins)).line : (int)c->first_line);
    else strb_c(b, "- ");
}

/* Where the program is, between instructions or in one. */
static void put_here(VM *vm, StrB *b, const char *kind)
{
    const Frame *f = vm->frame;
    put_place(b, kind, f->code, f->pc ? f->pc - 1 : NULL);
}

static StrB begin(VM *vm)
{
    vm->trace_busy = true;
    return STRB_INIT(vm);
}

static void end(VM *vm, StrB *b)
{
    Value error = vm->error; /* of a failure in here, or the program's that was pending */
    strb_c(b, "\n");
    Value text = strb_take(b);
    size_t n;
    const char *p = text ? str_utf8(vm, text, &n) : NULL;
    if (p) vm_write(vm, 2, p, n);
    release(vm, text);
    if (!error) err_clear(vm);
    vm->trace_busy = false;
}

/* ---- instructions ---- */
static bool is_operation(unsigned op) { return (op >= BC_GETATTR && op <= BC_TEST_IN) || (op >= BC_CALL && op <= BC_CALL_SUPER) || op == BC_FOR_ITER; }

static void put_type(VM *vm, StrB *b, Ref v)
{
    if (!v) strb_c(b, "unbound");
    else if (is_function(v)) strb_format(b, "function %U", REF(as_function(v)->qualname));
    else if (is_type(v)) strb_format(b, "class %N", as_type(v));
    else strb_format(b, "%T", v);
}

static void put_operation(VM *vm, StrB *b, const Frame *f, const Ins *at)
{
    const Code *c = f->code;
    const char *form = opcode_forms[at->op];
    const unsigned operand[3] = {at->a, at->b, at->c};
    strb_c(b, opcode_names[at->op]);
    const char *between = " ";
    for (int k = 0; k < 3 && form[k] && form[k] != 'w'; k++) {
        unsigned v = operand[k];
        Ref value = NULL;
        if ((form[k] == 's' || form[k] == 'k') && v < c->nregs) value = f->regs[v];
        else if (form[k] == 'n' && v < c->nconsts) value = c->consts[v];
        else if (form[k] == 'b' && v < c->nregs && k > 0) value = f->regs[v]; /* a callee; a slice's start */
        else if (form[k] == 'c' || form[k] == 'm') {
            unsigned name = form[k] == 'm' ? v : v < c->ncaches ? c->caches[v].name : 0xFFFF;
            if (name < c->nnames) strb_format(b, "%s.%U", between, REF(c->names[name]));
            between = ", ";
            continue;
        } else if (form[k] == 'i' && at->op >= BC_CALL && at->op <= BC_CALL_SUPER) {
            strb_format(b, "%s%d arguments", between, (int)v);
            continue;
        } else continue;
        strb_c(b, between);
        between = ", ";
        put_type(vm, b, value);
    }
}

void trace_instruction(VM *vm, const Frame *f, const Ins *at)
{
    if (vm->trace_busy) return;
    if (vm->trace & TRACE_VM) {
        StrB b = begin(vm);
        put_place(&b, "vm", f->code, at);
        strb_format(&b, "%U ", REF(f->code->qualname));
        code_put_instruction(&b, f->code, (uint32_t)(at - f->code->ins));
        end(vm, &b);
    }
    if ((vm->trace & TRACE_OPS) && is_operation(at->op)) {
        StrB b = begin(vm);
        put_place(&b, "ops", f->code, at);
        put_operation(vm, &b, f, at);
        end(vm, &b);
    }
}

/* ---- memory ---- */
void trace_collection(VM *vm, int64_t tracked, int64_t collected, double started)
{
    if (vm->trace_busy) return;
    StrB b = begin(vm);
    char time[32];
    snprintf(time, sizeof time, "%.3f", trace_clock() - started);
    put_here(vm, &b, "gc");
    strb_format(&b, "%lld tracked, %lld collected, %s ms", (long long)tracked, (long long)collected, time);
    end(vm, &b);
}

static void on_request(void *context, size_t n)
{
    VM *vm = context;
    if (vm->trace_busy) return;
    StrB b = begin(vm);
    put_here(vm, &b, "alloc");
    strb_format(&b, "%lld bytes", (long long)n);
    end(vm, &b);
}

bool lang_trace(VM *vm, const char *what)
{
    static const char *const names[] = {"vm", "ops", "gc", "alloc"};
    uint32_t wanted = 0;
    while (*what) {
        size_t n = strcspn(what, ",");
        unsigned k = 0;
        while (k < 4 && !(strlen(names[k]) == n && !memcmp(names[k], what, n))) k++;
        if (k == 4) return false;
        wanted |= 1u << k;
        what += n + (what[n] == ',');
    }
    vm->trace = wanted;
    mem_watch(vm->mem, wanted & TRACE_ALLOC ? on_request : NULL, vm);
    __atomic_fetch_or(&vm->breaker, BREAK_TRACE, __ATOMIC_SEQ_CST);
    return true;
}
