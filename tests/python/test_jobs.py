# SPDX-License-Identifier: MIT OR Apache-2.0
"""Files of samples and their job files: those of the command, byte for byte, either way."""
import json
import pathlib
import shutil
import subprocess

import numpy as np
import pytest

import reroll
import test_calls
import test_numbers
from test_numbers import COMMAND

needs_command = pytest.mark.skipif(not COMMAND, reason="REROLL names no command")
NAMES = {"f4": "f32", "f8": "f64", "i4": "i32", "i8": "i64", "u4": "u32", "u8": "u64", "f2": "f16"}


def command(*options):
    return subprocess.run([COMMAND, "sample", *map(str, options)], check=True, capture_output=True)


def text_of(value):
    if np.ndim(value) == 2:
        return ";".join(text_of(row) for row in value)
    return ",".join(f"{v!r}" for v in value) if np.ndim(value) else repr(value)


def same_files(one, two, name="x.npy"):
    for file in (name, f"{name}.job.json"):
        assert (one / file).read_bytes() == (two / file).read_bytes(), (one / f"{name}.job.json").read_text()


@pytest.fixture
def folders(tmp_path):
    made = tmp_path / "ours", tmp_path / "theirs"
    for folder in made:
        folder.mkdir()
    return made


@needs_command
def test_every_sampler_is_the_commands(folders):
    """A job of each: files are equal, and either job file remakes them."""
    ours, theirs = folders
    for k, law in enumerate(reroll._core.laws()):
        name = law["name"]
        if law["outside"]:
            continue
        given = test_calls.ROWS.get(name) or test_numbers.values(name)
        rows = law["shape"] and not any(np.ndim(v) for v in given.values())
        dim = law["default_k"] or 4 if rows else None
        options = [f"--{n}={text_of(v.tolist() if isinstance(v, np.ndarray) else v)}" for n, v in given.items()]
        side = ["--components", dim] if rows else []
        kind = np.dtype(reroll._generator.LAWS[name].default).str[1:]
        command(name, *options, *side, "-n", 41, "--seed", k, "--first", 3 * k, "--dtype", NAMES[kind], "-o",
                theirs / "x.npy",
                "--force")
        rng = reroll.Generator(k).at(3 * k)
        job = reroll.save(ours / "x.npy", name, size=41, rng=rng, dim=dim, overwrite=True, **given)
        same_files(ours, theirs)
        whole = np.load(ours / "x.npy")
        assert rng.next == 3 * k + 41 and len(job) == 41
        again = reroll.load_job(theirs / "x.npy")
        assert again == job and reroll.remake(again).tobytes() == whole.tobytes()
        assert reroll.remake(job, slice(5, 9)).tobytes() == whole[5:9].tobytes() and (job[-1] == whole[-1]).all()


@needs_command
@pytest.mark.parametrize("kind", ["f4", "f8", "f2"])
@pytest.mark.parametrize("ending", [".npy", ".raw"])
def test_arrays_and_types(folders, kind, ending):
    ours, theirs = folders
    name = f"x{ending}"
    shape, scale = np.linspace(.5, 9, 5)[:, None], np.arange(1, 31).reshape(1, 30) * np.float32(.1)
    for folder in folders:
        np.save(folder / "shape.npy", shape)
        np.save(folder / "scale.npy", scale)
    command("gamma", "--shape", f"@{theirs / 'shape.npy'}", "--scale", f"@{theirs / 'scale.npy'}", "--dtype", NAMES[kind],
            "--seed", 9, "-o", theirs / name)
    given = {"shape": str(ours / "shape.npy"), "scale": ours / "scale.npy"}
    job = reroll.save(ours / name, "gamma", rng=9, dtype=kind, **given)
    mine, other = (json.loads((f / f"{name}.job.json").read_text()) for f in folders)
    for entries, folder in ((mine, ours), (other, theirs)):   # the command keeps a path that was typed whole
        for param in entries["params"].values():
            param["file"] = str((folder / param["file"]).relative_to(folder))
    assert mine == other
    assert (ours / name).read_bytes() == (theirs / name).read_bytes()
    whole = reroll.Generator(9).gamma(shape, scale, dtype=kind)
    assert (reroll.remake(job) == whole).all() and (reroll.remake(ours / name) == whole).all()
    assert (reroll.remake(theirs / name, slice(17, 95)) == whole.ravel()[17:95]).all()
    out = np.empty(78, kind)
    assert reroll.remake(job, slice(17, 95), out=out) is out and (out == whole.ravel()[17:95]).all()


