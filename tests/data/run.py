"""perch data and --data standin: what the command says and writes, archives read back by CPython, downloads and hashes answered, real files left alone, notes after network errors."""
import hashlib
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import downloads
import places      # noqa: E402
import spaces      # noqa: E402
from harness import ORACLE, Tally, clean_environment, perch_path      # noqa: E402

QUICK = ['airfoil', 'lyrics', 'fra-eng', 'house-prices', 'bert', 'imdb', 'snli', 'ptb', 'wikitext-2', 'time-machine', 'names', 'fashion-mnist']
# What CPython reads of them, run in the folder given as --to.
READ = r'''
import csv, gzip, struct, tarfile, zipfile
rows = [line.split('\t') for line in open('airfoil_self_noise.dat')]
print('airfoil', len(rows), {len(row) for row in rows}, all(80 < float(row[-1]) < 145 for row in rows))
song = zipfile.ZipFile('jaychou_lyrics.txt.zip').read('jaychou_lyrics.txt').decode()
print('lyrics', '分开' in song[:100], '不分开' in song[:100], len(song) > 10000)
pairs = [line.split('\t') for line in zipfile.ZipFile('fra-eng.zip').read('fra-eng/fra.txt').decode().splitlines()]
print('fra-eng', len(pairs) > 300, {len(pair) for pair in pairs}, pairs[0])
train, test = (list(csv.reader(open(f'kaggle_house_pred_{part}.csv'))) for part in ('train', 'test'))
print('houses', len(train), len(train[0]), len(test), len(test[0]), train[0][-1], {len(row) for row in train})
words = open('bert-base-uncased-vocab.txt').read().split('\n')
print('bert', words[0], words[100:104], len(words) == len(set(words)))
with tarfile.open('aclImdb_v1.tar.gz') as f:
    print('imdb', sorted({name.rsplit('/', 1)[0] for name in f.getnames() if name.endswith('.txt')}))
head, *lines = zipfile.ZipFile('snli_1.0.zip').read('snli_1.0/snli_1.0_train.txt').decode().splitlines()
print('snli', head.split('\t')[:3], sorted({line.split('\t')[0] for line in lines}), {len(line.split('\t')) for line in lines}, lines[0].split('\t')[1].count('(') > 2)
print('ptb', zipfile.ZipFile('ptb.zip').read('ptb/ptb.train.txt').decode().count('<unk>') > 100)
print('wikitext', ' = ' in zipfile.ZipFile('wikitext-2-v1.zip' if __import__('os').path.exists('wikitext-2-v1.zip') else 'datasets/wikitext-2/wikitext-2-v1.zip').read('wikitext-2/wiki.valid.tokens').decode())
print('time machine', sum(len(line.split()) for line in open('timemachine.txt')) > 29000, 'time traveller' in open('timemachine.txt').read().replace('\n', ' ').lower())
with gzip.open('datasets/fashion-mnist/train-images-idx3-ubyte.gz') as f:
    magic, count, height, width = struct.unpack('>IIII', f.read(16))
    data = f.read()
print('fashion', magic, count, height, width, len(data) == count * 784, open('FashionMNIST/raw/train-images-idx3-ubyte', 'rb').read()[16:] == data)
labels = gzip.open('datasets/fashion-mnist/train-labels-idx1-ubyte.gz').read()[8:]
print('classes', sorted(set(labels)), all(labels.count(k) == count // 10 for k in range(10)))
'''
READ_SAYS = '''airfoil 1503 {6} True
lyrics True True True
fra-eng True {2} ['Go.', 'Va !']
houses 1461 81 1460 80 SalePrice {81}
bert [PAD] ['[UNK]', '[CLS]', '[SEP]', '[MASK]'] True
imdb ['aclImdb/test/neg', 'aclImdb/test/pos', 'aclImdb/train/neg', 'aclImdb/train/pos']
snli ['gold_label', 'sentence1_binary_parse', 'sentence2_binary_parse'] ['contradiction', 'entailment', 'neutral'] {14} True
ptb True
wikitext True
time machine True True
fashion 2051 6000 28 28 True True
classes [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] True
'''
# Downloads of known addresses, whole and from a place on; hashes with and without stand-ins.
FETCH = r'''
import hashlib, os, urllib.request
path, heads = urllib.request.urlretrieve('http://d2l-data.s3-accelerate.amazonaws.com/airfoil_self_noise.dat', 'air.dat')
data = open('air.dat', 'rb').read()
print(len(data) == int(heads['Content-Length']), hashlib.sha1(data).hexdigest(), hashlib.sha1(data[:-1]).hexdigest() != hashlib.sha1(data).hexdigest())
hash = hashlib.sha1()
hash.update(data[:100])
more = hash.copy()
hash.update(data[100:])
print(hash.hexdigest(), hash.digest().hex() == hash.hexdigest(), more.hexdigest() == hashlib.new('sha1', data[:100]).hexdigest(), hashlib.file_digest(open('air.dat', 'rb'), 'sha1').hexdigest())
answer = urllib.request.urlopen(urllib.request.Request('http://mirror.example/gluon/d2l-data.s3-accelerate.amazonaws.com/airfoil_self_noise.dat?v=1', headers={'Range': 'bytes=100-'}))
print(answer.status, answer.read() == data[100:])
print(urllib.request.urlopen(urllib.request.Request('http://d2l-data.s3-accelerate.amazonaws.com/airfoil_self_noise.dat', method='HEAD')).read())
def fetch(fname, sha1_hash):
    urllib.request.urlopen('http://nowhere.invalid/some.zip')
try:
    fetch('../data/some.zip', 'ab' * 20)
except OSError as error:
    print(type(error).__name__, *error.__notes__)
try:
    urllib.request.urlopen('http://nowhere.invalid/page')
except OSError as error:
    print(type(error).__name__, hasattr(error, '__notes__'))
'''
FETCH_SAYS = '''True 76e5be1548fd8222e5074cf0faae75edff8cf93f True
76e5be1548fd8222e5074cf0faae75edff8cf93f True True 76e5be1548fd8222e5074cf0faae75edff8cf93f
206 True
b''
URLError   note: some.zip did not come from the network; put it at ../data/some.zip by hand (expected SHA-1: abababababababababababababababababababab)
URLError False
'''
TOLD = 'perch: airfoil is a stand-in that perch made, not the original data; hashes of its files count as right (--data standin)\n'

