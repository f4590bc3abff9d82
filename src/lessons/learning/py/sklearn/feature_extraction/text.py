"""sklearn.feature_extraction.text: words counted, and weighed by how rare they are."""
import re
import unicodedata
from collections.abc import Mapping
from numbers import Integral

import numpy as np

from sklearn.base import BaseEstimator, OneToOneFeatureMixin, TransformerMixin
from sklearn.exceptions import NotFittedError
from sklearn.preprocessing import normalize
from sklearn.utils.validation import check_is_fitted, taken

__all__ = ['CountVectorizer', 'TfidfTransformer', 'TfidfVectorizer', 'strip_accents_ascii', 'strip_accents_unicode']


def strip_accents_unicode(s):
    """Letters without their accents."""
    return s if s.isascii() else ''.join(c for c in unicodedata.normalize('NFKD', s) if not unicodedata.combining(c))


def strip_accents_ascii(s):
    """What of the letters is ASCII."""
    return unicodedata.normalize('NFKD', s).encode('ASCII', 'ignore').decode('ASCII')


class CountVectorizer(BaseEstimator):
    """How often each word (or run of words) is in each text."""

    def __init__(self, *, input='content', encoding='utf-8', decode_error='strict', strip_accents=None, lowercase=True, preprocessor=None, tokenizer=None, stop_words=None,
                 token_pattern=r'(?u)\b\w\w+\b', ngram_range=(1, 1), analyzer='word', max_df=1.0, min_df=1, max_features=None, vocabulary=None, binary=False, dtype=np.int64):
        self.input, self.encoding, self.decode_error, self.strip_accents, self.preprocessor, self.tokenizer = input, encoding, decode_error, strip_accents, preprocessor, tokenizer
        self.analyzer, self.lowercase, self.token_pattern, self.stop_words, self.max_df, self.min_df = analyzer, lowercase, token_pattern, stop_words, max_df, min_df
        self.max_features, self.ngram_range, self.vocabulary, self.binary, self.dtype = max_features, ngram_range, vocabulary, binary, dtype

    def decode(self, doc):
        if self.input == 'file':
            doc = doc.read()
        elif self.input == 'filename':
            from pathlib import Path
            doc = Path(doc).read_bytes()
        if doc is np.nan:
            raise ValueError('np.nan is an invalid document, expected byte or unicode string.')
        return str(doc, self.encoding, self.decode_error) if isinstance(doc, bytes) else doc

    def build_preprocessor(self):
        if self.preprocessor is not None:
            return self.preprocessor
        strip = {None: None, 'ascii': strip_accents_ascii, 'unicode': strip_accents_unicode}.get(self.strip_accents, self.strip_accents) if not callable(self.strip_accents) else self.strip_accents
        if isinstance(strip, str):
            raise ValueError('Invalid value for "strip_accents": %s' % strip)

        def prepared(doc):
            doc = doc.lower() if self.lowercase else doc
            return doc if strip is None else strip(doc)
        return prepared

    def build_tokenizer(self):
        if self.tokenizer is not None:
            return self.tokenizer
        pattern = re.compile(self.token_pattern)
        if pattern.groups > 1:
            raise ValueError('More than 1 capturing group in token pattern. Only a single group should be captured.')
        return pattern.findall

    def get_stop_words(self):
        if self.stop_words == 'english':
            raise NotImplementedError("scikit-learn has the list stop_words='english', perch's sklearn has not; the nearest is a list of words")
        if isinstance(self.stop_words, str):
            raise ValueError('not a built-in stop list: %s' % self.stop_words)
        return None if self.stop_words is None else frozenset(self.stop_words)

    def build_analyzer(self):
        if callable(self.analyzer):
            return lambda doc: self.analyzer(self.decode(doc))
        prepare = self.build_preprocessor()
        if self.analyzer in ('char', 'char_wb'):
            grams = self._char_grams if self.analyzer == 'char' else self._char_grams_in_words
            return lambda doc: grams(prepare(self.decode(doc)))
        if self.analyzer != 'word':
            raise ValueError('%s is not a valid tokenization scheme/analyzer' % self.analyzer)
        tokens, stops = self.build_tokenizer(), self.get_stop_words()
        return lambda doc: self._word_grams(tokens(prepare(self.decode(doc))), stops)

    def _word_grams(self, words, stops):
        if stops is not None:
            words = [word for word in words if word not in stops]
        least, most = self.ngram_range
        if most == 1:
            return words
        made = list(words) if least == 1 else []
        for n in range(max(least, 2), min(most + 1, len(words) + 1)):
            made += [' '.join(words[i:i + n]) for i in range(len(words) - n + 1)]
        return made

    def _char_grams(self, text):
        text = re.sub(r'\s\s+', ' ', text)
        least, most = self.ngram_range
        return [text[i:i + n] for n in range(least, min(most + 1, len(text) + 1)) for i in range(len(text) - n + 1)]

    def _char_grams_in_words(self, text):
        least, most = self.ngram_range
        made = []
        for word in re.sub(r'\s\s+', ' ', text).split():
            word = ' ' + word + ' '
            for n in range(least, most + 1):
                made += [word[i:i + n] for i in range(max(1, len(word) - n + 1))]
                if len(word) <= n:       # (a short word is counted once)
                    break
        return made

    def _count(self, texts, known):
        """Counts by text and word; a vocabulary that is not known grows as words come."""
        grow = known is None
        table, analyze = {} if grow else known, self.build_analyzer()
        data, places, ends = [], [], [0]
        for text in texts:
            counts = {}
            for word in analyze(text):
                if grow:
                    at = table.setdefault(word, len(table))
                else:
                    at = table.get(word)
                    if at is None:
                        continue
                counts[at] = counts.get(at, 0) + 1
            for at in sorted(counts):
                places.append(at)
                data.append(1 if self.binary else counts[at])
            ends.append(len(places))
        if grow and not table:
            raise ValueError('empty vocabulary; perhaps the documents only contain stop words')
        return table, data, places, ends

    def _matrix(self, data, places, ends, width, order=None):
        """The counts as a sparse matrix, columns in another order: a row's words stay as they came."""
        from scipy.sparse import csr_matrix
        data, places = np.array(data, dtype=self.dtype), np.array(places, dtype=np.int32)
        if order is not None:
            places = order[places].astype(np.int32)
            kept, data_, places_, ends_ = places >= 0, [], [], [0]
            for a, b in zip(ends, ends[1:]):
                own = np.where(kept[a:b])[0] + a
                data_.append(data[own])
                places_.append(places[own])
                ends_.append(ends_[-1] + len(own))
            data, places, ends = np.concatenate(data_ or [data]), np.concatenate(places_ or [places]), ends_
        return csr_matrix((data, places, np.array(ends, dtype=np.int32)), shape=(len(ends) - 1, width), dtype=self.dtype)

    def _given_vocabulary(self):
        words = self.vocabulary
        if words is None:
            return None
        if isinstance(words, Mapping):
            if set(words.values()) != set(range(len(words))):
                raise ValueError('Vocabulary contains repeated indices.' if len(set(words.values())) != len(words) else 'Vocabulary of size %d doesn\'t contain index %d.' % (
                    len(words), min(set(range(len(words))) - set(words.values()))))
            return dict(words)
        words = sorted(words) if isinstance(words, set) else list(words)
        table = {}
        for i, word in enumerate(words):
            if table.setdefault(word, i) != i:
                raise ValueError('Duplicate term in vocabulary: %r' % word)
        if not table:
            raise ValueError('empty vocabulary passed to fit')
        return table

    def _check_texts(self, texts):
        if isinstance(texts, str):
            raise ValueError('Iterable over raw text documents expected, string object received.')
        least, most = self.ngram_range
        if least > most:
            raise ValueError('Invalid value for ngram_range=%s lower boundary larger than the upper boundary.' % str(self.ngram_range))

    def fit(self, raw_documents, y=None):
        self.fit_transform(raw_documents)
        return self

    def fit_transform(self, raw_documents, y=None):
        self._check_texts(raw_documents)
        given = self._given_vocabulary()
        self.fixed_vocabulary_ = given is not None
        table, data, places, ends = self._count(raw_documents, given)
        if given is not None:
            self.vocabulary_ = table
            return self._matrix(data, places, ends, len(table))
        texts = len(ends) - 1
        held = np.bincount(np.array(places, dtype=np.int64), minlength=len(table))
        high = self.max_df if isinstance(self.max_df, Integral) else self.max_df * texts
        low = self.min_df if isinstance(self.min_df, Integral) else self.min_df * texts
        if high < low:
            raise ValueError('max_df corresponds to < documents than min_df')
        words = sorted(table)
        old = np.array([table[word] for word in words])
        kept = (held[old] <= high) & (held[old] >= low)
        if self.max_features is not None and kept.sum() > self.max_features:
            sums = np.bincount(np.array(places, dtype=np.int64), weights=np.array(data, dtype=float), minlength=len(table))[old]
            most = (-sums[kept]).argsort()[:self.max_features]
            chosen = np.zeros(len(kept), dtype=bool)
            chosen[np.where(kept)[0][most]] = True
        else:
            chosen = kept
        self.stop_words_ = {word for word, keep in zip(words, chosen) if not keep}
        if not chosen.any():
            raise ValueError('After pruning, no terms remain. Try a lower min_df or a higher max_df.')
        order = np.full(len(table), -1)
        self.vocabulary_ = {word: i for i, word in enumerate(word for word, keep in zip(words, chosen) if keep)}
        order[old[chosen]] = np.arange(int(chosen.sum()))
        self.vocabulary_ = {word: self.vocabulary_[word] for word in table if word in self.vocabulary_}
        return self._matrix(data, places, ends, len(self.vocabulary_), order)

    def _check_vocabulary(self):
        if not hasattr(self, 'vocabulary_'):
            given = self._given_vocabulary()
            if given is None:
                raise NotFittedError('Vocabulary not fitted or provided')
            self.vocabulary_, self.fixed_vocabulary_ = given, True
        if not self.vocabulary_:
            raise ValueError('Vocabulary is empty')

    def transform(self, raw_documents):
        self._check_texts(raw_documents)
        self._check_vocabulary()
        table, data, places, ends = self._count(raw_documents, self.vocabulary_)
        return self._matrix(data, places, ends, len(table))

    def inverse_transform(self, X):
        self._check_vocabulary()
        names = np.array(self.get_feature_names_out().tolist())
        if hasattr(X, 'tocsr'):
            X = X.tocsr()
            return [names[X.indices[a:b][X.data[a:b] != 0]] for a, b in zip(X.indptr, X.indptr[1:])]
        return [names[np.nonzero(row)[0]] for row in np.asarray(X)]

    def get_feature_names_out(self, input_features=None):
        self._check_vocabulary()
        return np.array(sorted(self.vocabulary_, key=self.vocabulary_.get), dtype=object)


