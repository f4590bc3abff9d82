"""best(name, run): the least processor time of several runs, printed as a row that bench/tensors.py reads."""
import time


def best(name, run, rounds=15):
    run()
    least = float("inf")
    for _ in range(rounds):
        start = time.process_time()
        run()
        least = min(least, time.process_time() - start)
    print(name, least)
