/* loss.h: what the kernels of losses agree on, on every device. */
#ifndef PERCH_CORE_LOSS_H
#define PERCH_CORE_LOSS_H

#include <stdint.h>

#define LOSS_NO_LABEL INT64_MIN /* softmax_output_grad's loss_ignore: every label counts */

#endif
