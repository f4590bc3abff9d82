"""The arguments of perch's commands: one parser, one way to refuse, one help. What holds for every command (--gpus …) is taken by the program before (options.c)."""
import argparse
import os
import sys

__all__ = ['Parser', 'guarded']

COMMON = '--gpus, --clock, --threads, --seed, --lang and --no-color stand before or after the command: perch --help'


class Parser(argparse.ArgumentParser):
    """Wrong arguments: one sentence and how it is used. A value that begins with a dash follows `--`."""

    def __init__(self, **options):
        options.setdefault('epilog', COMMON)
        super().__init__(**options)

    def error(self, message):
        self.print_usage(sys.stderr)
        sys.stderr.write(f'{self.prog}: {message}\n')
        sys.stderr.flush()
        raise SystemExit(2)


def guarded(main, *arguments):
    """What main() gives; a reader who goes away (`perch explain | head`) ends it quietly."""
    try:
        result = main(*arguments)
        sys.stdout.flush()
        return result
    except BrokenPipeError:
        os._exit(1)