def test_long_arrays_get_files_of_their_own(tmp_path):
    rate = np.linspace(1, 9, 100)
    job = reroll.save(tmp_path / "x.npy", "poisson", lam=rate, rng=2)
    assert (np.load(tmp_path / "x.npy.lam.npy") == rate).all()
    moved = tmp_path / "moved"
    moved.mkdir()
    for file in tmp_path.glob("x.npy*"):
        shutil.move(file, moved)
    again = reroll.load_job(moved / "x.npy")
    assert again == job and (again[90:] == np.load(moved / "x.npy")[90:]).all()
    if COMMAND:
        command("--job", moved / "x.npy.job.json", "-o", tmp_path / "again.npy")
        assert (tmp_path / "again.npy").read_bytes() == (moved / "x.npy").read_bytes()
    np.save(moved / "x.npy.lam.npy", rate + 1)
    with pytest.raises(ValueError, match="its SHA-256 differs"):
        reroll.load_job(moved / "x.npy")


@needs_command
def test_numbers_as_the_command_writes_them(folders):
    ours, theirs = folders
    for loc in (0., -0., 1e-4, 9.9e-5, 123456789012345678., 1e16, 1e17, 12345678901234568., .1, -1 / 3, 5e-324, 1e22,
                2.5e100):
        command("normal", f"--mean={loc!r}", "-n", 3, "--dtype", "f64", "-o", theirs / "x.npy", "--force")
        reroll.save(ours / "x.npy", "normal", mean=loc, size=3, overwrite=True)
        same_files(ours, theirs)
    for bound in (2**63 - 1, -2**63, 2**53 + 1):
        low, high = (bound, 2**63 - 1) if bound < 0 else (0, bound)
        command("integers-closed", f"--low={low}", f"--high={high}", "-n", 3, "-o", theirs / "x.npy", "--force")
        reroll.save(ours / "x.npy", "integers-closed", low, high, size=3, overwrite=True)
        same_files(ours, theirs)
    command("truncated-normal", "--low=2", "--high=inf", "-n", 3, "-o", theirs / "x.npy", "--force")
    reroll.save(ours / "x.npy", "truncated-normal", 2, float("inf"), size=3, overwrite=True)
    same_files(ours, theirs)


@needs_command
def test_jobs_with_holes_and_from_one_minus_u(tmp_path):
    file = tmp_path / "x.npy"
    np.save(tmp_path / "s.npy", [1., -1, 2])
    command("gamma", "--shape", f"@{tmp_path / 's.npy'}", "--bad", "nan", "-o", file)
    assert np.array_equal(reroll.remake(file), np.load(file), equal_nan=True) and np.isnan(reroll.load_job(file)[1])
    subprocess.run([COMMAND, "sample", "gamma", "--shape", "0.5", "--strategy", "fixed:1", "-n", "500", "-o", file,
                    "--force"],
                   check=False, capture_output=True)
    assert np.isnan(np.load(file)).any() and np.array_equal(reroll.remake(file), np.load(file), equal_nan=True)
    command("normal:icdf", "--antithetic", "-n", 50, "-o", file, "--force")
    assert (reroll.remake(file) == np.load(file)).all()


