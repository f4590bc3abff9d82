/* random.h: the modules of numpy.random as they see each other: seeds, generators of bits, and who draws from them. */
#ifndef PERCH_TENSOR_ARRAY_RANDOM_H
#define PERCH_TENSOR_ARRAY_RANDOM_H

#include "array.h"
#include "random_bits.h"
#include "random_variates.h"

typedef struct RandomLib { /* one a VM: the state of numpy.random.bit_generator */
    Type *seed_sequence, *seedless, *bit_generator, *kinds[BITS_KINDS];
    Value seeds, spawnable;          /* the abstract classes ISeedSequence and ISpawnableSeedSequence */
} RandomLib;
extern const ModuleDef bit_generator_module;
static inline RandomLib *random_lib(VM *vm) { return module_state(vm, &bit_generator_module); }

typedef struct BitGen { /* an object of a class behind BitGenerator */
    Obj head;
    Bits bits;                       /* of .state below */
    int kind;                        /* BitsKind; BITS_KINDS: BitGenerator itself */
    BitsState state;
    Value seed_seq, lock, ctypes;    /* or NULL */
} BitGen;
static inline BitGen *as_bitgen(Ref v) { return (BitGen *)BITS(v); }
BitGen *bitgen_of(VM *vm, Ref v);                        /* borrowed; NULL: raised: it is none */
Value bitgen_new(VM *vm, BitsKind kind, Ref seed /*or NULL*/);
Value bitgen_state(VM *vm, BitGen *b);                   /* its dict */
bool bitgen_seed_legacy(VM *vm, BitGen *b, Ref seed);    /* MT19937 */
Value bitgen_dict_of_tuple(VM *vm, Ref t);               /* ("MT19937", key, pos[, has_gauss, gauss]) as the dict that it stands for */
Value bitgen_pickled(VM *vm, Ref bit_generator, const char *with /* __generator_ctor … */, Ref state); /* (ctor, (name, __bit_generator_ctor), state) */

/* random_seed.c */
bool seed_sequence_open(VM *vm, RandomLib *lib, Dict *ns);
Value seed_sequence_new(VM *vm, RandomLib *lib, Ref entropy);
bool seed_words(VM *vm, Ref seed_seq, uint32_t *out, int n);    /* generate_state(n, uint32), whoever's it is */
bool seed_longs(VM *vm, Ref seed_seq, uint64_t *out, int n);

/* Whole numbers as limbs: the low n; *negative and *more (it needs more than n). */
bool random_limbs(VM *vm, Ref v, uint64_t *out, int n, bool *negative, bool *more);
Value random_words_array(VM *vm, Num num, const void *words, int64_t n); /* uint32 or uint64 */

#endif
