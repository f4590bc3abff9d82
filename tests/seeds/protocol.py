"""A lesson's cells in a real kernel over Jupyter's protocol, one execute_request after the other: takes {cells, folder, environment, patience} as JSON, gives each cell's reply and outputs as a
notebook would keep them. Runs in the environment with pyzmq that tests/kernel/run.py makes."""
import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), 'kernel'))
from client import Kernel  # noqa: E402

KEPT = ('stream', 'display_data', 'execute_result', 'error')


def main():
    asked, ran = json.load(sys.stdin), []
    with Kernel(environment=asked['environment'], folder=asked['folder']) as k:
        k.patience = asked['patience']
        for cell in asked['cells']:
            reply, events = k.run(cell)
            ran.append({'status': reply['status'], 'outputs': [{'output_type': event.type, **event['content']} for event in events if event.type in KEPT]})
    json.dump(ran, sys.stdout)


if __name__ == '__main__':
    main()
