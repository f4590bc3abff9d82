/* sys.h: between the files of the module sys. */
#ifndef PERCH_LANG_SYS_H
#define PERCH_LANG_SYS_H

#include "lang/object/call.h"

extern const NativeDef sys_hooks[]; /* displayhook excepthook unraisablehook breakpointhook */
extern const NativeDef sys_running[]; /* what runs, in all threads */
/* Show an exception that nothing caught, by sys.excepthook. False: the hook raised SystemExit, which is pending. */
void sys_write_error(VM *vm, Ref text); /* to sys.stderr as the program sees it */
bool sys_report(VM *vm, Ref exception);

/* site.c: the folder of the user's packages (site.USER_SITE); its length, 0: there is none. */
int site_user_folder(const VM *vm, char *out, size_t size);

#endif
