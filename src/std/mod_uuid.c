/* mod_uuid.c: the module _uuid: a UUID of time and place from libuuid (opened at the first one), whose clock several processes share. */
#include "lang/object/vm.h"
#include "std.h"

typedef int (*MakeFn)(unsigned char *);
static MakeFn find_make(void) { return (MakeFn)lib_symbol("libuuid.so.1", "uuid_generate_time_safe"); }

static Value fn_generate(VM *vm, const Ref *a, int n, Ref kw)
{
    MakeFn make = find_make();
    if (!make) return err_raise(vm, EXC_NotImplementedError, "libuuid.so.1 is not here");
    unsigned char bytes[16];
    int unsafe = make(bytes);
    Value data = bytes_from(vm, bytes, sizeof bytes), r = data ? tuple_of(vm, 2, REF(data), (Ref)make_small(unsafe)) : NO_VALUE;
    release(vm, data);
    return r;
}

static const NativeDef functions[] = {{"generate_time_safe", fn_generate, "", "(16 bytes, 0 when no other process can have got the same ones).", 0}, {NULL, NULL, NULL, NULL, 0}};

static bool init(VM *vm, Ref module, Dict *ns)
{
    return module_add(vm, ns, "has_uuid_generate_time_safe", make_small(find_make() != NULL));
}

const ModuleDef uuid_module = {.name = "_uuid", .doc = "UUIDs of libuuid's.", .functions = functions, .init = init};
