# SPDX-License-Identifier: MIT OR Apache-2.0
"""The Python package: run `pip install .` here. make builds the C library, which is linked into the extension.

Environment: BUILD=FOLDER is make's build folder (default: build); CC, CROSS, ISAS and CFLAGS are passed to make, and CROSS
also applies to the extension. For a wheel for another machine (mk/python.mk) PYTHON_HEADERS=FOLDER[:FOLDER] are the headers
of its Python, and PYTHON_STUB is the stub file, which is otherwise made by running the extension.
"""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import ExecError
from distutils.command.build_scripts import build_scripts

HERE = Path(__file__).resolve().parent
BUILD = Path(os.environ.get("BUILD") or "build")
HEADERS = [h for h in os.environ.get("PYTHON_HEADERS", "").split(":") if h]
SOURCES = sorted(str(p.relative_to(HERE)) for p in (HERE / "python/core").rglob("*.c"))


def version():
    text = (HERE / "include/reroll_core.h").read_text()
    return ".".join(re.search(rf"define RR_VERSION_{part} (\d+)", text)[1] for part in ("MAJOR", "MINOR", "PATCH"))


def check_tools():
    """Raises ExecError if a tool is missing: one line, which pip shows as the last line of the build's output."""
    compiler = os.environ.get("CROSS", "") + (os.environ.get("CC") or "gcc")
    if not shutil.which(compiler.split()[0]):
        raise ExecError(f"no C compiler: {compiler} is not found; gcc 12 or later is needed, or clang 14 or later with "
                        "CC=clang (Debian: apt install gcc make)")
    if not shutil.which("make"):
        raise ExecError("make is not found: GNU make is needed, and gcc 12 or later or clang 14 or later "
                        "(Debian: apt install gcc make)")


class Build(build_ext):
    """Runs make to build the library before the extension, and python/stubs.py to write its types after it."""

    def run(self):
        # A make that runs this script must not pass its flags and job slots to the make started here.
        not_its = ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "MAKEOVERRIDES", "BUILD")
        env = {k: v for k, v in os.environ.items() if k not in not_its}
        jobs = len(os.sched_getaffinity(0))
        check_tools()
        made = [f"{BUILD}/{name}" for name in ("libreroll.a", "libsaved.a", "gen/reroll_fill.h", "reroll")]
        if subprocess.run(["make", f"-j{jobs}", f"BUILD={BUILD}", *made], cwd=HERE, env=env).returncode:
            raise ExecError("make could not build the library: its messages are above")
        cross = os.environ.get("CROSS")
        if cross:   # setuptools has no prefix for cross compilers
            compiler = cross + os.environ.get("CC", "gcc")
            os.environ.update(CC=compiler, LDSHARED=f"{compiler} -shared")
        super().run()
        stub = os.environ.get("PYTHON_STUB")
        if stub:
            self.copy_file(stub, str(Path(self.build_lib) / "reroll/_generator.pyi"))
        elif not self.inplace:
            subprocess.run([sys.executable, "python/stubs.py", self.build_lib], cwd=HERE, check=True)


class Command(build_scripts):
    """The command `reroll`, a program built by make: copied unchanged, and not part of source archives."""

    def get_source_files(self):
        return []

    def run(self):
        self.mkpath(self.build_dir)
        self.copy_file(str(HERE / BUILD / "reroll"), str(Path(self.build_dir) / "reroll"))


# The files of setuptools are in the build folder too, in a folder of their own.
OWN = BUILD / "python"
(HERE / OWN).mkdir(parents=True, exist_ok=True)

setup(
    version=version(),
    options={"build": {"build_base": str(OWN)}, "egg_info": {"egg_base": str(OWN)},
             "bdist_wheel": {"py_limited_api": "cp311"}},
    packages=["reroll"],
    package_dir={"": "python"},
    package_data={"reroll": ["py.typed"]},
    scripts=[str(BUILD / "reroll")],
    cmdclass={"build_ext": Build, "build_scripts": Command},
    ext_modules=[Extension(
        "reroll._core", SOURCES, depends=["python/core/core.h", "python/core/calls/numbers.h",
                                            "python/core/calls/numpys.h", "cli/library/saved.h",
                                            f"{BUILD}/libsaved.a", f"{BUILD}/libreroll.a"],
        include_dirs=[*HEADERS, "include", str(BUILD / "gen"), ".", "python/core", numpy.get_include()],
        extra_objects=[str(BUILD / "libsaved.a"), str(BUILD / "libreroll.a")], extra_link_args=["-Wl,--exclude-libs,libsaved.a"],
        libraries=["m", "pthread", "dl"], define_macros=[("Py_LIMITED_API", "0x030B0000")], py_limited_api=True,
        extra_compile_args=["-std=gnu11", "-O2", "-ffp-contract=off", "-fvisibility=hidden"],
    )],
)
