"""Trained parameters: files of known hashes, kept in ~/.mxnet/models (MXNET_HOME) and fetched when they are not there."""
import logging
import os
import zipfile

from ..utils import _get_repo_file_url, check_sha1, download
from ...util import data_dir

_model_sha1 = dict(line.split()[::-1] for line in """
44335d1f0046b328243b32a26a4fbd62d9057b45 alexnet
f27dbf2dbd5ce9a80b102d89c7483342cd33cb31 densenet121
b6c8a95717e3e761bd88d145f4d0a214aaa515dc densenet161
2603f878403c6aa5a71a124c4a3307143d6820e9 densenet169
1cdbc116bc3a1b65832b18cf53e1cb8e7da017eb densenet201
ed47ec45a937b656fcc94dabde85495bbef5ba1f inceptionv3
9f83e440996887baf91a6aff1cccc1c903a64274 mobilenet0.25
8e9d539cc66aa5efa71c4b6af983b936ab8701c3 mobilenet0.5
529b2c7f4934e6cb851155b22c96c9ab0a7c4dc2 mobilenet0.75
6b8c5106c730e8750bcd82ceb75220a3351157cd mobilenet1.0
36da4ff1867abccd32b29592d79fc753bca5a215 mobilenetv2_1.0
e2be7b72a79fe4a750d1dd415afedf01c3ea818d mobilenetv2_0.75
aabd26cd335379fcb72ae6c8fac45a70eab11785 mobilenetv2_0.5
ae8f9392789b04822cbb1d98c27283fc5f8aa0a7 mobilenetv2_0.25
a0666292f0a30ff61f857b0b66efc0228eb6a54b resnet18_v1
48216ba99a8b1005d75c0f3a0c422301a0473233 resnet34_v1
0aee57f96768c0a2d5b23a6ec91eb08dfb0a45ce resnet50_v1
d988c13d6159779e907140a638c56f229634cb02 resnet101_v1
671c637a14387ab9e2654eafd0d493d86b1c8579 resnet152_v1
a81db45fd7b7a2d12ab97cd88ef0a5ac48b8f657 resnet18_v2
9d6b80bbc35169de6b6edecffdd6047c56fdd322 resnet34_v2
ecdde35339c1aadbec4f547857078e734a76fb49 resnet50_v2
18e93e4f48947e002547f50eabbcc9c83e516aa6 resnet101_v2
f2695542de38cf7e71ed58f02893d82bb409415e resnet152_v2
264ba4970a0cc87a4f15c96e25246a1307caf523 squeezenet1.0
33ba0f93753c83d86e1eb397f38a667eaf2e9376 squeezenet1.1
dd221b160977f36a53f464cb54648d227c707a05 vgg11
ee79a8098a91fbe05b7a973fed2017a6117723a8 vgg11_bn
6bc5de58a05a5e2e7f493e2d75a580d83efde38c vgg13
7d97a06c3c7a1aecc88b6e7385c2b373a249e95e vgg13_bn
e660d4569ccb679ec68f1fd3cce07a387252a90a vgg16
7f01cf050d357127a73826045c245041b0df7363 vgg16_bn
ad2f660d101905472b83590b59708b71ea22b2e5 vgg19
f360b758e856f1074a85abd5fd873ed1d98297c3 vgg19_bn
""".split('\n') if line)


def short_hash(name):
    """The first part of the hash of a network's parameters, which stands in the file's name."""
    if name not in _model_sha1:
        raise ValueError(f'Pretrained model for {name} is not available.')
    return _model_sha1[name][:8]


def _folder(root):
    return os.path.expanduser(root or os.path.join(data_dir(), 'models'))


def get_model_file(name, root=None):
    """The file of a network's trained parameters, fetched when it is not there or is another."""
    sha1, file_name, root = _model_sha1.get(name), f'{name}-{short_hash(name)}', _folder(root)
    file = os.path.join(root, file_name + '.params')
    if os.path.exists(file):
        if check_sha1(file, sha1):
            return file
        logging.warning('Mismatch in the content of model file detected. Downloading again.')
    else:
        logging.info('Model file not found. Downloading.')
    os.makedirs(root, exist_ok=True)
    packed = os.path.join(root, file_name + '.zip')
    try:
        download(_get_repo_file_url('gluon/models', file_name + '.zip'), path=packed, overwrite=True)
    except OSError as error:
        error.add_note(f'or the parameters themselves at {file} (their SHA-1 is {sha1})')
        raise
    with zipfile.ZipFile(packed) as archive:
        archive.extractall(root)
    os.remove(packed)
    if not check_sha1(file, sha1):
        raise ValueError('Downloaded file has different hash. Please try again.')
    return file


def purge(root=None):
    """All parameters' files are removed."""
    folder = _folder(root)
    for name in os.listdir(folder):
        if name.endswith('.params'):
            os.remove(os.path.join(folder, name))


def filled(net, name, pretrained, ctx, root):
    """The network; with its trained parameters if that is asked for."""
    if pretrained:
        from ...context import cpu
        net.load_parameters(get_model_file(name, root), ctx=ctx or cpu())
    return net
