/* mod_stage.c: the module _stage: stage.h for the tools' Python. perch.lesson.stage makes a pleasant class of it.
 *
 * The tool's interpreter and the session's are two, in one process: what a lesson does to its modules does not reach the tool. While a tool
 * waits its own Ctrl-C ends the wait (KeyboardInterrupt); to hand it on to the cell is the tool's business.
 */
#include <stdlib.h>

#include "lang/object/num.h"
#include "lang/object/thread.h"
#include "lang/object/vm.h"
#include "lesson.h"
#include "stage.h"

#define FN(name) static Value name(VM *vm, const Ref *args, int n, Ref kwnames)

typedef struct StageState { Type *type; } StageState;
typedef struct StageObject { Obj head; Stage *stage; } StageObject;

static Stage *stage_of(VM *vm, Ref self)
{
    Stage *s = ((StageObject *)BITS(self))->stage;
    if (!s) err_raise(vm, EXC_ValueError, "the stage is closed");
    return s;
}

/* A str's text, NULL for None; false: raised. */
static bool text_arg(VM *vm, Ref v, const char **text, size_t *size)
{
    *text = NULL;
    *size = 0;
    if (!v || is_none(v)) return true;
    if (!is_str(v)) return err_false(vm, EXC_TypeError, "a str is wanted, not %T", v);
    return (*text = str_utf8(vm, v, size)) != NULL;
}

FN(fn_open)
{
    StageState *state = module_state(vm, &stage_module);
    const char *texts[4];
    size_t size;
    for (int i = 0; i < 4; i++)
        if (!text_arg(vm, args[i], &texts[i], &size)) return NULL;
    if (!is_small(args[4])) return err_raise(vm, EXC_TypeError, "an int is wanted, not %T", args[4]);
    StageConfig config = {.front = texts[0], .language = texts[1], .script_dir = texts[2], .program = texts[3], .width = (int)small_of(args[4]), .mem_limit = mem_limit(vm->mem)};
    bool *flags[5] = {&config.colour, &config.capture, &config.progress, &config.asks, &config.no_prelude};
    for (int i = 0; i < 5; i++) *flags[i] = args[5 + i] == V_TRUE;
    StageObject *o = state ? (StageObject *)obj_alloc(vm, state->type, sizeof *o) : NULL;
    if (!o) return NULL;
    if ((o->stage = stage_open(&config))) return VAL(o);
    release(vm, VAL(o));
    return err_no_memory(vm);
}

static void stage_dealloc(VM *vm, Obj *o)
{
    stage_drop(((StageObject *)o)->stage);
    obj_free(vm, o, sizeof(StageObject));
}

static const struct { const char *name; StageWork work; } works[] = {
    {"execute", WORK_EXECUTE}, {"evaluate", WORK_EVALUATE}, {"ink", WORK_INK}, {"complete", WORK_COMPLETE}, {"is_complete", WORK_IS_COMPLETE}, {"dry", WORK_DRY},
    {"inspect", WORK_INSPECT}, {"text", WORK_TEXT}, {"banner", WORK_BANNER}, {"width", WORK_WIDTH}, {"talk", WORK_TALK}, {"close", WORK_CLOSE},
};

FN(method_start)
{
    Stage *s = stage_of(vm, args[0]);
    const char *name = NULL, *text, *filename;
    size_t size, rest;
    if (!s || !text_arg(vm, args[1], &name, &rest) || !text_arg(vm, args[2], &text, &size) || !text_arg(vm, args[4], &filename, &rest)) return NULL;
    if (!is_small(args[3])) return err_raise(vm, EXC_TypeError, "an int is wanted, not %T", args[3]);
    StageOrder order = {.text = text ? text : "", .size = size, .filename = filename, .number = (int)small_of(args[3]), .silent = args[5] == V_TRUE};
    for (size_t i = 0; i < sizeof works / sizeof *works; i++) {
        if (!name || strcmp(works[i].name, name)) continue;
        order.work = works[i].work;
        return stage_start(s, &order) ? V_NONE : err_raise(vm, EXC_RuntimeError, "the stage is at work, or has ended");
    }
    return err_raise(vm, EXC_ValueError, "no such work");
}

static bool interrupted(void *data) { return __atomic_load_n(&((VM *)data)->breaker, __ATOMIC_SEQ_CST) & (BREAK_CALLED | BREAK_SIGNAL); }

FN(method_take)
{
    Stage *s = stage_of(vm, args[0]);
    double seconds;
    size_t size;
    if (!s || !num_to_double(vm, args[1], &seconds)) return NULL;
    char *text = THREAD_AWAY(vm, stage_take(s, seconds, interrupted, vm, &size));
    Value r = text ? str_from_utf8(vm, text, size) : retain(vm->empty_str);
    free(text);
    return r;
}

FN(method_busy)
{
    Stage *s = stage_of(vm, args[0]);
    return s ? make_bool(stage_busy(s)) : NO_VALUE;
}

FN(method_interrupt)
{
    Stage *s = stage_of(vm, args[0]);
    if (s) stage_interrupt(s);
    return s ? V_NONE : NO_VALUE;
}

FN(method_answer)
{
    Stage *s = stage_of(vm, args[0]);
    const char *text;
    size_t size;
    if (!s || !text_arg(vm, args[1], &text, &size)) return NULL;
    stage_answer(s, text);
    return V_NONE;
}

FN(method_drop)
{
    StageObject *o = (StageObject *)BITS(args[0]);
    Stage *s = o->stage;
    bool left = s && stage_busy(s);
    o->stage = NULL;
    stage_drop(s);
    return make_bool(left);
}

static const NativeDef methods[] = {
    {"start", method_start, "self, work, text='', number=0, filename=None, silent=False, /", "Begin a work (stage.h says which there are); what comes of it, take() tells.", 0},
    {"take", method_take, "self, seconds, /", "What has happened, as a JSON array of [kind, {…}] that ends a work with 'done'; '' if nothing did in that time.", 0},
    {"busy", method_busy, "self, /", "Is it at work?", 0},
    {"interrupt", method_interrupt, "self, /", "KeyboardInterrupt in what it runs.", 0},
    {"answer", method_answer, "self, line, /", "What the input() that an event 'input' told of returns; None: EOFError.", 0},
    {"drop", method_drop, "self, /", "End it. True: it is at work and was left behind with all it has; the process should end by os._exit then.", 0},
    {0},
};
static const TypeDef stage_def = {
    .name = "_stage.Stage", .doc = "A session on a thread of its own.", .kind = KIND_OPAQUE, .size = sizeof(StageObject), .flags = TYPE_NO_NEW | TYPE_IMMUTABLE,
    .dealloc = stage_dealloc, .methods = methods,
};

static const NativeDef functions[] = {
    {"open", fn_open, "front, language, script_dir, program, width, colour, capture, progress, asks, no_prelude, /", "A new Stage; stage.h says what each is for.", 0},
    {0},
};

static bool init(VM *vm, Ref module, Dict *ns)
{
    StageState *s = as_module(module)->state;
    s->type = type_from_def(vm, &stage_def, NULL);
    return s->type && module_add_type(vm, ns, s->type);
}
static void done(VM *vm, void *state) { release(vm, VAL(((StageState *)state)->type)); }

const ModuleDef stage_module = {
    .name = "_stage", .doc = "Sessions for the tools that play lessons and demos.", .functions = functions, .init = init, .state_size = sizeof(StageState), .done = done, .noticed = module_is_noticed,
};
