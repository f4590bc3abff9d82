/* builtins_site.c: the names that CPython's site module adds to the builtins for people at a prompt: exit, quit, copyright,
 * credits, license, help. They are objects that say what to do when shown and do it when called. */
#include "builtins.h"
#include "lang/object/vm.h"

typedef struct SiteObj { Obj head; Value name, text; } SiteObj;

static SiteObj *as_site(Ref v) { return (SiteObj *)as_obj(v); }

static void site_dealloc(VM *vm, Obj *o)
{
    release(vm, ((SiteObj *)o)->name);
    release(vm, ((SiteObj *)o)->text);
    obj_free(vm, o, o->type->inst_size);
}

static Value site_repr(VM *vm, Ref o) { return retain(as_site(o)->text); }

static bool one_at_most(VM *vm, int n, Ref kwnames)
{
    if (n <= 1 && !kwnames) return true;
    return err_false(vm, EXC_TypeError, "__call__() takes from 1 to 2 positional arguments but %d were given", n + 1);
}

/* exit(status) */
static Value quitter_call(VM *vm, Ref callee, const Ref *args, int n, Ref kwnames)
{
    if (n == 0 && kwnames && as_tuple(kwnames)->len == 1 && str_equal_c(as_tuple(kwnames)->items[0], "code")) n = 1, kwnames = NULL;
    if (!one_at_most(vm, n, kwnames)) return NULL;
    Value e = call1(vm, REF(vm->exc_types[EXC_SystemExit]), n ? args[0] : V_NONE);
    return e ? err_raise_obj(vm, e) : NULL;
}

static Value print_text(VM *vm, Ref text)
{
    Ref print = dict_get_c(vm, REF(vm->builtins), "print");
    return print ? call1(vm, print, text) : err_raise(vm, EXC_RuntimeError, "lost builtins.print");
}

static Value printer_call(VM *vm, Ref callee, const Ref *args, int n, Ref kwnames)
{
    if (n || kwnames) return err_raise(vm, EXC_TypeError, "_Printer.__call__() takes 1 positional argument but %d were given", n + 1);
    return print_text(vm, as_site(callee)->text);
}

/* help(…): pydoc's. */
static Value helper_call(VM *vm, Ref callee, const Ref *args, int n, Ref kwnames)
{
    Value f = import_attr(vm, "pydoc", "help");
    Value r = f ? call(vm, f, args, n, kwnames) : NULL;
    release(vm, f);
    return r;
}

static Value get_name(VM *vm, Ref o) { return retain(as_site(o)->name); }
static const GetSetDef getsets[] = {{"name", get_name, NULL, NULL}, {NULL, NULL, NULL, NULL}};

#define SITE_TYPE(id, text, caller)                                                                 \
    const TypeDef id = {                                                                            \
        .name = "_sitebuiltins." text, .kind = KIND_OPAQUE, .size = sizeof(SiteObj), .flags = TYPE_NO_NEW, \
        .s = {.repr = site_repr, .call = caller}, .dealloc = site_dealloc, .getsets = getsets,      \
    }
SITE_TYPE(quitter_def, "Quitter", quitter_call);
SITE_TYPE(printer_def, "_Printer", printer_call);
SITE_TYPE(helper_def, "_Helper", helper_call);

static bool add(VM *vm, Type *type, const char *name, const char *text)
{
    SiteObj *o = (SiteObj *)obj_alloc(vm, type, sizeof(SiteObj));
    if (!o) return false;
    o->name = str_from_c(vm, name);
    o->text = str_from_c(vm, text);
    if (!o->name || !o->text) {
        release(vm, VAL(o));
        return false;
    }
    return module_add(vm, vm->builtins, name, VAL(o));
}

bool builtins_site_open(VM *vm)
{
    return add(vm, CLASS(quitter), "exit", "Use exit() or Ctrl-D (i.e. EOF) to exit") &&
           add(vm, CLASS(quitter), "quit", "Use quit() or Ctrl-D (i.e. EOF) to exit") &&
           add(vm, CLASS(printer), "copyright", "perch, Apache License 2.0. Python is a trademark of the Python Software Foundation.") &&
           add(vm, CLASS(printer), "credits", "perch is an interpreter of its own for the language Python 3.11.") &&
           add(vm, CLASS(printer), "license", "perch: Apache License, version 2.0; see the file LICENSE.") &&
           add(vm, CLASS(helper), "help", "Type help() for interactive help, or help(object) for help about object.");
}
