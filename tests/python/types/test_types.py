# SPDX-License-Identifier: MIT OR Apache-2.0
"""The package's type annotations, as mypy --strict reads them."""
import inspect
import pathlib
import re

import mypy.api
import numpy as np
import pytest

import reroll

HERE = pathlib.Path(__file__).parent


@pytest.fixture(scope="module")
def messages(tmp_path_factory):
    cache = tmp_path_factory.mktemp("mypy")
    text, errors, _ = mypy.api.run(["--strict", "--cache-dir", str(cache), "--show-error-codes", str(HERE / "sample.py"),
                                    str(HERE / "wrong.py")])
    assert not errors
    return [(m[1], int(m[2]), m[3]) for m in re.finditer(r"(\w+\.py):(\d+): error: .*\[([\w-]+)\]", text)], text


def test_right_calls_have_their_types(messages):
    assert not [line for line in messages[0] if line[0] == "sample.py"], messages[1]


def test_wrong_calls_are_found(messages):
    lines = (HERE / "wrong.py").read_text().splitlines()
    wanted = {(k, line.partition("# E: ")[2]) for k, line in enumerate(lines, 1) if "# E: " in line}
    assert {(number, code) for file, number, code in messages[0] if file == "wrong.py"} == wanted, messages[1]


def test_our_methods_override_numpys(tmp_path):
    """The stub itself, against that of NumPy: each method accepts at least what NumPy's accepts."""
    stub = pathlib.Path(reroll.__file__).with_name("_generator.pyi")
    text, _, _ = mypy.api.run(["--strict", "--cache-dir", str(tmp_path), "--show-error-codes", str(stub)])
    assert "class Generator(Order, Rows, np.random.Generator):" in stub.read_text()
    assert not re.findall(r".*_generator\.pyi:\d+: error: .*", text), text


def test_the_stub_has_every_method():
    """For samplers all overloads have the arguments of the method."""
    stub = pathlib.Path(reroll.__file__).with_name("_generator.pyi").read_text()
    assert pathlib.Path(reroll.__file__).with_name("py.typed").exists()
    inherited = set(dir(reroll._order.Order)) | set(dir(reroll._rows.Rows))
    for name in dir(reroll.Generator):
        if name.startswith("_") or name in inherited:
            continue
        found = re.findall(rf"    def {name}\((.*)\) -> ", stub)
        assert found, name
        method = inspect.getattr_static(reroll.Generator, name)
        if "@overload" in stub.partition(f"    def {name}(")[0][-20:]:
            arguments = set(inspect.signature(getattr(reroll.Generator, name)).parameters)
            for line in found:
                assert {a.partition(":")[0].strip() for a in re.split(r", (?=\w+:|\*)", line)} - {"*"} == arguments, line
        assert method is not None


def test_a_number_is_what_the_stub_says():
    """The first overload gives a number: so does the method."""
    stub = pathlib.Path(reroll.__file__).with_name("_generator.pyi").read_text()
    found = re.findall(r"@overload\n    def (\w+)\([^\n]*size: None = ..., dtype[^\n]*\) -> (float|int): ...", stub)
    assert len(found) > 80
    for name, kind in found:
        law = next((x for x in reroll._generator.LAWS.values() if x.identifier == name), None)
        if law is None or name in dir(np.random.Generator) or law.example is None or law.integers:
            continue
        assert type(getattr(reroll.Generator(1), name)(*law.example)).__name__ == kind, name
