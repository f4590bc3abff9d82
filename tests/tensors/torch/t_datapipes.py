"""Data pipes: every functional form, lengths, errors and where they say they were raised, shuffles from seeds, forks and their buffers, pipes of one's own, DataLoader over them."""
import os
import tempfile
import warnings

import torch
import torch.utils.data as U
from torch.utils.data import IterDataPipe, MapDataPipe, functional_datapipe
from torch.utils.data.datapipes import iter as I, map as M
from torch.utils.data.datapipes.iter import IterableWrapper as W

warnings.simplefilter('ignore')
src = W(range(6))


def show(text):
    try:
        print(text, '->', eval(text))
    except Exception as error:
        print(text, '!!', type(error).__name__, *error.args)


for text in """src, src.map(lambda x: x), str(src.batch(2))
len(src), len(src.map(lambda x: x)), len(src.batch(4)), len(src.batch(4, True))
list(src.map(lambda x: x + 1))
list(W([(1, 2), (3, 4)]).map(lambda x: x * 10, input_col=0))
list(W([(1, 2), (3, 4)]).map(lambda x: x * 10, input_col=0, output_col=1))
list(W([(1, 2), (3, 4)]).map(lambda x: x * 10, input_col=0, output_col=-1))
list(W([(1, 2), (3, 4)]).map(lambda a, b: a + b, input_col=[0, 1]))
list(W([(1, 2), (3, 4)]).map(lambda a, b: a + b, input_col=[0, 1], output_col=0))
list(W([[1, 2], [3, 4]]).map(lambda x: x * 10, input_col=1))
list(W([{'a': 1}]).map(lambda x: x * 10, input_col='a', output_col='b'))
list(W([(1, 2)]).map(lambda x: x, output_col=1))
list(W([(1, 2)]).map(lambda x: x, input_col=0, output_col=[1, 2]))
list(W([(1, 2)]).map(lambda x: x, input_col=0, output_col=[1]))
list(src.filter(lambda x: x % 2 == 0))
list(W([(1, 2), (4, 3)]).filter(lambda x: x > 2, input_col=0))
list(src.filter(lambda x: 3))
list(src.map(lambda x: 1 // (x - 2)).batch(2))
list(src.batch(4)), list(src.batch(4, drop_last=True))
type(next(iter(src.batch(4)))).__name__, next(iter(src.batch(4))), next(iter(src.batch(4))).as_str('  '), list(next(iter(src.batch(2).batch(2))).raw_iterator())
src.batch(0)
list(src.batch(2).unbatch()), list(src.batch(2).batch(2).unbatch(2)), list(src.batch(2).batch(2).unbatch(-1)), list(src.unbatch(0))
list(W([1]).unbatch())
list(src.unbatch(-2))
list(src.zip(W('abc'))), len(src.zip(W('abc')))
list(src.concat(W('ab'))), len(src.concat(W('ab')))
src.zip(3)
[list(x) for x in src.fork(2)]
src.fork(0)
src.fork(1)
[list(x) for x in src.demux(2, lambda x: x % 2)]
[list(x) for x in src.demux(2, lambda x: None if x == 3 else x % 2, drop_none=True)]
[list(x) for x in src.demux(2, lambda x: x)]
src.demux(0, lambda x: x)
list(src.mux(W('ab'))), len(src.mux(W('ab')))
list(src.groupby(lambda x: x % 2)), list(src.groupby(lambda x: x % 2, group_size=2))
list(src.groupby(lambda x: x % 2, group_size=2, buffer_size=2))
list(src.groupby(lambda x: x % 2, buffer_size=3, group_size=3, guaranteed_group_size=2))
list(src.collate(lambda x: torch.tensor(x)))
list(src.batch(3).collate())
list(src.shuffle().set_shuffle(False))
list(src.shuffle().set_seed(0)), list(src.shuffle(buffer_size=2).set_seed(3)), list(src.shuffle(buffer_size=3).set_seed(1))
list(src.batch(2).shuffle(unbatch_level=1).set_seed(1))
src.shuffle(buffer_size=0)
(torch.manual_seed(0), list(src.shuffle()))[1]
list(src.sharding_filter()), list(I.Sampler(src))
len(src.filter(lambda x: x))
src.foo
src[0]
list(src + W([9])), type(src + W([9])).__name__
I.Mapper, I.Batcher, M.Mapper
list(I.Mapper(src, lambda x: -x)), list(I.Batcher(src, 2))
M.SequenceWrapper([1, 2, 3]), list(M.SequenceWrapper([1, 2, 3])), M.SequenceWrapper({'a': 1})['a']
len(M.SequenceWrapper([1, 2, 3]).map(lambda x: x * 2)), M.SequenceWrapper([1, 2, 3]).map(lambda x: x * 2)[2]
list(M.SequenceWrapper([1, 2, 3]).batch(2)), M.SequenceWrapper([1, 2, 3]).batch(2)[1]
list(M.SequenceWrapper([1, 2, 3]).zip(M.SequenceWrapper('ab'))), list(M.SequenceWrapper([1, 2, 3]).concat(M.SequenceWrapper('ab')))
list(M.SequenceWrapper([1, 2, 3]).shuffle().set_seed(0)), (torch.manual_seed(0), list(M.SequenceWrapper([1, 2, 3, 4]).shuffle()))[1]
M.SequenceWrapper([1, 2]).concat(M.SequenceWrapper([3]))[5]
isinstance(src, U.IterableDataset), isinstance(src, U.Dataset), isinstance(M.SequenceWrapper('a'), U.Dataset)
list(U.DataLoader(src, batch_size=4)), len(U.DataLoader(src, batch_size=4))
list(U.DataLoader(src.batch(3), batch_size=None))
list(U.DataLoader(src.map(lambda x: (x, x * 0.5)), batch_size=3))
list(U.DataLoader(src.shuffle(), batch_size=3, shuffle=False))
(torch.manual_seed(0), list(U.DataLoader(src.shuffle(), batch_size=6, shuffle=True)), torch.rand(1))[1:]
(torch.manual_seed(0), list(U.DataLoader(M.SequenceWrapper(list(range(6))).shuffle(), batch_size=6)))[1]
(torch.manual_seed(0), list(U.DataLoader(src, batch_size=6, shuffle=True)))[1]
list(U.DataLoader(M.SequenceWrapper([1, 2, 3]), batch_size=2))""".split('\n'):
    show(text)

