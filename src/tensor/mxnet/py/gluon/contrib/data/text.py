"""Wikipedia's articles for language models: rows of seq_len tokens, and the rows that follow each by one."""
import os
import zipfile

import numpy as np

from .... import ndarray as nd
from ....contrib.text.utils import count_tokens_from_str
from ....contrib.text.vocab import Vocabulary
from ....util import data_dir
from ...data.dataset import Dataset
from ...utils import _get_repo_file_url, check_sha1, download

_END = '<eos>'


class _WikiText(Dataset):
    _namespace = None

    def __init__(self, root, segment, vocab, seq_len):
        self._root = os.path.expanduser(root or os.path.join(data_dir(), 'datasets', self._namespace))
        os.makedirs(self._root, exist_ok=True)
        self._vocab, self._counter, self._seq_len = vocab, None, seq_len
        self._read(*self._data_file[segment])

    def _read(self, name, sha1):
        path = os.path.join(self._root, name)
        if not os.path.exists(path) or not check_sha1(path, sha1):
            archive, hashed = self._archive_file
            with zipfile.ZipFile(download(_get_repo_file_url('gluon/dataset/' + self._namespace, archive), path=self._root, sha1_hash=hashed)) as packed:
                for member in packed.infolist():
                    if os.path.basename(member.filename):      # (what the archive calls its folder does not matter)
                        member.filename = os.path.basename(member.filename)
                        packed.extract(member, self._root)
        with open(path, encoding='utf8') as f:
            content = f.read()
        tokens = [token for words in map(str.split, content.split('\n')) if words for token in (*words, _END)]
        self._counter = count_tokens_from_str(content)
        if self._vocab is None:
            self._vocab = Vocabulary(self._counter, reserved_tokens=[_END])
        numbers = np.array(self._vocab.to_indices(tokens), dtype='int32')
        rows = (len(numbers) - 1) // self._seq_len
        self._data, self._label = (nd.array(part[:rows * self._seq_len], dtype='int32').reshape((rows, self._seq_len)) for part in (numbers[:-1], numbers[1:]))

    vocabulary = property(lambda self: self._vocab)
    frequencies = property(lambda self: self._counter)

    def __getitem__(self, idx):
        return self._data[idx], self._label[idx]

    def __len__(self):
        return len(self._label)


class WikiText2(_WikiText):
    """Two million words. segment: train, validation or test."""
    _namespace = 'wikitext-2'
    _archive_file = ('wikitext-2-v1.zip', '3c914d17d80b1459be871a5039ac23e752a53cbe')
    _data_file = {'train': ('wiki.train.tokens', '863f29c46ef9d167fff4940ec821195882fe29d1'),
                  'validation': ('wiki.valid.tokens', '0418625c8b4da6e4b5c7a0b9e78d4ae8f7ee5422'),
                  'test': ('wiki.test.tokens', 'c7b8ce0aa086fb34dab808c5c49224211eb2b172')}

    def __init__(self, root=None, segment='train', vocab=None, seq_len=35):
        super().__init__(root, segment, vocab, seq_len)


class WikiText103(_WikiText):
    """A hundred and three million words. segment: train, validation or test."""
    _namespace = 'wikitext-103'
    _archive_file = ('wikitext-103-v1.zip', '0aec09a7537b58d4bb65362fee27650eeaba625a')
    _data_file = {'train': ('wiki.train.tokens', 'b7497e2dfe77e72cfef5e3dbc61b7b53712ac211'),
                  'validation': ('wiki.valid.tokens', 'c326ac59dc587676d58c422eb8a03e119582f92b'),
                  'test': ('wiki.test.tokens', '8a5befc548865cec54ed4273cf87dbbad60d1e47')}

    def __init__(self, root=None, segment='train', vocab=None, seq_len=35):
        super().__init__(root, segment, vocab, seq_len)
