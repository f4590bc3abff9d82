"""torch.hub: files of weights by their address (kept under TORCH_HOME, checked by SHA-256, whole or not at all), and models from the hubconf.py of a repository."""
import errno
import hashlib
import importlib.util
import json
import os
import re
import shutil
import sys
import tempfile
import warnings
import zipfile
from urllib.error import HTTPError
from urllib.parse import urlparse
from urllib.request import Request, urlopen

try:
    from tqdm.auto import tqdm
except ImportError:
    from torch._progress import Bar as tqdm

__all__ = ['download_url_to_file', 'get_dir', 'help', 'list', 'load', 'load_state_dict_from_url', 'set_dir']
HASH_REGEX = re.compile(r'-([a-f0-9]*)\.')
_TRUSTED = ('facebookresearch', 'facebookincubator', 'pytorch', 'fairinternal')
_PIECE = 1 << 16
_hub_dir = [None]


# ---- where it lies ----
def _get_torch_home():
    cache = os.getenv('XDG_CACHE_HOME', '~/.cache')
    return os.path.expanduser(os.getenv('TORCH_HOME', os.path.join(cache, 'torch')))


def get_dir():
    """The folder of what was loaded."""
    if os.getenv('TORCH_HUB'):
        warnings.warn('TORCH_HUB is deprecated, please use env TORCH_HOME instead')
    return _hub_dir[0] if _hub_dir[0] is not None else os.path.join(_get_torch_home(), 'hub')


def set_dir(d):
    """Another folder for it, from now on."""
    _hub_dir[0] = os.path.expanduser(d)


# ---- files ----
def _pieces(stream):
    while piece := stream.read(_PIECE):
        yield piece


def download_url_to_file(url, dst, hash_prefix=None, progress=True):
    """Brings a file: under a passing name until it is whole and its SHA-256 begins as it should."""
    dst = os.path.expanduser(dst)
    with urlopen(Request(url, headers={'User-Agent': 'torch.hub'})) as source:
        length = source.info().get_all('Content-Length')
        part = tempfile.NamedTemporaryFile(delete=False, dir=os.path.dirname(dst))
        try:
            digest = hashlib.sha256()
            with part, tqdm(total=int(length[0]) if length else None, disable=not progress, unit='B', unit_scale=True, unit_divisor=1024) as bar:
                for piece in _pieces(source):
                    part.write(piece)
                    digest.update(piece)
                    bar.update(len(piece))
            found = digest.hexdigest()
            if hash_prefix is not None and not found.startswith(hash_prefix):
                raise RuntimeError('invalid hash value (expected "{}", got "{}")'.format(hash_prefix, found))
            shutil.move(part.name, dst)
        finally:
            if os.path.exists(part.name):
                os.remove(part.name)


def _unzip_weights(file, folder, map_location):
    warnings.warn('Falling back to the old format < 1.6. This support will be deprecated in favor of default zipfile format introduced in 1.6. '
                  'Please redo torch.save() to save it in the new zipfile format.')
    import torch
    with zipfile.ZipFile(file) as archive:
        members = archive.infolist()
        if len(members) != 1:
            raise RuntimeError('Only one file(not dir) is allowed in the zipfile')
        archive.extract(members[0], folder)
    return torch.load(os.path.join(folder, members[0].filename), map_location=map_location)


def _is_old_zip(file):
    """A zip archive around a file that torch.save wrote before 1.6 (its own archives hold data.pkl)."""
    if not zipfile.is_zipfile(file):
        return False
    with zipfile.ZipFile(file) as archive:
        return not any(name.endswith('data.pkl') for name in archive.namelist())


