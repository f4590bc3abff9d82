/* pool.c: the windows of pooling along one row. (Filled in below by pool.) */
#include "wide.h"
typedef int pool_is_empty;
