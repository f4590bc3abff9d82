"""Pictures, transforms and loading of data beside their originals: bench/pictures.py [-n ROUNDS] [--only WORD] [-o FILE] [--python PATH]; bench/lessons.py shows the same rows.

Each row is a statement that both run in a process of their own, on one core, in turns; what counts is the least time of all rounds. PATH has Pillow 9.4, torch 1.13 and torchvision 0.14
(Debian's python3-pil, python3-torch, python3-torchvision). A row's bar is how many times as quick as the original perch has to be.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
PERCH = os.environ.get("PERCH") or os.path.join(HERE, "..", "build", "perch")
PICTURES = r"""
import io
import math
from PIL import Image, ImageEnhance, ImageFilter, ImageOps
W, H = 640, 480
wave = bytes(int(127 + 60 * math.sin(x / 23 + c) + 50 * math.sin(y / 31 * (c + 1)) + (x * y * 7 + c) % 17) & 255 for y in range(H) for x in range(W) for c in range(3))
rgb = Image.frombytes("RGB", (W, H), wave)
grey = rgb.convert("L")
bands = rgb.split()
rgba = rgb.convert("RGBA")
def written(im, kind, **more):
    out = io.BytesIO()
    im.save(out, kind, **more)
    return out.getvalue()
jpeg, png = written(rgb, "JPEG", quality=90), written(rgb, "PNG")
def read(data):
    im = Image.open(io.BytesIO(data))
    im.load()
    return im
table = [255 - i for i in range(256)]
"""
TRANSFORMS = PICTURES + r"""
import torch
import torchvision.transforms as T
import torchvision.transforms.functional as F
torch.set_num_threads(1)
torch.manual_seed(1)
training = T.Compose([T.RandomResizedCrop(224), T.RandomHorizontalFlip(), T.ToTensor(), T.Normalize([.485, .456, .406], [.229, .224, .225])])
testing = T.Compose([T.Resize(256), T.CenterCrop(224), T.ToTensor(), T.Normalize([.485, .456, .406], [.229, .224, .225])])
jitter, augment = T.ColorJitter(.4, .4, .4, .1), T.RandAugment()
small = rgb.resize((32, 32))
cifar = T.Compose([T.RandomCrop(32, padding=4), T.RandomHorizontalFlip(), T.ToTensor(), T.Normalize((.5, .5, .5), (.5, .5, .5))])
"""
LOADING = r"""
import torch
from torch.utils.data import DataLoader, Dataset, TensorDataset
torch.set_num_threads(1)
class Squares(Dataset):
    def __len__(self):
        return 4096
    def __getitem__(self, i):
        return torch.full((3, 32, 32), float(i % 7)), i % 10
def epoch(workers):
    for x, y in DataLoader(Squares(), batch_size=64, shuffle=True, num_workers=workers):
        pass
