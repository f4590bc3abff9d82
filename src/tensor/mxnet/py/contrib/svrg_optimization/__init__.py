"""mx.contrib.svrg_optimization: stochastic gradients with less variance (SVRG)."""
from . import svrg_module
