"""mx.contrib.text.embedding: vectors of files, of a vocabulary, side by side, changed; odd and broken files; names of trained ones."""
import os
import tempfile
import warnings
from collections import Counter

import mxnet as mx
from mxnet.contrib import text

embedding = text.embedding
folder = tempfile.mkdtemp()
path = os.path.join(folder, 'vectors.txt')


def shown(e):
    print(type(e).__name__, len(e), e.vec_len, e.idx_to_token, e.unknown_token, e.reserved_tokens, e.idx_to_vec.dtype.__name__, e.idx_to_vec.asnumpy().round(4).tolist())


def told(call):
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter('always')
        try:
            found = call()
            shown(found) if hasattr(found, 'idx_to_vec') else print(found)
        except Exception as e:
            print(type(e).__name__, str(e).replace(folder, '…').split('fasttext:')[0])
    for w in warned:
        if w.category is UserWarning:
            print('   ', w.message)


def of(content, **options):
    with open(path, 'w', encoding='utf-8') as f:
        f.write(content)
    told(lambda: embedding.CustomEmbedding(path, **options))


for content in ('a 0.1 0.2 0.3\nb 1 2 3\nc -1 -2 -3\n', '2 2\na 0.1 0.2\na 5 6\n<unk> 9 9\n<unk> 8 8\ne 4\nb 1 2\n', 'a 1 2\n\nb 3 4\n', 'a\nb 1 2\n', 'a 1 2 \nb 1 2\t\n', ' a 1 2\n', 'a  1 2\n', 'a 0.1 0.2\nb 5 x\n',
                'a 0.1 0.2\nb 5 6 7\n', 'a 1 nan\né 1e3 -0\n'):
    of(content)
of('a,0.1,0.2\nb,5,6\n', elem_delim=',')
of('a 1 2\n', init_unknown_vec=mx.nd.ones)
told(lambda: embedding.CustomEmbedding(os.path.join(folder, 'none.txt')))

with open(path, 'w') as f:
    f.write('a 0.1 0.2 0.3\nb 1 2 3\nc -1 -2 -3\n')
e = embedding.CustomEmbedding(path)
print(e.get_vecs_by_tokens('a').asnumpy(), e.get_vecs_by_tokens('zz').asnumpy(), e.get_vecs_by_tokens(['a', 'zz', 'B']).asnumpy().tolist(), e.get_vecs_by_tokens(['B', 'A', 'Q'], lower_case_backup=True).asnumpy().tolist())
print(e.to_indices(['a', 'q']), e.to_tokens([1, 2]), e.to_indices('c'), sorted(e.token_to_idx.items()))
e.update_token_vectors('a', mx.nd.array([7, 8, 9]))
e.update_token_vectors(['b', 'c'], mx.nd.ones((2, 3)))
e.update_token_vectors(['<unk>'], mx.nd.array([[5, 5, 5]]))
shown(e)
for tokens, vectors in (('zz', mx.nd.ones((3,))), (['a', 'b'], mx.nd.ones((3,))), ('a', mx.nd.ones((2, 3))), ('a', mx.nd.ones((4,))), ('a', [1, 2, 3]), (['a', 'b'], [[1, 2, 3]] * 2), (['a', 'zz'], mx.nd.ones((2, 3)))):
    told(lambda: e.update_token_vectors(tokens, vectors))
told(lambda: e.to_tokens(9))

words = text.vocab.Vocabulary(Counter(['a', 'a', 'z', 'c']), reserved_tokens=['<pad>'])
shown(embedding.CustomEmbedding(path, vocabulary=words))
shown(embedding.CompositeEmbedding(words, [embedding.CustomEmbedding(path), e]))
shown(embedding.CompositeEmbedding(text.vocab.Vocabulary(Counter('b')), e))
told(lambda: embedding.CompositeEmbedding(3, e))
told(lambda: embedding.CustomEmbedding(path, vocabulary={}))

print(sorted(embedding.get_pretrained_file_names()), [len(names) for names in embedding.get_pretrained_file_names().values()], embedding.get_pretrained_file_names('glove'), embedding.get_pretrained_file_names('fasttext')[:4])
for call in (lambda: embedding.get_pretrained_file_names('nope'), lambda: embedding.create('nope'), lambda: embedding.create('glove', pretrained_file_name='no.txt'), lambda: embedding.create('fasttext', pretrained_file_name='glove.6B.50d.txt')):
    told(call)


@embedding.register
class Mine(embedding.CustomEmbedding):
    pass


told(lambda: embedding.create('mine', pretrained_file_path=path))
net = mx.gluon.nn.Embedding(len(e), e.vec_len)
net.initialize()
net.weight.set_data(e.idx_to_vec)
print(net(mx.nd.array(e.to_indices(['c', 'q']))).asnumpy().tolist())
