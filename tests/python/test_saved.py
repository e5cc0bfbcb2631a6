# SPDX-License-Identifier: MIT OR Apache-2.0
"""Files that two writers, a kill, a full disk, a link or an edited job file meet: the command's and reroll.save's, which are
one code (cli/library/)."""
import copy
import dataclasses
import itertools
import json
import os
import pathlib
import pickle
import re
import shutil
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import reroll
from test_numbers import COMMAND

needs_command = pytest.mark.skipif(not COMMAND, reason="REROLL names no command")
WRITERS = ["python", pytest.param("command", marks=needs_command)]


def start(writer, path, shape, n, seed, overwrite=False, **more):
    """A process that writes n samples of gamma; shape: a number, or the path of a file."""
    if writer == "python":
        size = "None" if isinstance(shape, str) else n
        text = (f"import reroll; reroll.save({str(path)!r}, 'gamma', {shape!r}, size={size}, rng={seed}, "
                f"overwrite={overwrite})")
        line = [sys.executable, "-B", "-c", text]
    else:
        shape = f"@{shape}" if isinstance(shape, str) else shape
        size = [] if str(shape)[0] == "@" else ["-n", str(n)]
        line = [COMMAND, "sample", "gamma", "--shape", str(shape), *size, "--seed", str(seed), "-q", "-o", str(path),
                *["--force"] * overwrite]
    return subprocess.Popen(line, stderr=subprocess.PIPE, text=True, **more)


def finished(process):
    said = process.communicate(timeout=120)[1]
    return process.returncode, said


def names(folder):
    return sorted(p.name for p in folder.iterdir())


def is_whole(path):
    """FILE matches its job file, for both readers."""
    made = np.load(path)
    assert np.array_equal(reroll.remake(path), made)
    if COMMAND:
        raw = subprocess.run([COMMAND, "sample", "--job", f"{path}.job.json", "--format", "raw"], check=True,
                             capture_output=True)
        assert raw.stdout == made.tobytes()
    return made


# ---- Several writers ------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("overwrite", [False, True])
@pytest.mark.parametrize("pair", [("python", "python"), pytest.param(("python", "command"), marks=needs_command)])
def test_two_writers_of_one_name(tmp_path, pair, overwrite):
    for turn in range(3):
        path = tmp_path / f"x{turn}.npy"
        processes = [start(w, path, 2.5, n, s, overwrite) for w, n, s in zip(pair, (2_000_000, 3_000_000), (1, 2))]
        ends = [finished(p) for p in processes]
        made, job = is_whole(path), reroll.load_job(path)
        winners = [s for s, (code, _) in zip((1, 2), ends) if not code]
        assert job.seed in winners and len(made) == len(job) == (2_000_000, 3_000_000)[job.seed - 1], ends
        assert not list(tmp_path.glob("*.part*"))
        for code, said in ends:
            assert code == 0 or re.search("another process|exists|incomplete job", said), said


