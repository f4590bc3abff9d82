"""Which data sets there are stand-ins for: who makes each, its files with the hashes that the originals have, their addresses, and where the originals look for them.

A place begins with {mxnet} (MXNET_HOME, else ~/.mxnet), {root} (what torchvision is given as root: ./data) or {data} (the ../data of d2l and gluonbook); `perch data make --to FOLDER`
puts FOLDER for each of them. An address is known by how it ends, so that mirrors (MXNET_GLUON_REPO) are known too.
"""
from importlib import import_module


class File:
    """One file as it is downloaded. unpack: places where what is in it stands as well, as the originals leave it."""

    def __init__(self, name, addresses=(), places=(), unpack=(), sha1=None, md5=None):
        self.name, self.addresses, self.places, self.unpack, self.sha1, self.md5 = name, addresses, places, unpack, sha1, md5


class Set:
    """inside: of members of its archives, by their own names, the hashes (SHA-1 or MD5) that the originals' have."""

    def __init__(self, name, what, maker, files, inside=None):
        self.name, self.what, self.maker, self.files, self.inside = name, what, maker, files, inside or {}

    def make(self, size):
        """[(file's name, bytes)] of that size, one after the other."""
        module, _, function = self.maker.partition(':')
        return getattr(import_module('perch.data.' + module), function)(size)


def _idx(folder, torch, hosts, sha1, md5, more=()):
    """The four files of MNIST's form."""
    names = ('train-images-idx3-ubyte.gz', 'train-labels-idx1-ubyte.gz', 't10k-images-idx3-ubyte.gz', 't10k-labels-idx1-ubyte.gz')
    return [File(name, [f'{host}/{name}' for host in hosts], [f'{{mxnet}}/datasets/{folder}', f'{{root}}/{torch}/raw'], [f'{{root}}/{torch}/raw'], *hashes)
            for name, *hashes in zip(names, sha1, md5)] + list(more)


def _d2l(name, **more):
    """A file of d2l's own collection, kept in ../data."""
    return File(name, [f'd2l-data.s3-accelerate.amazonaws.com/{name}'], ['{data}'], **more)


