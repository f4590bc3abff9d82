"""Activations as layers."""
from ..block import HybridBlock


class Activation(HybridBlock):
    """'relu', 'sigmoid', 'tanh', 'softrelu' or 'softsign' of every element."""
    _node_name = 'fwd'

    def __init__(self, activation, **kwargs):
        self._act_type = activation
        super().__init__(**kwargs)

    def _alias(self):
        return self._act_type

    def __repr__(self):
        return f'{self.__class__.__name__}({self._act_type})'

    def hybrid_forward(self, F, x):
        return F.Activation(x, act_type=self._act_type)


class LeakyReLU(HybridBlock):
    """x, or alpha * x below zero."""
    _node_name = 'fwd'

    def __init__(self, alpha, **kwargs):
        if alpha < 0:
            raise AssertionError('Slope coefficient for LeakyReLU must be no less than 0.')
        super().__init__(**kwargs)
        self._alpha = alpha

    def __repr__(self):
        return f'{self.__class__.__name__}({self._alpha})'

    def hybrid_forward(self, F, x):
        return F.LeakyReLU(x, act_type='leaky', slope=self._alpha)


class PReLU(HybridBlock):
    """x, or a learned factor times x below zero."""
    _node_name = 'fwd'

    def __init__(self, alpha_initializer=None, in_channels=1, **kwargs):
        super().__init__(**kwargs)
        if alpha_initializer is None:
            from ...initializer import Constant
            alpha_initializer = Constant(0.25)
        with self.name_scope():
            self.alpha = self.params.get('alpha', shape=(in_channels,), init=alpha_initializer)

    def hybrid_forward(self, F, x, alpha):
        return F.LeakyReLU(x, gamma=alpha, act_type='prelu')


class ELU(HybridBlock):
    """x, or alpha * (exp(x) - 1) below zero."""

    def __init__(self, alpha=1.0, **kwargs):
        super().__init__(**kwargs)
        self._alpha = alpha

    def hybrid_forward(self, F, x):
        return F.LeakyReLU(x, act_type='elu', slope=self._alpha)


class SELU(HybridBlock):
    """The scaled ELU."""
    _node_name = 'fwd'

    def hybrid_forward(self, F, x):
        return F.LeakyReLU(x, act_type='selu')


class GELU(HybridBlock):
    """x * Phi(x)."""
    _node_name = 'fwd'

    def hybrid_forward(self, F, x):
        return F.LeakyReLU(x, act_type='gelu')


class Swish(HybridBlock):
    """x * sigmoid(beta * x)."""
    _node_name = 'fwd'

    def __init__(self, beta=1.0, **kwargs):
        super().__init__(**kwargs)
        self._beta = beta

    def hybrid_forward(self, F, x):
        return x * F.sigmoid(self._beta * x)
