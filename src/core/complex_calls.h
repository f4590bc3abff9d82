/* complex_calls.h: calls that have complex operands or results: may they be, and their own shape rules. What ops do with them stands in complex.def. */
#ifndef PERCH_CORE_COMPLEX_CALLS_H
#define PERCH_CORE_COMPLEX_CALLS_H

#include "op.h"

bool complex_operands(const Call *call);   /* is one of them complex? */
bool complex_results(const Call *call);    /* once infer has filled in call->specs */
/* false: CE_DTYPE_UNSUPPORTED (the original refuses, too) or CE_NOT_IMPLEMENTED, recorded */
bool complex_admit(Call *call);

#endif
