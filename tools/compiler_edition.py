#!/usr/bin/env python3
"""compiler_edition.py OUTPUT.h SOURCE...: a number that is another one whenever the compiler is another one: .pyc files of the old one are not read any more."""
import hashlib
import sys

output, *sources = sys.argv[1:]
found = hashlib.sha256()
for source in sources:
    with open(source, "rb") as file:
        found.update(file.read())
with open(output, "w", encoding="ascii") as file:
    file.write(f"#define COMPILER_EDITION 0x{found.hexdigest()[:16]}u\n")
