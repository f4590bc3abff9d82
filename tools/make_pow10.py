#!/usr/bin/env python3
"""Writes src/lang/data/pow10.inc: the leading 128 bits (rounded down) of 10**k for k from -342 to 324, high half first."""
import pathlib

LOW, HIGH = -342, 324


def leading_bits(k):
    if k >= 0:
        value = 10 ** k
        shift = value.bit_length() - 128
        return value >> shift if shift >= 0 else value << -shift
    value = 10 ** -k
    shift = value.bit_length() + 127
    bits = (1 << shift) // value
    while bits >> 128:
        shift -= 1
        bits = (1 << shift) // value
    assert bits >> 127 == 1
    return bits


rows = ["/* Made by tools/make_pow10.py. Row k + %d: the leading 128 bits of 10**k, rounded down. */\n" % -LOW]
for k in range(LOW, HIGH + 1):
    bits = leading_bits(k)
    low = bits & ((1 << 64) - 1)
    assert low + 1 < 1 << 64  # so that numfmt.c may round up by adding one to the low half
    rows.append("{0x%016xu, 0x%016xu},\n" % (bits >> 64, low))
target = pathlib.Path(__file__).resolve().parent.parent / "src/lang/data/pow10.inc"
target.write_text("".join(rows))