def test_threads_of_one_name(tmp_path):
    ends = []

    def save(seed):
        try:
            ends.append(reroll.save(tmp_path / "x.npy", "normal", size=1_000_000, rng=seed).seed)
        except OSError as error:
            assert "another process" in str(error) or isinstance(error, FileExistsError), error
    threads = [threading.Thread(target=save, args=(s,)) for s in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    is_whole(tmp_path / "x.npy")
    assert ends == [reroll.load_job(tmp_path / "x.npy").seed]


@needs_command
def test_a_running_command_keeps_its_file(tmp_path):
    path = tmp_path / "x.npy"
    running = start("command", path, 2.5, 30_000_000, 1)
    part = tmp_path / "x.npy.part"
    while not (part.exists() and part.stat().st_size) and running.poll() is None:
        time.sleep(.002)
    running.send_signal(signal.SIGSTOP)   # on a busy machine it would end before the second call
    try:
        with pytest.raises(OSError, match="is being written by another process"):
            reroll.save(path, "normal", size=10, overwrite=True)
    finally:
        running.send_signal(signal.SIGCONT)
    assert finished(running)[0] == 0 and len(is_whole(path)) == 30_000_000


# ---- What is there stays ---------------------------------------------------------------------------------------------

@pytest.fixture
def small_disk(tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    if os.geteuid() or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", disk], check=False).returncode:
        pytest.skip("only root mounts a small disk")
    yield disk
    subprocess.run(["umount", disk], check=True)


@pytest.mark.parametrize("writer", WRITERS)
def test_a_full_disk_leaves_the_old_file(small_disk, writer):
    path = small_disk / "x.npy"
    code, said = finished(start(writer, path, 2.5, 2_000_000, 1))
    assert code > 0 and "its file system has" in said and names(small_disk) == []
    assert finished(start(writer, path, 2.5, 1000, 1))[0] == 0
    code, said = finished(start(writer, path, 2.5, 2_000_000, 2, overwrite=True))
    assert code > 0 and "No space left on device" in said
    assert len(is_whole(path)) == 1000 and reroll.load_job(path).seed == 1


def test_a_full_disk_is_an_error_of_the_system(small_disk):
    for size, given in ((2_000_000, {}), (None, {"sd": np.ones(600_000)}), (None, {"sd": np.ones(300_000)})):
        for overwrite in (False, True):
            with pytest.raises(OSError, match="No space left|its file system has") as error:
                reroll.save(small_disk / "x.npy", "normal", size=size, overwrite=overwrite, **given)
            assert error.value.errno == 28 and names(small_disk) == []
    reroll.save(small_disk / "x.npy", "normal", sd=np.ones(100), rng=1)
    with pytest.raises(OSError, match="No space"):
        reroll.save(small_disk / "x.npy", "normal", sd=np.ones(300_000), overwrite=True)
    assert names(small_disk) == ["x.npy", "x.npy.job.json", "x.npy.sd.npy"] and len(is_whole(small_disk / "x.npy")) == 100


def test_a_file_that_may_not_grow(tmp_path):
    text = ("import resource, reroll\nresource.setrlimit(resource.RLIMIT_FSIZE, (2**20, 2**20))\n"
            f"try: reroll.save({str(tmp_path / 'x.npy')!r}, 'normal', size=10**6)\nexcept OSError as e: print(e.errno)")
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    assert done.stdout == "27\n" and names(tmp_path) == []


@pytest.mark.parametrize("overwrite", [False, True])
def test_inputs_are_not_replaced(tmp_path, monkeypatch, overwrite):
    monkeypatch.chdir(tmp_path)
    np.save("par.npy", np.ones(5))
    os.mkdir("sub")
    os.symlink("../par.npy", "sub/link.npy")
    os.link("par.npy", "hard.npy")
    for target, given in (("par.npy", "par.npy"), ("par.npy", "sub/link.npy"), ("sub/link.npy", "par.npy"),
                          ("hard.npy", str(tmp_path / "par.npy"))):
        with pytest.raises(ValueError, match="^path .* is the file of shape; give another name"):
            reroll.save(target, "gamma", given, overwrite=overwrite)
    for name in ("x.npy.part", "x.npy.job.json", "x.npy.part.job.json"):
        shutil.copy("par.npy", name)
        with pytest.raises(ValueError, match=f"would replace {name}, the file of shape"):
            reroll.save("x.npy", "gamma", name, overwrite=overwrite)
        assert (np.load(name) == 1).all()
        os.remove(name)
    assert (np.load("par.npy") == 1).all() and names(tmp_path) == ["hard.npy", "par.npy", "sub"]


def test_a_mapped_parameter_is_not_written_to(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    values = np.linspace(1, 2, 100)
    np.save("x.npy.shape.npy", values)
    mapped = np.load("x.npy.shape.npy", mmap_mode="r+")
    reroll.save("x.npy", "gamma", mapped, rng=1)   # the very bytes: taken as it is
    first = is_whole("x.npy").copy()
    assert names(tmp_path) == ["x.npy", "x.npy.job.json", "x.npy.shape.npy"]
    with pytest.raises(FileExistsError):
        reroll.save("y.npy", "gamma", values) and reroll.save("y.npy", "gamma", values[::-1])
    reroll.save("x.npy", "gamma", mapped[::-1], rng=1, overwrite=True)
    assert (np.load("x.npy.shape.npy") == values).all() and (mapped == values).all()
    assert (is_whole("x.npy") == reroll.Generator(1).gamma(values[::-1])).all() and (first != np.load("x.npy")).any()
    reroll.save("x.npy", "gamma", values + 1, rng=1, overwrite=True)   # the file with a digest in its name goes with its job
    assert len([n for n in names(tmp_path) if n.startswith("x.npy.shape.")]) == 2
    is_whole("x.npy")
    own = next(n for n in names(tmp_path) if n.startswith("x.npy.shape.") and n != "x.npy.shape.npy")
    reroll.save("x.npy", "gamma", str(tmp_path / own), rng=2, overwrite=True)   # unless the new job has it too
    is_whole("x.npy")
    taken = np.load("x.npy", mmap_mode="r")[:50].copy()
    reroll.save("x.npy", "gamma", np.load("x.npy", mmap_mode="r"), rng=1, overwrite=True)   # of itself
    assert len(taken) == 50 and len(is_whole("x.npy")) == 100


def test_a_parameter_file_without_overwrite_is_refused(tmp_path):
    np.save(tmp_path / "x.npy.shape.npy", np.ones(7))
    with pytest.raises(FileExistsError, match="x.npy.shape.npy exists, with other contents; overwrite=True keeps it"):
        reroll.save(tmp_path / "x.npy", "gamma", np.linspace(1, 2, 100))
    assert names(tmp_path) == ["x.npy.shape.npy"] and (np.load(tmp_path / "x.npy.shape.npy") == 1).all()


@pytest.mark.parametrize("overwrite", [False, True])
def test_links_are_not_followed(tmp_path, overwrite):
    victim = tmp_path / "victim"
    victim.write_text("kept")
    for name in ("x.npy.part", "x.npy.job.json.part", "x.npy.shape.npy"):
        (tmp_path / name).symlink_to(victim)
        try:
            reroll.save(tmp_path / "x.npy", "gamma", np.linspace(1, 2, 100), overwrite=overwrite)
        except OSError:
            assert not (tmp_path / "x.npy").exists()
        assert victim.read_text() == "kept" and (tmp_path / name).is_symlink()
        for file in tmp_path.glob("x.npy*"):
            file.unlink()


# ---- Kills -----------------------------------------------------------------------------------------------------------

@pytest.fixture(scope="module")
def shim(tmp_path_factory):
    """The library of the command's tests that sees, counts and fails the calls which make a file durable."""
    if not shutil.which("cc"):
        pytest.skip("no compiler")
    made = tmp_path_factory.mktemp("shim") / "shim.so"
    source = pathlib.Path(__file__).parents[1] / "cli/tools/shim.c"
    subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-o", made, source, "-ldl"], check=True)
    return made


OVERWRITE = ("import numpy as np, reroll; reroll.save('x.npy', 'gamma', np.linspace(2, 3, 100), rng=2, overwrite=True, "
             "strategy='loop')")


def shimmed(shim, folder, text=OVERWRITE, **variables):
    return subprocess.run([sys.executable, "-B", "-c", text], cwd=folder, check=False, capture_output=True, text=True,
                          env={**os.environ, "LD_PRELOAD": str(shim), **variables})


def test_what_is_on_disk_before_what(tmp_path, shim):
    done = shimmed(shim, tmp_path, SHIM_LOG=str(tmp_path / "log"))
    assert done.returncode == 0, done.stderr
    log = [line for line in (tmp_path / "log").read_text().splitlines() if not line.startswith("open")]
    short = [" ".join(line.split()[:2]) for line in log if "x.npy" in line or line == "fsync ."]

    def place(*wanted):
        return next(i for i, line in enumerate(log) if all(w in line for w in wanted))
    parameter = place("rename", "x.npy.shape.npy")
    assert any("fsync x.npy.shape.npy" in line for line in log[:parameter]), short
    data = place("fdatasync x.npy.part")
    told = place("rename", "x.npy.job.json", "complete=false")
    named = place("rename x.npy.part x.npy")
    complete = place("rename", "x.npy.job.json", "complete=true")
    assert data < told < named < complete and "fsync ." in log[named:complete], short
    assert any(line.startswith("fsync x.npy.job.json") for line in log[data:told])


def test_the_folder_is_on_disk_whatever_its_descriptor(tmp_path, shim):
    """Without standard input the folder may get descriptor 0, which that of a replaced FILE.part had."""
    (tmp_path / "x.npy.part").touch()
    text = "import os, reroll; os.close(0); reroll.save('x.npy', 'normal', size=3, rng=1)"
    done = shimmed(shim, tmp_path, text, SHIM_LOG=str(tmp_path / "log"))
    assert done.returncode == 0, done.stderr
    calls = (tmp_path / "log").read_text().splitlines()
    synced = [before for before, call in zip(calls, calls[1:]) if call == "fsync ."]
    assert len(synced) == 2 and synced[1].startswith("rename x.npy.part x.npy"), calls


# One process, with everything in memory, and a child for each.
EACH = """import os, sys, numpy as np, reroll
for at, number in map(str.split, sys.stdin):
    child = os.fork()
    if not child:
        os.chdir(at)
        if number != "0":
            os.environ["SHIM_KILL"] = number
        %s
        os._exit(0)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    print(status, flush=True)
    if number != "0" and not status:
        break
""" % OVERWRITE.partition("; ")[2]


def shimmed_each(shim, folder, cases):
    """The status of each of (folder, SHIM_KILL) up to the first that was not killed; of no number, 0, nothing is killed."""
    done = subprocess.run([sys.executable, "-B", "-c", EACH], cwd=folder, check=True, capture_output=True, text=True,
                          input="".join(f"{at} {number}\n" for at, number in cases), env={**os.environ, "LD_PRELOAD": str(shim)})
    return [int(line) for line in done.stdout.split()]


def test_a_death_before_any_call_keeps_the_old_job(tmp_path, shim):
    folders = [tmp_path / str(number) for number in range(1, 60)]
    for folder in folders:
        folder.mkdir()
        old = reroll.save(folder / "x.npy", "gamma", np.linspace(1, 2, 100), rng=1)
    ended = shimmed_each(shim, tmp_path, [(folder, number) for number, folder in enumerate(folders, 1)])
    new = reroll.Generator(2).gamma(np.linspace(2, 3, 100))
    for number, folder in enumerate(folders[:len(ended)], 1):
        made = np.load(folder / "x.npy")
        assert (made == old[:]).all() or (made == new).all(), number
        try:
            assert (reroll.remake(folder / "x.npy") == made).all(), number
        except ValueError as error:   # the moment in which the job file is the new one's, whose file waits for its name
            assert "which is older" in str(error) and (made == old[:]).all()
    assert 12 < len(ended) < 59 and set(ended[:-1]) == {-signal.SIGKILL} and ended[-1] == 0
    killed = folders[:len(ended) - 1]
    assert shimmed_each(shim, tmp_path, [(folder, 0) for folder in killed]) == [0] * len(killed)
    for folder in killed:
        assert (is_whole(folder / "x.npy") == new).all()
        assert not list(folder.glob("*.part"))


@pytest.mark.parametrize("call", ["pwrite x.npy.part", "fdatasync x.npy.part", "fsync x.npy.job.json.~",
                                  "rename x.npy.job.json.~", "fsync x.npy.part", "rename x.npy.part",
                                  "ftruncate x.npy.part"])
def test_a_call_that_fails_is_an_error_and_the_old_job_stays(tmp_path, shim, call):
    old = reroll.save(tmp_path / "x.npy", "gamma", np.linspace(1, 2, 100), rng=1)
    before = names(tmp_path)
    done = shimmed(shim, tmp_path, SHIM_FAIL=f"{call} 5")
    assert done.returncode == 1 and "OSError: [Errno 5]" in done.stderr, done.stderr
    assert (np.load(tmp_path / "x.npy") == old[:]).all()
    if call not in ("fsync x.npy.part", "rename x.npy.part"):
        assert (reroll.remake(tmp_path / "x.npy") == old[:]).all() and names(tmp_path) == before
    assert not list(tmp_path.glob("*.part"))


def test_control_c_leaves_nothing(tmp_path):
    text = f"import reroll; reroll.save({str(tmp_path / 'x.npy')!r}, 'normal', size=10**9)"
    process = subprocess.Popen([sys.executable, "-c", text], stderr=subprocess.PIPE, text=True)
    while not (tmp_path / "x.npy.part").exists():
        time.sleep(.01)
    process.send_signal(signal.SIGINT)
    assert "KeyboardInterrupt" in process.communicate(timeout=60)[1] and names(tmp_path) == []


@needs_command
def test_a_failed_force_is_not_another_sample(tmp_path):
    path = tmp_path / "x.npy"
    assert finished(start("command", path, 2.5, 1000, 1))[0] == 0
    running = start("command", path, 2.5, 10**9, 2, overwrite=True, env={**os.environ, "REROLL_CHECKPOINT_SECONDS": "0"})
    while not (tmp_path / "x.npy.part.job.json").exists() and running.poll() is None:
        time.sleep(.002)
    running.kill()
    finished(running)
    assert len(is_whole(path)) == 1000 and reroll.load_job(path).seed == 1
    # As reroll 0.0 left it: the incomplete job's file has the name, and describes another sample than FILE.
    draft = json.loads((tmp_path / "x.npy.part.job.json").read_text())
    (tmp_path / "x.npy.job.json").write_text(json.dumps(draft))
    for read in (reroll.load_job, reroll.remake):
        with pytest.raises(ValueError, match="describes the incomplete .*, not .*, which is older"):
            read(path)


# ---- Job files -------------------------------------------------------------------------------------------------------

def other_values(value):
    """An entry moved down, up, to a bool, to other kinds of values, or as deep as JSON goes."""
    made = [True, False, None, "x", [], {}, [value], {"x": value}, 1.5, -1, 2**64, 10**400, "1", [[1], 2], [True],
            [[[[[[1]]]]]]]
    if isinstance(value, bool):
        return made + [not value, int(value)]
    if isinstance(value, (int, float)):
        return made + [value - 1, value + 1, float(value), str(value), -value]
    if isinstance(value, list):
        return made + [value[:-1], value + value, [value], *([v, *value[1:]] for v in other_values(value[0]) if value)]
    if isinstance(value, str):
        return made + [value + "x", value[:-1], value.upper(), ""]
    return made


def places(entries, at=()):
    for key, value in entries.items():
        yield (*at, key)
        if isinstance(value, dict):
            yield from places(value, (*at, key))


def changed(entries, place, value):
    made = copy.deepcopy(entries)
    inner = made
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = value
    return made


@needs_command
@pytest.mark.parametrize("law, given", [("gamma", ["--shape", "1,2,3"]), ("normal", ["-n", "3"]),
                                        ("gamma", ["--shape", "@p.npy"]), ("dirichlet", ["--alpha", "1,2,3", "-n", "4"]),
                                        ("integers-closed", ["--low", "9007199254740992,5", "--high", "2^60"]),
                                        ("normal:icdf", ["--antithetic", "-n", "3"])])
def test_edited_job_files_meet_one_reader(tmp_path, monkeypatch, law, given):
    """Python reads every job file that the command reads, as the same job, and refuses the others with the same message."""
    monkeypatch.chdir(tmp_path)
    np.save("p.npy", [1., 2, 3])
    subprocess.run([COMMAND, "sample", law, *given, "-o", "x.raw"], check=True)
    entries = json.loads((tmp_path / "x.raw.job.json").read_text())
    twin, texts = tmp_path / "y.raw.job.json", []
    for place in places(entries):
        for value in other_values(eval("entries" + "".join(f"[{k!r}]" for k in place))):
            texts.append(json.dumps(changed(entries, place, value)))
        texts.append(json.dumps(entries).replace(f'"{place[-1]}": ', f'"{place[-1]}": 1, "{place[-1]}": ', 1))
        texts.append(json.dumps(changed(entries, place, None)).replace("null", "[" * 4000 + "]" * 4000))
    taken = 0
    for text in texts[::3] if not os.environ.get("REROLL_DEEP") else texts:
        twin.write_text(text)
        theirs = subprocess.run([COMMAND, "sample", "--job", twin.name, "--format", "raw"], capture_output=True, check=False)
        try:
            drawn = reroll.remake("y.raw")
        except (ValueError, OSError, RuntimeError) as error:
            assert theirs.returncode, (text, error)
            said = theirs.stderr.decode().removeprefix("reroll: ").strip()
            assert type(error) is ValueError and (str(error) == said or "range" in said or "--" in said), (text, said, error)
        else:
            assert theirs.returncode == 0 and drawn.tobytes() == theirs.stdout, (text, theirs.stderr)
            taken += 1
    assert taken


@pytest.mark.parametrize("version", [-1, 1, "older", True, None])
def test_other_bits_are_refused(tmp_path, version):
    reroll.save(tmp_path / "x.npy", "gamma", [1, 2.])
    twin = tmp_path / "x.npy.job.json"
    entries = json.loads(twin.read_text())
    entries["bits_version"] = entries["bits_version"] + version if version in (-1, 1) and version is not True else version
    twin.write_text(json.dumps(entries))
    with pytest.raises(ValueError, match="of the bits of gamma|\"bits_version\" must be"):
        reroll.load_job(twin)


@needs_command
def test_densities_and_numbers_that_numpy_lacks(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    subprocess.run([COMMAND, "sample", "density:exp(-x^2/2)", "-n", "50", "-o", "x.npy"], check=True)
    job, whole = reroll.load_job("x.npy"), np.load("x.npy")
    assert job.sampler == "density" and (job[7:33] == whole[7:33]).all() and (reroll.remake("x.npy") == whole).all()
    with pytest.raises(ValueError):   # what it is made of is in the job file alone
        pickle.loads(pickle.dumps(job))[:]
    subprocess.run([COMMAND, "sample", "normal", "-n", "5", "--dtype", "bf16", "-o", "y.raw"], check=True)
    with pytest.raises(ValueError, match="one that NumPy knows"):
        reroll.load_job("y.raw")


@needs_command
@pytest.mark.parametrize("kind", ["f2", "u1", "i1", "<u2", ">i2", ">i4", ">u8", ">f4", ">f8", ">f2", "<i8", "<u4"])
@pytest.mark.parametrize("order", "CF")
def test_parameter_files_of_every_type(tmp_path, monkeypatch, kind, order):
    monkeypatch.chdir(tmp_path)
    values = np.asarray(np.arange(1, 13).reshape(3, 4), kind, order=order)
    np.save("p.npy", values)
    subprocess.run([COMMAND, "sample", "gamma", "--shape", "@p.npy", "-o", "theirs.npy", "--seed", "3"], check=True)
    job = reroll.save("ours.npy", "gamma", "p.npy", rng=3)
    for end in ("", ".job.json"):
        assert pathlib.Path(f"ours.npy{end}").read_bytes() == pathlib.Path(f"theirs.npy{end}").read_bytes()
    assert (job.params["shape"] == values).all() and reroll.load_job("theirs.npy") == job
    assert (is_whole("ours.npy") == reroll.Generator(3).gamma(values.astype(float))).all()
    given = reroll.save("memory.npy", "gamma", values, rng=3)
    assert (given[:] == job[:]).all() and np.array_equal(given.params["shape"], values)


@needs_command
@pytest.mark.parametrize("kind", ["<f8", ">f8", "<f4", ">f4", "<f2", ">i4", "<i8", "u1"])
def test_parameter_files_of_16_mib_and_more(tmp_path, monkeypatch, kind):
    monkeypatch.chdir(tmp_path)
    count = (1 << 24) // np.dtype(kind).itemsize + 5
    values = (np.arange(count) % 7 + 1).astype(kind)
    np.save("p.npy", values)
    subprocess.run([COMMAND, "sample", "uniform", "--low", "0", "--high", "@p.npy", "--dtype", "f32", "-o", "theirs.npy",
                    "-q"], check=True)
    job = reroll.save("ours.npy", "uniform", 0, "p.npy", dtype="f4")
    for end in ("", ".job.json"):
        assert pathlib.Path(f"ours.npy{end}").read_bytes() == pathlib.Path(f"theirs.npy{end}").read_bytes()
    assert (reroll.Generator(0).uniform(0, values[:1000].astype(float), dtype="f4") == np.load("ours.npy")[:1000]).all()
    assert (reroll.load_job("theirs.npy")[count - 9:] == job[count - 9:]).all()


@pytest.mark.parametrize("values", [[2**53 + 1, 5], [2**53, 2**53 - 1], [-2**63, 2**63 - 1], [2**63 - 1], [[2**53 + 1], [3]],
                                    [[2**60 + 1, 7]], [2**53 + 1] * 70])
def test_integers_are_exact(tmp_path, values):
    path, low = tmp_path / "x.npy", np.array(values)
    job = reroll.save(path, "integers-closed", low, low)
    assert (np.load(path) == low).all() and (is_whole(path) == low).all() and (job.params["low"] == low).all()
    again = reroll.load_job(path)
    assert again == job and again.params["low"].tolist() == low.tolist()
    if low.size <= 64:
        assert json.loads((tmp_path / "x.npy.job.json").read_text())["params"]["low"] == low.tolist()


def test_large_unsigned_integers_are_exact(tmp_path):
    low = np.array([2**64 - 1, 5], "u8")
    for number, given in enumerate((low, np.resize(low, 80), low.astype(object))):
        path = tmp_path / f"{number}.npy"
        job = reroll.save(path, "integers-closed", given if given.dtype != object else low, low[0], dtype="u8")
        assert is_whole(path)[0] == 2**64 - 1 and job.params["low"][0] == 2**64 - 1


# ---- Slices ----------------------------------------------------------------------------------------------------------

JOBS = {
    "scalars": ("gamma", {"shape": 2.5}, {"size": 97}), "none": ("normal", {}, {"size": 0}), "one": ("normal", {}, {}),
    "list": ("poisson", {"lam": np.linspace(1, 90, 41)}, {}),
    "column": ("gamma", {"shape": np.ones((7, 1)), "scale": 2.}, {}),
    "grid": ("gamma", {"shape": np.linspace(.5, 3, 7)[:, None], "scale": np.linspace(1, 2, 23)}, {}),
    "file": ("beta", {"a": np.linspace(1, 2, 90), "b": 3.}, {}), "f32": ("exponential", {}, {"size": 53, "dtype": "f4"}),
    "rows": ("dirichlet", {"alpha": np.array([1., 2, 3])}, {"size": 31}), "dim": ("sphere", {}, {"size": 19, "dim": 3}),
    "a row each": ("dirichlet", {"alpha": np.linspace(1, 2, 15).reshape(5, 3)}, {}),
    "matrix": ("multivariate-normal", {"covariance": np.eye(3)}, {"size": 17}),
    "weights": ("categorical", {"weights": np.array([1., 2, 3])}, {"size": 29}),
    "integers": ("integers-closed", {"low": np.array([2**53 + 1, -5]), "high": 2**60}, {}),
}


# An index of both words represents one of the lower word; the command is asked for slices that are empty, that end at the
# next end, and that end with the job. REROLL_DEEP: all.
FIRSTS = [0, 5, 2**40 + 3] if os.environ.get("REROLL_DEEP") else [0, 2**40 + 3]


@pytest.mark.parametrize("first", FIRSTS)
@pytest.mark.parametrize("kind", JOBS)
def test_slices_of_every_kind_of_job(tmp_path, monkeypatch, kind, first):
    """remake, job[...], --first and -n, and shards, whose job files Python reads as well: each against the whole file."""
    monkeypatch.chdir(tmp_path)
    law, given, more = JOBS[kind]
    if law not in reroll.samplers():
        pytest.skip(f"no {law}")
    job = reroll.save("x.npy", law, rng=reroll.Generator(4).at(first), **given, **more)
    whole = np.load("x.npy")
    n, flat = len(job), whole.reshape(len(job), -1) if job._law.shape else whole.ravel()
    ends = sorted({0, 1, 2, n // 3, n // 2, n - 1, n} & set(range(n + 1)))
    fresh = dataclasses.replace(reroll.load_job("x.npy"))   # of its fields alone
    for low, high in itertools.combinations_with_replacement(ends, 2):
        for made in (job, fresh):
            assert np.array_equal(np.ravel(made[low:high]), np.ravel(flat[low:high])), (low, high)
        near = high == n or ends.index(high) - ends.index(low) < 2
        if COMMAND and (near or os.environ.get("REROLL_DEEP")):
            raw = subprocess.run([COMMAND, "sample", "--job", "x.npy.job.json", "--first", str(first + low), "-n",
                                  str(high - low), "-o", "slice.raw", "--force"], check=False, capture_output=True)
            assert raw.returncode == 0, raw.stderr
            assert pathlib.Path("slice.raw").read_bytes() == np.ascontiguousarray(flat[low:high]).tobytes()
            cut = reroll.load_job("slice.raw")
            assert len(cut) == high - low and np.array_equal(np.ravel(cut[:]), np.ravel(flat[low:high])), (low, high)
            assert np.array_equal(np.ravel(cut[1:]), np.ravel(flat[low:high][1:]))
    assert pickle.loads(pickle.dumps(job)) == job == fresh
    if COMMAND and n:
        shards = []
        for k in range(3):
            subprocess.run([COMMAND, "sample", "--job", "x.npy.job.json", "--shard", f"{k}/3", "-o", "s.raw"], check=True)
            path = f"s.raw.shard-{k}-of-3"
            shards.append(reroll.remake(path).tobytes())
            assert shards[-1] == pathlib.Path(path).read_bytes()
        assert b"".join(shards) == whole.tobytes()


def test_a_job_that_ends_with_the_last_index(tmp_path):
    rng = reroll.Generator(1).at(2**64 - 10)
    drawn = rng.normal(size=10)
    assert rng.next == 2**64 and len(rng.normal(size=0)) == 0
    for more in (lambda: rng.normal(size=1), rng.normal, rng.gamma, lambda: rng.permutation(2)):
        with pytest.raises((OverflowError, TypeError)):
            more()
    assert rng.at(2**64 - 1).normal(size=1) == drawn[9] and rng.at(2**64 - 4).normal(size=3).tolist() == drawn[6:9].tolist()
    with pytest.raises(ValueError):
        rng.at(2**64 - 2).gamma([1, -1])
    taken = reroll.Generator(1).at(2**64 - 10)
    with pytest.raises(ValueError):
        taken.gamma([1.] * 9 + [-1])
    assert taken.next == 2**64 - 10
    job = reroll.save(tmp_path / "x.npy", "normal", size=10, rng=taken)
    assert taken.next == 2**64 and (is_whole(tmp_path / "x.npy") == drawn).all()
    assert job[9] == drawn[9] and (job[3:10] == drawn[3:]).all()
    assert (reroll.load_job(tmp_path / "x.npy")[8:] == drawn[8:]).all()
    for law, given in (("normal", {}), ("dirichlet", {"alpha": [1, 2.]})):
        for more in (taken, taken.at(2**64 - 10)):
            with pytest.raises((OverflowError, ValueError), match="2\\^64"):
                reroll.save(tmp_path / "y.npy", law, size=11, rng=more, **given)
    assert names(tmp_path) == ["x.npy", "x.npy.job.json"]


def test_a_locale_changes_no_number(tmp_path):
    """Job files have points, whatever the program's locale has."""
    text = ("import locale, reroll, numpy as np\nfor name in ('de_DE.UTF-8', 'fr_FR.UTF-8'):\n"
            "    try: locale.setlocale(locale.LC_ALL, name)\n    except locale.Error: pass\n"
            f"reroll.save({str(tmp_path / 'x.npy')!r}, 'gamma', [.5, 1.25])\n"
            f"assert reroll.load_job({str(tmp_path / 'x.npy')!r}).params['shape'].tolist() == [.5, 1.25]")
    subprocess.run([sys.executable, "-c", text], check=True)
    assert '"shape": [0.5, 1.25]' in (tmp_path / "x.npy.job.json").read_text()


def test_samples_that_can_not_be_drawn_leave_nothing(tmp_path):
    rng = reroll.Generator(1)
    for given in ({"shape": np.r_[np.ones(99), -1]}, {"shape": [1, np.nan]}, {"shape": np.inf}):
        with pytest.raises(ValueError, match="shape"):
            reroll.save(tmp_path / "x.npy", "gamma", rng=rng, **given)
    assert names(tmp_path) == [] and rng.next == 0
