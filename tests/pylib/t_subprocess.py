import subprocess, sys, os
from subprocess import *
def err(f, *a, **k):
    try: print(f(*a, **k))
    except Exception as e: print(type(e).__name__, e)
print(run(['echo', 'hi'], capture_output=True), run(['echo', 'hi'], stdout=PIPE, text=True).stdout, run('echo $X; exit 3', shell=True, env={'X': 'val'}, capture_output=True, text=True), run(['cat'], input=b'in', capture_output=True).stdout, run(['cat'], input='te\nxt', text=True, capture_output=True).stdout)
print(check_output(['echo', 'a']), check_output('echo b; echo c >&2', shell=True, stderr=STDOUT, text=True), call(['false']), check_call(['true']), getoutput('echo x; echo y'), getstatusoutput('exit 4'), run(['pwd'], cwd='/', capture_output=True, text=True).stdout)
err(check_call, ['false']); err(run, ['sh', '-c', 'exit 5'], check=True); err(check_output, ['nonexistent-cmd-q']); err(run, ['/nonexistent/cmd']); err(run, ['sh', '-c', 'kill -9 $$'], check=True); err(run, ['true'], cwd='/nonexistent'); err(run, ['true'], stdin=PIPE, input=b''); err(run, ['true'], stdout=PIPE, capture_output=True); err(check_output, ['true'], stdout=PIPE); err(run, ['/tmp'])
try: check_output('echo out; exit 2', shell=True, text=True)
except CalledProcessError as e: print(e.returncode, e.cmd, e.output, e.stdout, e.stderr)
p = Popen(['cat'], stdin=PIPE, stdout=PIPE); print(p.communicate(b'data'), p.returncode, p.wait(), p.poll())
with Popen('echo l1; echo l2', shell=True, stdout=PIPE, text=True) as p: print([l.strip() for l in p.stdout])
print(p.returncode, CompletedProcess(['a'], 1), run(['true']).returncode, run(['true']).stdout, run(['sh', '-c', 'echo e >&2'], stderr=DEVNULL), run(['cat'], stdin=DEVNULL, capture_output=True).stdout)
sys.stdout.flush(); run(['echo', 'inherited']); r = run(['sh', '-c', 'exit 1']); err(r.check_returncode); print(repr(CalledProcessError(1, 'x')), TimeoutExpired('c', 2))
with open('pl_sub', 'w') as f: run(['echo', 'to file'], stdout=f)
print(open('pl_sub').read()); os.remove('pl_sub'); b = b'x' * 300000; print(len(run(['cat'], input=b, capture_output=True).stdout), run(['printf', 'a\\r\\nb'], capture_output=True, text=True).stdout)
try: run(['sleep', '5'], timeout=0.1)
except TimeoutExpired as e: print(e.cmd, round(e.timeout, 1), str(e)[:40])