def load_state_dict_from_url(url, model_dir=None, map_location=None, progress=True, check_hash=False, file_name=None):
    """torch.load of a file by its address; brought once, then found in `model_dir`."""
    import torch
    if os.getenv('TORCH_MODEL_ZOO'):
        warnings.warn('TORCH_MODEL_ZOO is deprecated, please use env TORCH_HOME instead')
    folder = os.path.join(get_dir(), 'checkpoints') if model_dir is None else model_dir
    os.makedirs(folder, exist_ok=True)
    name = file_name if file_name is not None else os.path.basename(urlparse(url).path)
    file = os.path.join(folder, name)
    if not os.path.exists(file):
        sys.stderr.write('Downloading: "{}" to {}\n'.format(url, file))
        promised = HASH_REGEX.search(name) if check_hash else None
        download_url_to_file(url, file, promised.group(1) if promised else None, progress=progress)
    if _is_old_zip(file):
        return _unzip_weights(file, folder, map_location)
    return torch.load(file, map_location=map_location)


# ---- repositories ----
def _parse_repo_info(github):
    """owner, name, branch of OWNER/NAME[:BRANCH]; the branch is main where there is one."""
    place, _, ref = github.partition(':')
    owner, name = place.split('/')
    if ref:
        return owner, name, ref
    try:
        with urlopen('https://github.com/%s/%s/tree/main/' % (owner, name)):
            return owner, name, 'main'
    except HTTPError as error:
        if error.code != 404:
            raise
        return owner, name, 'master'


def _refs(owner, name, kind):
    headers = {'Accept': 'application/vnd.github.v3+json'}
    if os.environ.get('GITHUB_TOKEN') is not None:
        headers['Authorization'] = 'token ' + os.environ['GITHUB_TOKEN']
    page = 1
    while True:
        with urlopen(Request('https://api.github.com/repos/%s/%s/%s?per_page=100&page=%d' % (owner, name, kind, page), headers=headers)) as answer:
            found = json.loads(answer.read().decode(answer.headers.get_content_charset('utf-8')))
        if not found:
            return
        yield from found
        page += 1


def _check_own_ref(owner, name, ref):
    """A commit of somebody's copy can be asked for through the original's address: refused."""
    for kind in ('branches', 'tags'):
        if any(r['name'] == ref or r['commit']['sha'].startswith(ref) for r in _refs(owner, name, kind)):
            return
    raise ValueError("Cannot find %s in https://github.com/%s/%s. If it's a commit from a forked repo, please call hub.load() with forked repo directly." % (ref, owner, name))


def _check_trust(folder, kept, whole, trust_repo, calling_fn):
    listed = os.path.join(folder, 'trusted_list')
    lines = open(listed).read().splitlines() if os.path.exists(listed) else []
    known = whole in lines or whole.split('_')[0] in _TRUSTED or os.path.exists(kept)
    if trust_repo is None:
        if not known:
            warnings.warn('You are about to download and run code from an untrusted repository. In a future release, this won\'t be allowed. To add the repository to your trusted '
                          'list, change the command to {calling_fn}(..., trust_repo=False) and a command prompt will appear asking for an explicit confirmation of trust, '
                          f"or {calling_fn}(..., trust_repo=True), which will assume that the prompt is to be answered with 'yes'. You can also use "
                          f"{calling_fn}(..., trust_repo='check') which will only prompt for confirmation if the repo is not already trusted. This will eventually be the "
                          'default behaviour')
        return
    if trust_repo is False or trust_repo == 'check' and not known:
        answer = input('The repository %s does not belong to the list of trusted repositories and as such cannot be downloaded. Do you trust this repository and wish to add it to '
                       'the trusted list of repositories (y/N)?' % whole).lower()
        if answer in ('n', 'no', ''):
            raise Exception('Untrusted repository.')
        if answer not in ('y', 'yes'):
            raise ValueError('Unrecognized response %s.' % answer)
    if whole not in lines:
        with open(listed, 'a') as file:
            file.write(whole + '\n')


