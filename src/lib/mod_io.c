#include "lib.h"
#include "vm.h"
bool lib_open_streams(VM *vm, Ref ns) { return true; }
