"""A run over several hosts: Open MPI's daemons in namespaces that have host names of their own (what ssh would reach), so that ranks talk over TCP and cannot see each other's processes; and torchrun's launchers,
one for each machine."""
import os
import re
import shutil
import subprocess
import sys
import tempfile

import harness
from make_expectations import free_port
from mpi import PATIENT

# HOST COMMAND…, as Open MPI calls ssh
AGENT = """#!/bin/sh
host=$1; shift
exec unshare -r --uts sh -c 'hostname "$0" && eval "$1"' "$host" "$*"
"""
TCP = {"OMPI_MCA_btl": "self,vader,tcp", "OMPI_MCA_btl_tcp_if_include": "lo", "OMPI_MCA_oob_tcp_if_include": "lo"}
WELL = """
import socket, torch, torch.distributed as dist
from told import say
dist.init_process_group('gloo')
big, small = torch.ones(300000) * (dist.get_rank() + 1), torch.ones(2)
dist.all_reduce(big); dist.all_reduce(small)
names = [None] * dist.get_world_size(); dist.all_gather_object(names, socket.gethostname())
if dist.get_rank() in (0, 3): # to another host and back
    t = torch.arange(100000.) if dist.get_rank() == 0 else torch.zeros(100000)
    dist.send(t, 3) if dist.get_rank() == 0 else dist.recv(t, 0)
    say(t[-1].item())
say(big[-1].item(), small[0].item(), names)
"""
WRONG = """
import os, signal, sys, time, torch, torch.distributed as dist
dist.init_process_group('gloo')
x = torch.ones(300000)
dist.all_reduce(x)
if dist.get_rank() == 3:
    if sys.argv[1] == 'raises': raise IndexError('lost')
    if sys.argv[1] == 'killed': time.sleep(1); os.kill(os.getpid(), signal.SIGKILL)  # (mpirun ends the others at once: they wait by then)
    if sys.argv[1] == 'other': x = torch.ones(3)
dist.all_reduce(x)
"""
PLACES = """
import os, torch, torch.distributed as dist
dist.init_process_group('gloo')
from told import say
x = torch.ones(5) * (dist.get_rank() + 1)
dist.all_reduce(x)
say(x[0].item(), *[os.environ[name] for name in ('LOCAL_RANK', 'WORLD_SIZE', 'LOCAL_WORLD_SIZE', 'GROUP_RANK', 'GROUP_WORLD_SIZE')])
"""


def of_mpi(tally, Ranks):
    if not shutil.which("unshare") or subprocess.run(["unshare", "-r", "--uts", "hostname", "alpha"], capture_output=True).returncode:
        tally.skip("ranks on several hosts", "a namespace with a host name of its own is not allowed here")
        return
    with tempfile.TemporaryDirectory(prefix="perch-hosts-") as folder:
        agent = os.path.join(folder, "agent")
        with open(agent, "w", encoding="utf-8") as file:
            file.write(AGENT)
        os.chmod(agent, 0o755)
        play = lambda text, *words: Ranks(text, 4, *words, launcher=["mpirun", "-n", "4", "--host", "alpha:2,beta:2", "-x", "RANKS_OUT", "-x", "PYTHONPATH"], env={**TCP, **PATIENT, "OMPI_MCA_plm_rsh_agent": agent})
        got = play(WELL)
        names = "10.0 4.0 ['alpha', 'alpha', 'beta', 'beta']\n"
        tally.check(got.code == 0 and got.said == "".join(f"== rank {i}\n{'99999.0' + chr(10) if i in (0, 3) else ''}{names}" for i in range(4)), "ranks on two hosts", got.said + got.printed[-2500:])
        for how, words, least in (("raises", r"Rank 3 has ended: IndexError: lost at program.py:\d+. Rank [012] waited for it", 3), ("killed", r"Rank 3 is gone: its process \(\d+\) has died. Rank 2 waited for it", 1),
                                  ("other", r"The ranks do not do the same: ranks 0, 1, 2: all_reduce\(SUM\) of float32 \[300000\] at program.py:\d+; rank 3: all_reduce\(SUM\) of float32 \[3\] at", 3)):
            got = play(WRONG, how)
            tally.check(not got.late and got.code and len(re.findall(words, got.printed)) >= least, f"a rank on another host: {how}", f"ended with {got.code}\n{got.printed[-2500:]}")


def of_torchrun(tally, Ranks):
    """Two launchers that stand for two machines."""
    several = "import subprocess, sys\nwords = sys.argv[1:]\nat = words.index('--')\nruns = [subprocess.Popen([*words[:at], *each.split(), *words[at + 1:]]) for each in %r]\nsys.exit(max(abs(r.wait()) for r in runs))"
    port, perch = free_port(), harness.perch_path()
    for what, common, each, sizes in (("places that are said", ["--nnodes=2", "--nproc_per_node=2", "--master_addr=localhost", f"--master_port={port}"], ["--node_rank=0", "--node_rank=1"], (2, 2)),
                                      ("a meeting point", ["--nnodes=2", "--rdzv_id=7", "--rdzv_backend=c10d", f"--rdzv_endpoint=localhost:{free_port()}"], ["--nproc_per_node=2"] * 2, (2, 2)),
                                      ("machines of two sizes", ["--nnodes=2:2", "--rdzv_id=8", "--rdzv-backend=c10d", f"--rdzv-endpoint=localhost:{free_port()}"], ["--nproc-per-node=1", "--nproc-per-node=2"], None)):
        launcher = [sys.executable, "-c", several % each, perch, "-m", "torch.distributed.run", *common, "--"]
        got = Ranks(PLACES, 4 if sizes else 3, launcher=launcher, program=())
        if sizes:
            wanted = [f"10.0 {local} 4 2 {node} 2" for node in (0, 1) for local in (0, 1)]
        else:   # who came first
            first = 2 if "\n6.0 1 3 2 0 2" in got.said else 1
            wanted = [f"6.0 {local} 3 {n} {node} 2" for node, n in ((0, first), (1, 3 - first)) for local in range(n)]
        tally.check(got.code == 0 and got.said == "".join(f"== rank {i}\n{row}\n" for i, row in enumerate(wanted)), f"torchrun on two machines: {what}", f"ended with {got.code}\n{got.said}\n{got.printed[-2000:]}")
    for words, error in ((["--nnodes=1:4"], "NotImplementedError: --nnodes=1:4 is not in perch"), (["--nnodes=2", "--node_rank=2"], "ValueError: --node_rank=2: there are 2 nodes"), (["--nnodes=two"], "ValueError: Unsupported nnodes value: two"),
                         (["--nnodes=2", "--rdzv_backend=etcd"], "NotImplementedError: --rdzv_backend=etcd is not in perch")):
        got = Ranks(PLACES, 1, launcher=[perch, "-m", "torch.distributed.run", *words], program=())
        tally.check(got.code == 1 and error in got.printed, error, got.printed[-1500:])
