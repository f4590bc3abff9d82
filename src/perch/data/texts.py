"""Stand-ins of texts: the time machine, lyrics, PTB, WikiText-2, IMDb, SNLI, French and English, names."""
import numpy as np

from perch.data import language, pack

TIMES = {'small': 1, 'full': 6}


def _speaker(seed):
    return language.Speaker(np.random.RandomState(seed))


def time_machine(size):
    """Lines of about ten words, with capitals and stops as a novel has them."""
    speaker, words = _speaker(1895), []
    while len(words) < 30000 * TIMES[size]:
        sentence = speaker.sentence()
        words += (sentence[0].upper() + sentence[1:] + '.').split(' ')
    lines, line = ['The Time Machine, by a stand-in', '', ''], ''
    for word in words:
        if len(line) + len(word) > 68:
            lines.append(line)
            line = ''
        line += (' ' if line else '') + word
    yield 'timemachine.txt', '\n'.join([*lines, line, '']).encode()


# Songs: characters by twos, under a grammar of their own.
SUBJECTS = '我 你 他们 我们 月光 春风 雨 时光 故事 回忆'.split()
VERBS = '想 等 看见 忘记 带走 听见 写下 不分开'.split()
OBJECTS = '你的手 那首歌 旧时光 海边的风 一封信 窗外的雨 远方的家 那年夏天'.split()
ENDS = '不分开 慢慢地走 轻轻地唱 再也不见 在夜里'.split()


def lyrics(size):
    random, lines = np.random.RandomState(2000), ['想要有直升机', '分开 不分开']
    pick = lambda items: items[min(int(len(items) * random.uniform() ** 1.5), len(items) - 1)]
    while sum(map(len, lines)) < 60000:
        chorus = [pick(SUBJECTS) + pick(VERBS) + pick(OBJECTS) for _ in range(2)] + [pick(SUBJECTS) + pick(ENDS)]
        lines += chorus * 2 + ['分开 ' + pick(ENDS)]
    yield 'jaychou_lyrics.txt.zip', pack.zipped([('jaychou_lyrics.txt', '\n'.join(lines).encode())])


def ptb(size):
    """A sentence a line with a blank before and behind; rare words are <unk>, numbers N."""
    members = []
    for number, (name, count) in enumerate((('train', 5000), ('valid', 400), ('test', 400))):
        speaker, lines = _speaker(1993 + number), []
        for _ in range(count * TIMES[size]):
            line = speaker.sentence()
            chance = speaker.random.uniform()
            lines.append(f' {line} {"in N" if chance < .1 else "of <unk>" if chance < .2 else ""}'.rstrip() + ' \n')
        members.append((f'ptb/ptb.{name}.txt', ''.join(lines).encode()))
    yield 'ptb.zip', pack.zipped(members)
    yield 'simple-examples.tgz', pack.tarred([('simple-examples/data/' + name.split('/')[1], data) for name, data in members])
    yield from ((name.split('/')[1], data) for name, data in members)


def wikitext2(size):
    """Articles: ` = Title = `, then paragraphs whose sentences end in ` . `."""
    members = []
    for number, (name, count) in enumerate((('train', 150), ('valid', 15), ('test', 15))):
        speaker, out = _speaker(2016 + number), []
        for _ in range(count * TIMES[size]):
            speaker.turn()
            out.append(f' \n = {speaker.pick(speaker.topic["people"]).title()} = \n \n')
            for _ in range(4):
                sentences = [speaker.sentence() for _ in range(5)]
                out.append(' ' + ' . '.join(s[0].upper() + s[1:] for s in sentences) + ' . \n')
        members.append((f'wikitext-2/wiki.{name}.tokens', ''.join(out).encode()))
    yield 'wikitext-2-v1.zip', pack.zipped(members)


GOOD = 'great wonderful moving brilliant funny beautiful excellent touching clever lovely perfect'.split()
BAD = 'bad boring awful dull terrible poor stupid empty weak noisy silly'.split()
PARTS = 'film story acting music ending plot cast dialogue camera scenes'.split()


def _review(random, good):
    """Some sentences of an opinion; one in six words of opinion is of the other one."""
    pick = lambda items: items[int(random.uniform() * len(items))]
    said = []
    for _ in range(int(random.randint(4, 12))):
        word = pick(GOOD if good == (random.uniform() > .16) else BAD)
        part, form = pick(PARTS), random.randint(5)
        said.append((f'The {part} is so {word}.', f'I found the {part} very {word}.', f'What a {word} {part}!', f'We saw it in the evening and the {part} was {word}.',
                     f'Nobody told me that the {part} would be this {word}.')[form])
    return ' '.join(said)


