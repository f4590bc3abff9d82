/* filters.h: a block of loops over as many filters as there are, a constant to the compiler. FILTERS: the most (4 or 6). */
#ifndef PERCH_CORE_CPU_WIDE_FILTERS_H
#define PERCH_CORE_CPU_WIDE_FILTERS_H

#define OF_FILTERS(block, f, ...) \
    switch (f) { \
    case 1: block(1, __VA_ARGS__); break; \
    case 2: block(2, __VA_ARGS__); break; \
    case 3: block(3, __VA_ARGS__); break; \
    case 4: block(4, __VA_ARGS__); break; \
    case 5: if (FILTERS > 4) block(FILTERS > 4 ? 5 : 4, __VA_ARGS__); break; \
    case 6: if (FILTERS > 4) block(FILTERS > 4 ? 6 : 4, __VA_ARGS__); break; \
    }

#endif
