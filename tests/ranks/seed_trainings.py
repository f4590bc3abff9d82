"""The seeds' trainings (LeNet, ResNet-18, CIFAR-10's network) as 1x1, 1x2, 2x1 and 2x2 (ranks x devices), in both accents; imported by run.py.

The parameters that come of it are those of one device that takes the whole batch, to rounding. Batch normalization in training is another matter, here as in the originals: each device's part of a batch has statistics
of its own. ResNet-18 is therefore trained twice: by its running statistics, beside the whole batch; and as it is, beside one device that takes the same parts one after the other;
torch's ranks also train it with SyncBatchNorm, whose running statistics are then the whole batch's, too. Where an original has run the
same program (on CPUs: expected/t_seeds_*), the parameters' norm is its own.
"""
import re

ROUNDING = 2e-6                     # of the largest parameter: a sum's last bits, through two steps
NORM = {"the whole batch": 2e-8, "its parts": 1e-6}     # likewise of the norm, beside the original's; statistics of a few pictures make more of a last bit
ROW = re.compile(r"^(.+): (\d+) parameters, norm ([\d.]+), from one device that takes (.+) ([\d.e+-]+)$", re.M)
COUNT = {"torch": 4, "mxnet": 3}


def rows(text):
    """name -> (parameters, norm, beside what, how far)"""
    return {name: (int(count), float(norm), beside, float(far)) for name, count, norm, beside, far in ROW.findall(text)}


def of_seeds(tally, Ranks, program, expected):
    for accent, count in COUNT.items():
        name = f"t_seeds_{accent}"
        for ranks, devices in ((1, 1), (1, 2), (2, 1), (2, 2)):
            got = Ranks(program(name), ranks, str(devices), *(["dist_sync"] if accent == "mxnet" else []), env={"PERCH_GPUS": f"sim:{devices}"})
            found, parts = rows(got.said), ranks * devices if accent == "mxnet" else max(ranks, devices)    # (in torch's 2x2 a rank's network is on two devices)
            original = rows(expected(name, parts)) if parts <= 2 else {}
            tally.check(got.code == 0 and len(found) == count + (accent == "torch" and ranks > 1), f"{accent}, {ranks}x{devices}", f"ended with {got.code}\n{got.said}\n{got.printed[-2000:]}")
            for what, (number, norm, beside, far) in found.items():
                print(f"{accent:5} {ranks}x{devices}  {what:31} {number:9} parameters  |p| {norm:.8f}  {far:.1e} from one device that takes {beside}")
                tally.check(far <= ROUNDING, f"{accent}, {ranks}x{devices}: {what}", f"{far} from one device that takes {beside}")
                tally.check(what not in original or abs(norm / original[what][1] - 1) < NORM[beside], f"{accent}, {ranks}x{devices}: {what} beside the original", f"{norm}, {original.get(what)}")
