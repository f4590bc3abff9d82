#!/usr/bin/env python3
"""Writes src/tensor/array/random_jump.inc: x**(2**128) modulo the characteristic polynomial of MT19937, whose coefficients say which of a state's successors add up to the state 2**128 words on
(Haramoto, Matsumoto, Nishimura, Panneton and L'Ecuyer, "Efficient jump ahead for F2-linear random number generators", 2008). The polynomial is found from the generator's own bits.
"""
import random
from pathlib import Path

DEGREE, STEPS = 19937, 128


def bits(n):
    """One bit of each of n words (tempering is linear: any bit has the same polynomial)."""
    source = random.Random(1)
    return [source.getrandbits(32) & 1 for _ in range(n)]


def shortest_recurrence(sequence):
    """Berlekamp and Massey's, over two elements: the polynomial c with sum(c[i] * s[n - i]) = 0, as an int."""
    c, b, length, gap, window = 1, 1, 0, 1, 0
    for n, bit in enumerate(sequence):
        window = window << 1 | bit  # bit i: s[n - i]
        if bin(c & window).count("1") & 1:
            old = c
            c ^= b << gap
            if 2 * length <= n:
                length, b, gap = n + 1 - length, old, 0
        gap += 1
    return c, length


def main():
    c, length = shortest_recurrence(bits(2 * DEGREE + 64))
    assert length == DEGREE
    modulus = int(bin(c)[2:].zfill(DEGREE + 1)[::-1], 2)  # turned round: the characteristic polynomial
    power = 2  # x
    for _ in range(STEPS):
        power = int("0".join(bin(power)[2:]), 2)  # a square over two elements: zeros between the bits
        for at in range(power.bit_length() - 1, DEGREE - 1, -1):
            if power >> at & 1:
                power ^= modulus << (at - DEGREE)
    words = [f"0x{power >> 32 * i & 0xffffffff:08x}u" for i in range(624)]
    rows = [f"/* random_jump.inc: made by tools/make_mt_jump.py; bit i of word k: the coefficient of x**(32 k + i). Degree {power.bit_length() - 1}. */\n"]
    rows += [", ".join(words[i:i + 12]) + ",\n" for i in range(0, 624, 12)]
    (Path(__file__).resolve().parent.parent / "src/tensor/array/random_jump.inc").write_text("".join(rows), encoding="utf-8")


main()
