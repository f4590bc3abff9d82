"""Tokens, counters and vocabularies; batches of padded sentences."""
import collections
from mxnet import gluon, nd
from mxnet.contrib import text
raw = [['the movie was good', 1], ['a bad movie', 0], ['good good fun', 1], ['the plot was bad', 0]]


def get_tokenized(data):
    return [[tok.lower() for tok in review.split(' ')] for review, _ in data]


tokens = get_tokenized(raw)
counter = collections.Counter([tk for st in tokens for tk in st])
vocab = text.vocab.Vocabulary(counter, min_freq=2, reserved_tokens=['<pad>'])
print(len(vocab), vocab.idx_to_token, vocab.token_to_idx, vocab.unknown_token, vocab.reserved_tokens)
print(vocab.to_indices(['good', 'nothing', 'bad']), vocab.to_tokens([0, 2]), vocab.to_indices('movie'), vocab.to_tokens(3))
max_l = 5


def pad(x):
    return x[:max_l] if len(x) > max_l else x + [vocab.token_to_idx['<pad>']] * (max_l - len(x))


features = nd.array([pad(vocab.to_indices(x)) for x in tokens])
labels = nd.array([score for _, score in raw])
print(features, labels)
for X, y in gluon.data.DataLoader(gluon.data.ArrayDataset(features, labels), 2):
    print(X.shape, y)
print(text.utils.count_tokens_from_str(' Life is great ! \n life is good . \n', to_lower=True))
print(len(text.vocab.Vocabulary(counter, most_freq_count=3)), text.vocab.Vocabulary(collections.Counter()).idx_to_token)
for bad in (lambda: text.vocab.Vocabulary(counter, min_freq=0), lambda: vocab.to_tokens(99), lambda: text.vocab.Vocabulary(counter, reserved_tokens=['a', 'a'])):
    try:
        bad()
    except Exception as e:
        print(type(e).__name__, e)
