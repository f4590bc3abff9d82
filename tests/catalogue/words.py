"""`perch explain WORDS`: the original's sentences with other numbers and devices, whole tracebacks, symptoms in both languages, and what is near to nothing."""
import json
import re
import subprocess

import catalogue
import harness

ASK = """
import json, sys
from perch import lookup
for line in sys.stdin:
    words = json.loads(line)
    every = lookup.entries()
    print(json.dumps([every[n][0] if n < len(every) else '' for _, n in lookup.nearest(words)]))
"""
NOTHING = ("banana bread recipe", "how do I exit vim", "香蕉面包的做法", "", "????", "12345", "segmentation fault in kernel driver of printer")
TRACEBACK = """Traceback (most recent call last):
  File "/home/me/train.py", line 128, in <module>
    main(parse_args())
  File "/opt/conda/lib/python3.10/site-packages/torch/nn/modules/module.py", line 1110, in _call_impl
    return forward_call(*input, **kwargs)
"""


def other_numbers(text):
    """A message as another user meets it: other devices, other sizes."""
    return re.sub(r"\d+", lambda m: str((int(m[0]) + 3) % 1000), text)


def ask(questions):
    done = subprocess.run([catalogue.perch(), "-c", ASK], input="".join(json.dumps(q) + "\n" for q in questions).encode(), capture_output=True, timeout=120)
    return [json.loads(line) for line in done.stdout.decode().splitlines()]


def check_words(tally, entries):
    said = {e.name: re.sub(r"\d+", "", e.said) for e in entries}
    questions = []                      # (what, words, names of which one must be found)
    for e in entries:
        if not e.said.startswith("nothing"):
            same = [name for name in said if said[name] == said[e.name]]
            questions.append((f"{e.name}: its words with other numbers", other_numbers(e.said), same))
            questions.append((f"{e.name}: a whole traceback", TRACEBACK + other_numbers(e.said), same))
        questions += [(f"{e.name}: words of another version", other_numbers(words), [e.name]) for words in e.also]
        questions.append((f"{e.name}: its symptom", e.symptom, [e.name]))
        questions.append((f"{e.name}: its title in Chinese", e.zh["title"], [e.name]))
    answers = ask([words for _, words, _ in questions])
    for (what, words, names), found in zip(questions, answers):
        tally.check(any(name in found for name in names), what, f"{words}\nfound: {found}")
    tally.check(len(answers) == len(questions), "every question is answered")
    for words, found in harness.beside(tally, "words of nothing", NOTHING, ask(NOTHING)):
        tally.check(found == [], f"nothing is near {words!r}", found)
    for arguments, status, part in ((["P0102"], 0, "operands live on different devices"), (["p0102"], 0, "P0102:"), (["P9999"], 2, "there is no code"), ([], 0, "perch explain WORDS"),
                                    (["banana bread"], 2, "nothing in the catalogue is near"), (["torch_list_of_layers"], 0, "self.hidden = [nn.Linear"), (["P0102", "P0103"], 0, "P0103:"),
                                    (["hidden", "state", "of", "an", "LSTM"], 0, "torch_hidden_state_on_cpu")):
        done = subprocess.run([catalogue.perch(), "explain", *arguments], capture_output=True, timeout=60)
        tally.check(done.returncode == status and part in (done.stdout + done.stderr).decode(), f"perch explain {' '.join(arguments)}", (done.stdout + done.stderr).decode()[:600])
