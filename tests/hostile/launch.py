"""Runs commands for bench.py and measures them: one JSON object per line in, one out.

A process of its own, because the peak memory of a child begins with that of the process that started it, and run.py makes large files.
"""
import json
import os
import resource
import subprocess
import sys
import time


def limit(mebibytes):
    if mebibytes:
        resource.setrlimit(resource.RLIMIT_AS, (mebibytes << 20, mebibytes << 20))


def run(order):
    with open(order["out"], "wb") as out, open(order["err"], "wb") as err:
        begun = time.monotonic()
        process = subprocess.Popen(order["command"], stdin=subprocess.DEVNULL, stdout=out, stderr=err, cwd=order["folder"],
                                   preexec_fn=lambda: limit(order["address_space"]))
        while True:
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
            seconds = time.monotonic() - begun
            if pid:
                process.returncode = os.waitstatus_to_exitcode(status)
                return {"code": process.returncode, "seconds": seconds, "cpu": usage.ru_utime + usage.ru_stime, "mebibytes": usage.ru_maxrss / 1024}
            if seconds > order["seconds"]:
                process.kill()
                _, _, usage = os.wait4(process.pid, 0)
                process.returncode = -9
                return {"code": "timeout", "seconds": seconds, "cpu": usage.ru_utime + usage.ru_stime, "mebibytes": usage.ru_maxrss / 1024}
            time.sleep(0.002)


def main():
    for line in sys.stdin:
        print(json.dumps(run(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
