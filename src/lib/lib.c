/* lib.c: the table of C modules (modules.def). */
#include "lib.h"

#define MODULE(def) extern const ModuleDef def;
#include "modules.def"

const ModuleDef *const lib_modules[] = {
#define MODULE(def) &def,
#include "modules.def"
    NULL,
};
