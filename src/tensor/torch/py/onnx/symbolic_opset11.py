"""torch.onnx.symbolic_opset11: names that packages import; writing with them says that there is no writing."""
from torch.onnx import absent


def __getattr__(name):
    if name.startswith('__'):
        raise AttributeError(name)
    return absent('symbolic_opset11.' + name)
