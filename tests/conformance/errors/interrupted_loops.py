# Where an interrupt stops a loop: at the loop, not at the statement before it, and in the handlers that stand around the loop.
# --- case: while_true_behind_a_statement
import signal
def ring(number, frame): raise KeyboardInterrupt(frame.f_lineno)
signal.signal(signal.SIGALRM, ring)
signal.setitimer(signal.ITIMER_REAL, 0.2)
try:
    y = 2
except KeyboardInterrupt:
    print('the wrong handler')
try:
    i = 0
    while True: i += 1
except KeyboardInterrupt as e:
    print(e.__traceback__.tb_lineno, e.args)
# --- case: loop_behind_a_try
import signal
def ring(number, frame): raise KeyboardInterrupt
signal.signal(signal.SIGALRM, ring)
signal.setitimer(signal.ITIMER_REAL, 0.2)
def f():
    try:
        i = 1
    except KeyboardInterrupt:
        return 'the wrong handler'
    while i: pass
try:
    print(f())
except KeyboardInterrupt as e:
    print('at', e.__traceback__.tb_next.tb_lineno)
# --- case: tests_with_a_body_in_their_line
import signal
def ring(number, frame): raise TimeoutError(frame.f_lineno)
signal.signal(signal.SIGALRM, ring)
signal.setitimer(signal.ITIMER_REAL, 0.2)
n = 5
while n > 0: n += 1
