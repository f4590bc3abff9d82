"""Splitting a batch over devices, clipping gradients, and other small help."""
import contextlib
import math
import warnings

import numpy
from _mxnet import _says

from .. import ndarray as nd
from ..base import MXNetError


def split_data(data, num_slice, batch_axis=0, even_split=True):
    """The batch in num_slice pieces along batch_axis; when it does not divide, the first pieces hold one more."""
    size = data.shape[batch_axis]
    if even_split and size % num_slice:
        from perch.explain import attach
        raise attach(ValueError(f"data with shape {data.shape} cannot be evenly split into {num_slice} slices along axis {batch_axis}. "
                         f"Use a batch size that's multiple of {num_slice} or set even_split=False to allow uneven partitioning of data."), 'P0212', [data])
    step, more = divmod(size, num_slice)
    stops = [step * (i + 1) + min(i + 1, more) for i in range(num_slice)]
    starts = [0] + stops[:-1]
    if batch_axis == 0:
        return [data[start:stop] if start < size else data[size:size] for start, stop in zip(starts, stops)]
    return [nd.slice_axis(data, axis=batch_axis, begin=start, end=stop) for start, stop in zip(starts, stops)]


def split_and_load(data, ctx_list, batch_axis=0, even_split=True):
    """A piece of the batch for each context, on that context."""
    if not isinstance(data, nd.NDArray):
        data = nd.array(data, ctx=ctx_list[0])
    if len(ctx_list) == 1:
        return [data.as_in_context(ctx_list[0])]
    pieces = split_data(data, len(ctx_list), batch_axis, even_split)
    return [piece.as_in_context(ctx) for piece, ctx in zip(pieces, ctx_list)]


def clip_global_norm(arrays, max_norm, check_isfinite=True):
    """Scales the arrays in place so that the 2-norm of all together is at most max_norm; returns the norm before."""
    if not arrays:
        raise AssertionError
    for a in arrays:
        if 'float' not in str(numpy.dtype(a.dtype)):
            raise MXNetError(_says("DOT_FLOATS"))
    place = arrays[0].context
    total = nd.add_n(*[nd.square(a).sum().as_in_context(place) for a in arrays])
    total = nd.sqrt(total)
    if check_isfinite:
        total = total.asscalar()
        if not math.isfinite(total):
            warnings.warn(UserWarning('nan or inf is detected. Clipping results will be undefined.'), stacklevel=2)
    scale = max_norm / (total + 1e-8)
    scale = nd.minimum(scale, 1.0) if isinstance(scale, nd.NDArray) else min(scale, 1.0)
    for a in arrays:
        a *= scale.as_in_context(a.context) if isinstance(scale, nd.NDArray) else scale
    return total


def check_sha1(filename, sha1_hash):
    """Has the file this SHA-1?"""
    import hashlib
    with open(filename, 'rb') as f:
        return hashlib.file_digest(f, 'sha1').hexdigest() == sha1_hash


def replace_file(src, dst):
    """src takes dst's place, at once."""
    import os
    try:
        os.replace(src, dst)
    except OSError as error:
        with contextlib.suppress(OSError):
            os.remove(src)
        raise OSError(f'Moving downloaded temp file - {src}, to {dst} failed.                     Please retry the download.') from error


def _get_repo_url():
    """Where the library's own data sets and parameters lie: MXNET_GLUON_REPO, or Apache's."""
    import os
    url = os.environ.get('MXNET_GLUON_REPO', 'https://apache-mxnet.s3-accelerate.dualstack.amazonaws.com/')
    return url if url.endswith('/') else url + '/'


def _get_repo_file_url(namespace, filename):
    return f'{_get_repo_url()}{namespace}/{filename}'


