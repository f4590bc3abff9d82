"""Writes what PyTorch 1.13 and NumPy 1.24 answer to the cases of cases.py, into LIBRARY.answers: make_complex.py [torch] [numpy]. As ../edges/make_edges.py: asked
twice, what does not answer alike is left out, and so are dtypes that perch has not (complex32, wide unsigned) and products that Debian's PyTorch 1.13 gets wrong
(it calls its BLAS's complex dot with another convention, and answers 0)."""
import os
import re
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(os.path.dirname(HERE), 'edges')]
import cases  # noqa: E402
from make_edges import ask  # noqa: E402

LEFT_OUT = re.compile(r'complex32|ComplexHalf|uint16|uint32|uint64|\bdot\b|longdouble|> at |received an invalid combination')


def main():
    for library in sys.argv[1:] or ['torch', 'numpy']:
        asked = list(dict.fromkeys(getattr(cases, library)()))
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, 'cases')
            with open(path, 'w') as f:
                f.write('\n'.join(asked) + '\n')
            (first, done), (second, _) = ask(library, path), ask(library, path)
        if len(first) != len(asked):
            sys.exit('%s died at %s: %s' % (library, asked[len(first)], done.stderr[-300:]))
        kept = ['%s ==> %s' % (c, a) for c, a, b in zip(asked, first, second) if a == b and not LEFT_OUT.search(a) and not (library == 'torch' and 'dot' in c)]
        with open(os.path.join(HERE, library + '.answers'), 'w') as f:
            f.write('\n'.join(kept) + '\n')
        print('%s: %d of %d' % (library, len(kept), len(asked)))


if __name__ == '__main__':
    main()