"""
# group: what comes first, its bar, its rows
ROWS = {
    "decoding, resizing": (PICTURES, 1.0, ["read(jpeg)", "read(png)", "rgb.resize((224, 224))", "rgb.resize((224, 224), Image.BILINEAR)", "rgb.resize((1024, 768), Image.LANCZOS)", "grey.resize((224, 224))", "rgb.resize((224, 224), Image.NEAREST)",
                           "rgb.reduce(2)", "grey.reduce(2)", "grey.reduce(3)", "grey.reduce(4)", "grey.reduce((5, 2))"]),
    "pixels": (PICTURES, 1.0, ["rgb.convert('L')", "rgb.convert('P')", "rgb.convert('P', palette=Image.Palette.ADAPTIVE)", "rgb.quantize(64, 2)", "rgb.convert('1')", "rgb.convert('YCbCr')", "rgb.convert('HSV')", "rgb.split()", "Image.merge('RGB', bands)", "rgb.point(table * 3)", "grey.point(table)",
               "rgb.getchannel(1)", "rgb.transpose(Image.FLIP_LEFT_RIGHT)", "rgb.transpose(Image.FLIP_TOP_BOTTOM)", "rgb.transpose(Image.ROTATE_90)", "grey.transpose(Image.FLIP_TOP_BOTTOM)", "rgb.rotate(30)", "rgb.crop((20, 20, 600, 400))", "rgb.copy()", "rgb.filter(ImageFilter.GaussianBlur(2))",
               "rgb.filter(ImageFilter.SHARPEN)", "ImageOps.equalize(rgb)", "ImageOps.autocontrast(rgb)", "ImageOps.invert(rgb)", "ImageEnhance.Color(rgb).enhance(1.3)", "Image.alpha_composite(rgba, rgba)", "rgb.tobytes()", "rgb.histogram()"]),
    "encoding": (PICTURES, 1.0, ["written(rgb, 'JPEG')", "written(rgb, 'JPEG', quality=95)", "written(rgb, 'PNG')", "written(grey, 'PNG')", "written(grey, 'GIF')", "written(rgb, 'GIF')"]),
    "transforms": (TRANSFORMS, 1.3, ["training(rgb)", "testing(rgb)", "cifar(small)", "jitter(rgb)", "augment(rgb)", "T.functional.to_tensor(rgb)", "T.functional.to_pil_image(torch.zeros(3, 64, 64))", "F.affine(rgb, 10, [3, 4], 1.1, [2, 0])", "F.adjust_hue(rgb, .1)",
                   "F.gaussian_blur(small, 5)", "F.pad(rgb, 4)", "F.five_crop(rgb, 224)"]),
    "loading": (LOADING, 2.0, ["epoch(0)", "epoch(2)", "epoch(4)"]),
    "imports": (None, 1.0, ["from PIL import Image", "import torch", "import torchvision", "import matplotlib.pyplot"]),
}
PLAY = r"""
import json, sys, time
def least(statement):
    code, best, all = compile(statement, statement, "eval"), 1e9, 0.0
    while all < LIMIT:
        at = time.perf_counter()
        eval(code)
        took = time.perf_counter() - at
        best, all = min(best, took), all + took
    return best
times = {}
for row in ROWS:
    try:
        times[row] = least(row)
    except Exception as e:
        times[row] = None
        print(row, type(e).__name__, e, file=sys.stderr)
print(json.dumps(times))
"""


def played(binary, program, core):
    command = (["taskset", "-c", str(core)] if core is not None else []) + [binary, "-c", program]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, cwd=tempfile.gettempdir()).stdout


def seconds(binary, first, rows, core, limit):
    if first is None:
        program = "import time; at = time.perf_counter(); %s; print(time.perf_counter() - at)"
        return {row: float(played(binary, program % row, core)) for row in rows}
    return json.loads(played(binary, f"{first}\nROWS, LIMIT = {rows!r}, {limit}\n{PLAY}", core).splitlines()[-1])


def table(python, rounds, only=""):
    """The lines of the table, and whether each row holds its bar."""
    lines, good = [], True
    for group, (first, bar, rows) in ROWS.items():
        rows = [row for row in rows if only in row or only in group]
        best = {python: {}, PERCH: {}}
        for number in range(rounds if rows else 0):
            for binary in (python, PERCH) if number % 2 == 0 else (PERCH, python):
                for row, took in seconds(binary, first, rows, None if group == "loading" else 0, 2.0 if group == "loading" else 0.1).items():
                    best[binary][row] = min(took if took is not None else float("inf"), best[binary].get(row, float("inf")))
        lines += [f"{group} (bar {bar})"] * bool(rows)
        for row in rows:
            theirs, ours = best[python][row], best[PERCH][row]
            good = good and ours * bar <= theirs
            lines.append(f"  {row:<58}{theirs * 1e3:10.3f} ms {ours * 1e3:10.3f} ms {theirs / ours:7.2f} x{'' if ours * bar <= theirs else '   BELOW'}")
    return lines, good


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("-n", type=int, default=5, help="rounds (default 5)")
    arguments.add_argument("--only", default="", help="rows and groups that have this in their name")
    arguments.add_argument("--python", default="/usr/bin/python3", help="where the originals are")
    arguments.add_argument("-o", help="write the table to this file too")
    options = arguments.parse_args()
    lines, good = table(options.python, options.n, options.only)
    print(*lines, sep="\n")
    if options.o:
        with open(options.o, "w", encoding="utf-8") as f:
            f.write("\n".join(lines) + "\n")
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
