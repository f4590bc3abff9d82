"""read_pickle and to_pickle: objects in files, as Python's pickle writes them."""
import pickle


def read_pickle(filepath_or_buffer, compression='infer', storage_options=None):
    """What to_pickle wrote."""
    if storage_options is not None or compression not in ('infer', None):
        raise NotImplementedError("perch's pandas has only read_pickle(path)")
    if hasattr(filepath_or_buffer, 'read'):
        return pickle.load(filepath_or_buffer)
    with open(filepath_or_buffer, 'rb') as f:
        return pickle.load(f)


def to_pickle(obj, filepath_or_buffer, compression='infer', protocol=5, storage_options=None):
    """Writes an object to a file."""
    obj.to_pickle(filepath_or_buffer, compression, protocol, storage_options)
