# SPDX-License-Identifier: MIT OR Apache-2.0
# The Python package (python/), in its own virtual environment: pip runs setup.py, which builds the library with make.

PYTHON_VENV := $(BUILD)/python-venv
PYTHON_SRC  := pyproject.toml setup.py python/stubs.py $(wildcard python/core/*.[ch] python/core/calls/* python/reroll/*.py)

# The command's code for writing and reading files, for the extension: cli/library/ is its interface.
SAVED     := $(BUILD)/libsaved.a
SAVED_OBJ := $(patsubst %.c,$(BUILD)/obj/%.o,$(wildcard $(addprefix cli/,base/*.c files/*.c options/*.c output/*.c job/*.c \
    library/*.c)) cli/sample/pump.c cli/sample/ending.c)
$(SAVED_OBJ): | $(BUILD)/gen/reroll_fill.h
$(SAVED): $(SAVED_OBJ)
	$(call say,AR)
	$(Q)rm -f $@ && $(AR) rcs $@ $^

.PHONY: test-python test-torch wheel wheel-arm64 sdist
venv: $(PYTHON_VENV)/bin/pytest
$(PYTHON_VENV)/bin/pytest: tests/python/requirements.txt
	$(PYTHON) -m venv $(PYTHON_VENV) && $(PYTHON_VENV)/bin/pip install -q -r $<

# Tests run on the package that pip installs, built by the setuptools of this environment (`make wheel` lets pip make its
# own), from an uncompressed archive, since it is never transferred.
$(PYTHON_VENV)/installed: $(PYTHON_SRC) $(LIB) $(SAVED) $(PYTHON_VENV)/bin/pytest
	BUILD='$(BUILD)' CC='$(CC)' ISAS='$(ISAS)' $(PYTHON_VENV)/bin/pip install -q --no-deps --force-reinstall \
	    --no-build-isolation --config-settings='--build-option=--compression=stored' . && touch $@

#: make test-python                         the Python package, installed into build/python-venv, under pytest
test-python: $(PYTHON_VENV)/installed $(REROLL) $(BUILD)/tests/devices/libfake_cuda.so
	REROLL='$(abspath $(REROLL))' REROLL_FAKE_CUDA='$(abspath $(BUILD))/tests/devices/libfake_cuda.so' \
	    $(PYTHON_VENV)/bin/python -m pytest -q -rsfE -p no:cacheprovider tests/python

# PyTorch and JAX have an environment of their own: with the libraries of CUDA, which PyTorch's wheel requires, it takes
# 6 GB. PIP_INDEX_URL, PIP_FIND_LINKS and other settings of pip select another build of PyTorch.
#: make test-torch                          reroll.torch and reroll.jax, in build/torch-venv, which takes 6 GB
TORCH_VENV := $(BUILD)/torch-venv
$(TORCH_VENV)/bin/pytest: tests/python/libraries/requirements.txt
	@echo 'test-torch: installs PyTorch and JAX in $(TORCH_VENV), once: 3 GB to download, 6 GB on disk'
	$(PYTHON) -m venv $(TORCH_VENV) && $(TORCH_VENV)/bin/pip install -q -r $<
$(TORCH_VENV)/installed: $(PYTHON_SRC) $(LIB) $(SAVED) $(TORCH_VENV)/bin/pytest
	BUILD='$(BUILD)' CC='$(CC)' ISAS='$(ISAS)' $(TORCH_VENV)/bin/pip install -q --no-deps --force-reinstall \
	    --no-build-isolation --config-settings='--build-option=--compression=stored' . && touch $@
test-torch: $(TORCH_VENV)/installed $(REROLL)
	REROLL='$(abspath $(REROLL))' $(TORCH_VENV)/bin/python -m pytest -q -rsfE -p no:cacheprovider \
	    $(addprefix tests/python/libraries/test_,torch.py jax.py others.py)

#: make wheel                               a wheel of the Python package, in build/wheel, for the platforms that it prints
# The wheel is built after the installation: under make -j two processes of setuptools would otherwise use one folder at the
# same time. auditwheel checks which glibc the files need, and puts it into the wheel's name; for another machine it chooses
# the name itself. Old wheels are removed.
WHEEL    := $(BUILD)/wheel
AUDIT     = rm -f $(WHEEL)/*_$(1).whl && PATH=$(abspath $(PYTHON_VENV)/bin):$$PATH \
    auditwheel repair --plat $(if $(filter $(MACHINE),$(1)),manylinux_2_34_$(1),auto) -w $(WHEEL) $(2)/*.whl && \
    rm -r $(2) && \
    python/platforms.sh $(WHEEL)/*_$(1).whl $(3)
wheel: $(PYTHON_VENV)/installed
	rm -rf $(WHEEL)/plain && BUILD='$(BUILD)' CC='$(CC)' ISAS='$(ISAS)' $(PYTHON_VENV)/bin/pip wheel -q --no-deps \
	    -w $(WHEEL)/plain .
	$(call AUDIT,$(MACHINE),$(WHEEL)/plain,$(ISAS))

#: make wheel-arm64                         a cross-compiled wheel for 64-bit ARM, and its samples under qemu-user
ARM64     := $(BUILD)/arm64
ARM64_FOR := aarch64-linux-gnu
ARM64_ISAS := $(ISAS_aarch64)
wheel-arm64: $(PYTHON_VENV)/installed $(REROLL)
	tests/deps.sh gcc-$(ARM64_FOR) libc6-dev-arm64-cross qemu-user
	python/arm64.sh $(ARM64)/python
	rm -rf $(WHEEL)/arm64 && BUILD='$(ARM64)' ISAS='$(ARM64_ISAS)' CROSS=$(ARM64_FOR)- CC=gcc \
	    _PYTHON_HOST_PLATFORM=linux-aarch64 \
	    PYTHON_STUB="$$(ls $(abspath $(PYTHON_VENV))/lib/*/site-packages/reroll/_generator.pyi)" \
	    PYTHON_HEADERS=$(abspath $(ARM64))/python/usr/include/python3.11:$(abspath $(ARM64))/python/usr/include \
	    $(PYTHON_VENV)/bin/pip wheel -q --no-deps -w $(WHEEL)/arm64 .
	$(call AUDIT,aarch64,$(WHEEL)/arm64,$(ARM64_ISAS))
	rm -rf $(ARM64)/site && $(PYTHON_VENV)/bin/pip install -q --target $(ARM64)/site --only-binary :all: --python-version 3.11 \
	    --implementation cp --abi cp311 --abi abi3 --platform manylinux_2_34_aarch64 --platform manylinux_2_28_aarch64 \
	    --platform manylinux_2_27_aarch64 --platform manylinux2014_aarch64 $(WHEEL)/*_aarch64.whl
	REROLL='$(abspath $(REROLL))' tests/python/arm64.sh $(ARM64)

#: make sdist                               an archive from which pip builds the package, in build/wheel
# From a copy of the files that git knows: setuptools would walk through all files, including a build folder.
sdist: $(PYTHON_VENV)/bin/pytest
	@rm -rf $(WHEEL)/tree && mkdir -p $(WHEEL)/tree
	git ls-files -z | tar --null -T - -c | tar -x -C $(WHEEL)/tree
	cd $(WHEEL)/tree && BUILD=$(abspath $(WHEEL))/made $(abspath $(PYTHON_VENV))/bin/python -c \
	    'from setuptools.build_meta import build_sdist; print(build_sdist("$(abspath $(WHEEL))"))'
	@rm -r $(WHEEL)/tree $(WHEEL)/made
