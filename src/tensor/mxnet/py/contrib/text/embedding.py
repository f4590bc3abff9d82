"""Vectors for tokens, out of files: one's own, GloVe's and fastText's, several side by side; those of a vocabulary alone."""
import os
import warnings
import zipfile

import numpy as np

from ... import ndarray as nd
from ...gluon.utils import _get_repo_file_url, check_sha1, download
from ...util import data_dir
from . import _pretrained, vocab

_classes = {}


def register(embedding_cls):
    """create() finds the class by its name from now on."""
    if not (isinstance(embedding_cls, type) and issubclass(embedding_cls, _TokenEmbedding)):
        raise AssertionError('Can only register subclass of _TokenEmbedding')
    _classes[embedding_cls.__name__.lower()] = embedding_cls
    return embedding_cls


def create(embedding_name, **kwargs):
    """A registered class's instance."""
    klass = _classes.get(embedding_name.lower())
    if klass is None:
        raise AssertionError(f'{embedding_name.lower()} is not registered. Please register with token embedding.register first')
    return klass(**kwargs)


def get_pretrained_file_names(embedding_name=None):
    """The files that a kind knows, or each kind's."""
    known = {name: list(klass.pretrained_file_name_sha1) for name, klass in _classes.items() if hasattr(klass, 'pretrained_file_name_sha1')}
    if embedding_name is None:
        return known
    if embedding_name not in known:
        raise KeyError(f'Cannot find `embedding_name` {embedding_name}. Use `get_pretrained_file_names(embedding_name=None).keys()` to get all the valid embedding names.')
    return known[embedding_name]


class _TokenEmbedding(vocab.Vocabulary):
    """A vocabulary whose tokens have vectors: row i of idx_to_vec is token i's; row 0 stands for all that is not known."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self._vec_len, self._idx_to_vec = 0, None

    vec_len = property(lambda self: self._vec_len)
    idx_to_vec = property(lambda self: self._idx_to_vec)

    def _load(self, path, elem_delim, init_unknown_vec, encoding='utf8'):
        """All tokens of a file, each line a token and its numbers."""
        path = os.path.expanduser(path)
        if not os.path.isfile(path):
            raise ValueError('`pretrained_file_path` must be a valid path to the pre-trained token embedding file.')
        rows, width, unknown, seen = [], None, None, set()
        with open(path, encoding=encoding) as f:
            for number, line in enumerate(f, 1):
                token, *texts = line.rstrip().split(elem_delim)
                if not texts:
                    raise AssertionError(f'At line {number} of the pre-trained text embedding file: the data format of the pre-trained token embedding file {path} is unexpected.')
                vector = [float(text) for text in texts]
                if token == self.unknown_token and unknown is None:
                    unknown = vector
                    seen.add(token)
                elif token in seen:
                    warnings.warn(f'At line {number} of the pre-trained token embedding file: the embedding vector for token {token} has been loaded and a duplicate embedding for the  '
                                  'same token is seen and skipped.')
                elif len(vector) == 1:
                    warnings.warn(f'At line {number} of the pre-trained text embedding file: token {token} with 1-dimensional vector {vector} is likely a header and is skipped.')
                else:
                    if width is not None and len(vector) != width:
                        raise AssertionError(f'At line {number} of the pre-trained token embedding file: the dimension of token {token} is {len(vector)} but the dimension of previous tokens is '
                                             f'{width}. Dimensions of all the tokens must be the same.')
                    width = len(vector)
                    rows.append(np.array(vector, dtype='float32'))
                    self._token_to_idx[token] = len(self._idx_to_token)
                    self._idx_to_token.append(token)
                    seen.add(token)
        if width is None:
            raise ValueError(f'{path} holds no vector')
        self._vec_len = width
        table = np.zeros((len(self), width), dtype='float32')
        table[len(self) - len(rows):] = rows
        table[0] = init_unknown_vec(shape=width).asnumpy() if unknown is None else unknown
        self._idx_to_vec = nd.array(table)

    def _narrow(self, vocabulary):
        """Only the vocabulary's tokens from now on."""
        if vocabulary is not None:
            _check(vocabulary, 'vocab')
            self._take(vocabulary, [self])

    def _take(self, vocabulary, embeddings):
        tokens = vocabulary.idx_to_token
        table = np.concatenate([np.concatenate([e.idx_to_vec[0:1].asnumpy(), e.get_vecs_by_tokens(tokens[1:]).asnumpy()] if len(tokens) > 1 else [e.idx_to_vec[0:1].asnumpy()]) for e in embeddings], axis=1)
        self._idx_to_token, self._token_to_idx = tokens[:], dict(vocabulary.token_to_idx)
        self._unknown_token, self._reserved_tokens = vocabulary.unknown_token, vocabulary.reserved_tokens and list(vocabulary.reserved_tokens)
        self._vec_len, self._idx_to_vec = table.shape[1], nd.array(table)

    def get_vecs_by_tokens(self, tokens, lower_case_backup=False):
        """A token's vector, or those of a list; lower_case_backup: the small letters' where the token has none."""
        def place(token):
            if lower_case_backup and token not in self._token_to_idx:
                token = token.lower()
            return self._token_to_idx.get(token, 0)
        if isinstance(tokens, list):
            return nd.Embedding(nd.array([place(token) for token in tokens]), self._idx_to_vec, *self._idx_to_vec.shape)
        return self._idx_to_vec[place(tokens)]

    def update_token_vectors(self, tokens, new_vectors):
        """Other vectors for tokens that are there."""
        if self._idx_to_vec is None:
            raise AssertionError('The property `idx_to_vec` has not been properly set.')
        single = not isinstance(tokens, list) or len(tokens) == 1
        if not isinstance(new_vectors, nd.NDArray) or new_vectors.ndim not in ((1, 2) if single else (2,)):
            raise AssertionError('`new_vectors` must be a 1-D or 2-D NDArray if `tokens` is a singleton.' if single else '`new_vectors` must be a 2-D NDArray if `tokens` is a list of multiple strings.')
        tokens = tokens if isinstance(tokens, list) else [tokens]
        new_vectors = new_vectors.expand_dims(0) if new_vectors.ndim == 1 else new_vectors
        if new_vectors.shape != (len(tokens), self._vec_len):
            raise AssertionError('The length of new_vectors must be equal to the number of tokens and the width ofnew_vectors must be equal to the dimension of embeddings of the glossary.')
        for token in tokens:
            if token not in self._token_to_idx:
                raise ValueError(f'Token {token} is unknown. To update the embedding vector for an unknown token, please specify it explicitly as the `unknown_token` {self.unknown_token} in `tokens`. '
                                 'This is to avoid unintended updates.')
        self._idx_to_vec[nd.array([self._token_to_idx[token] for token in tokens])] = new_vectors


