"""mx.onnx: see contrib/onnx.py."""
from .contrib.onnx import _missing


def export_model(sym, params, in_shapes=None, in_types=float, onnx_file_path='model.onnx', verbose=False, dynamic=False, dynamic_input_shapes=None, run_shape_inference=False, input_type=None,
                 input_shape=None):
    """Would write an ONNX file."""
    _missing('export_model', '')


def get_operator_support(opset_version=None):
    _missing('get_operator_support', '')
