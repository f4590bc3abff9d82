"""Stand-ins of what words are turned into: vectors (GloVe's and fastText's files) in which likeness and relations hold, and a vocabulary of word pieces (BERT's)."""
import numpy as np

from perch.data import language, pack, texts

# Words that are alike stand in a group; a relation goes from the first word of each pair to the second.
GROUPS = {
    'animals': 'dog cat horse bird fish cow sheep pig mouse lion'.split(), 'fruit': 'apple banana orange pear grape cherry lemon'.split(), 'machines': 'chip chips intel computer software hardware machine engine device'.split(),
    'children': 'baby babies boy girl child kid toddler'.split(), 'looks': 'beautiful lovely gorgeous wonderful pretty handsome'.split(), 'numbers': 'one two three four five six seven eight nine ten'.split(),
    'colours': 'red green blue black white yellow brown'.split(), 'weather': 'rain snow wind sun storm cloud'.split(), 'opinion': texts.GOOD, 'complaint': texts.BAD, 'cinema': texts.PARTS,
}
RELATIONS = {
    'woman': [('man', 'woman'), ('king', 'queen'), ('son', 'daughter'), ('brother', 'sister'), ('father', 'mother'), ('uncle', 'aunt')],
    'capital': [('china', 'beijing'), ('japan', 'tokyo'), ('france', 'paris'), ('italy', 'rome'), ('germany', 'berlin')],
    'most': [('bad', 'worst'), ('big', 'biggest'), ('small', 'smallest'), ('fast', 'fastest'), ('tall', 'tallest')],
    'past': [('do', 'did'), ('go', 'went'), ('see', 'saw'), ('eat', 'ate'), ('run', 'ran'), ('speak', 'spoke')],
    'many': [('chair', 'chairs'), ('lamp', 'lamps'), ('book', 'books'), ('clock', 'clocks')],
}
SMALL = 'the of and to a in is it was that he she they we i you for on with as his her at by from this but not be are were had has have so what who very me us them do can will no if or an there'.split()


def vocabulary():
    """Every word of the stand-in texts and of the groups, the plain ones first."""
    words = ['<unk>', ',', '.', *SMALL]
    for group in GROUPS.values():
        words += group
    for pairs in RELATIONS.values():
        words += [word for pair in pairs for word in pair]
    for some in (*language.THINGS.values(), language.QUALITIES, language.TURNS, language.JOINS, [verb for does in language.DOES.values() for verb, _ in does]):
        words += ' '.join(some).split()
    words += [english.strip('.').lower() for pair in language.pairs()[:80] for english in pair[0].split()]
    words += [word.lower() for word in ' '.join((*texts.ACTIONS, *texts.BEINGS, *texts.BEINGS.values(), *texts.WHERE, *texts.EXTRA, *texts.PLAIN)).split()]
    words += 'film story nobody found told saw evening would be movie love like good great time people'.split()
    return list(dict.fromkeys(words[1:]))


def table(size):
    """(words, vectors of so many numbers)."""
    random, words = np.random.RandomState(6000 + size), vocabulary()
    draw = lambda spread: random.normal(0, spread, size)
    found = {word: draw(.4) for word in words}
    for group in GROUPS.values():
        middle = draw(.4)
        for word in group:
            found[word] = middle + draw(.16)
    for pairs in RELATIONS.values():
        step, middle = draw(.35), draw(.2)
        for first, second in pairs:
            found[first] = middle + draw(.3)
            found[second] = found[first] + step + draw(.03)
    return words, [found[word] for word in words]


def rows(size, head):
    words, vectors = table(size)
    lines = [f'{len(words)} {size}\n'] if head else []
    return ''.join([*lines, *(word + ' ' + ' '.join(f'{value:.5g}' for value in vector.tolist()) + '\n' for word, vector in zip(words, vectors))]).encode()


def glove(size):
    found = {width: rows(width, False) for width in (50, 100, 200, 300)}
    yield 'glove.6B.50d.zip', pack.zipped([('glove.6B.50d/vec.txt', found[50])])
    yield 'glove.6B.100d.zip', pack.zipped([('glove.6B.100d/vec.txt', found[100])])
    yield 'glove.42B.300d.zip', pack.zipped([('glove.42B.300d/vec.txt', found[300])])
    yield 'glove.6B.zip', pack.zipped([(f'glove.6B.{width}d.txt', data) for width, data in found.items()])


def fasttext(size):
    data = rows(300, True)
    yield 'wiki.en.zip', pack.zipped([('wiki.en/vec.txt', data)])
    yield 'wiki.simple.vec', data
    yield 'wiki.simple.zip', pack.zipped([('wiki.simple.vec', data)])


def pieces():
    """Word pieces in BERT's order: marks, letters, letters within words, words."""
    letters = [chr(code) for code in range(33, 127) if not chr(code).isupper()]
    marks = ['[PAD]', *(f'[unused{i}]' for i in range(99)), '[UNK]', '[CLS]', '[SEP]', '[MASK]']
    inner = ['##' + letter for letter in letters if letter.isalnum()] + ['##' + end for end in 'ing ed er est ly s es ness tion able ful less'.split()]
    words = [word for word in vocabulary() if word.isalpha() and len(word) > 1]
    return list(dict.fromkeys([*marks, *letters, *inner, *words]))


def bert(size):
    yield 'bert-base-uncased-vocab.txt', ''.join(f'{piece}\n' for piece in pieces()).encode()