def _fetch(folder, kept, owner, name, ref):
    """Brings a repository's archive and puts it in place of what was there."""
    archive = os.path.join(folder, ref.replace('/', '_') + '.zip')
    url = 'https://github.com/%s/%s/zipball/' % (owner, name)
    sys.stderr.write('Downloading: "{}" to {}\n'.format(url + ref, archive))
    try:
        download_url_to_file(url + ref, archive, progress=False)
    except HTTPError as error:
        if error.code != 300:
            raise
        warnings.warn('The ref %s is ambiguous. Perhaps it is both a tag and a branch in the repo? Torchhub will now assume that it\'s a branch. You can disambiguate tags and '
                      'branches by explicitly passing refs/heads/branch_name or refs/tags/tag_name as the ref. That might require using skip_validation=True.' % ref)
        download_url_to_file(url + 'refs/heads/' + ref, archive, progress=False)
    try:
        with zipfile.ZipFile(archive) as opened:
            top = os.path.join(folder, opened.infolist()[0].filename.split('/')[0])
            shutil.rmtree(top, ignore_errors=True)
            opened.extractall(folder)
    finally:
        os.remove(archive)
    shutil.rmtree(kept, ignore_errors=True)
    shutil.move(top, kept)


def _get_cache_or_reload(github, force_reload, trust_repo, calling_fn, verbose=True, skip_validation=False):
    folder = get_dir()
    os.makedirs(folder, exist_ok=True)
    owner, name, ref = _parse_repo_info(github)
    kept = os.path.join(folder, '_'.join((owner, name, ref.replace('/', '_'))))
    _check_trust(folder, kept, owner + '_' + name, trust_repo, calling_fn)
    if not force_reload and os.path.exists(kept):
        if verbose:
            sys.stderr.write('Using cache found in {}\n'.format(kept))
        return kept
    if not skip_validation:
        _check_own_ref(owner, name, ref)
    _fetch(folder, kept, owner, name, ref)
    return kept


def _hubconf(folder):
    """The module hubconf.py of a folder, which may import what lies beside it."""
    sys.path.insert(0, folder)
    try:
        spec = importlib.util.spec_from_file_location('hubconf.py', os.path.join(folder, 'hubconf.py'))
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module
    finally:
        sys.path.remove(folder)


def _entry(module, name):
    if not isinstance(name, str):
        raise ValueError('Invalid input: model should be a string of function name')
    missing = [need for need in getattr(module, 'dependencies', None) or () if importlib.util.find_spec(need) is None]
    if missing:
        raise RuntimeError('Missing dependencies: {}'.format(', '.join(missing)))
    found = getattr(module, name, None)
    if not callable(found):
        raise RuntimeError('Cannot find callable {} in hubconf'.format(name))
    return found


def list(github, force_reload=False, skip_validation=False, trust_repo=None):
    """The names that a repository offers."""
    module = _hubconf(_get_cache_or_reload(github, force_reload, trust_repo, 'list', verbose=True, skip_validation=skip_validation))
    return [name for name in dir(module) if callable(getattr(module, name)) and not name.startswith('_')]


def help(github, model, force_reload=False, skip_validation=False, trust_repo=None):
    """What a repository says of one of its names."""
    return _entry(_hubconf(_get_cache_or_reload(github, force_reload, trust_repo, 'help', verbose=True, skip_validation=skip_validation)), model).__doc__


def load(repo_or_dir, model, *args, source='github', trust_repo=None, force_reload=False, verbose=True, skip_validation=False, **kwargs):
    """What a repository's function gives; source='local' takes a folder."""
    where = source.lower()
    if where == 'local':
        return _load_local(repo_or_dir, model, *args, **kwargs)
    if where != 'github':
        raise ValueError('Unknown source: "{}". Allowed values: "github" | "local".'.format(where))
    return _load_local(_get_cache_or_reload(repo_or_dir, force_reload, trust_repo, 'load', verbose, skip_validation), model, *args, **kwargs)


def _load_local(folder, model, *args, **kwargs):
    sys.path.insert(0, folder)
    try:
        return _entry(_hubconf(folder), model)(*args, **kwargs)
    finally:
        sys.path.remove(folder)
