"""mx.contrib.onnx: perch neither writes nor reads ONNX; without that package its functions say what the original's say."""
_MOVED = ('Calling mxnet.contrib.onnx.export_model...\nPlease be advised that the ONNX module has been moved to mxnet.onnx and mxnet.onnx.export_model is the preferred path. The current path will be '
          'deprecated in the upcoming MXNet v1.10 release.')
_GOES = ('Calling mxnet.contrib.onnx.%s...\nPlease be advised that importing ONNX models into MXNet is going to be deprecated in the upcoming MXNet v1.10 release. The following apis will be deleted: '
         'mxnet.contrib.onnx.import_model/get_model_metadata/import_to_gluon.')


def _missing(name, anchor='#installation'):
    try:
        __import__('onnx')
    except ImportError:
        raise ImportError('Onnx and protobuf need to be installed. Instructions to install - https://github.com/onnx/onnx' + anchor) from None
    raise NotImplementedError(f'mx.contrib.onnx.{name} is not in perch, which neither writes nor reads ONNX; the nearest is block.export and SymbolBlock.imports')


def export_model(*args, **kwargs):
    print(_MOVED)
    _missing('export_model', '')


def import_model(*args, **kwargs):
    print(_GOES % 'import_model')
    _missing('import_model', '')


def get_model_metadata(*args, **kwargs):
    print(_GOES % 'get_model_metadata')
    _missing('get_model_metadata')


def import_to_gluon(*args, **kwargs):
    print(_GOES % 'import_to_gluon')
    _missing('import_to_gluon')