SETS = [
    Set('mnist', 'digits: 28×28, ten classes', 'images:mnist', _idx(
        'mnist', 'MNIST', ('gluon/dataset/mnist', 'data.mxnet.io/data/mnist', 'exdb/mnist', 'ossci-datasets.s3.amazonaws.com/mnist', 'cvdf-datasets/mnist'),
        ('6c95f4b05d2bf285e1bfb0e7960c31bd3b3f8a7d', '2a80914081dc54586dbdf242f9805a6b8d2a15fc', 'c3a25af1f52dad7f726cce8cacb138654b760d48', '763e7fa3757d93b0cdec073cef058b2004252c17'),
        ('f68b3c2dcbeaaa9fbdd348bbdeb94873', 'd53e105ee54ea40749a09fcbcd1e9432', '9fb629c4189551a2d022fa330f9573f3', 'ec29112dd5afa0611ce80d1b7f02629c'),
        [File('mnist.zip', ['data.mxnet.io/mxnet/data/mnist.zip', 'mxnet/data/mnist.zip'])])),
    Set('fashion-mnist', 'garments: 28×28, ten classes', 'images:fashion_mnist', _idx(
        'fashion-mnist', 'FashionMNIST', ('gluon/dataset/fashion-mnist', 'fashion-mnist.s3-website.eu-central-1.amazonaws.com', 'fashion-mnist/master/data/fashion', 'd2l-data.s3-accelerate.amazonaws.com/fashion-mnist'),
        ('0cf37b0d40ed5169c6b3aba31069a9770ac9043d', '236021d52f1e40852b06a4c3008d8de8aef1e40b', '626ed6a7c06dd17c0eec72fa3be1740f146a2863', '17f9ab60e7257a1620f4ad76bbbaf857c3920701'),
        ('8d4fb7e6c68d591d4c3dfef9ec88bf0d', '25c81989df183df01b3e8a0aad5dffbe', 'bef4ecab320f06d8554ea6380940ec79', 'bb300cfdad3c16e7a12a480ee83cd310'))),
    Set('cifar10', 'colour pictures: 32×32, ten classes', 'images:cifar10', [
        File('cifar-10-binary.tar.gz', ['gluon/dataset/cifar10/cifar-10-binary.tar.gz', '~kriz/cifar-10-binary.tar.gz'], ['{mxnet}/datasets/cifar10'], ['{mxnet}/datasets/cifar10'], 'fab780a1e191a7eda0f345501ccd62d20f7ed891'),
        File('cifar-10-python.tar.gz', ['~kriz/cifar-10-python.tar.gz'], ['{root}'], ['{root}'], md5='c58f30108f718f92721af3b95e74349a')],
        {'data_batch_1.bin': 'aadd24acce27caa71bf4b10992e9e7b2d74c2540', 'data_batch_2.bin': 'c0ba65cce70568cd57b4e03e9ac8d2a5367c1795', 'data_batch_3.bin': '1dd00a74ab1d17a6e7d73e185b69dbf31242f295',
         'data_batch_4.bin': 'aab85764eb3584312d3c7f65fd2fd016e36a258e', 'data_batch_5.bin': '26e2849e66a845b7f1e4614ae70f4889ae604628', 'test_batch.bin': '67eb016db431130d61cd03c7ad570b013799c88c',
         'data_batch_1': 'c99cafc152244af753f735de768cd75f', 'data_batch_2': 'd4bba439e000b95fd0a9bffe97cbabec', 'data_batch_3': '54ebc095f3ab1f0389bbae665268c751', 'data_batch_4': '634d18415352ddfa80567beed471001a',
         'data_batch_5': '482c414d41f54cd18b22e5b47cb7c3cb', 'test_batch': '40351d587109b95175f43aff81a1287e', 'batches.meta': '5ff9c542aee3614f3951f8cda6e48888'}),
    Set('cifar100', 'colour pictures: 32×32, a hundred classes', 'images:cifar100', [
        File('cifar-100-binary.tar.gz', ['gluon/dataset/cifar100/cifar-100-binary.tar.gz', '~kriz/cifar-100-binary.tar.gz'], ['{mxnet}/datasets/cifar100'], ['{mxnet}/datasets/cifar100'], 'a0bb982c76b83111308126cc779a992fa506b90b'),
        File('cifar-100-python.tar.gz', ['~kriz/cifar-100-python.tar.gz'], ['{root}'], ['{root}'], md5='eb9058c3a382ffc7106e4002c42a8d85')],
        {'train.bin': 'e207cd2e05b73b1393c74c7f5e7bea451d63e08e', 'test.bin': '8fb6623e830365ff53cf14adec797474f5478006', 'train': '16019d7e3df5f24257cddd939b257f8d', 'test': 'f0ef6b0ae62326f3e7ffdfab6717acfc',
         'meta': '7973b15100ade9c7d40fb424638fde48'}),
    Set('hotdog', 'hot dogs and other food: JPEG, folders for classes', 'pictures:hotdog', [
        File('hotdog.zip', ['gluon/dataset/hotdog.zip', 'd2l-data.s3-accelerate.amazonaws.com/hotdog.zip'], ['{data}'], sha1='fba480ffa8aa7e0febbb511d181409f899b9baa5')]),
    Set('cats-and-dogs', 'cats and dogs: JPEG, folders for classes', 'pictures:cats_and_dogs', [
        File('cats_and_dogs_filtered.zip', ['mledu-datasets/cats_and_dogs_filtered.zip'], ['{root}'])]),
    Set('hymenoptera', 'ants and bees: JPEG, folders for classes', 'pictures:hymenoptera', [
        File('hymenoptera_data.zip', ['download.pytorch.org/tutorial/hymenoptera_data.zip'], ['{root}'], ['{root}'])]),
    Set('pikachu', 'detection: records (.rec, .idx, .lst)', 'pictures:pikachu', [
        File('train.rec', ['gluon/dataset/pikachu/train.rec'], ['{data}/pikachu'], sha1='e6bcb6ffba1ac04ff8a9b1115e650af56ee969c8'),
        File('train.idx', ['gluon/dataset/pikachu/train.idx'], ['{data}/pikachu'], sha1='dcf7318b2602c06428b9988470c731621716c393'),
        File('train.lst', ['gluon/dataset/pikachu/train.lst'], ['{data}/pikachu']),
        File('val.rec', ['gluon/dataset/pikachu/val.rec'], ['{data}/pikachu'], sha1='d6c33f799b4d058e82f2cb5bd9a976f69d72d520')]),
    Set('banana', 'detection: PNG and CSV', 'pictures:banana', [_d2l('banana-detection.zip', sha1='5de26c8fce5ccdea9f91267273464dc968d20d72')]),
    Set('voc2012', 'segmentation: JPEG, and PNG with a palette', 'pictures:voc', [
        File('VOCtrainval_11-May-2012.tar', ['pascal/VOC/voc2012/VOCtrainval_11-May-2012.tar', 'd2l-data.s3-accelerate.amazonaws.com/VOCtrainval_11-May-2012.tar'], ['{root}', '{data}'], ['{root}'],
             '4e443f8a2eca6b1dac8a6c57641b67dd40621a49', '6cd6e144f989b92b3379bac3b3de84fd')]),
    Set('kaggle-cifar10', "Kaggle's tree of CIFAR-10, tiny", 'pictures:kaggle_cifar10', [_d2l('kaggle_cifar10_tiny.zip', sha1='2068874e4b9a9f0fb07ebe0ad2b29754449ccacd')]),
    Set('kaggle-dogs', "Kaggle's tree of dog breeds, tiny", 'pictures:kaggle_dogs', [_d2l('kaggle_dog_tiny.zip', sha1='0cb91d09b814ecdc07b50f31f8dcad3e81d6a86d')]),
    Set('house-prices', "a table of 81 columns, Kaggle's", 'tables:house_prices', [_d2l('kaggle_house_pred_train.csv', sha1='585e9cc93e70b39160e7921475f9bcd7d31219ce'),
                                                                                   _d2l('kaggle_house_pred_test.csv', sha1='fa19780a7b011d9b009e8bff8e99922a8ee2eb90')]),
    Set('airfoil', 'a table of six columns', 'tables:airfoil', [
        File('airfoil_self_noise.dat', ['d2l-data.s3-accelerate.amazonaws.com/airfoil_self_noise.dat', '00291/airfoil_self_noise.dat'], ['{data}'], sha1='76e5be1548fd8222e5074cf0faae75edff8cf93f')]),
    Set('movielens', 'ratings of films, ml-100k', 'tables:movielens', [File('ml-100k.zip', ['datasets/movielens/ml-100k.zip'], ['{data}'], sha1='cd4dcac4241c8a4ad7badc7ca635da8a69dddb83')]),
    Set('advertisements', 'clicks, 34 fields', 'tables:advertisements', [_d2l('ctr.zip', sha1='e18327c48c8e8e5c23da714dd614e390d369843f')]),
    Set('time-machine', 'a story: plain text', 'texts:time_machine', [_d2l('timemachine.txt', sha1='090b5e7e70c295757f55df93cb0a180b9691891a')]),
    Set('lyrics', 'songs: Chinese text', 'texts:lyrics', [File('jaychou_lyrics.txt.zip', ['d2l-zh/master/data/jaychou_lyrics.txt.zip', 'data/jaychou_lyrics.txt.zip'], ['{data}'])]),
    Set('ptb', 'sentences, a line each', 'texts:ptb', [_d2l('ptb.zip', sha1='319d85e578af0cdc590547f26231e4e31cdf1e42'), File('simple-examples.tgz', ['~imikolov/rnnlm/simple-examples.tgz'], ['{data}'])] + [
        File(f'ptb.{part}.txt', [f'ptb/ptb.{part}.txt', f'data/ptb.{part}.txt'], ['{data}/ptb']) for part in ('train', 'valid', 'test')]),
    Set('wikitext-2', 'articles: tokens', 'texts:wikitext2', [
        File('wikitext-2-v1.zip', ['wikitext/wikitext-2-v1.zip', 'gluon/dataset/wikitext-2/wikitext-2-v1.zip'], ['{mxnet}/datasets/wikitext-2', '{data}'], sha1='3c914d17d80b1459be871a5039ac23e752a53cbe')],
        {'wiki.train.tokens': '863f29c46ef9d167fff4940ec821195882fe29d1', 'wiki.valid.tokens': '0418625c8b4da6e4b5c7a0b9e78d4ae8f7ee5422', 'wiki.test.tokens': 'c7b8ce0aa086fb34dab808c5c49224211eb2b172'}),
    Set('imdb', 'reviews of films: a file each, two classes', 'texts:imdb', [
        File('aclImdb_v1.tar.gz', ['~amaas/data/sentiment/aclImdb_v1.tar.gz', 'd2l-data.s3-accelerate.amazonaws.com/aclImdb_v1.tar.gz'], ['{data}'], sha1='01ada507287d82875905620988597833ad4e0903')]),
    Set('snli', 'pairs of sentences, three classes', 'texts:snli', [File('snli_1.0.zip', ['projects/snli/snli_1.0.zip'], ['{data}'], sha1='9fcde07509c7e87ec61c640c1b2753d9041758e4')]),
    Set('fra-eng', 'sentences in English and French', 'texts:french', [
        File('fra-eng.zip', ['d2l-data.s3-accelerate.amazonaws.com/fra-eng.zip', 'anki/fra-eng.zip'], ['{data}'], sha1='94646ad1522d915e7b0f9296181140edcf86a4f5')]),
    Set('names', 'family names of eight tongues, and pairs of sentences', 'texts:names', [File('data.zip', ['download.pytorch.org/tutorial/data.zip'], [], ['.'])]),
    Set('glove', 'vectors of words: 50, 100, 200, 300 numbers', 'vectors:glove', [
        _d2l('glove.6B.50d.zip', sha1='0b8703943ccdb6eb788e6f091b8946e82231bc4d'), _d2l('glove.6B.100d.zip', sha1='cd43bfb07e44e6f27cbcc7bc9ae3d80284fdaf5a'),
        _d2l('glove.42B.300d.zip', sha1='b5116e234e9eb9076672cfeabf5469f3eec904fa'), File('glove.6B.zip', ['data/glove.6B.zip', 'embeddings/glove/glove.6B.zip'], ['{mxnet}/embeddings/glove'], sha1='b64e54f1877d2f735bdd000c1d7d771e25c7dfdc')]),
    Set('fasttext', 'vectors of words: 300 numbers, with a head', 'vectors:fasttext', [
        _d2l('wiki.en.zip', sha1='c1816da3821ae9f43899be655002f6c723e91b88'), File('wiki.simple.vec', ['embeddings/fasttext/wiki.simple.vec', 'wiki.simple/wiki.simple.vec'], ['{mxnet}/embeddings/fasttext'], sha1='55267c50fbdf4e4ae0fbbda5c73830a379d68795'),
        File('wiki.simple.zip', ['embeddings/fasttext/wiki.simple.zip'], ['{mxnet}/embeddings/fasttext'], sha1='367737535e39defb0e713a7ff2374cb932c5a9bc')], {'wiki.simple.vec': '55267c50fbdf4e4ae0fbbda5c73830a379d68795'}),
    Set('bert', 'vocabularies of word pieces', 'vectors:bert', [File('bert-base-uncased-vocab.txt', ['bert-base-uncased/resolve/main/vocab.txt', 'bert-base-uncased-vocab.txt'], ['{data}'])]),
]
BY_NAME = {one.name: one for one in SETS}


def known(address):
    """(set, file) that the address brings, or None. What follows '?' or '#' is no part of it."""
    path = address.partition('#')[0].partition('?')[0]
    path = path.partition('://')[2] or path
    for one in SETS:
        for file in one.files:
            if any(path == tail or path.endswith('/' + tail) for tail in file.addresses):
                return one, file
    return None