class TfidfTransformer(OneToOneFeatureMixin, TransformerMixin, BaseEstimator):
    """Counts, weighed by how few texts have the word."""

    def __init__(self, *, norm='l2', use_idf=True, smooth_idf=True, sublinear_tf=False):
        self.norm, self.use_idf, self.smooth_idf, self.sublinear_tf = norm, use_idf, smooth_idf, sublinear_tf

    @staticmethod
    def _sparse(X):
        if hasattr(X, 'tocsr'):
            return X.tocsr()
        from scipy.sparse import csr_matrix
        return csr_matrix(np.asarray(X, dtype=np.float64))

    def fit(self, X, y=None):
        X = self._sparse(taken(self, X, accept_sparse=('csr', 'csc')))
        if self.use_idf:
            held = np.bincount(X.indices, minlength=X.shape[1]).astype(np.float64)
            held += int(self.smooth_idf)
            self.idf_ = np.log((X.shape[0] + int(self.smooth_idf)) / held) + 1
        return self

    def transform(self, X, copy=True):
        X = self._sparse(taken(self, X, accept_sparse='csr', reset=False)).astype(np.float64)
        X = X.copy() if copy else X
        if self.sublinear_tf:
            X.data = np.log(X.data) + 1.0
        if self.use_idf:
            check_is_fitted(self, ['idf_'], msg='idf vector is not fitted')
            rows = np.repeat(np.arange(X.shape[0]), np.diff(X.indptr))
            back = X.indptr[rows] + X.indptr[rows + 1] - 1 - np.arange(len(rows))      # (a product of sparse matrices has each row's entries from the last to the first)
            X.data, X.indices = (X.data * self.idf_[X.indices])[back], X.indices[back]
        return X if self.norm is None else normalize(X, norm=self.norm, copy=False)


