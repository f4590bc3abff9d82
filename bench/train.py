"""Training steps, perch beside both PyTorchs and MXNet on a CPU: bench/train.py [-n TURNS] [-t THREADS] [-c CORES] [-o FILE] [NAME...].

The programs in bench/train run unchanged under each. Every one lives through the whole bench and is asked for a few steps in turns, so that a slow moment of the machine hits all; the best
turn of each counts. All are held to the same cores by taskset (-c; without it the last one, or the last THREADS). On one core it is the process's own time that counts, which a busy machine
disturbs less, on more of them the clock's. --recorded: rows by torch.compile and hybridize() in perch, beside perch without them and the peers as they are (eager). Peers: Debian's PyTorch (/usr/bin/python3), TORCH2_PYTHON, MXNET_PYTHON; what is absent is left out and said. A ratio is the better peer's time over
perch's. The share is a step's products' rate over the best rate of a large product in the same run. Bars are issue 19's.
"""

import argparse
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
PERCH = os.environ.get("PERCH") or os.path.join(HERE, "..", "build", "perch")
TORCHES = {"torch 1.13": "/usr/bin/python3", "torch 2": os.environ.get("TORCH2_PYTHON")}
MXNET = {"mxnet": os.environ.get("MXNET_PYTHON")}
PICTURES = [f"{net} {side}x{side}, batch {batch}" for net, side, batch in (("ResNet-18", 96, 16), ("ResNet-18", 224, 4), ("VGG-11", 96, 8), ("VGG-11", 224, 2))]
OPTIMIZERS = [f"{what} of {net}" for net in ("LeNet", "ResNet-18") for what in ("SGD", "SGD, momentum", "SGD, momentum, decay", "Adam", "AdamW")]
BARS = {        # name of a row, the ratio that is asked for
    "sgemm 1024": 1, "MLP 784-256-10, batch 256": 3, "MLP 784-256-10, batch 32": 3, "LeNet, batch 4": 5, "LeNet, batch 256": 3, "ResNet-18 28x28, batch 32": 1.35, **dict.fromkeys(PICTURES, 1.1),
    "LSTM 256 wide": 2, "GRU 256 wide": 2, "LSTM 32 wide": 3, "GRU 32 wide": 3, "transformer 128 wide": 2.5, "transformer 512 wide": 1.2, **dict.fromkeys(OPTIMIZERS, 3),
}
GLUON = {
    "Gluon MLP, batch 4": 3, "Gluon MLP, batch 256": 1.5, "Gluon LeNet, batch 4": 3, "Gluon LeNet, batch 256": 1.5, "Gluon LeNet hybrid, batch 4": 3, "Gluon ResNet-18, batch 4": 3,
    "Gluon ResNet-18, batch 32": 1.5, "Gluon LSTM 256 wide": 1.5, "Gluon GRU 32 wide": 1.5,
}
RECORDED = {"MLP 784-256-10, batch 32": 1, "LeNet, batch 4": 1.5, "LeNet, batch 256": 1, "LSTM 256 wide": 1, "LSTM 32 wide": 1, "transformer 128 wide": 1, "ResNet-18 28x28, batch 32": 1}   # the ratio to perch itself
RECORDED_GLUON = {"Gluon MLP, batch 4": 1, "Gluon LeNet, batch 4": 1.5, "Gluon LeNet, batch 256": 1}
TURN = .12      # seconds of a turn, about


