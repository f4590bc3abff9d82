"""re.Scanner: a text into tokens by a list of (pattern, action)."""
import re


class Scanner:
    """action(scanner, text) gives a token; an action that is no function is the token; None drops the text."""

    def __init__(self, lexicon, flags=0):
        self.lexicon = lexicon
        self.scanner = [(re.compile(pattern, flags), action) for pattern, action in lexicon]

    def scan(self, string):
        """(tokens, the rest that nothing matches)"""
        result = []
        at = 0
        while True:
            for pattern, action in self.scanner:
                m = pattern.match(string, at)
                if m:
                    break
            else:
                break
            end = m.end()
            if end == at:
                break
            if callable(action):
                self.match = m
                action = action(self, m.group())
            if action is not None:
                result.append(action)
            at = end
        return result, string[at:]


Scanner.__module__ = 're'
