"""A JupyterHub for tests and for bench/class_day.py: started with jupyter/jupyterhub_config.py, asked over HTTP as a browser does; a user's kernel is asked over its WebSocket.

It runs in the environment that run.py makes (tornado is there).
"""
import asyncio
import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
import uuid

from tornado.httpclient import AsyncHTTPClient, HTTPClientError, HTTPRequest
from tornado.websocket import websocket_connect

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CONFIG = os.path.join(ROOT, "jupyter", "jupyterhub_config.py")
AsyncHTTPClient.configure(None, max_clients=200)


def free_port():
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return door.getsockname()[1]


def open_ways(folder):
    """Users of other numbers may come through the suite's temporary folders, as through a machine's."""
    while os.stat(folder).st_uid == os.geteuid() and not os.stat(folder).st_mode & 1:
        os.chmod(folder, 0o711)
        folder = os.path.dirname(folder)


class Kernel:
    """One kernel of a user's: cells in, what they showed out."""

    def __init__(self, hub, user, number, line):
        self.hub, self.user, self.number, self.line = hub, user, number, line

    async def send(self, kind, content, channel="shell"):
        head = {"msg_id": uuid.uuid4().hex, "msg_type": kind, "username": self.user, "session": self.number, "version": "5.3", "date": ""}
        await self.line.write_message(json.dumps({"header": head, "parent_header": {}, "metadata": {}, "content": content, "channel": channel, "buffers": []}))
        return head["msg_id"]

    async def begin(self, code):
        return await self.send("execute_request", {"code": code, "silent": False, "store_history": True, "user_expressions": {}, "allow_stdin": False, "stop_on_error": True})

    async def finish(self, asked, seconds=120):
        """(status, text): what was printed, or the error's name and message."""
        text, status, end, left = [], None, time.monotonic() + seconds, {"reply", "idle"}
        while left:
            raw = await asyncio.wait_for(self.line.read_message(), end - time.monotonic())
            if raw is None:
                raise ConnectionError("the kernel's line has closed")
            if isinstance(raw, bytes):
                continue
            told = json.loads(raw)
            if told["parent_header"].get("msg_id") != asked:
                continue
            kind, content = told["msg_type"], told["content"]
            if kind == "stream":
                text.append(content["text"])
            elif kind == "execute_result":
                text.append(content["data"]["text/plain"])
            elif kind == "error":
                text.append(content["ename"] + ": " + content["evalue"])
            elif kind == "execute_reply":
                status = content["status"]
                left.discard("reply")
            elif kind == "status" and content["execution_state"] == "idle":
                left.discard("idle")
        return status, "".join(text)

    async def run(self, code, seconds=120):
        return await self.finish(await self.begin(code), seconds)

    async def interrupt(self):
        await self.hub.ask("POST", f"/user/{self.user}/api/kernels/{self.number}/interrupt")


