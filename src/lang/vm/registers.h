/* registers.h: how instructions (instructions.inc) read and write registers. Who includes it gives R, SAVE() (f->pc is behind the instruction that runs), and of A, B and C: IS_TEMP_x, is it a
 * temporary; EMPTY_x, is it known to be one that holds nothing. */
/* What dies here may look at the line that lets it go. */
#define RELEASE(old)                                      \
    do {                                                  \
        if (is_heap(old) && --as_obj(old)->refs == 0) {   \
            SAVE();                                       \
            obj_dealloc(vm, as_obj(old));                 \
        }                                                 \
    } while (0)
#define PUT(reg, v)              \
    do {                         \
        Value *slot_ = &R[reg];  \
        Value old_ = *slot_;     \
        *slot_ = (v);            \
        RELEASE(old_);           \
    } while (0)
/* The same for the register of a result: a temporary that waits for one holds no reference (opcodes.def). */
#define LAY(reg, v)                        \
    do {                                   \
        if (EMPTY_##reg) R[reg] = (v);     \
        else if (QUICKLY) {                \
            Value old_ = R[reg];           \
            R[reg] = (v);                  \
            if (is_heap(old_)) as_obj(old_)->refs--; /* (BEGIN_QUICK: it has others) */ \
        } else PUT(reg, v);                \
    } while (0)
/* Empty a source register if it is a temporary. */
#define DROP(reg)                              \
    do {                                       \
        if (IS_TEMP_##reg) {                   \
            Value gone_ = R[reg];              \
            R[reg] = NULL;                     \
            release(vm, gone_);                \
        }                                      \
    } while (0)
/* The reference of a source: a temporary's is moved out, a local's copied. */
#define TAKE(var, reg)                         \
    Value var = R[reg];                        \
    if (is_heap(var)) {                        \
        if (IS_TEMP_##reg) R[reg] = NULL;      \
        else as_obj(var)->refs++;              \
    }
