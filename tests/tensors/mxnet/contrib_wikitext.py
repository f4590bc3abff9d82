"""gluon.contrib.data.text: rows of tokens and those behind them, the vocabulary of a file's tokens, another's vocabulary; in files of our own (their hashes are let pass)."""
import os
import tempfile

from mxnet.gluon.contrib.data import text

text.check_sha1 = lambda *file: True
folder = tempfile.mkdtemp()
for name, lines in (('train', ' \n = Robert = \n \n Robert is a an actor . He <unk> is in "Herons" .\n\n He is é in 1.5 @-@ km\n'), ('valid', 'a b a c\n\nb  a\tb\n'), ('test', ' = Du Fu = \nDu Fu was a poet')):
    with open(os.path.join(folder, f'wiki.{name}.tokens'), 'w', encoding='utf-8') as f:
        f.write(lines)
for kind in (text.WikiText2, text.WikiText103):
    for segment in ('train', 'validation', 'test'):
        for length in (3, 4):
            rows = kind(folder, segment, seq_len=length)
            print(kind.__name__, segment, len(rows), [(a.asnumpy().tolist(), b.asnumpy().tolist()) for a, b in (rows[i] for i in range(len(rows)))], rows[0][0].dtype, type(rows[0]).__name__)
            print(rows.vocabulary.idx_to_token, rows.vocabulary.reserved_tokens, sorted(rows.frequencies.items()))
words = text.WikiText2(root=folder, segment='validation', seq_len=2).vocabulary
rows = text.WikiText2(root=folder, segment='train', vocab=words, seq_len=5)
print(rows.vocabulary is words, [rows[i][0].asnumpy().tolist() for i in range(len(rows))])
try:
    text.WikiText2(root=folder, segment='tset')
except Exception as e:
    print(type(e).__name__, e)
