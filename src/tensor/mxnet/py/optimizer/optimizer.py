"""mxnet.optimizer.optimizer: where MXNet keeps its optimizers; all of mx.optimizer by this name."""


def __getattr__(name):
    import mxnet.optimizer as optimizer
    return getattr(optimizer, name)