class Player:
    """A process that plays one of the programs."""

    def __init__(self, command, program, cores, **more):
        threads = str(len(cores))
        env = {**os.environ, "OMP_NUM_THREADS": threads, "MKL_NUM_THREADS": threads, "PERCH_THREADS": threads, "PYTHONDONTWRITEBYTECODE": "1", **more}
        held = ["taskset", "-c", ",".join(map(str, cores))]
        clock = "process_time" if len(cores) == 1 else "perf_counter"
        self.process = subprocess.Popen([*held, *command, os.path.join(HERE, "train", program), clock], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env)

    def ask(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            sys.exit(f"bench/train.py: {self.process.args} ended at {line!r}")
        return float(answer)

    def end(self):
        self.process.stdin.close()
        self.process.wait()


def measure(players, name, turns):
    """(seconds of a step by player, operations of a step)."""
    operations = [player.ask("make " + name) for player in players.values()][0]
    counts = {who: max(1, min(2000, int(TURN / max(player.ask("go 1"), 1e-6)))) for who, player in players.items()}
    best = dict.fromkeys(players, float("inf"))
    for turn in range(turns):
        for who in players if turn % 2 == 0 else reversed(players):
            best[who] = min(best[who], players[who].ask(f"go {counts[who]}") / counts[who])
    return best, operations


def play_recorded(say, rows, program, peers, given, cores):
    """Recorded steps beside perch's own without that, and beside the peers."""
    wanted = [name for name in rows if not given.names or any(word in name for word in given.names)]
    present = {who: python for who, python in peers.items() if python and os.path.exists(python)}
    players = {"recorded": Player([PERCH, "--gpus=none"], program, cores, RECORDED="1"), "perch": Player([PERCH, "--gpus=none"], program, cores),
               **{who: Player([python], program, cores) for who, python in present.items()}}
    say(f"{'milliseconds of a step':30}" + "".join(f" {who:>10}" for who in players) + f" {'to perch':>9} {'bar':>5} {'to peers':>9}")
    for name in wanted:
        best, _ = measure(players, name, given.n)
        mine = best["recorded"]
        own, ratio = best["perch"] / mine, min((best[who] for who in present), default=float("nan")) / mine
        say(f"{name:30}" + "".join(f" {best[who] * 1e3:10.3f}" for who in players) + f" {own:9.2f} {rows[name]:5.2f}{' <' if own < rows[name] else '  '} {ratio:7.2f}")
    for player in players.values():
        player.end()


def play(say, rows, program, peers, given, cores, rate):
    wanted = [name for name in rows if not given.names or any(word in name for word in given.names)]
    if not wanted:
        return rate
    present = {who: python for who, python in peers.items() if python and os.path.exists(python)}
    for who in peers:
        if who not in present:
            say(f"{who}: left out, there is no Python with it (TORCH2_PYTHON, MXNET_PYTHON)")
    players = {"perch": Player([PERCH, "--gpus=none"], program, cores), **{who: Player([python], program, cores) for who, python in present.items()}}
    say(f"{'milliseconds of a step':30} {'perch':>9}" + "".join(f" {who:>10}" for who in present) + f" {'ratio':>7} {'bar':>5} {'GFLOP/s':>8} {'share':>6}")
    for name in wanted:
        best, operations = measure(players, name, given.n)
        mine = best["perch"]
        reached = operations / mine * 1e-9
        if name.startswith("sgemm"):
            rate = operations / min(best.values()) * 1e-9
        ratio = min((best[who] for who in present), default=float("nan")) / mine
        line = f"{name:30} {mine * 1e3:9.3f}" + "".join(f" {best[who] * 1e3:10.3f}" for who in present) + f" {ratio:7.2f} {rows[name]:5.2f}{' <' if ratio < rows[name] else '  '}"
        say(line + (f" {reached:6.0f}" + (f" {reached / rate:6.2f}" if rate else "") if operations else ""))
    for player in players.values():
        player.end()
    return rate


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("-n", type=int, default=8, help="turns of each")
    options.add_argument("-t", type=int, default=1, help="threads of each")
    options.add_argument("-c", help="the cores, as taskset takes them: 1 or 0,1")
    options.add_argument("--recorded", action="store_true", help="rows by torch.compile and hybridize()")
    options.add_argument("-o", help="write the table to a file too")
    options.add_argument("names", nargs="*", help="rows whose names hold one of these")
    given = options.parse_args()
    cores = [int(core) for core in given.c.split(",")] if given.c else sorted(os.sched_getaffinity(0))[-given.t:]
    lines = []

    def say(line):
        lines.append(line)
        print(line, flush=True)

    model = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), "?")
    say(f"Training steps, {len(cores)} thread(s) on {len(cores)} core(s) of {model}, best of {given.n} turns, load {os.getloadavg()[0]:.1f}")
    if given.recorded:
        play_recorded(say, RECORDED, "steps_torch.py", TORCHES, given, cores)
        play_recorded(say, RECORDED_GLUON, "steps_gluon.py", MXNET, given, cores)
    else:
        rate = play(say, BARS, "steps_torch.py", TORCHES, given, cores, 0)
        play(say, GLUON, "steps_gluon.py", MXNET, given, cores, rate)
    if given.o:
        with open(given.o, "w", encoding="utf-8") as f:
            f.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
