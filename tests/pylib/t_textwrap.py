from textwrap import *
T = """Hello there, this is a well-known text -- with some dashes--and others, a very-long-hyphenated-word and (maybe) some "quoted" text. It's   spaced.\tTabs too.

New para-graph 10-20 and a-b e-mail --option x--y foo-- bar."""
for w in (5, 10, 20, 33, 70): print(wrap(T, w))
print(fill(T, 30, initial_indent='* ', subsequent_indent='  '))
print(wrap('supercalifragilistic expialidocious', 8), wrap('supercalifragilistic expialidocious', 8, break_long_words=False), wrap('a-very-long-compound-word', 7), wrap('a-very-long', 6, break_on_hyphens=False))
print(shorten('Hello  world  again!', 12), shorten('Hello world!', 11), shorten('Hello world', width=10, placeholder='...'), wrap(T, 20, max_lines=3), wrap('a b c', 1, max_lines=2, placeholder=''))
print(repr(dedent("""\
    def f():
        return 1

      # x
    """)), repr(dedent('\ta\n\t  b\n \tc')), repr(dedent('  a\n   \n  b')))
print(repr(indent('a\n\nb\n', '> ')), repr(indent('a\n\nb', '> ', lambda l: True)))
print(wrap(''), wrap('   '), wrap('x' * 10, 3), wrap('a\n b', replace_whitespace=False), wrap('  lead', 4), wrap('  lead trail  ', 20, drop_whitespace=False))
print(fill('End one. Start two! "Q?" done.', 70, fix_sentence_endings=True))
for bad in (lambda: wrap('a', 0), lambda: shorten('hello world', 3)):
    try: bad()
    except ValueError as e: print(e)
