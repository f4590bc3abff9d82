"""Peak memory of training, perch beside both PyTorchs and MXNet: bench/memory.py [-t THREADS] [-o FILE] [NAME...].

Each row of bench/train.py is prepared and played for a few steps by a process of its own under each of the programs; what is compared is the most memory that the process ever had (the system's
VmHWM), its interpreter and libraries within it, and the same less what it had before the row was made. Peers as in bench/train.py.
"""

import argparse
import os

import train

STEPS = 4


def status(pid, word):
    with open(f"/proc/{pid}/status", encoding="utf-8") as f:
        return next(int(line.split()[1]) for line in f if line.startswith(word + ":")) / 1024


def peak(command, program, name, cores):
    """(MiB at most, MiB of that before the row was made)."""
    player = train.Player(command, program, cores)
    player.ask("go 0")
    before = status(player.process.pid, "VmRSS")
    player.ask("make " + name)
    player.ask(f"go {STEPS}")
    most = status(player.process.pid, "VmHWM")
    player.end()
    return most, before


def play(say, rows, program, peers, given, cores):
    wanted = [name for name in rows if name != "sgemm 1024" and (not given.names or any(word in name for word in given.names))]
    present = {who: [python] for who, python in peers.items() if python and os.path.exists(python)}
    if not wanted:
        return
    for who in peers:
        if who not in present:
            say(f"{who}: left out, there is no Python with it (TORCH2_PYTHON, MXNET_PYTHON)")
    say(f"{'MiB at most (of the row)':30} {'perch':>14}" + "".join(f" {who:>14}" for who in present) + f" {'least / perch':>14}")
    for name in wanted:
        mine = peak([train.PERCH, "--gpus=none"], program, name, cores)
        theirs = {who: peak(command, program, name, cores) for who, command in present.items()}
        least = [min((pair[i] - (pair[1] if of_row else 0) for pair in theirs.values()), default=float("nan")) for i, of_row in ((0, False), (0, True))]
        ratio, of_row = least[0] / mine[0], least[1] / max(mine[0] - mine[1], .1)
        say(f"{name:30}" + "".join(f" {most:6.0f} ({most - before:5.0f})" for most, before in (mine, *theirs.values())) + f" {ratio:6.2f} ({of_row:5.2f}){' <' if ratio < 1 else ''}")


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("-t", type=int, default=1, help="threads of each")
    options.add_argument("-o", help="write the table to a file too")
    options.add_argument("names", nargs="*", help="rows whose names hold one of these")
    given = options.parse_args()
    cores = sorted(os.sched_getaffinity(0))[-given.t:]
    lines = []

    def say(line):
        lines.append(line)
        print(line, flush=True)

    say(f"Peak memory of training steps, {len(cores)} thread(s): MiB of the process, and in parentheses what the row added")
    play(say, {**train.BARS}, "steps_torch.py", train.TORCHES, given, cores)
    play(say, train.GLUON, "steps_gluon.py", train.MXNET, given, cores)
    if given.o:
        with open(given.o, "w", encoding="utf-8") as f:
            f.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
