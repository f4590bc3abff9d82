"""Ranks that Slurm starts: a cluster of two nodes on this machine (Debian's slurmctld, slurmd and srun, as whoever runs the tests, in a folder of its own, on ports of its own); imported by run.py.

Its nodes trust everybody (auth/none), which on 127.0.0.1 and for the time of a test is what is needed: no munge, no root.
"""
import contextlib
import os
import pwd
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time

import harness
from hosts import TCP
from make_expectations import free_port

PROGRAMS = ("slurmctld", "slurmd", "srun", "sbatch", "scancel", "squeue", "sinfo")
NODES = ("n1", "n2")
CONF = """ClusterName=perch
SlurmctldHost={host}(127.0.0.1)
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/none
CredType=cred/none
SlurmctldPort={port}
SlurmctldPidFile={folder}/ctl.pid
SlurmdPidFile={folder}/%n.pid
SlurmdSpoolDir={folder}/%n
StateSaveLocation={folder}/state
TmpFS={folder}/tmp-%n
SlurmctldLogFile={folder}/ctl.log
SlurmdLogFile={folder}/%n.log
MailProg=/bin/true
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/builtin
SchedulerParameters=batch_sched_delay=0
MpiDefault=none
KillWait=1
SlurmdParameters=config_overrides
{nodes}
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP OverSubscribe=FORCE:16
"""


def found(name):
    return shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")


def user():
    """Who runs this; a number where nobody is called so (Slurm then refuses it, and its tests are skipped)."""
    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        return str(os.getuid())


class Cluster:
    """`with Cluster() as cluster`: cluster.env is what srun needs to find it; ready is False where it did not start, and log() says why."""

    def __enter__(self):
        self.room = tempfile.TemporaryDirectory(prefix="pslurm-", ignore_cleanup_errors=True)
        self.folder = self.room.name
        self.env = {"SLURM_CONF": os.path.join(self.folder, "slurm.conf")}
        host = socket.gethostname().split(".")[0]
        nodes = "\n".join(f"NodeName={name} NodeHostname={host} NodeAddr=127.0.0.1 Port={free_port()} CPUs=4 State=UNKNOWN" for name in NODES)
        with open(self.env["SLURM_CONF"], "w", encoding="utf-8") as file:
            file.write(CONF.format(host=host, user=user(), port=free_port(), folder=self.folder, nodes=nodes))
        for name in ("state", *NODES, *("tmp-" + node for node in NODES)):
            os.mkdir(os.path.join(self.folder, name))
        self.daemons = [self.start("slurmctld", "-D", "-c"), *(self.start("slurmd", "-D", "-N", node) for node in NODES)]
        self.ready = self.waits(lambda: self.asks("sinfo", "-h", "-o", "%T %D").split() == ["idle", "2"], 30)
        return self

    def environment(self):
        return harness.clean_environment(**self.env)

    def start(self, name, *words):
        log = open(os.path.join(self.folder, name + ".said"), "ab")
        with log:
            return subprocess.Popen([found(name), *words], stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=self.environment(), start_new_session=True)

    def asks(self, name, *words):
        return subprocess.run([found(name), *words], capture_output=True, text=True, env=self.environment()).stdout

    def waits(self, what, seconds):
        until = time.monotonic() + seconds * harness.slowness()
        while not what():
            if time.monotonic() > until or any(daemon.poll() is not None for daemon in self.daemons):
                return False
            time.sleep(0.05)
        return True

    def log(self):
        texts = [open(os.path.join(self.folder, name), encoding="utf-8", errors="replace").read() for name in sorted(os.listdir(self.folder)) if name.endswith((".said", ".log"))]
        return "\n".join(texts)[-3000:]

    def __exit__(self, *_):
        if self.ready:
            self.asks("scancel", "--user", user())
            self.waits(lambda: not self.asks("squeue", "-h").strip(), 10)
        for daemon in reversed(self.daemons):
            daemon.terminate()
        for daemon in self.daemons:
            try:
                daemon.wait(10)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()
        for pid in self.left():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.room.cleanup()

    def left(self):
        """Processes of the cluster that are still there: known by the file that they were told."""
        return harness.processes_with("SLURM_CONF=" + self.env["SLURM_CONF"])