def _check(vocabulary, module):
    if not isinstance(vocabulary, vocab.Vocabulary):
        raise AssertionError(f'The argument `vocabulary` must be an instance of mxnet.contrib.text.{module}.Vocabulary.')


class _Pretrained(_TokenEmbedding):
    """Vectors of a known file, fetched once into embedding_root."""

    def __init__(self, pretrained_file_name, embedding_root, init_unknown_vec, vocabulary, **kwargs):
        kind = type(self).__name__.lower()
        if pretrained_file_name not in self.pretrained_file_name_sha1:
            raise KeyError(f'Cannot find pretrained file {pretrained_file_name} for token embedding {kind}. Valid pretrained files for embedding {kind}: ' + ', '.join(self.pretrained_file_name_sha1))
        super().__init__(**kwargs)
        self._load(self._have(kind, pretrained_file_name, embedding_root), ' ', init_unknown_vec)
        self._narrow(vocabulary)

    @classmethod
    def _archive(cls, name):
        """The archive that holds a file: the one whose name goes farthest into the file's."""
        stem = os.path.splitext(name)[0]
        return max((a for a in cls.pretrained_archive_name_sha1 if (stem + '.').startswith(a[:-3])), key=len, default=stem + '.zip')

    @classmethod
    def _have(cls, kind, name, root):
        folder = os.path.join(os.path.expanduser(root or os.path.join(data_dir(), 'embeddings')), kind)
        path = os.path.join(folder, name)
        if not os.path.exists(path) or not check_sha1(path, cls.pretrained_file_name_sha1[name]):
            archive = cls._archive(name)
            os.makedirs(folder, exist_ok=True)
            fetched = download(_get_repo_file_url('gluon/embeddings/' + kind, archive), path=os.path.join(folder, archive), sha1_hash=cls.pretrained_archive_name_sha1[archive])
            with zipfile.ZipFile(fetched) as packed:
                packed.extractall(folder)
        return path


@register
class GloVe(_Pretrained):
    """Stanford's vectors."""
    pretrained_archive_name_sha1, pretrained_file_name_sha1 = _pretrained.GLOVE_ARCHIVES, _pretrained.GLOVE

    def __init__(self, pretrained_file_name='glove.840B.300d.txt', embedding_root=None, init_unknown_vec=nd.zeros, vocabulary=None, **kwargs):
        super().__init__(pretrained_file_name, embedding_root, init_unknown_vec, vocabulary, **kwargs)


@register
class FastText(_Pretrained):
    """Facebook's vectors, of many languages."""
    pretrained_archive_name_sha1, pretrained_file_name_sha1 = _pretrained.FASTTEXT_ARCHIVES, _pretrained.FASTTEXT

    def __init__(self, pretrained_file_name='wiki.simple.vec', embedding_root=None, init_unknown_vec=nd.zeros, vocabulary=None, **kwargs):
        super().__init__(pretrained_file_name, embedding_root, init_unknown_vec, vocabulary, **kwargs)


class CustomEmbedding(_TokenEmbedding):
    """Vectors of a file of one's own."""

    def __init__(self, pretrained_file_path, elem_delim=' ', encoding='utf8', init_unknown_vec=nd.zeros, vocabulary=None, **kwargs):
        super().__init__(**kwargs)
        self._load(pretrained_file_path, elem_delim, init_unknown_vec, encoding)
        self._narrow(vocabulary)


class CompositeEmbedding(_TokenEmbedding):
    """A vocabulary's tokens with the vectors of several sources, one behind the other."""

    def __init__(self, vocabulary, token_embeddings):
        _check(vocabulary, 'indexer')
        super().__init__()
        self._take(vocabulary, token_embeddings if isinstance(token_embeddings, list) else [token_embeddings])