VECTORS = '''
from mxnet.contrib import text
for kind, file in ('fasttext', 'wiki.simple.vec'), ('glove', 'glove.6B.50d.txt'):
    made = text.embedding.create(kind, pretrained_file_name=file)
    print(kind, made.vec_len, bool((made.get_vecs_by_tokens('the') != 0).sum() == made.vec_len))
'''


class Folder:
    """A folder for one run: a home, a place for data; perch runs in it."""

    def __init__(self, tally):
        self.tally, self.path = tally, tempfile.mkdtemp()
        os.makedirs(self.at('home'))

    def at(self, *names):
        return os.path.join(self.path, *names)

    def run(self, *command, program=None, **environment):
        where = self.at('to') if os.path.isdir(self.at('to')) else self.path
        done = subprocess.run([*(command or (perch_path(),))], cwd=where, env=clean_environment(HOME=self.at('home'), http_proxy='', **environment), stdin=subprocess.DEVNULL, capture_output=True, timeout=600)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def check(self, name, said, wanted):
        self.tally.check(said == wanted, name, f'wanted {wanted!r}\ngot    {said!r}')


def digests(folder):
    found = {}
    for base, _, names in os.walk(folder):
        for name in names:
            with open(os.path.join(base, name), 'rb') as file:
                found[os.path.relpath(os.path.join(base, name), folder)] = hashlib.sha256(file.read()).hexdigest()
    return found


def command(here):
    perch = perch_path()
    status, out, err = here.run(perch, 'data', 'make', 'nosuch')
    here.check('an unknown name', (status, out, err), (1, '', 'perch data: there is no set nosuch; perch data list shows which there are.\n'))
    here.check('a name misspelt', here.run(perch, 'data', 'make', 'airfoyl')[2], 'perch data: there is no set airfoyl; perch data list shows which there are. Did you mean airfoil?\n')
    here.check('no name', here.run(perch, 'data', 'make')[0], 2)
    here.check('a wrong size', here.run(perch, 'data', 'make', 'airfoil', '--size', 'huge')[0], 2)
    here.check('a wrong --data', here.run(perch, '--data', 'magic', '-c', '1')[::2], (2, 'perch: --data takes standin, standin:full or net, not magic\n'))
    status, out, err = here.run(perch, 'data', 'make', *QUICK, '--to', here.at('to'))
    here.check('make', (status, err, all(f'{name}: ' in out for name in QUICK)), (0, '', True))
    here.check('what CPython reads', here.run(ORACLE, '-c', READ)[1], READ_SAYS)
    here.check('a README beside them', 'not the original' in open(here.at('to', 'README.stand-in.txt'), encoding='utf-8').read(), True)
    out = here.run(perch, 'data', 'list', '--to', here.at('to'))[1]
    here.check('list says where', [line.split()[-1] for line in out.splitlines() if line.startswith('airfoil')], [here.at('to')])
    with open(here.at('to', 'airfoil_self_noise.dat'), 'w') as file:
        file.write('mine')
    out = here.run(perch, 'data', 'make', 'airfoil', '--to', here.at('to'))[1]
    here.check('a file of somebody else stays', ('kept as it was' in out, open(here.at('to', 'airfoil_self_noise.dat')).read()), (True, 'mine'))
    os.makedirs(here.at('closed'))
    with open(here.at('closed', 'file'), 'w'):
        pass
    status, out, err = here.run(perch, 'data', 'make', 'airfoil', '--to', here.at('closed', 'file'))
    here.check('a place that is no folder', (status, 'airfoil' in err, 'Traceback' in err), (1, True, False))


def main():
    tally = Tally('data')
    here, again = Folder(tally), Folder(tally)
    command(here)
    made = digests(here.at('home'))
    again.run(perch_path(), 'data', 'make', *QUICK, '--to', again.at('to'))
    here.check('made twice, the same bytes', digests(again.at('home')) == made and len(made) > len(QUICK), True)
    status, out, err = again.run(perch_path(), '--data', 'standin', '-c', FETCH)
    here.check('downloads answered', (out, err), (FETCH_SAYS, TOLD))
    plain = again.run(perch_path(), '-c', "import hashlib; print(hashlib.sha1(open('airfoil_self_noise.dat', 'rb').read()).hexdigest() == '76e5be1548fd8222e5074cf0faae75edff8cf93f')")
    here.check('without --data standin a hash is what it is', plain[1:], ('False\n', ''))
    words = again.run(perch_path(), '-W', 'ignore', '--data', 'standin', '-c', VECTORS)
    here.check("MXNet's word embeddings", (words[0], [line for line in words[1].splitlines() if not line.startswith('Downloading')]), (0, ['fasttext 300 True', 'glove 50 True']))
    downloads.check(tally)
    places.check(tally)
    spaces.check(tally)
    tally.close()


if __name__ == '__main__':
    main()
