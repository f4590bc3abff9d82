"""A class on one server, as JupyterHub reads it (docs/jupyterhub.md): jupyterhub -f jupyter/jupyterhub_config.py

What a school changes stands first; the rest says where things are on this machine.
"""
import os
import shutil
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from perch_spawner import PerchSpawner  # noqa: E402

c = get_config()  # noqa: F821

# ---- what a school changes ----
c.JupyterHub.bind_url = "http://127.0.0.1:8000"
c.PerchSpawner.mem_limit = "1G"
c.PerchSpawner.cpu_limit = 1.0
c.PerchSpawner.processes = 192
c.PerchSpawner.gpus = 2
c.PerchSpawner.gpu_memory = "256M"
KERNEL_IDLE, SERVER_IDLE = 1800, 3600  # seconds until an idle kernel, an idle server ends

# ---- how it is built ----
c.JupyterHub.spawner_class = PerchSpawner
c.JupyterHub.concurrent_spawn_limit = max(4, 2 * (os.cpu_count() or 2))
c.Spawner.start_timeout = 180
c.Spawner.http_timeout = 180
c.Spawner.default_url = "/lab"
c.Spawner.args = [
    "--KernelSpecManager.allowed_kernelspecs=perch", "--KernelSpecManager.ensure_native_kernel=False", "--MappingKernelManager.default_kernel_name=perch",
    f"--MappingKernelManager.cull_idle_timeout={KERNEL_IDLE}", f"--MappingKernelManager.cull_interval={max(1, min(60, KERNEL_IDLE // 3))}",
    "--MappingKernelManager.cull_connected=True",
]

# Debian's proxy is written for Debian's node; another one finds its parts by NODE_PATH.
proxy = shutil.which("configurable-http-proxy")
if not proxy:
    raise SystemExit("jupyterhub_config.py: configurable-http-proxy is not here (Debian: node-configurable-http-proxy)")
if os.path.realpath(proxy).startswith("/usr/share/nodejs/"):
    os.environ["NODE_PATH"] = "/usr/share/nodejs"

try:
    import jupyterhub_idle_culler  # noqa: F401
except ImportError:
    pass
else:
    c.JupyterHub.load_roles = [{"name": "idle", "scopes": ["list:users", "read:users:activity", "read:servers", "delete:servers"], "services": ["idle"]}]
    c.JupyterHub.services = [{"name": "idle", "command": [sys.executable, "-m", "jupyterhub_idle_culler", f"--timeout={SERVER_IDLE}"]}]
