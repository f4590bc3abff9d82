#!/usr/bin/env python3
"""make_events.py: tests/session/ipython/*.events anew: the events that IPython 8 makes of the cells in *.cells (run it with a Python that has
it). Of errors their names and words are taken: the layout of tracebacks is perch's own."""
import json
import os
import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent


def cells_of(text):
    """(words of the first line, cell) of a file as tests/session/events.c reads it."""
    words, lines, found = [], [], []
    for line in text.splitlines(True) + ["# %% end\n"]:
        if line.startswith("# %%"):
            cell = "".join(lines).removesuffix("\n")
            if words or cell:
                found.append((words, cell))
            words, lines = line[4:].split(), []
        else:
            lines.append(line)
    return found


class Player:
    def __init__(self):
        from IPython.core.displayhook import DisplayHook
        from IPython.core.displaypub import DisplayPublisher
        from IPython.core.interactiveshell import InteractiveShell
        self.events, self.answers = [], []
        player = self

        class Hook(DisplayHook):
            def start_displayhook(self):
                player.settle()

            def write_output_prompt(self):
                pass

            def write_format_data(self, data, metadata=None):
                player.tell("result", number=self.prompt_count, data=data, **({"metadata": metadata} if metadata else {}))

            def finish_displayhook(self):
                pass

        class Publisher(DisplayPublisher):
            def publish(self, data, metadata=None, source=None, *, transient=None, update=False, **kwargs):
                more = {"metadata": metadata} if metadata else {}
                if transient and "display_id" in transient:
                    more["id"] = transient["display_id"]
                player.tell("update" if update else "display", data=data, **more)

            def clear_output(self, wait=False):
                player.tell("clear", wait=wait)

        class Shell(InteractiveShell):
            displayhook_class, display_pub_class = Hook, Publisher

            def _showtraceback(self, etype, evalue, stb):
                player.tell("error", name=etype.__name__, value=str(evalue))

            def show_usage_error(self, exc):
                player.tell("error", name="UsageError", value=str(exc))

            def set_next_input(self, s, replace=False):
                player.tell("next_input", text=s, replace=replace)

            def system(self, cmd):
                return self.system_piped(cmd)

        from traitlets.config import Config
        config = Config()
        config.HistoryManager.hist_file = ":memory:"
        self.shell = Shell.instance(config=config)
        self.shell.display_formatter.active_types = self.shell.display_formatter.format_types
        self.shell.run_line_magic("colors", "NoColor")
        self.stdout, self.stderr = self.stream("stdout"), self.stream("stderr")
        import builtins
        builtins.input = self.ask

    def stream(self, name):
        player = self

        class Stream:
            encoding = "utf-8"

            def write(self, text):
                text = text.replace("\r\n", "\n")
                if text:
                    last = player.events[-1] if player.events else None
                    if last and last["event"] == "stream" and last["name"] == name:
                        last["text"] += text
                    else:
                        player.events.append({"event": "stream", "name": name, "text": text})
                return len(text)

            def flush(self):
                pass

            def isatty(self):
                return False

        return Stream()

    def ask(self, prompt=""):
        self.tell("input", prompt=str(prompt), password=False)
        if not self.answers:
            raise EOFError("EOF when reading a line")
        return self.answers.pop(0)

    def settle(self):
        pass

    def tell(self, event, **fields):
        self.events.append({"event": event, **fields})

    def run(self, cell, store=True, silent=False):
        number = self.shell.execution_count
        kept = sys.stdout, sys.stderr
        sys.stdout, sys.stderr = self.stdout, self.stderr
        try:
            result = self.shell.run_cell(cell, store_history=store, silent=silent)
        finally:
            sys.stdout, sys.stderr = kept
        error = result.error_before_exec or result.error_in_exec
        self.tell("done", status="ok" if error is None else "interrupted" if isinstance(error, KeyboardInterrupt) else "error", number=number)

    def play(self, words, cell):
        what = words[0] if words else "run"
        if what in ("run", "silent", "no_history"):
            self.run(cell, what != "no_history" and what != "silent", what == "silent")
        elif what == "input":
            self.answers.append(words[1] if len(words) > 1 else "")
        elif what == "is_complete":
            status, indent = self.shell.input_transformer_manager.check_complete(cell)
            self.tell("is_complete", status=status, **({"indent": indent or 0} if status == "incomplete" else {}))
        else:
            raise SystemExit(f"make_events.py cannot {what}")


def plain(data):
    """Bytes in base64, as fronts get them."""
    import base64
    return base64.b64encode(data).decode("ascii") if isinstance(data, bytes) else data


def play_file(path):
    player = Player()
    for words, cell in cells_of(path.read_text(encoding="utf-8")):
        player.play(words, cell)
    return "".join(json.dumps(event, ensure_ascii=False, sort_keys=True, default=plain) + "\n" for event in player.events)


def main():
    os.chdir("/")
    for path in sorted((HERE / "ipython").glob("*.cells")):
        if len(sys.argv) > 1 and path.stem not in sys.argv[1:]:
            continue
        pid = os.fork()
        if not pid:
            text = play_file(path)
            path.with_suffix(".events").write_text(re.sub(r"<ipython-input-(\d+)-[0-9a-f]+>", r"Cell In[\1]", re.sub(r"0x[0-9a-f]{6,}", "0xADDRESS", text)), encoding="utf-8")
            os._exit(0)
        os.waitpid(pid, 0)


if __name__ == "__main__":
    main()
