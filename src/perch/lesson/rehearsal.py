"""A demo played unseen: do the errors come as the directions say, do the outputs say what the file says, does the fix-it key make the cell that follows?"""
from perch.lesson.compare import Rules, difference
from perch.lesson.rewrite import combined
from perch.lesson.runner import Player
from perch.lesson.test import same_text
from perch.lesson.words_demo import say


def begin(lesson, spec):
    import os
    if spec:
        os.environ['PERCH_GPUS'] = spec
    return Player(lesson, by_cell=True)


def rehearse(demo, lesson, spec, changed=None):
    """([(line, what is wrong)…], how many errors came as they should). changed: a list for outputs that are not as saved, in place of a complaint."""
    problems, errors, failed = [], 0, None
    player = begin(lesson, spec)
    for act in demo.acts:
        if act.kind == 'machine':
            player.close()
            player = begin(lesson, act.gpus.spec())
        elif act.kind == 'show':
            ran = player.run(act.text, act.line, silent=True)
            if ran.error:
                problems.append((act.line, say('show failed', line=act.text, got=words(ran.error))))
        elif act.kind == 'cell':
            if act.fix:
                problems += check_fix(act, failed)
            ran = player.run(act.source, act.line)
            found = check_error(act.expect, ran.error) + check_output(demo, act, ran, changed)
            problems += [(act.line, problem) for problem in found]
            errors += bool(ran.error) and not found
            failed = ran.error or failed
    player.close()
    return problems, errors


def words(error):
    return f'{error["name"]}: {error["value"]}' if error['value'] else error['name']


def check_error(expect, error):
    if not expect:
        return [say('an error', got=words(error))] if error else []
    kind, code, said = expect
    what = ' '.join(part for part in expect if part)
    if not error:
        return [say('no error', what=what)]
    if error['name'].split('.')[-1] != kind.split('.')[-1]:
        return [say('other error', what=what, got=words(error))]
    found = []
    if code and error['code'] != code:
        found.append(say('other code', what=code, got=error['code']))
    if said and said not in error['value']:
        found.append(say('other words', what=said, got=error['value']))
    return found


def check_fix(act, failed):
    fixes = failed['fixes'] if failed else []
    if act.fix > len(fixes):
        return [(act.line, say('no fix', n=act.fix))]
    made = fixes[act.fix - 1][0]
    if made.rstrip() == act.source:
        return []
    return [(act.line, say('other fix') + '\n' + difference(act.source, made, 'cell', '', ''))]


def check_output(demo, act, ran, changed):
    cell = act.cell
    if changed is None and not cell.outputs and not cell.saved_lines:
        return []
    want, got = combined(cell.outputs, False), combined(ran.outputs, False)
    if same_text(want, got, ran.error is not None, Rules()):
        return []
    if changed is not None:
        changed.append((cell, None, ran.outputs))
        return []
    return [say('other output') + '\n' + difference(want, got, demo.path, '', '')]
