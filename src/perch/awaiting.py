"""Cells that await: one event loop for all of them, so that tasks of one cell go on in the next."""
_loop = None


def loop():
    """The session's event loop."""
    global _loop
    import asyncio
    if _loop is None or _loop.is_closed():
        _loop = asyncio.new_event_loop()
        asyncio.set_event_loop(_loop)
    return _loop


def run(coroutine):
    """Run a cell to its end."""
    task = loop().create_task(coroutine)
    try:
        return _loop.run_until_complete(task)
    except KeyboardInterrupt:
        if not task.done():
            task.cancel()
            try:
                _loop.run_until_complete(task)
            except BaseException:
                pass
        raise KeyboardInterrupt() from None