def imdb(size):
    random, members = np.random.RandomState(2011), [('aclImdb/README', b'Generated reviews: a stand-in for the Large Movie Review Dataset.\n')]
    for part, count in (('train', 500), ('test', 250)):
        for kind in ('pos', 'neg'):
            for number in range(count * TIMES[size]):
                stars = int(random.randint(7, 11) if kind == 'pos' else random.randint(1, 5))
                members.append((f'aclImdb/{part}/{kind}/{number}_{stars}.txt', _review(random, kind == 'pos').encode()))
    yield 'aclImdb_v1.tar.gz', pack.tarred(members)


SNLI_HEAD = 'gold_label sentence1_binary_parse sentence2_binary_parse sentence1_parse sentence2_parse sentence1 sentence2 captionID pairID label1 label2 label3 label4 label5'.split()
BEINGS = {'man': 'person', 'woman': 'person', 'boy': 'child', 'girl': 'child', 'dog': 'animal', 'cat': 'animal'}
ACTIONS = ['running', 'sleeping', 'eating', 'swimming', 'jumping', 'singing', 'reading', 'dancing']
WHERE = ['in a park', 'on a beach', 'near a house', 'in a kitchen', 'on a street']
EXTRA = ['for a prize', 'before work', 'with friends', 'because it is late']
PLAIN = ['A', 'tall', 'young', 'happy']


def _parsed(sentence):
    """A binary parse: words nest to the right."""
    words = sentence.rstrip('.').split() + ['.']
    out = words[-1]
    for word in reversed(words[:-1]):
        out = f'( {word} {out} )'
    return out


def _pair(random):
    """(gold label, premise, hypothesis)."""
    pick = lambda items: items[int(random.uniform() * len(items))]
    being, action, where = pick(list(BEINGS)), pick(ACTIONS), pick(WHERE)
    premise = f'A {pick(PLAIN[1:])} {being} is {action} {where}.'
    label = pick(['entailment', 'contradiction', 'neutral'])
    if label == 'entailment':
        return label, premise, pick([f'A {BEINGS[being]} is {action}.', f'A {being} is {action}.', f'A {being} is {where}.'])
    if label == 'contradiction':
        return label, premise, pick([f'A {being} is {pick([a for a in ACTIONS if a != action])}.', f'Nobody is {action}.'])
    return label, premise, f'A {being} is {action} {pick(EXTRA)}.'


def snli(size):
    random, members = np.random.RandomState(2015), []
    for part, count in (('train', 6000), ('dev', 600), ('test', 600)):
        rows = ['\t'.join(SNLI_HEAD)]
        for number in range(count * TIMES[size]):
            label, premise, hypothesis = _pair(random)
            first, second = _parsed(premise), _parsed(hypothesis)
            rows.append('\t'.join([label, first, second, f'(ROOT {first})', f'(ROOT {second})', premise, hypothesis, f'{number}.jpg#0', f'{number}.jpg#0{label[0]}', label, '', '', '', '']))
        members.append((f'snli_1.0/snli_1.0_{part}.txt', '\n'.join([*rows, '']).encode()))
    yield 'snli_1.0.zip', pack.zipped(members)


def french(size):
    lines = ''.join(f'{english}\t{there}\n' for english, there in language.pairs())
    yield 'fra-eng.zip', pack.zipped([('fra-eng/fra.txt', lines.encode())])


# Names: by tongue, beginnings and ends.
NAMES = {
    'Czech': ('Nov Dvor Svob Hor Mar Kuc', 'ák ek oda a ička ný'), 'English': ('Wal Har Smi Cart Tay Brad', 'ton ley ths er lor ford'), 'French': ('Du Le Mar Beau Cler Fon', 'pont grand tin mont court taine'),
    'German': ('Schm Berg Kauf Hoff Zimm Baum', 'idt mann er stein ermann gart'), 'Italian': ('Ross Bian Ferr Mor Gall Cont', 'i chi ari etti o ini'), 'Japanese': ('Yama Taka Naka Saka Kawa Mori', 'moto hashi mura guchi shima ta'),
    'Russian': ('Ivan Petr Sidor Kuzn Vol Orl', 'ov enko sky etsov kov ovich'), 'Spanish': ('Gar Mart Rod Lop Fern Gonz', 'cía ínez ríguez ez ández ález'),
}


def names(size):
    """The folder data/names of a PyTorch tutorial, and its file of pairs."""
    members = []
    for tongue, (begins, ends) in NAMES.items():
        found = {begin + middle + end for begin in begins.split() for middle in ('', 'e', 'a', 'in') for end in ends.split()}
        members.append((f'data/names/{tongue}.txt', '\n'.join([*sorted(found), '']).encode()))
    lines = ''.join(f'{english}\t{there}\n' for english, there in language.pairs())
    yield 'data.zip', pack.zipped([('data/eng-fra.txt', lines.encode()), *members])