WELL = """
import os, sys, torch, torch.distributed as dist, mxnet as mx, horovod.torch as hvd
from told import say
dist.init_process_group(sys.argv[1])
rank, size = dist.get_rank(), dist.get_world_size()
assert rank == int(os.environ['SLURM_PROCID']) and size == int(os.environ['SLURM_NTASKS'])
small, big = torch.ones(2) * (rank + 1), torch.arange(70000.) + rank
dist.all_reduce(small); dist.all_reduce(big)
hvd.init()
kv = mx.kv.create('dist_sync')
kv.init(3, mx.nd.zeros(2))
kv.push(3, mx.nd.ones(2) * (rank + 1))
out = mx.nd.zeros(2)
kv.pull(3, out=out)
assert (hvd.rank(), hvd.size(), kv.rank, kv.num_workers) == (rank, size, rank, size)
say(type(dist.group.WORLD).__mro__[1].__name__, small[0].item(), big[-1].item(), out.asnumpy().tolist(), hvd.local_rank(), hvd.local_size(), os.environ['SLURMD_NODENAME'])
"""
# As lessons do it, who know Slurm's names alone: with PMI and without.
BY_HAND = """
import os, torch, torch.distributed as dist
from told import say
rank, size = int(os.environ['SLURM_PROCID']), int(os.environ['SLURM_NTASKS'])
os.environ.update(RANK=str(rank), WORLD_SIZE=str(size), LOCAL_RANK=os.environ['SLURM_LOCALID'], MASTER_ADDR='127.0.0.1', MASTER_PORT='%d')
torch.cuda.set_device(rank %% torch.cuda.device_count())
dist.init_process_group('nccl', init_method='env://', world_size=size, rank=rank)
net = torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(3, 1).cuda(), device_ids=[torch.cuda.current_device()])
net(torch.ones(2, 3).cuda() * (rank + 1)).sum().backward()
say(type(dist.group.WORLD).__mro__[1].__name__, net.module.weight.grad.tolist(), torch.cuda.current_device())
"""
WRONG = """
import os, signal, sys, torch, torch.distributed as dist
dist.init_process_group('gloo')
x = torch.ones(5)
dist.all_reduce(x)
if dist.get_rank() == 1:
    if sys.argv[1] == 'raises': x[99]
    if sys.argv[1] == 'killed': os.kill(os.getpid(), signal.SIGKILL)
    if sys.argv[1] == 'differs': dist.barrier()
dist.all_reduce(x)
"""
WRONG_LINE = r"all_reduce\(SUM\) of float32 \[5\] at program.py:10"
WRONG_SAYS = {"raises": r"Rank 1 has ended: IndexError: index 99 is out of bounds for dimension 0 with size 5 at program.py:7\. Rank [02] waited for it in " + WRONG_LINE,
              "killed": r"Rank 1 is gone: its process \(\d+\) has died\. Rank [02] waited for it in " + WRONG_LINE,
              "differs": r"The ranks do not do the same: ranks 0, 2: " + WRONG_LINE + "; rank 1: barrier at program.py:9"}
UNTOLD = r"srun has started 2 processes and told MPI nothing of them: srun --mpi=pmix"
ALONE = {"torch's mpi": "import torch.distributed as dist; dist.init_process_group('mpi'); print('AT', dist.get_rank(), dist.get_world_size())",
         "a store": "import mxnet as mx; kv = mx.kv.create('dist_sync'); print('AT', kv.rank, kv.num_workers)",
         "Horovod": "import horovod.torch as hvd; hvd.init(); print('AT', hvd.rank(), hvd.size())"}
PLACES = """
import os, torch, torch.distributed as dist
from told import say
dist.init_process_group('gloo')
x = torch.ones(3) * (dist.get_rank() + 1)
dist.all_reduce(x)
say(x[0].item(), os.environ['LOCAL_RANK'], os.environ['WORLD_SIZE'], os.environ['SLURMD_NODENAME'])
"""


def languages(tally):
    """(srun's word, which MPI hears it): the ones that are here."""
    yield "pmix"
    if os.path.exists(os.path.join(os.path.dirname(harness.perch_path()), "src", "dist", "libperch_mpich.so")):
        yield "pmi2"
    else:
        tally.skip("srun --mpi=pmi2", "MPICH is not here: libmpich-dev when perch was built")


def of_slurm(tally, Ranks):
    missing = [name for name in PROGRAMS if not found(name)]
    if missing:
        tally.skip("Slurm", f"it is not here: Debian's slurm-wlm has {', '.join(missing)}")
        return
    with Cluster() as cluster:
        if not cluster.ready:
            refused = re.search("fatal: .*Operation not permitted|getaddrinfo.. failed: Name or service not known", cluster.log())
            tally.skip("Slurm", "its daemons may not start here: " + refused[0]) if refused else tally.fail("a cluster of two nodes starts", cluster.log())
            return

        def srun(text, size, *words, flags=(), env=(), tasks=None, launcher=None, **more):
            return Ranks(text, size, *words, launcher=launcher or ["srun", "--quiet", "-n", str(tasks or size), *flags], env={**cluster.env, **TCP, **dict(env)}, **more)

        for language in languages(tally):
            with_ranks(tally, srun, "--mpi=" + language)
        without(tally, srun)
        launchers(tally, cluster, srun)
    tally.check(not list(cluster.left()) and not os.path.exists(cluster.folder), "the cluster leaves nothing", cluster.folder)


