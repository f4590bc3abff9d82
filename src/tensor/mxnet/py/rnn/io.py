"""Sentences as numbers, and batches of sentences of like length."""
import bisect
import random

import numpy

from .. import ndarray as nd
from ..io import DataBatch, DataDesc, DataIter


def encode_sentences(sentences, vocab=None, invalid_label=-1, invalid_key='\n', start_label=0, unknown_token=None):
    """(sentences as lists of numbers, vocabulary); without a vocabulary one is made."""
    new = vocab is None
    vocab = {invalid_key: invalid_label} if new else vocab
    number, found = start_label, []
    for sentence in sentences:
        row = []
        for word in sentence:
            if word not in vocab:
                if not new and not unknown_token:
                    raise AssertionError(f'Unknown token {word}')
                if number == invalid_label:
                    number += 1
                if unknown_token:
                    word = unknown_token
                if word not in vocab:
                    vocab[word] = number
                    number += 1
            row.append(vocab[word])
        found.append(row)
    return found, vocab


class BucketSentenceIter(DataIter):
    """Batches of sentences, each of one length of `buckets`; the label is the sentence one step on."""

    def __init__(self, sentences, batch_size, buckets=None, invalid_label=-1, data_name='data', label_name='softmax_label', dtype='float32', layout='NT'):
        super().__init__(batch_size)
        if not buckets:
            buckets = [length for length, count in enumerate(numpy.bincount([len(each) for each in sentences])) if count >= batch_size]
        self.buckets = sorted(buckets)
        rows, left_out = [[] for _ in self.buckets], 0
        for sentence in sentences:
            at = bisect.bisect_left(self.buckets, len(sentence))
            if at == len(self.buckets):
                left_out += 1
                continue
            row = numpy.full((self.buckets[at],), invalid_label, dtype=dtype)
            row[:len(sentence)] = sentence
            rows[at].append(row)
        print(f'WARNING: discarded {left_out} sentences longer than the largest bucket.')
        self.buckets = [length for length, each in zip(self.buckets, rows) if each]
        self.data = [numpy.asarray(each, dtype=dtype) for each in rows if each]
        self.data_name, self.label_name, self.dtype, self.invalid_label, self.layout = data_name, label_name, dtype, invalid_label, layout
        self.major_axis = layout.find('N')
        self.default_bucket_key = max(self.buckets)
        self.provide_data, self.provide_label = self._described(self.default_bucket_key)
        self.idx = [(i, j) for i, each in enumerate(self.data) for j in range(0, len(each) - batch_size + 1, batch_size)]
        self.curr_idx = 0
        self.reset()

    def _described(self, length):
        shape = (self.batch_size, length) if self.major_axis == 0 else (length, self.batch_size)
        return [[DataDesc(name, shape, layout=self.layout)] for name in (self.data_name, self.label_name)]

    def reset(self):
        """To the first batch, in another order."""
        self.curr_idx = 0
        random.shuffle(self.idx)
        for each in self.data:
            numpy.random.shuffle(each)
        self.nddata, self.ndlabel = [], []
        for each in self.data:
            label = numpy.full_like(each, self.invalid_label)
            if each.size:
                label[:, :-1] = each[:, 1:]
            self.nddata.append(nd.array(each, dtype=self.dtype))
            self.ndlabel.append(nd.array(label, dtype=self.dtype))

    def next(self):
        if self.curr_idx == len(self.idx):
            raise StopIteration
        i, j = self.idx[self.curr_idx]
        self.curr_idx += 1
        data, label = (each[i][j:j + self.batch_size] for each in (self.nddata, self.ndlabel))
        if self.major_axis == 1:
            data, label = data.T, label.T
        provided = self._described(self.buckets[i])
        return DataBatch([data], [label], pad=0, bucket_key=self.buckets[i], provide_data=provided[0], provide_label=provided[1])