class TfidfVectorizer(CountVectorizer):
    """Words counted and weighed at once."""

    def __init__(self, *, input='content', encoding='utf-8', decode_error='strict', strip_accents=None, lowercase=True, preprocessor=None, tokenizer=None, analyzer='word', stop_words=None,
                 token_pattern=r'(?u)\b\w\w+\b', ngram_range=(1, 1), max_df=1.0, min_df=1, max_features=None, vocabulary=None, binary=False, dtype=np.float64, norm='l2', use_idf=True,
                 smooth_idf=True, sublinear_tf=False):
        super().__init__(input=input, encoding=encoding, decode_error=decode_error, strip_accents=strip_accents, lowercase=lowercase, preprocessor=preprocessor, tokenizer=tokenizer,
                         analyzer=analyzer, stop_words=stop_words, token_pattern=token_pattern, ngram_range=ngram_range, max_df=max_df, min_df=min_df, max_features=max_features,
                         vocabulary=vocabulary, binary=binary, dtype=dtype)
        self.norm, self.use_idf, self.smooth_idf, self.sublinear_tf = norm, use_idf, smooth_idf, sublinear_tf

    @property
    def idf_(self):
        if not hasattr(self, '_tfidf'):
            raise NotFittedError(f'{type(self).__name__} is not fitted yet. Call \'fit\' with appropriate arguments before using this attribute.')
        return self._tfidf.idf_

    def fit(self, raw_documents, y=None):
        self.fit_transform(raw_documents)
        return self

    def fit_transform(self, raw_documents, y=None):
        counts = super().fit_transform(raw_documents)
        self._tfidf = TfidfTransformer(norm=self.norm, use_idf=self.use_idf, smooth_idf=self.smooth_idf, sublinear_tf=self.sublinear_tf).fit(counts)
        return self._tfidf.transform(counts, copy=False)

    def transform(self, raw_documents):
        if not hasattr(self, '_tfidf'):
            raise NotFittedError('The TF-IDF vectorizer is not fitted')
        return self._tfidf.transform(super().transform(raw_documents), copy=False)
