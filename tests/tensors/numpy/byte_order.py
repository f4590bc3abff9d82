# Bytes whose large end comes first, as MNIST's files have them.
import numpy as np


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__)


big = np.dtype('int32').newbyteorder('>')
print(big, repr(big), big.byteorder, big.itemsize, big.kind, big.isnative, big.name, big.str, big == np.dtype('>i4'), big == np.dtype('int32'), hash(big) == hash(np.dtype('>i4')))
print(big.newbyteorder(), big.newbyteorder('='), big.newbyteorder('<').isnative, big.newbyteorder('>') == big, np.dtype('int32').newbyteorder('<').isnative)
print(np.dtype('uint8').newbyteorder('>').isnative, np.dtype('f8').newbyteorder('S').str, np.dtype('>f2').newbyteorder('S').isnative)
attempt(lambda: np.dtype('int32').newbyteorder('q'))
print(int(np.frombuffer(b'\0\0\0\1', dtype=big)[0]), np.frombuffer(b'\0\0\x08\x03\0\0\xea\x60', dtype=big).tolist())
print(np.frombuffer(b'\x3f\x80\0\0\xc0\0\0\0', '>f4').tolist(), np.frombuffer(b'\0\1\0\2\0\3', '>i2', count=2, offset=2).tolist(), np.frombuffer(b'\x40\x09\x21\xfb\x54\x44\x2d\x18', '>f8').tolist())
print(np.frombuffer(b'\1\0\0\0', '<i4').tolist(), np.frombuffer(b'\1\2', '>u1').tolist(), np.frombuffer(b'\0\0\0\0\0\0\1\0', '>i8').sum())
magic, count = np.frombuffer(b'\0\0\x08\x01\0\0\0\2\7\4', big, 2)
print(int(magic), int(count), np.frombuffer(b'\0\0\x08\x01\0\0\0\2\7\4', np.uint8, offset=8))
attempt(lambda: np.frombuffer(b'\0\0\0', '>i4'))
attempt(lambda: np.frombuffer(b'\0\0\0\0', '>i4', count=2))
print(np.isrealobj(np.ones(2)), np.isrealobj(1j), np.isrealobj(3), np.iscomplexobj(1j))
