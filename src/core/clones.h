/* clones.h: LOOP_WIDE before a function of hot loops: the compiler keeps one for each vector unit, and the first call's machine picks.
 *
 * No fused multiply-add among them: the same bits everywhere. Checked builds have one only: who picks runs before a sanitizer has opened.
 */
#ifndef PERCH_CORE_CLONES_H
#define PERCH_CORE_CLONES_H

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(PERCH_CHECKED)
#define LOOP_WIDE __attribute__((target_clones("avx2", "default")))
#else
#define LOOP_WIDE
#endif

#endif
