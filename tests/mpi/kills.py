#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""kills.py REROLL REROLL_MPI COUNT SEED LAUNCHER...: kills ranks, or their launcher, at random moments, and resumes with
other numbers of ranks or `reroll sample`, until COUNT kills have hit a running job.

After every kill: nothing is under the final name, and the data that the job file lists are on disk, to the byte. A completed
job is compared with the file of `reroll sample`. TAP.
"""
import fcntl
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time

NUMBERS, SIZE, HEADER = 700000, 4, 128
JOB = ["sample", "attempts", "--accept", "0.004", "-n", str(NUMBERS), "--quiet"]
SLOWLY = ["--threads", "1", "--device", "cpu:scalar", "-o", "x.npy", "--resume"]
MARK = f"REROLL_KILLS={os.getpid()}".encode()


def started():
    """(process, name) of all processes that this program has started, found by an environment variable."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/environ", "rb") as file, open(f"/proc/{pid}/comm") as name:
                if MARK in file.read().split(b"\0") and int(pid) != os.getpid():
                    found.append((int(pid), name.read().strip()))
        except OSError:
            pass
    return found


def locked():
    """A process that is about to end loses its variables first, and its lock last."""
    try:
        with open("x.npy.part") as part:
            fcntl.flock(part, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except BlockingIOError:
        return True
    return False


def wait_for_end(seconds=60):
    deadline = time.monotonic() + seconds
    while started() or locked():
        if time.monotonic() > deadline:
            sys.exit(f"not ok 1 - {started()} live on after a kill")
        time.sleep(0.02)


def wait_for_launcher(process, seconds=20):
    """Open MPI's mpirun was seen to lock itself up in PMIx_server_finalize when all its ranks had gone: that is its end,
    too."""
    while True:
        try:
            return process.wait(seconds)
        except subprocess.TimeoutExpired:
            if any(name.startswith("reroll") for _, name in started()):
                sys.exit(f"not ok 1 - {started()} live on after a kill")
            print("# the launcher hung without ranks", flush=True)
            process.kill()


def parts():
    """The data that the job file lists, which must be on disk."""
    if not os.path.exists("x.npy.job.json"):
        return 0
    with open("x.npy.job.json") as file:
        done = json.load(file)["done"]
    with open("whole.npy", "rb") as whole, open("x.npy.part", "rb") as part:
        for first, count in done:
            begin = HEADER + first * SIZE if first else 0
            whole.seek(begin)
            part.seek(begin)
            length = HEADER + (first + count) * SIZE - begin
            if whole.read(length) != part.read(length):
                sys.exit(f"not ok 1 - {first}, {count} is not on disk as x.npy.job.json says")
    return sum(count for _, count in done)


def one_run(command, chance):
    """Starts it and kills some of it at a random moment. True: it came to its end before that."""
    process = subprocess.Popen(command + SLOWLY, start_new_session=True, stdout=subprocess.DEVNULL,
                               stderr=open("errors", "w"))
    time.sleep(chance.uniform(0.25, 0.9))
    if process.poll() is not None:
        if process.returncode:
            sys.exit(f"not ok 1 - {command} ended by itself with {process.returncode}: {open('errors').read()}")
        return True
    victim = chance.choice([pid for pid, name in started() if name == "reroll-mpi"] + [process.pid])
    try:
        os.kill(victim, signal.SIGKILL)
    except ProcessLookupError:
        pass
    wait_for_launcher(process)
    wait_for_end()
    return os.path.exists("x.npy")   # it may have come to its end just then


def main():
    reroll, reroll_mpi, count, seed, launcher = *sys.argv[1:3], int(sys.argv[3]), int(sys.argv[4]), sys.argv[5:]
    chance = random.Random(seed)
    os.environ.update(REROLL_CHECKPOINT_SECONDS="0.05", REROLL_KILLS=str(os.getpid()))
    kills = ends = gains = before = 0
    with tempfile.TemporaryDirectory() as work:
        os.chdir(work)
        subprocess.run([reroll, *JOB, "-o", "whole.npy"], check=True)
        while kills < count:
            ranks = chance.randint(0, 4)   # 0: the plain command
            command = [*launcher, "-n", str(ranks), reroll_mpi, *JOB] if ranks else [reroll, *JOB]
            if one_run(command, chance):
                subprocess.run([reroll, *JOB, "-o", "x.npy", "--resume"], check=True)
                subprocess.run(["cmp", "x.npy", "whole.npy"], check=True)
                os.remove("x.npy")
                os.remove("x.npy.job.json")
                ends, before = ends + 1, 0
                continue
            kills += 1
            now = parts()
            gains, before = gains + (now > before), now
            print(f"# {ranks} ranks: {now} of {NUMBERS} are on disk", flush=True)
        subprocess.run([*launcher, "-n", "3", reroll_mpi, *JOB, "-o", "x.npy", "--resume"], check=True)
        subprocess.run(["cmp", "x.npy", "whole.npy"], check=True)
        os.chdir("/")
    print(f"{'ok' if gains >= count // 5 else 'not ok'} 1 - {kills} kills, {gains} after more was on disk, {ends + 1} files, all the same\n1..1")


main()