def with_ranks(tally, srun, language):
    for backend in ("gloo", "mpi"):
        got = srun(WELL, 3, backend, flags=["-N2", "--distribution=block", language])
        wanted = "".join(f"== rank {i}\nOverRanks 6.0 210000.0 [6.0, 6.0] {at} {n} {node}\n" for i, (at, n, node) in enumerate(((0, 2, "n1"), (1, 2, "n1"), (0, 1, "n2"))))
        tally.check(got.code == 0 and got.said == wanted, f"three ranks on two nodes, {backend}, {language}", f"ended with {got.code}\n{got.said}\n{got.printed[-2500:]}")
    got = srun(BY_HAND % free_port(), 2, flags=["-N2", language], env={"PERCH_GPUS": "sim:2"})
    tally.check(got.code == 0 and got.said == "".join(f"== rank {i}\nOverRanks [[3.0, 3.0, 3.0]] {i}\n" for i in (0, 1)), f"ranks by Slurm's variables, {language}", f"{got.said}\n{got.printed[-2500:]}")
    for how, words in WRONG_SAYS.items():
        got = srun(WRONG, 3, how, flags=["-N2", language])
        told = len(re.findall("RuntimeError: " + words, got.printed))
        tally.check(not got.late and got.code and told >= 2 and "UCX" not in got.printed, f"a rank {how}, {language}", f"ended with {got.code}, {told} said it\n{got.printed[-2500:]}")


def without(tally, srun):
    """srun --mpi=none, the default of many clusters: lessons that name the ranks themselves go over sockets; who asks MPI is told how; one process is a run of one."""
    got = srun(BY_HAND % free_port(), 2, flags=["-N2", "--mpi=none"], env={"PERCH_GPUS": "sim:2"})
    tally.check(got.code == 0 and got.said == "".join(f"== rank {i}\nProcessGroup [[3.0, 3.0, 3.0]] {i}\n" for i in (0, 1)), "ranks by Slurm's variables over sockets", f"{got.said}\n{got.printed[-2500:]}")
    for what, text in ALONE.items():
        got = srun(text, 2, flags=["--mpi=none"])
        tally.check(got.code and len(re.findall("Error: " + UNTOLD, got.printed)) == 2, f"{what} without PMI", got.printed[-2500:])
        got = srun(text, 1, flags=["--mpi=none"])
        tally.check(got.code == 0 and "AT 0 1\n" in got.printed, f"{what} in one process", got.printed[-2500:])
    got = srun("import torch.distributed as dist; dist.init_process_group('gloo')", 2, flags=["--mpi=none"])
    tally.check(got.code and len(re.findall("environment variable RANK expected, but not set\n" + UNTOLD, got.printed)) == 2, "gloo without RANK", got.printed[-2500:])


def launchers(tally, cluster, srun):
    """torchrun in a job of two nodes: by the batch's script it stays on its node; by srun there is one on each, whatever PMI that has."""
    torchrun = [harness.perch_path(), "-m", "torch.distributed.run", "--nproc_per_node=2"]
    two = "".join(f"== rank {i}\n3.0 {i} 2 n1\n" for i in (0, 1))
    for what, flags in (("sbatch", None), ("srun --mpi=none", ["--mpi=none"]), ("srun --mpi=pmix", ["--mpi=pmix"]), ("srun --mpi=pmi2", ["--mpi=pmi2"])):
        if flags is None:
            got = batch(cluster, srun, torchrun)
        else:
            got = srun(PLACES, 2, tasks=1, flags=["-w", "n1", *flags], program=torchrun)
        tally.check(got.code == 0 and got.said == two, f"torchrun by {what}", f"ended with {got.code}\n{got.said}\n{got.printed[-2500:]}")
    for language in ("none", "pmi2"):
        meet = ["--nnodes=2", f"--rdzv_id={free_port()}", "--rdzv_backend=c10d", f"--rdzv_endpoint=127.0.0.1:{free_port()}"]
        got = srun(PLACES, 4, tasks=2, flags=["-N2", "--mpi=" + language], program=[*torchrun, *meet])
        rows = re.findall(r"10.0 (\d) 4 (n\d)", got.said)
        tally.check(got.code == 0 and len(set(rows)) == 4 and rows[0][1] == rows[1][1], f"a torchrun on each node, --mpi={language}", f"ended with {got.code}\n{got.said}\n{got.printed[-2500:]}")


def batch(cluster, srun, command):
    """The command as the last line of a batch's script, on two nodes."""
    script = os.path.join(cluster.folder, "job.sh")
    with open(script, "w", encoding="utf-8") as file:
        file.write('#!/bin/sh\nexec "$@"\n')
    return srun(PLACES, 2, launcher=["sbatch", "--quiet", "--wait", "-N2", "-n2", "-o", os.path.join(cluster.folder, "job.out"), script], program=command)
