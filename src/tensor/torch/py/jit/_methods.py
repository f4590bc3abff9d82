"""Methods and functions of torch.jit: a graph, what it is called, and the function that runs it."""
from ._lifting import general
from ._running import function_of
from ._text import Constants, code


class Method:
    """A graph under a name; the first input is the module's own where it is a method."""

    def __init__(self, name, graph, owned=True, defaults=(), arguments=None, returns=None):
        self.name, self.graph, self.owned, self.defaults = name, graph, owned, defaults
        self._run, self._arguments, self._returns = None, arguments, returns

    @property
    def run(self):
        if self._run is None:
            self._run = function_of(self.graph, ''.join(c if c.isalnum() or c == '_' else '_' for c in self.name))
        return self._run

    @property
    def arguments(self):
        """(name, type, default's text) of each."""
        if self._arguments is None:
            made = []
            for i, value in enumerate(self.graph.inputs()):
                name = value.given.partition('.')[0] or 'argument_%d' % i
                made.append(('self' if self.owned and not i else name, general(value.kind_of), None))
            self._arguments = made
        return self._arguments

    @property
    def returns(self):
        return self._returns or general(next(self.graph.outputs()).kind_of)

    def code(self, constants=None, level=0, own=''):
        return code(self.name, self.graph, self.arguments, self.returns, constants, level, own if self.owned else None)

    def code_with_constants(self):
        constants = Constants()
        text = self.code(constants)
        return text, constants.held

    @property
    def schema(self):
        words = ', '.join('%s %s%s' % (kind, name, '=' + default if default is not None else '') for name, kind, default in self.arguments)
        return '%s(%s) -> %s' % (self.name, words, self.returns)
