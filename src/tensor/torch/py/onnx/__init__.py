"""torch.onnx: perch writes no ONNX files. What packages register for them is kept; what would write says so when it is called."""
_NAMES = ('export', 'export_to_pretty_string', 'select_model_mode_for_export', 'utils', 'TrainingMode', 'OperatorExportTypes', 'operators')
_registry = {}                  # (name, opset): how a package's operator would be written


def absent(name):
    """A function of that name, which says that it is none."""
    def refuse(*args, **kwargs):
        raise NotImplementedError('torch.onnx.%s is not in perch, which writes no ONNX files; the nearest is torch.save(model.state_dict(), file)' % name)
    refuse.__name__ = refuse.__qualname__ = name
    return refuse


def register_custom_op_symbolic(symbolic_name, symbolic_fn, opset_version):
    """How an operator NAMESPACE::NAME would be written."""
    if symbolic_name.count('::') != 1 or not all(symbolic_name.split('::')):
        raise ValueError('Failed to register operator %s. The symbolic name must match the format domain::name' % symbolic_name)
    if symbolic_name.split('::')[0] in ('aten', 'prim', 'prims'):
        raise ValueError('Failed to register operator %s: the domain is PyTorch\'s own' % symbolic_name)
    _registry[symbolic_name, opset_version] = symbolic_fn


def unregister_custom_op_symbolic(symbolic_name, opset_version):
    """Forgets it."""
    _registry.pop((symbolic_name, opset_version), None)


def is_in_onnx_export():
    """Is a file being written? Not here."""
    return False


def __getattr__(name):
    if name in _NAMES:
        return absent(name)
    raise AttributeError("module 'torch.onnx' has no attribute %r in perch, which writes no ONNX files" % name, name=name)
