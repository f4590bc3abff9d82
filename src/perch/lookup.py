"""`perch explain`: the page of a code, an entry of the catalogue of placement mistakes, and the entries nearest to some words, pasted messages included.

What is searched stands ready in _catalogue.py, which the build makes from examples/errors and the pages (tools/catalogue_table.py); nothing else is imported
for an answer. Words are compared without numbers and places: `cuda:1` in a message finds what was written with `cuda:0`.
"""
import sys

from perch import _catalogue
from perch.language import language
from perch.words import say

NEAR = 0.34             # how much of the question an answer must hold, weighed by how rare the words are
MOST = 5                # answers
LISTED = 12             # entries under a page
STOP = frozenset('a an and are as at be but by for from has have in is it its not of on or that the then there this to was were what when which with'.split())


def tokens(text):
    """The words of a text: lower case, numbers and places without their numbers left out, Chinese in pairs of characters."""
    found, word, before = [], '', ''
    for char in text.lower() + ' ':
        if 'a' <= char <= 'z':
            word += char
            before = ''
            continue
        if word:
            if len(word) > 1 and word not in STOP:
                found.append(word[:-1] if len(word) > 4 and word[-1] == 's' and word[-2] != 's' else word)
            word = ''
        if '\u4e00' <= char <= '\u9fff':
            if before:
                found.append(before + char)
            before = char
        else:
            before = ''
    return found


def nearest(text):
    """[(score, number of an entry or page)], best first: those near enough."""
    asked = set(tokens(text))
    if not asked:
        return []
    whole, hits, lines, fields = 0, {}, _catalogue.TOKENS, _catalogue.FIELDS.split(';')
    for token in asked:
        at = lines.find(f'\n{token} ')
        if at < 0:
            whole += _catalogue.RARE
            continue
        weight, *found = map(int, lines[at + len(token) + 2:lines.index('\n', at + 1)].split())
        whole += weight
        for field in found:
            hits[field] = hits.get(field, 0) + weight
    best = {}
    for field, weight in hits.items():
        number, room, words = map(int, fields[field].split())
        score = weight / whole * (0.7 + 0.3 * weight / room)
        if words and weight >= 0.8 * room:      # a library's sentence, all of it, perhaps inside a whole traceback
            score = max(score, 0.9 * weight / room + min(0.1, weight / 10000))
        if score > best.get(number, 0):
            best[number] = score
    found = sorted(((score, number) for number, score in best.items() if score >= NEAR), key=lambda pair: (-round(pair[0], 3), pair[1]))
    return [pair for pair in found if pair[0] >= found[0][0] * 0.75][:MOST]


def entries():
    """All, as lists: name, accent, code, cause, said, words, source, then title, symptom, cause, repair, twice."""
    return [text.split('\x1f') for text in _catalogue.ENTRIES]


def entry(name):
    """The entry of a name, or None."""
    start = name + '\x1f'
    return next((text.split('\x1f') for text in _catalogue.ENTRIES if text.startswith(start)), None)


def words_of(e):
    """(title, symptom, cause, repair) of an entry in the language that is spoken."""
    return e[11:15] if language() == 'zh' else e[7:11]


def entry_text(e, program=True):
    """An entry as text."""
    from perch.pages import filled
    name, accent, code, cause, said, words, source = e[:7]
    title, symptom, because, repair = words_of(e)
    out = [f'{title}    [{code}, {accent}]', '', filled(symptom), '', say('entry said'), filled(said), filled(f'({words})'), '', say('entry cause'), filled(because), '',
           say('mend'), filled(repair), '', say('entry source', source=source)]
    if program:
        from perch._programs import PROGRAMS
        out += ['', say('entry program', file=f'examples/errors/{name}.py'), *('    ' + line if line else '' for line in PROGRAMS[name].split('\n'))]
    return '\n'.join(out)


def answer(text):
    """What there is about some words, or None."""
    from perch import pages
    found = nearest(text)
    if not found:
        return None
    out, codes = [say('nearest'), ''], []
    every = _catalogue.ENTRIES
    for _, number in found:
        if number < len(every):
            e = every[number].split('\x1f')
            title, symptom, _, repair = words_of(e)
            out += [f'  {e[2]}  {title}    {e[1]}: {e[0]}', pages.filled(symptom, ' ' * 9), pages.filled(repair, ' ' * 9), '']
            code = e[2]
        else:
            code = sorted(pages.PAGES)[number - len(every)]
            out += [f'  {code}  {pages.title(code)}', pages.filled(pages.happened(code), ' ' * 9), '']
        if code not in codes:
            codes.append(code)
    first = next((every[number].split('\x1f')[0] for _, number in found if number < len(every)), None)
    return '\n'.join(out + [say('more entry', name=first, code=codes[0]) if first else say('more page', code=codes[0])])


