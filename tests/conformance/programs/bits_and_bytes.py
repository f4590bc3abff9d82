# Run lengths, checksums, base64 and hex dumps by hand.
import base64
import zlib
from itertools import groupby


def rle(data):
    return b"".join(bytes([len(list(g)), v]) for v, g in groupby(data))


def unrle(data):
    return b"".join(data[i + 1:i + 2] * data[i] for i in range(0, len(data), 2))


def crc32(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0xEDB88320 if crc & 1 else 0)
    return crc ^ 0xFFFFFFFF


def b64(data):
    abc = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    out = ""
    for i in range(0, len(data), 3):
        chunk = data[i:i + 3]
        n = int.from_bytes(chunk.ljust(3, b"\0"), "big")
        out += "".join(abc[n >> s & 63] for s in (18, 12, 6, 0))[:len(chunk) + 1] + "=" * (3 - len(chunk))
    return out


def dump(data):
    for i in range(0, len(data), 16):
        row = data[i:i + 16]
        print(f"{i:04x}  {row.hex(' '):<47}  {''.join(chr(b) if 32 <= b < 127 else '.' for b in row)}")


data = b"aaaabbbc\x00\x00\x01" + bytes(range(65, 91))
packed = rle(b"aaaabbbc")
print(packed, unrle(packed), unrle(rle(data)) == data)
print(hex(crc32(b"hello")), crc32(data) == zlib.crc32(data), [b64(data[:n]) == base64.b64encode(data[:n]).decode() for n in range(5)])
dump(data)
parity = [bin(b).count("1") % 2 for b in b"perch"]
gray = [n ^ n >> 1 for n in range(8)]
print(parity, [f"{g:03b}" for g in gray], sum(1 << i for i, p in enumerate(parity) if p))
swap = int.from_bytes((0x12345678).to_bytes(4, "little"), "big")
print(hex(swap), (~5 & 0xFF), -5 >> 1, (1 << 64) - 1 & ~(1 << 63) == 2 ** 63 - 1)
