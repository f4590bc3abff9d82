"""Hostile pickles: real ones of every protocol with bytes and opcodes changed, put in, taken out and mixed, read by the C unpickler from bytes and from files.

    perch tests/fuzz/pickles.py SEED SECONDS        (build/perch, or build-asan/perch)

Names are looked up among a few harmless ones: what is hunted is the reader, not what a pickle may call. Any exception is well; the end of the process is not.
"""
import io
import pickle
import random
import sys
import time


class P:
    def __init__(self, x):
        self.x = x


HARMLESS = {('builtins', name) for name in ('list', 'set', 'frozenset', 'bytearray', 'object', 'complex')} | {('__main__', 'P'), ('copyreg', '_reconstructor'), ('_codecs', 'encode')}


class Reader(pickle.Unpickler):
    def find_class(self, module, name):
        if (module, name) not in HARMLESS:
            raise pickle.UnpicklingError(name)
        return super().find_class(module, name)

    def persistent_load(self, name):
        return name


def changed(draw, seeds, opcodes):
    data = bytearray(draw.choice(seeds))
    for _ in range(draw.randint(1, 6)):
        at, how = draw.randrange(len(data) + 1), draw.random()
        if how < .3 and at < len(data):
            data[at] = draw.randrange(256)
        elif how < .6:
            data.insert(at, draw.choice(opcodes))
        elif how < .8:
            del data[at:at + draw.randint(1, 5)]
        else:
            other = draw.choice(seeds)
            begin = draw.randrange(len(other))
            data[at:at] = other[begin:begin + draw.randint(1, 20)]
        if not data:
            data += b'.'
    return bytes(data)


def main(seed, seconds):
    draw = random.Random(seed)
    values = [[1, 2.5, 'x', {'a': (1, 2, 3, 4)}, {1, 2}, frozenset([3]), None, True, b'x' * 300, 2 ** 100, bytearray(b'q'), 'é' * 10], [P(1), P(2)],
              {i: str(i) for i in range(50)}, 'x', P]
    seeds = [pickle.dumps(value, protocol) for value in values for protocol in range(6)]
    opcodes = [code[0] for name, code in vars(pickle).items() if name.isupper() and isinstance(code, bytes) and len(code) == 1]
    end, count = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        data = changed(draw, seeds, opcodes)
        file = io.BytesIO(data)
        try:
            Reader(file if count % 2 else io.BufferedReader(file)).load()
        except Exception:
            pass
        count += 1
    print(f'{count} pickles')


if __name__ == '__main__':
    main(int(sys.argv[1]), float(sys.argv[2]))
