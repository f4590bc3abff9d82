"""A vocabulary: tokens and their numbers."""


class Vocabulary:
    """Tokens by number: the unknown one first, then reserved ones, then by how often they occur."""

    def __init__(self, counter=None, most_freq_count=None, min_freq=1, unknown_token='<unk>', reserved_tokens=None):
        if min_freq < 1:
            raise AssertionError('`min_freq` must be set to a positive value.')
        reserved = list(reserved_tokens) if reserved_tokens is not None else None
        if reserved is not None and unknown_token in reserved:
            raise AssertionError('`reserved_token` cannot contain `unknown_token`.')
        if reserved is not None and len(set(reserved)) < len(reserved):
            raise AssertionError('`reserved_tokens` cannot contain duplicate reserved tokens.')
        self._unknown_token, self._reserved_tokens = unknown_token, reserved
        self._idx_to_token = [unknown_token] + (reserved or [])
        known = set(self._idx_to_token)
        pairs = sorted((counter or {}).items(), key=lambda pair: pair[0])
        pairs.sort(key=lambda pair: pair[1], reverse=True)
        left = len(counter or {}) if most_freq_count is None else most_freq_count
        for token, freq in pairs:
            if freq < min_freq or left == 0:
                break
            if token not in known:
                self._idx_to_token.append(token)
                left -= 1
        self._token_to_idx = {t: i for i, t in enumerate(self._idx_to_token)}

    def __len__(self):
        return len(self._idx_to_token)

    token_to_idx = property(lambda self: self._token_to_idx)
    idx_to_token = property(lambda self: self._idx_to_token)
    unknown_token = property(lambda self: self._unknown_token)
    reserved_tokens = property(lambda self: self._reserved_tokens)

    def to_indices(self, tokens):
        """The numbers of tokens; 0 for what is not known."""
        if isinstance(tokens, list):
            return [self._token_to_idx.get(t, 0) for t in tokens]
        return self._token_to_idx.get(tokens, 0)

    def to_tokens(self, indices):
        """The tokens of numbers."""
        for i in indices if isinstance(indices, list) else [indices]:
            if not isinstance(i, int) or not 0 <= i < len(self._idx_to_token):
                raise ValueError(f'Token index {i} in the provided `indices` is invalid.')
        if isinstance(indices, list):
            return [self._idx_to_token[i] for i in indices]
        return self._idx_to_token[indices]
