# SPDX-License-Identifier: MIT OR Apache-2.0
# The Python package (python/), in a virtual environment of its own: pip has setup.py build the library, by make.

PYTHON_VENV := $(BUILD)/python-venv
PYTHON_SRC  := pyproject.toml setup.py python/stubs.py $(wildcard python/core/* python/reroll/*.py)

.PHONY: test-python wheel
venv: $(PYTHON_VENV)/bin/pytest
$(PYTHON_VENV)/bin/pytest: tests/python/requirements.txt
	$(PYTHON) -m venv $(PYTHON_VENV) && $(PYTHON_VENV)/bin/pip install -q -r $<

# What is tested is what pip installs.
$(PYTHON_VENV)/installed: $(PYTHON_SRC) $(LIB) $(PYTHON_VENV)/bin/pytest
	BUILD='$(BUILD)' CC='$(CC)' ISAS='$(ISAS)' $(PYTHON_VENV)/bin/pip install -q --no-deps --force-reinstall . && touch $@

#: make test-python                         the Python package, installed into build/python-venv, under pytest
test-python: $(PYTHON_VENV)/installed $(REROLL)
	REROLL='$(abspath $(REROLL))' $(PYTHON_VENV)/bin/python -m pytest -q -p no:cacheprovider tests/python

#: make wheel                               a wheel of the Python package for this machine, in build/wheel
# After the installation: two of setuptools at once, as make -j would have them, meet in one folder.
wheel: $(PYTHON_VENV)/installed
	BUILD='$(BUILD)' CC='$(CC)' ISAS='$(ISAS)' $(PYTHON_VENV)/bin/pip wheel -q --no-deps -w $(BUILD)/wheel .
