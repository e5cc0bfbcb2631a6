# SPDX-License-Identifier: MIT OR Apache-2.0
# make docs: the site (docs/site), in build/docs, by Sphinx in its own virtual environment; warnings are errors. The
# extensions run the command for its lists, and the Python package for pictures and the API. A reader's browser loads
# nothing from a network. The Makefile includes python.mk first, which sets PYTHON_SRC.

DOCS_VENV := $(BUILD)/docs-venv
DOCS      := $(BUILD)/docs

.PHONY: docs
$(DOCS_VENV)/bin/sphinx-build: docs/site/requirements.txt
	@echo 'docs: installs Sphinx in $(DOCS_VENV), once: one minute'
	$(Q)$(PYTHON) -m venv $(DOCS_VENV) && $(DOCS_VENV)/bin/pip install -q -r $< && touch $@
$(DOCS_VENV)/installed: $(PYTHON_SRC) $(LIB) $(DOCS_VENV)/bin/sphinx-build
	@echo 'docs: builds the Python package'
	$(Q)BUILD='$(BUILD)' CC='$(CC)' ISAS='$(ISAS)' $(DOCS_VENV)/bin/pip install -q --no-deps --force-reinstall . && touch $@

# On a terminal Sphinx shows each page that it reads; a log has only the steps.
#: make docs                                the site, in build/docs: open build/docs/index.html
docs: $(DOCS_VENV)/installed $(REROLL) $(BUILD)/gen/reroll_fill.h
	$(Q)rm -rf $(DOCS) $(BUILD)/docs-doctrees
	@echo 'docs: draws pictures, runs three notebooks and writes the pages: one minute'
	$(Q)[ -t 1 ] || quiet=-q; BUILD='$(BUILD)' $(DOCS_VENV)/bin/python -m sphinx $$quiet -W --keep-going -j auto -c docs/site \
	    -d $(BUILD)/docs-doctrees . $(DOCS)
	@echo 'docs: checks the pages, and runs their calls'
	$(Q)$(DOCS_VENV)/bin/python tests/docs/site.py $(DOCS) $(REROLL) >$(BUILD)/docs.tap || { \
	    grep -A20 '^not ok' $(BUILD)/docs.tap; exit 1; }
	@echo 'docs: open $(DOCS)/index.html'
