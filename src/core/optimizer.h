/* optimizer.h: the kinds of steps that the op `optimizer_step` takes (its attribute `rule`), and its flags. */
#ifndef PERCH_CORE_OPTIMIZER_H
#define PERCH_CORE_OPTIMIZER_H

/* SGD: first: momentum, second: what the gradient counts for in the velocity. ADAM: first, second: the parts of the two means that stay; root: what the root is divided by. */
enum { STEP_SGD, STEP_ADAM, STEP_RULES };
/* The gradient's sign is turned; SGD looks ahead (Nesterov); the decay is multiplied to the parameter, and is not part of the gradient. */
enum { STEP_MAXIMIZE = 1, STEP_AHEAD = 2, STEP_DECOUPLED = 4 };

#endif