def _fetch(url, target, verify_ssl):
    """What stands at the address comes into the file, whole or not at all; proxies as the environment says. The only place here that asks the network."""
    import os
    import tempfile
    import urllib.error
    import urllib.request
    context = None
    if not verify_ssl:
        import ssl
        context = ssl._create_unverified_context()
    try:
        answer = urllib.request.urlopen(url, context=context) if context else urllib.request.urlopen(url)
    except urllib.error.HTTPError:
        raise RuntimeError(f'Failed downloading url {url}') from None
    except urllib.error.URLError as error:
        if isinstance(error.reason, OSError):
            raise ConnectionError(f'{url}: {error.reason}') from None
        raise
    half, name = tempfile.mkstemp(prefix=os.path.basename(target) + '.', dir=os.path.dirname(os.path.abspath(target)))
    try:
        with answer, os.fdopen(half, 'wb') as file:
            wanted, got = answer.headers.get('Content-Length'), 0
            while piece := answer.read(1 << 16):
                got += file.write(piece)
        if wanted is not None and got < int(wanted):
            raise ConnectionError(f'{url}: {got} of {wanted} bytes came')
        os.chmod(name, 0o666 & ~_umask())
        replace_file(name, target)
    except BaseException:           # an interrupt, too, leaves no half of a file
        with contextlib.suppress(OSError):
            os.remove(name)
        raise


def _umask():
    import os
    mask = os.umask(0o22)
    os.umask(mask)
    return mask


def _target(url, path):
    import os
    name = url.split('/')[-1]
    if path is None:
        if not name:
            raise AssertionError("Can't construct file-name from this URL. Please set the `path` option manually.")
        return name
    path = os.path.expanduser(path)
    return os.path.join(path, name) if os.path.isdir(path) else path


_MISMATCH = ('File {} is downloaded but the content hash does not match. The repo may be outdated or download may be incomplete. '
             'If the "repo_url" is overridden, consider switching to the default repo.')


def place_note(error, target, sha1_hash=None):
    """Where a file that could not be fetched can be put instead."""
    import os
    if not isinstance(error, (PermissionError, NotADirectoryError, IsADirectoryError)):     # the place here is to blame
        error.add_note(f'Without a network: put the file at {os.path.abspath(target)}' + (f' (its SHA-1 is {sha1_hash})' if sha1_hash else ''))


def download(url, path=None, overwrite=False, sha1_hash=None, retries=5, verify_ssl=True):
    """The file's name, once it is here: a file that is there already (and has the hash) is taken, else it is fetched, with so many more attempts."""
    import os
    target = _target(url, path)
    if retries < 0:
        raise AssertionError(f"Number of retries should be at least 0, currently it's {retries}")
    if not verify_ssl:
        warnings.warn('Unverified HTTPS request is being made (verify_ssl=False). Adding certificate verification is strongly advised.')
    if os.path.exists(target) and not overwrite and (not sha1_hash or check_sha1(target, sha1_hash)):
        return target
    folder = os.path.dirname(os.path.abspath(target))
    os.makedirs(folder, exist_ok=True)
    for left in range(retries, -1, -1):
        print(f'Downloading {target} from {url}...')
        try:
            _fetch(url, target, verify_ssl)
            if sha1_hash and not check_sha1(target, sha1_hash):
                raise UserWarning(_MISMATCH.format(target))
            return target
        except Exception as error:
            if not left:
                place_note(error, target, sha1_hash)
                raise
            print(f'download failed due to {error!r}, retrying, {left - 1} attempt{"s" if left > 2 else ""} left')


def shape_is_known(shape):
    """No dimension is left to be found out (0, or -1)."""
    return shape is not None and all(n > 0 for n in shape)


class HookHandle:
    """What registering a hook gives back: detach() takes the hook off again; also a context manager."""

    def __init__(self):
        self._hooks = self._id = None

    def attach(self, hooks_dict, hook):
        self._hooks, self._id = hooks_dict, id(hook)
        if self._id in hooks_dict:
            raise AssertionError('The same hook cannot be attached twice.')
        hooks_dict[self._id] = hook

    def detach(self):
        if self._hooks is not None:
            self._hooks.pop(self._id, None)
        self._hooks = None

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        self.detach()
