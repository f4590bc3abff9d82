/* functions.c: which files give the module functions, and ndarray methods. */
#include "functions.h"
#include "digits.h"
#include "nditer.h"
#include "select.h"
#include "sort.h"
#include "special.h"
#include "textread.h"
#include "time.h"

const NativeDef *const multiarray_functions[] = {multiarray_create_functions, multiarray_override_functions, multiarray_info_functions, multiarray_file_functions, multiarray_product_functions, multiarray_select_functions,
    multiarray_sort_functions, multiarray_special_functions, multiarray_chars_functions, multiarray_digits_functions, multiarray_time_functions, multiarray_busday_functions,
    multiarray_textread_functions, multiarray_einsum_functions, multiarray_nditer_functions, NULL};
const NativeDef *const ndarray_methods[] = {array_own_methods, array_shape_methods, array_override_methods, array_file_methods, array_product_methods, array_reduce_methods, array_sort_methods, array_select_methods, NULL};
