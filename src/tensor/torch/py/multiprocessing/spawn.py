"""spawn(): one function in several processes, whose first error is raised here."""
import multiprocessing
import signal
from multiprocessing import connection


class ProcessException(Exception):
    """A process did not end well: which (error_index), its number (pid)."""

    def __init__(self, msg, error_index, pid):
        super().__init__(msg)
        self.msg, self.error_index, self.pid = msg, error_index, pid

    def __reduce__(self):
        return type(self), (self.msg, self.error_index, self.pid)


class ProcessRaisedException(ProcessException):
    """It raised an error."""

    def __init__(self, msg, error_index, error_pid):
        super().__init__(msg, error_index, error_pid)


class ProcessExitedException(ProcessException):
    """A signal ended it, or it exited with another status than 0."""

    def __init__(self, msg, error_index, error_pid, exit_code, signal_name=None):
        super().__init__(msg, error_index, error_pid)
        self.exit_code, self.signal_name = exit_code, signal_name

    def __reduce__(self):
        return type(self), (self.msg, self.error_index, self.pid, self.exit_code, self.signal_name)


def _run(fn, index, args, told):
    """In the process."""
    try:
        fn(index, *args)
    except KeyboardInterrupt:
        pass                    # the parent's doing
    except Exception:
        import sys
        import traceback
        told.put(traceback.format_exc())
        sys.exit(1)


class ProcessContext:
    """The processes that run."""

    def __init__(self, processes, error_queues):
        self.processes, self.error_queues = processes, error_queues
        self.sentinels = {p.sentinel: i for i, p in enumerate(processes)}

    def pids(self):
        return [int(p.pid) for p in self.processes]

    def join(self, timeout=None):
        """True: all have ended well. False: some still run. The first that fails ends the others."""
        if not self.sentinels:
            return True
        for ended in connection.wait(list(self.sentinels), timeout):
            index = self.sentinels.pop(ended)
            self.processes[index].join()
            if self.processes[index].exitcode:
                self._end_others()
                raise self._error(index)
        return not self.sentinels

    def _end_others(self):
        for process in self.processes:
            if process.is_alive():
                process.terminate()
            process.join()

    def _error(self, index):
        process = self.processes[index]
        if not self.error_queues[index].empty():
            return ProcessRaisedException('\n\n-- Process %d terminated with the following error:\n%s' % (index, self.error_queues[index].get()), index, process.pid)
        status = process.exitcode
        if status < 0:
            name = signal.Signals(-status).name
            return ProcessExitedException('process %d terminated with signal %s' % (index, name), index, process.pid, status, name)
        return ProcessExitedException('process %d terminated with exit code %d' % (index, status), index, process.pid, status)


class SpawnContext(ProcessContext):
    pass


def start_processes(fn, args=(), nprocs=1, join=True, daemon=False, start_method='spawn'):
    """fn(i, *args) in nprocs processes."""
    make = multiprocessing.get_context(start_method)
    queues = [make.SimpleQueue() for _ in range(nprocs)]
    processes = [make.Process(target=_run, args=(fn, i, args, told), daemon=daemon) for i, told in enumerate(queues)]
    for each in processes:
        each.start()
    running = ProcessContext(processes, queues)
    while join:
        join = not running.join()
        if not join:
            return None
    return running


def spawn(fn, args=(), nprocs=1, join=True, daemon=False, start_method='spawn'):
    if start_method != 'spawn':
        import warnings
        warnings.warn('This method only supports start_method=spawn (got: %s).\nTo use a different start_method use:\n\t\t torch.multiprocessing.start_processes(...)' % start_method)
    return start_processes(fn, args, nprocs, join, daemon, start_method='spawn')
