"""A plain prompt for who takes over a demo, where perch was built without its terminal (no Readline): lines as the terminal itself edits them."""
import os

from perch.lesson.typist import prompts


def talk(stage, house):
    """Until Ctrl-D; the status of the last cell."""
    text, status = '', 'ok'
    while True:
        first, more, _ = prompts(stage.number)
        house.send(more if text else '\n' + first)
        try:
            line = os.read(0, 4096).decode('utf-8', 'replace')
        except KeyboardInterrupt:
            text = ''
            house.send('\n')
            continue
        if not line:
            return status
        text += line
        if not text.strip():
            text = ''
        elif stage.is_complete(text.rstrip('\n') if line.strip() else text)[0] != 'incomplete':
            status = stage.execute(text.rstrip())
            house.fresh_line()
            text = ''
            if status == 'exit':
                return status
