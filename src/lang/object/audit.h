/* audit.h: events that the hooks of sys.addaudithook hear before something happens that a watcher of programs may want to know or to refuse. Without a hook an event costs one load.
 *
 *     if (!AUDIT(vm, "os.chdir", "O", args[0])) return NULL;
 *
 * The letters say what follows: O a Ref (NULL: None), i an int64_t, s a C text (NULL: None), b the same as bytes. false: a hook has raised.
 */
#ifndef PERCH_LANG_AUDIT_H
#define PERCH_LANG_AUDIT_H

#include "vm.h"

bool audit_tell(VM *vm, const char *event, const char *kinds, ...);
bool audit_tell_all(VM *vm, Ref event, Ref arguments /*a tuple*/);
bool audit_import(VM *vm, Ref name); /* of one that nothing in sys.modules answers; the lists of the import system are None while it sleeps */
#define AUDIT(vm, event, ...) (__builtin_expect(!(vm)->audit_hooks, 1) || audit_tell(vm, event, __VA_ARGS__))

extern const NativeDef sys_auditing[]; /* audit addaudithook */

#endif
