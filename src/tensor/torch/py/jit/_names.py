"""What code's constants are called."""


class ConstMap:
    """code_with_constants' second half: its tensors by their names."""

    def __init__(self, held):
        self.const_mapping = {'c%d' % i: each for i, each in enumerate(held)}

    def __getattr__(self, name):
        return self.const_mapping[name]


ConstMap.__module__ = 'torch.jit._script'