@pytest.mark.skipif(not shutil.which("cc"), reason="no compiler")
def test_laws_of_users(tmp_path, folders, monkeypatch):
    ours, theirs = folders
    for folder in folders:
        shutil.copy(pathlib.Path(__file__).parents[2] / "examples/laws/triangle.h", folder / "law.h")
    with reroll.open_law(ours / "law.h") as law:
        example = reroll._core.Law.info.__get__(law._made)["example"]
        monkeypatch.chdir(ours)
        job = reroll.save(ours / "x.npy", law, *example, size=30, rng=4)
        assert (reroll.remake(ours / "x.npy") == np.load("x.npy")).all() and reroll.load_job("x.npy") == job
        if COMMAND:
            monkeypatch.chdir(theirs)
            given = [f"--{n}={v!r}" for n, v in zip(law.args, example)]
            command("./law.h", *given, "-n", 30, "--seed", 4, "-o", "x.npy")
            assert (ours / "x.npy").read_bytes() == (theirs / "x.npy").read_bytes()
            entries = json.loads((ours / "x.npy.job.json").read_text())
            entries["law"]["file"] = "law.h"
            assert entries == json.loads((theirs / "x.npy.job.json").read_text())
    with pytest.raises(ValueError, match="^the distribution is closed$"):
        job[3]
    with reroll.law_from_table([0, 1], [1, 1]) as law, pytest.raises(ValueError, match="was not opened from a file"):
        reroll.save(tmp_path / "y.npy", law, size=3)


@needs_command
@pytest.mark.parametrize("how, options", [({}, []), ({"in_kernel": True}, ["--in-kernel"]),
                                          ({"dtype": "f4", "device": "cpu:scalar"}, ["--dtype", "f32", "-d", "cpu:scalar"])])
def test_plans_are_the_commands(how, options):
    """Plans are equal except for the times, which the command scales by a measurement."""
    made = reroll.plan("gamma", 2.5, size=1000, **how)
    text = subprocess.run([COMMAND, "plan", "gamma", "--shape", "2.5", "-n", "1000", "--json", *options], check=True,
                          capture_output=True).stdout
    wanted = json.loads(text)
    rows = wanted["strategies"]
    assert [r["strategy"] for r in made["rows"]] == [r["strategy"] for r in rows]
    assert (made["choice"], made["grouped"]) == (wanted["choice"], wanted["grouped"])
    for ours, theirs in zip((made, *made["rows"]), (wanted, *rows)):
        for name in {"accept", "slow", "iterations", "efficiency"} & set(theirs):
            assert float(f"{ours[name]:.6g}") == theirs[name], (name, theirs)
    assert all(r["ns"] * wanted["scale"] == pytest.approx(t["ns"], rel=1e-4) for r, t in zip(made["rows"], rows))


@pytest.mark.parametrize("given, error", [
    ({"shape": -1}, ValueError), ({"shape": 2, "size": (2, 3)}, ValueError), ({"shape": [1, 2], "size": 3}, ValueError),
    ({"shape": 2, "size": -1}, ValueError), ({"shape": 2, "strategy": "fixed:2"}, ValueError), ({}, TypeError),
    ({"shape": 2, "dtype": "i4"}, TypeError), ({"shape": np.ones((1, 1, 2))}, ValueError), ({"shape": "no.npy"}, OSError),
    ({"shape": 2, "progress": lambda n: 1 / 0}, ZeroDivisionError), ({"shape": np.r_[np.ones(99), -1]}, ValueError),
])
def test_an_error_leaves_nothing(tmp_path, given, error):
    rng = reroll.Generator(1)
    with pytest.raises(error):
        reroll.save(tmp_path / "x.npy", "gamma", rng=rng, **given)
    assert not list(tmp_path.iterdir()) and rng.next == 0


