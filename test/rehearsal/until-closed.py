"""Runs a module as a program until its standard input is closed, as it is when whoever started it is gone, however it
went: then the whole process group ends."""

import os
import runpy
import signal
import sys
import threading


def end_when_closed():
    sys.stdin.buffer.read()
    os.killpg(0, signal.SIGTERM)


threading.Thread(target=end_when_closed, daemon=True).start()
runpy.run_module(sys.argv.pop(1), run_name="__main__", alter_sys=True)
