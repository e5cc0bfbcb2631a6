# SPDX-License-Identifier: MIT OR Apache-2.0
# make docs: the site (docs/site), strict, in build/docs, by Sphinx in a virtual environment of its own. It wants the
# command, for its lists, and the Python package, for its pictures and its own page. Nothing of it is fetched by who reads
# it. After python.mk in the Makefile's order, whose PYTHON_SRC it takes.

DOCS_VENV := $(BUILD)/docs-venv
DOCS      := $(BUILD)/docs

.PHONY: docs
$(DOCS_VENV)/bin/sphinx-build: docs/site/requirements.txt
	$(PYTHON) -m venv $(DOCS_VENV) && $(DOCS_VENV)/bin/pip install -q -r $< && touch $@
$(DOCS_VENV)/installed: $(PYTHON_SRC) $(LIB) $(DOCS_VENV)/bin/sphinx-build
	BUILD='$(BUILD)' CC='$(CC)' ISAS='$(ISAS)' $(DOCS_VENV)/bin/pip install -q --no-deps --force-reinstall . && touch $@

#: make docs                                the site, in build/docs: open build/docs/index.html
docs: $(DOCS_VENV)/installed $(REROLL) $(BUILD)/gen/reroll_fill.h
	$(Q)rm -rf $(DOCS) $(BUILD)/docs-doctrees
	$(Q)BUILD='$(BUILD)' $(DOCS_VENV)/bin/python -m sphinx -q -W --keep-going -j auto -c docs/site -d $(BUILD)/docs-doctrees \
	    . $(DOCS)
	$(Q)python3 tests/docs/site.py $(DOCS) $(REROLL) >$(BUILD)/docs.tap || { grep -A20 '^not ok' $(BUILD)/docs.tap; exit 1; }
	@echo '$(DOCS)/index.html'
