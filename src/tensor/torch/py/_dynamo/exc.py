"""Errors of torch.compile."""


class TorchDynamoException(RuntimeError):
    pass


class InvalidBackend(TorchDynamoException):
    def __init__(self, name):
        super().__init__(f'Invalid backend: {name!r}. See `torch._dynamo.list_backends()` for available backends.')


class Unsupported(TorchDynamoException):
    pass


class BackendCompilerFailed(TorchDynamoException):
    pass