def test_files_that_are_there_stay(tmp_path):
    reroll.save(tmp_path / "x.npy", "normal", size=3)
    before = (tmp_path / "x.npy").read_bytes()
    with pytest.raises(FileExistsError, match="overwrite=True"):
        reroll.save(tmp_path / "x.npy", "normal", size=4)
    with pytest.raises(ValueError, match="must end in"):
        reroll.save(tmp_path / "x.txt", "normal", size=4)
    assert (tmp_path / "x.npy").read_bytes() == before and len(list(tmp_path.iterdir())) == 2
    assert len(reroll.save(tmp_path / "x.npy", "normal", size=0, overwrite=True)) == 0
    assert np.load(tmp_path / "x.npy").shape == (0,) and reroll.remake(tmp_path / "x.npy").shape == (0,)


@pytest.mark.parametrize("change, why", [
    ({"job_version": 3}, "job_version"), ({"more": 1},
                                          'has an entry "more"'), ({"seed": None}, "seed"), ({"dtype": "f128"}, "dtype"),
    ({"bits_version": 99}, "version 99 of the bits of gamma"), ({"slice": [0, 99]},
                                                                "slice"), ({"sampler": "none"}, "sampler"),
    ({"shape": [2, 3]}, "shape"), ({"params": {}}, "params"), ({"params": {"shape": "x", "scale": 1}}, "shape"),
    ({"strategy": "loop"}, "strategy"), ({"bad": "no"}, "bad"), ({"first": -1}, "first"), ({"density": {}}, "density"),
    ({"format": "x"}, "format"),
])
def test_job_files_that_are_refused(tmp_path, change, why):
    reroll.save(tmp_path / "x.npy", "gamma", [1, 2, 3.])
    twin = tmp_path / "x.npy.job.json"
    twin.write_text(json.dumps({**json.loads(twin.read_text()), **change}))
    with pytest.raises(ValueError, match=why):
        reroll.load_job(twin)
    twin.write_text("{")
    with pytest.raises(ValueError, match="is not a job file"):
        reroll.load_job(tmp_path / "x.npy")


def test_slices_and_progress(tmp_path, monkeypatch):
    job = reroll.save(tmp_path / "x.npy", "dirichlet", [1, 2, 3], size=50)
    whole = np.load(tmp_path / "x.npy")
    assert job[10:13].shape == (3, 3) and (job[10:13] == whole[10:13]).all() and (job[7] == whole[7]).all()
    with pytest.raises(TypeError, match="not tuple"):
        reroll.remake(job, (1, 3))
    with pytest.raises(ValueError, match="step must be 1"):
        job[::2]
    with pytest.raises(IndexError):
        job[50]
    seen = []
    monkeypatch.setattr(reroll._draw, "PIECE", 16)
    assert (reroll.remake(job, slice(1, 50),
                          progress=seen.append) == whole[1:]).all() and sum(seen) == 147 and max(seen) <= 16
    columns = reroll.save(tmp_path / "y.npy", "gamma", np.ones((7, 1)), np.linspace(1, 2, 23))
    whole = np.load(tmp_path / "y.npy").ravel()
    for low in range(0, 161, 13):
        for high in range(low, 162, 17):
            assert (columns[low:high] == whole[low:high]).all()


