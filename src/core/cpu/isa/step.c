/* step.c: the loops of optimizers' steps (step.h) on this unit. */
#include "core/cpu/step.h"
#include "core/formulas.h"
#include "isa.h"
#include "vector.h"

#define T float
#define S F
#define STEP(name) name##_f
#include "step_loops.h"

#define T double
#define S D
#define STEP(name) name##_d
#include "step_loops.h"

const StepLoops ISA_NAME(step_loops)[2] = {{sgd_f, adam_f}, {sgd_d, adam_d}};