def about(words):
    """The text for a code, the name of an entry, or words; None: nothing is near."""
    from perch import pages
    if pages.is_code(words):
        text = pages.text(words)
        if text is None:
            return None
        mine = [e for e in entries() if e[2] == words.upper()]
        return text + listed(mine) if mine else text
    e = entry(words.removesuffix('.py').rsplit('/', 1)[-1])
    return entry_text(e) if e else answer(words)


def listed(mine):
    """Entries as a list under a page: the first of each cause, if there are many."""
    some, causes = [], set()
    for e in mine:
        if len(mine) <= LISTED or e[3] not in causes:
            causes.add(e[3])
            some.append(e)
    out = ['', '', say('in catalogue')] + [f'  {e[0]}: {words_of(e)[0]}' for e in some]
    return '\n'.join(out + ([say('and more', n=len(mine) - len(some))] if len(mine) > len(some) else []))


def after(message, code):
    """%explain after an error: the page of its code ('': it has none), and the entries nearest to its words; None: there is nothing."""
    from perch import pages
    near = [_catalogue.ENTRIES[n].split('\x1f') for _, n in nearest(message) if n < len(_catalogue.ENTRIES)]
    near = [e for e in near if e[2] == code] or near
    if not pages.is_code(code) or pages.text(code) is None:
        return answer(message)
    return pages.text(code) + (listed(near) if near else '')


def missing(words):
    """The sentence for what is not found."""
    from perch import pages
    if not pages.is_code(words):
        return say('nothing near', words=words if len(words) <= 60 else words[:59] + '…')
    near = [c for c in sorted(pages.PAGES) if c.startswith(words.upper()[:3])]
    return say('no code', code=words) + (say('near codes', list=', '.join(near)) if near else say('all codes'))


def contents():
    """Everything, by cause; then the codes."""
    from perch import pages
    out, every = [say('contents')], entries()
    for key, names in _catalogue.CAUSES:
        out += ['', names[1 if language() == 'zh' else 0]]
        out += [f'  {e[2]}  {e[0]}  {words_of(e)[0]}' for e in every if e[3] == key]
    out += ['', say('codes')]
    return '\n'.join(out + [f'  {code}  {pages.title(code)}' for code in sorted(pages.PAGES)])


def book(parser, options):
    """All pages as HTML."""
    import os
    if options.words:
        parser.error('--html writes all pages: it takes no CODE or WORDS')
    from perch import _book
    try:
        count = _book.write(options.html)
    except OSError as e:
        print(f'perch explain: {e}', file=sys.stderr)
        return 1
    print(say('book', n=count, file=os.path.join(options.html, 'index.zh.html' if language() == 'zh' else 'index.html')))
    return 0


def main(argv):
    from perch import pages
    asked = argv[1:]
    if any(word.startswith('-') and word != '-' for word in asked):     # (a plain question needs no parser)
        from perch.arguments import Parser
        parser = Parser(prog='perch explain', description="The page of an error's code, or what a message means: its words, pasted, or read from standard input (-). "
                                                          'Alone it lists everything.')
        parser.add_argument('words', nargs='*', metavar='CODE|WORDS|-', help='which')
        parser.add_argument('--html', metavar='FOLDER', help='write all pages, in both languages, into this folder')
        options = parser.parse_args(asked)
        if options.html is not None:
            return book(parser, options)
        asked = options.words
    if not asked:
        print(contents())
        return 0
    if not all(pages.is_code(word) or entry(word) for word in asked):
        asked = [' '.join(asked)]       # one question
    status = 0
    for n, words in enumerate(asked):
        if words == '-':
            words = sys.stdin.read()
        text = about(words)
        if text is None:
            print(missing(words), file=sys.stderr)
            status = 2
            continue
        print(('\n' if n else '') + text)
    return status


if __name__ == '__main__':
    from perch.arguments import guarded
    sys.exit(guarded(main, sys.argv))