@needs_command
@pytest.mark.parametrize("reader", ["pandas", "duckdb"])
def test_csv_of_the_command(tmp_path, reader):
    """Both read the files without options: names, integers, infinities and NaN. DuckDB needs the type of a column whose first
    number is infinite (docs/site/guide.md)."""
    module = pytest.importorskip(reader)
    read = module.read_csv if reader == "pandas" else lambda path, **types: module.read_csv(str(path), **types).df()
    many = tmp_path / "d.csv"
    command("dirichlet", "--alpha", "1,2,3", "-n", 1000, "-o", many)
    table = read(many)
    assert list(table.columns) == ["x1", "x2", "x3"]
    wanted = reroll.default_rng(0).dirichlet([1, 2, 3], 1000)
    np.testing.assert_allclose(table.to_numpy(), wanted, rtol=4e-16 if reader == "pandas" else 0)
    for options, name, kind in ((("poisson", "--lam", 3), "poisson", "i"), (("bits",), "bits", "i"),
                                (("student-t", "--df", 3), "student_t", "f")):
        one = tmp_path / "one.csv"
        command(*options, "-n", 50, "-o", one, "--force")
        assert read(one)[name].dtype.kind in kind + ("u" if kind == "i" else "")
    command("pareto", "--alpha", .001, "-n", 400, "-o", one, "--force")
    assert np.isinf(read(one)["pareto"]).any()
    command("pareto", "--alpha", "1e-5,2", "-o", one, "--force")
    types = {} if reader == "pandas" else {"dtype": {"pareto": "DOUBLE"}}
    assert np.isinf(read(one, **types)["pareto"].to_numpy()).tolist() == [True, False]
    command("normal", "--sd", "1,-1", "--bad", "nan", "-o", one, "--force")
    assert np.isnan(read(one)["normal"].to_numpy()).tolist() == [False, True]


@needs_command
def test_column_of_csv(tmp_path):
    """A parameter that the command read from a column is an array here."""
    (tmp_path / "p.csv").write_text("name,alpha\na,1.5\nb,2.5\n", encoding="utf-8")
    command("gamma", "--shape", f"@{tmp_path}/p.csv:alpha", "-o", tmp_path / "x.npy")
    job = reroll.load_job(tmp_path / "x.npy")
    np.testing.assert_array_equal(reroll.remake(job), np.load(tmp_path / "x.npy"))
    reroll.save(tmp_path / "y.npy", "gamma", shape=f"{tmp_path}/p.csv:alpha", rng=0)
    assert (tmp_path / "y.npy").read_bytes() == (tmp_path / "x.npy").read_bytes()


def test_slices_of_a_job_of_two_dimensions(tmp_path):
    job = reroll.save(tmp_path / "x.npy", "gamma", np.arange(1., 7).reshape(2, 3), rng=3)
    whole = np.load(tmp_path / "x.npy")
    assert reroll.remake(job).shape == (2, 3) and (reroll.remake(job) == whole).all()
    for part in (slice(0, 5), slice(0, 6), slice(2, 4), slice(None)):
        assert job[part].tolist() == whole.reshape(-1)[part].tolist()
    with pytest.raises(ValueError, match="read-only"):
        job.params["shape"][:] = 50


@pytest.mark.skipif(not shutil.which("cc"), reason="no compiler")
def test_the_files_of_equal_laws(tmp_path, folders, monkeypatch):
    """Each Law has its own file, the job file names that one from any folder, and a changed file is an error."""
    text = (pathlib.Path(__file__).parents[2] / "examples/laws/triangle.h").read_text()
    for folder in folders:
        (folder / "law.h").write_text(text)
    monkeypatch.chdir(folders[0].parent)
    first, second = (reroll.open_law(f"{folder.name}/law.h") for folder in folders)
    assert [law.path for law in (first, second)] == [f"{folder.name}/law.h" for folder in folders]
    assert reroll.open_law(f"{folders[1].name}/law.h") is second is reroll.open_law(text)
    values = reroll._core.Law.info.__get__(first._made)["example"]
    (folders[0] / "law.h").unlink()
    with pytest.raises(FileNotFoundError):
        reroll.save(tmp_path / "y.npy", first, *values, size=3)
    monkeypatch.chdir(folders[1])
    job = reroll.save(tmp_path / "x.npy", second, *values, size=3)
    entries = json.loads((tmp_path / "x.npy.job.json").read_text())
    assert entries["law"]["file"] == f"{folders[1].name}/law.h" and reroll.load_job(tmp_path / "x.npy") == job
    (folders[1] / "law.h").write_text(text + "\n")
    with pytest.raises(ValueError, match="law.h has changed since it was opened"):
        reroll.save(tmp_path / "z.npy", second, *values, size=3)
