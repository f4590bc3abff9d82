"""Files as constant data in C: tools/embed.py OUT.c HEADER TABLE FILE…

OUT.c includes HEADER and defines TABLE, an array of `Embedded` (name, data, size) ended by a row without a name.
"""
import os
import sys


def main():
    out, header, table, *files = sys.argv[1:]
    with open(out, "w") as f:
        f.write(f'#include "{header}"\n')
        for i, path in enumerate(files):
            with open(path, "rb") as source:
                data = source.read()
            f.write(f"static const unsigned char file_{i}[] = {{")
            for at in range(0, len(data), 32):
                f.write("\n" + "".join(f"{b}," for b in data[at:at + 32]))
            f.write("\n};\n")
        f.write(f"const Embedded {table}[] = {{\n")
        for i, path in enumerate(files):
            f.write(f'    {{"{os.path.basename(path)}", file_{i}, sizeof file_{i}}},\n')
        f.write("    {0, 0, 0},\n};\n")


main()