class Hub:
    """folder: where the hub runs, its own. settings: lines behind jupyterhub_config.py. uid: who it is (root's choice; None: whoever this is)."""

    def __init__(self, folder, settings="", uid=None, environment=None):
        self.folder, self.uid, self.token = folder, uid, secrets.token_hex(16)
        self.port, self.api, self.hub_port = free_port(), free_port(), free_port()
        self.environment = {**os.environ, **(environment or {}), "HOME": folder, "CONFIGPROXY_AUTH_TOKEN": secrets.token_hex(16), "PATH": os.path.dirname(sys.executable) + os.pathsep + os.environ["PATH"]}
        with open(os.path.join(folder, "hub_config.py"), "w") as file:
            file.write(f"load_subconfig({CONFIG!r})\nc = get_config()\nc.JupyterHub.bind_url = 'http://127.0.0.1:{self.port}'\nc.JupyterHub.hub_port = {self.hub_port}\n"
                       f"c.ConfigurableHTTPProxy.api_url = 'http://127.0.0.1:{self.api}'\nc.JupyterHub.authenticator_class = 'dummy'\nc.Authenticator.allow_all = True\n"
                       f"c.JupyterHub.services = [*c.JupyterHub.services, {{'name': 'driver', 'api_token': {self.token!r}}}]\n"
                       "c.JupyterHub.load_roles = [*c.JupyterHub.load_roles, {'name': 'driver', 'scopes': ['admin:users', 'admin:servers', 'access:servers'], 'services': ['driver']}]\n" + settings)
        self.log = open(os.path.join(folder, "hub.log"), "w")
        self.process = None

    def said(self):
        with open(os.path.join(self.folder, "hub.log")) as file:
            return file.read()

    async def ask(self, method, path, body=None, token=None, seconds=120, client=AsyncHTTPClient):
        request = HTTPRequest(f"http://127.0.0.1:{self.port}{path}", method=method, headers={"Authorization": "token " + (token or self.token)}, allow_nonstandard_methods=True,
                              body=None if body is None else json.dumps(body), request_timeout=seconds, connect_timeout=seconds, follow_redirects=False)
        answer = await client().fetch(request, raise_error=False)
        if answer.code >= 400:
            raise HTTPClientError(answer.code, f"{method} {path}: {answer.body[:300]!r}")
        return json.loads(answer.body) if answer.body and answer.headers.get("Content-Type", "").startswith("application/json") else answer

    async def start(self, seconds=60):
        who = {} if self.uid is None else {"user": self.uid, "group": self.uid, "extra_groups": []}
        self.process = subprocess.Popen([sys.executable, "-m", "jupyterhub", "-f", "hub_config.py"], cwd=self.folder, env=self.environment, stdout=self.log, stderr=self.log, start_new_session=True, **who)
        end = time.monotonic() + seconds
        while True:
            try:
                return await self.ask("GET", "/hub/api/users")
            except (OSError, HTTPClientError):
                if time.monotonic() > end or self.process.poll() is not None:
                    raise RuntimeError("the hub did not start: " + self.said()[-3000:]) from None
                await asyncio.sleep(0.2)

    def stop(self):
        """The hub, its proxy and all servers."""
        if self.process:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(30)
            except subprocess.TimeoutExpired:
                os.killpg(self.process.pid, signal.SIGKILL)
                self.process.wait()
        self.log.close()

    async def server(self, user, seconds=180):
        """The user's server, started."""
        try:
            await self.ask("POST", f"/hub/api/users/{user}")
        except HTTPClientError as error:
            if error.code != 409: # (the user is there)
                raise
        answer = await self.ask("POST", f"/hub/api/users/{user}/server", seconds=seconds)
        end = time.monotonic() + seconds
        while getattr(answer, "code", 0) == 202 and not (await self.ask("GET", f"/hub/api/users/{user}"))["servers"].get("", {}).get("ready"):
            state = await self.ask("GET", f"/hub/api/users/{user}")
            if time.monotonic() > end or not state["servers"] and not state["pending"]:
                raise RuntimeError(f"{user}'s server did not start: " + self.said()[-3000:])
            await asyncio.sleep(0.1)

    async def stop_server(self, user):
        await self.ask("DELETE", f"/hub/api/users/{user}/server")
        for _ in range(300):
            if not (await self.ask("GET", f"/hub/api/users/{user}"))["servers"]:
                return
            await asyncio.sleep(0.1)

    async def kernel(self, user):
        made = await self.ask("POST", f"/user/{user}/api/kernels", {"name": "perch"})
        line = await websocket_connect(HTTPRequest(f"ws://127.0.0.1:{self.port}/user/{user}/api/kernels/{made['id']}/channels", headers={"Authorization": "token " + self.token}), max_message_size=1 << 26)
        return Kernel(self, user, made["id"], line)

    async def kernels(self, user):
        return await self.ask("GET", f"/user/{user}/api/kernels")
