/* include_bytes.h: a file's bytes as a table of the program. The assembler takes them as they are, in no time; over the same as numbers a compiler sits for minutes. */
#ifndef PERCH_LIB_INCLUDE_BYTES_H
#define PERCH_LIB_INCLUDE_BYTES_H

/* FILE lies where the compiler runs, or at its whole path; SUM changes with its bytes, that whoever keeps what was compiled compiles it anew. */
#define INCLUDE_BYTES(name, file, sum)                                                                                                             \
    __asm__(".pushsection .rodata\n.balign 16\n.globl " #name "\n.hidden " #name "\n" #name ":\n.incbin \"" file "\"\n.byte 0 /* " sum " */\n.popsection"); \
    extern const unsigned char name[]

#endif