a, b = src.fork(2, buffer_size=2)
first = iter(a)
next(first), next(first)
try:
    next(first)
except BufferError as error:
    print(error)
a, b = src.fork(2)
print(list(a), list(b), list(b), next(iter(a)))


@functional_datapipe('double')
class Doubler(IterDataPipe):
    def __init__(self, source):
        self.source = source

    def __iter__(self):
        for x in self.source:
            yield 2 * x


print(list(src.double().batch(2)), src.double(), 'double' in IterDataPipe.functions)
try:
    functional_datapipe('double')(Doubler)
except Exception as error:
    print(type(error).__name__, error)


class Own(IterDataPipe):
    def __iter__(self):
        yield from range(3)


class Squares(MapDataPipe):
    def __len__(self):
        return 4

    def __getitem__(self, at):
        if at >= 4:
            raise IndexError(at)
        return at * at


print(list(Own().map(lambda x: x)), Own(), list(Squares().batch(3)), Squares())
show('len(Own())')
rows = [1, 2, 3]
once, shared = W(rows), W(rows, deepcopy=False)
rows.append(4)
print(list(once), list(shared))

# Two workers take a part each; the order of batches is the workers'.
pipe = W(range(12)).shuffle().sharding_filter().map(lambda x: x * 10)
print(sorted(x.item() for batch in U.DataLoader(pipe, batch_size=3, num_workers=2, shuffle=False) for x in batch), [batch.tolist() for batch in U.DataLoader(pipe, batch_size=3, num_workers=2, shuffle=False)])
from torch.utils.data.graph import traverse
graph = traverse(src.batch(2).unbatch())


def drawn(graph):
    return [(repr(pipe), drawn(behind)) for pipe, behind in graph.values()]


print(drawn(graph))
with tempfile.TemporaryDirectory() as folder:
    os.mkdir(os.path.join(folder, 'in'))
    for name in ('b.txt', 'a.txt', 'c.csv', 'in/d.txt'):
        with open(os.path.join(folder, name), 'w') as f:
            f.write(name + '\nsecond')
    short = lambda path: os.path.relpath(path, folder)
    print([short(p) for p in sorted(I.FileLister(folder, '*.txt'))], sorted(short(p) for p in I.FileLister(folder, recursive=True)))
    print(sorted((short(p), text) for p, text in I.FileLister(folder, ['*.txt']).open_files(mode='r').read_from_stream()), sorted((short(p), text) for p, text in I.FileLister(folder, '*.csv').open_files('b').read_from_stream(chunk=4)))
