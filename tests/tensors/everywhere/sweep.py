"""All functions of some namespaces, called with many forms of arguments on two places. Prints what the second lacks, then how many calls there were; the last call is said
on stderr before it is made, so that a crash has a name."""
import sys


def sweep(spaces, left_out, kind, forms, first, second, there, settle=lambda: None, refused=()):
    # refused: words of what the original has on the first place alone
    def arrays(value):
        return [value] if isinstance(value, kind) else [a for each in value for a in arrays(each)] if isinstance(value, (tuple, list)) else []

    def fresh(arguments):
        return [a.clone() if hasattr(a, 'clone') else a.copy() if isinstance(a, kind) else [fresh([b])[0] for b in a] if isinstance(a, list) else a for a in arguments]

    def call(function, arguments):
        found = function(*fresh(arguments))
        settle()
        return found

    calls, told = 0, set()
    pairs = list(zip(forms(first), forms(second)))
    for space, holder in spaces:
        for name in sorted(dir(holder)):
            function = getattr(holder, name, None)
            if name in left_out or name.startswith(('_', 'set_')) or not callable(function) or isinstance(function, type):
                continue
            for number, (here, over) in enumerate(pairs):
                if isinstance(holder, type) and not isinstance(here[0], kind):
                    continue
                print(space, name, number, file=sys.stderr)
                try:
                    call(function, here)
                except Exception:
                    continue
                calls += 1
                try:
                    found = arrays(call(function, over))
                    wrong = '' if all(map(there, found)) else 'an answer lies elsewhere'
                except Exception as error:
                    wrong = f'{type(error).__name__}: {error}'[:200]
                if wrong and not any(words in wrong for words in refused) and (space, name, wrong) not in told:
                    told.add((space, name, wrong))
                    print(f'WRONG {space}.{name} of arguments {number}: {wrong}')
    print(f'{calls} calls')
