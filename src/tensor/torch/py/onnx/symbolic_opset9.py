"""torch.onnx.symbolic_opset9: names that packages import; writing with them says that there is no writing."""
from torch.onnx import absent

_cast_Long = absent('symbolic_opset9._cast_Long')


def __getattr__(name):
    if name.startswith('__'):
        raise AttributeError(name)
    return absent('symbolic_opset9.' + name)
