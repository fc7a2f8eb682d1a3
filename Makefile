# Studbook. The rules:
#   make          install what is missing, build, and rebuild Output/ from Inputs/
#   make test     run every test
#   make test-browser  work on the desk with a real headless Chromium; installs it with its driver and selenium where it may
#   make swift-data  run the tests of the trait SwiftDataSources, in a build of its own
#   make check    check the inputs and write nothing
#   make site     write the showcase as web pages to .build/site
#   make emblems  draw the pictures of the showcase anew (Python 3)
#   make examples build and run the applications in Examples/
#   make docs     write the library's documentation to .build/documentation, as DocC makes it
#   make bench    compare with the peers (release build)
#   make mutation switch each check off in turn: a test has to fail
#   make fuzz     feed the readers arbitrary bytes for two minutes, with libFuzzer, and then run make hostile and make matrix
#   make hostile  read inputs of HOSTILE_MEGABYTES (32) that are meant to use up time, memory and files, with the release build
#   make sanitize run the tests of the files that are written page by page under the sanitizers; SANITIZED=. all tests but those of limits
#   make faults   let every system call of the tool on files fail in turn, in 58 scenarios; FAULTS="--sample 100" tries some of each
#   make kills    kill the tool 1,000 times, at calls and at moments, drawn by KILL_SEED; FAULTS="--kills 5000" tries more
#   make matrix   run random imports for MATRIX_SECONDS (120) and hold them against a plain importer
#   make format   format the sources        make lint   check the formatting
#   make lint-pipelines  hold the action, the hooks, the Dockerfile and the scripts against linters, which pip installs
#   make install  install the tool with manual and completions below PREFIX (/usr/local); DESTDIR stands before it
#   make dist     pack the same into .build/dist/studbook-VERSION-linux-ARCH.tar.gz, with its digest
#   make clean    remove what was built, caches of builds too, but for rejects that editors may have mended

SHELL := /bin/bash
SWIFT ?= swift
RECIPE := Inputs/DogBreeds.recipe.yml
OUTPUT := Output
SITE ?= .build/site
PACKAGES := libsqlite3-dev libxml2-dev zlib1g-dev libssl-dev
CONFIGURATION ?= release
TOOL := .build/$(CONFIGURATION)/studbook

INPUTS := $(shell find Inputs -type f)
SOURCES := Package.swift $(shell find Sources docs/rules -type f)

.PHONY: all site emblems test test-browser swift-data check examples docs bench fuzz hostile sanitize faults kills matrix mutation format lint lint-pipelines install dist clean system-packages

all: $(OUTPUT)/DogBreeds.sqlite

# Rebuilt when an input, the recipe, the model or the tool has changed. A file that was published although records were
# rejected is dated back, or the next make would take it for up to date and hide the failure.
$(OUTPUT)/DogBreeds.sqlite: $(INPUTS) $(TOOL)
	$(TOOL) build $(RECIPE) --output $(OUTPUT) || { status=$$?; touch -c -d @0 $@; exit $$status; }
	@touch $@ # an identical file is not replaced; its date says that it is up to date

# The packages are looked for only when there is something to build, so that `make` after `make` has nothing to do.
$(TOOL): $(SOURCES)
	@$(MAKE) --no-print-directory system-packages
	$(SWIFT) build -c $(CONFIGURATION) --product studbook
	@touch $@

# Installs the system libraries when they are missing and we may; otherwise says how and stops.
system-packages:
	@missing=; for package in $(PACKAGES); do \
	  dpkg-query -W -f '$${Status}' $$package 2>/dev/null | grep -q 'install ok installed' || missing="$$missing $$package"; \
	done; \
	if [ -n "$$missing" ]; then \
	  if [ "$$(id -u)" = 0 ]; then \
	    apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q $$missing; \
	  elif sudo -n true 2>/dev/null; then \
	    sudo apt-get update -q && sudo DEBIAN_FRONTEND=noninteractive apt-get install -y -q $$missing; \
	  else \
	    echo "Missing system packages. Install them with:" >&2; \
	    echo "  sudo apt-get update && sudo apt-get install -y$$missing" >&2; \
	    exit 1; \
	  fi; \
	fi

# The showcase as pages: .build/site/index.html.
site: $(OUTPUT)/DogBreeds.sqlite
	$(TOOL) site $(OUTPUT)/DogBreeds.sqlite --output $(SITE) --title "Dog breeds" --recipe $(RECIPE)

# The emblems of the showcase, which are part of the inputs; needs Python 3.
emblems:
	Inputs/draw-emblems.py

# Those that talk to a server of their own, one by one and apart: beside two thousand others, a server gets no thread in time.
SERVED := ^DeskTests\.|FetchCommandTests

test: | system-packages
	$(SWIFT) build --build-tests
	$(SWIFT) test --skip-build --skip '$(SERVED)'
	$(SWIFT) test --skip-build --no-parallel --filter '$(SERVED)'

# SwiftData's sources as models: the tests of the trait, built apart, because a trait makes everything be built anew.
SWIFT_DATA := --traits SwiftDataSources --scratch-path .build/swift-data

# A browser that is there is taken; selenium, of which a system's Python may be another one's, gets a folder of its own, and so does axe-core, the
# accessibility checker. It comes in a package of Playwright's, of which its script alone is taken.
BROWSER_PACKAGES := chromium chromium-driver
SELENIUM := .build/browser/bin/python
BROWSER_TOOLS := .build/browser/selenium-4.51.0-axe-4.12.1
$(BROWSER_TOOLS):
	python3 -m venv .build/browser && .build/browser/bin/pip install --quiet --disable-pip-version-check selenium==4.51.0 \
	  && .build/browser/bin/pip install --quiet --disable-pip-version-check --no-deps axe-playwright-python==0.1.8 && touch $@ \
	  || { rm -rf .build/browser; exit 1; }

test-browser: $(TOOL) $(BROWSER_TOOLS)
	@command -v chromedriver >/dev/null && command -v chromium >/dev/null \
	  || $(MAKE) --no-print-directory system-packages PACKAGES="$(BROWSER_PACKAGES)"
	STUDBOOK=$(TOOL) $(SELENIUM) Tests/Browser/desk.py

swift-data: export STUDBOOK_ONLY_TESTS = SwiftDataSourcesTests
swift-data: | system-packages
	$(SWIFT) build $(SWIFT_DATA) --product StudbookPackageTests
	$(SWIFT) test --skip-build $(SWIFT_DATA)

check: $(TOOL)
	$(TOOL) check $(RECIPE)

examples: $(OUTPUT)/DogBreeds.sqlite
	Examples/Textbooks/run

LIBRARIES := AtomicStores AttributeValues CoreDataNames DelimitedText Findings ImportPipeline JSONText ManagedObjects MarkupText ModelReading \
  ObjectModel PackedSources PredicateLanguage SQLiteStore TextInput Worksheets

docs: | system-packages
	$(SWIFT) build
	rm -rf .build/symbols .build/documentation
	docs/symbol-graphs .build/debug .build/symbols $(LIBRARIES)
	docc convert docs/Studbook.docc --additional-symbol-graph-dir .build/symbols --output-path .build/documentation \
	  --fallback-display-name Studbook --fallback-bundle-identifier studbook --transform-for-static-hosting --warnings-as-errors

bench: $(TOOL)
	Benchmarks/run

fuzz:
	status=0; Fuzz/run || status=$$?; for rule in hostile matrix; do $(MAKE) --no-print-directory $$rule || status=$$?; done; exit $$status

HOSTILE_MEGABYTES ?= 32

hostile: | system-packages
	$(SWIFT) build -c release --product studbook
	STUDBOOK_TOOL=$(CURDIR)/.build/release/studbook STUDBOOK_HOSTILE_MEGABYTES=$(HOSTILE_MEGABYTES) $(SWIFT) test --filter HostileInputTests

SANITIZERS ?= address thread
SANITIZED ?= ^SealedPagesTests|SealingStoreTests|SealedImportTests|SealedMatrixTests|SealingWayTests|PagewiseCopyTests|ReferencePublisherTests
# They limit the addresses of the tool, of which the sanitizers take terabytes, or load a library into it that looks at its calls.
UNSANITIZED := HostileInputTests|FaultSweepTests|aProcessWithoutThreadsSaysSo
# They limit the size of files; the thread sanitizer keeps a part of its memory in one, and ends by SIGBUS before the tool begins.
UNSANITIZED_thread := |aBuildThatFailsWaitsForNoDigest|aFullDiskLeavesTheOldReleaseAsItWas

# Each needs a build of its own. Leaks are not looked for: a model's entities refer to each other, as Core Data's do. Swift has no `undefined` on Linux.
sanitize: | system-packages
	status=0; for sanitizer in $(SANITIZERS); do echo "$$sanitizer:"; build=.build/sanitize/$$sanitizer; \
	  $(SWIFT) build --build-tests --sanitize $$sanitizer --scratch-path $$build || { status=1; continue; }; \
	  locks=; skipped='$(UNSANITIZED)'; \
	  if [ $$sanitizer = thread ]; then locks=$(CURDIR)/$$build/libSanitizedLocks.so; skipped="$$skipped$(UNSANITIZED_thread)"; \
	    clang -shared -fPIC -o $$locks Tests/SanitizedLocks.c || { status=1; continue; }; fi; \
	  sanitized() { LD_PRELOAD=$$locks ASAN_OPTIONS=detect_leaks=0 TSAN_OPTIONS=suppressions=$(CURDIR)/Tests/thread-sanitizer.supp \
	    $(SWIFT) test --skip-build --sanitize $$sanitizer --scratch-path $$build "$$@" || status=1; }; \
	  sanitized --filter '$(SANITIZED)' --skip "$$skipped|$(SERVED)"; \
	  sanitized --no-parallel --filter '$(SERVED)' --skip "$$skipped|^(?!.*($(SANITIZED)))"; done; exit $$status

MATRIX_SECONDS ?= 120
MATRIX_SEED ?= $(shell date +%s)

# Failures are printed and left as files in .build/matrix; MATRIX_SEED repeats a run.
matrix: | system-packages
	$(SWIFT) build -c release --product studbook
	$(SWIFT) build -c release --product import-matrix
	.build/release/import-matrix $(MATRIX_SECONDS) $(MATRIX_SEED) .build/matrix

# Failures are printed with the options that repeat them, such as FAULTS="--scenario fix --fault read:3:5:0"; --kind memory tries requests for memory,
# --kind allocation those of SQLite.
FAULTS ?=

faults: | system-packages
	$(SWIFT) build -c release --product studbook
	$(SWIFT) build -c release --product SystemFaults
	$(SWIFT) build -c release --product fault-sweep
	.build/release/fault-sweep $(FAULTS)

# A kill is printed as a fault is, and repeated in the same way.
KILL_SEED ?= $(shell date +%s)

kills:
	@$(MAKE) --no-print-directory faults FAULTS="--kills 1000 --seed $(KILL_SEED) $(FAULTS)"

mutation: | system-packages
	python3 Tests/Mutations/run.py

# The tool as it is given to others: Swift's runtime and all libraries but the C library are in it.
STATIC := .build/static
PORTABLE := $(STATIC)/studbook
STATIC_PACKAGES := pkg-config libicu-dev liblzma-dev
PROGRAM ?= $(PORTABLE)
PREFIX ?= /usr/local
DIST := .build/dist
# Of what is linked into the program, if it is that one.
COPYRIGHTS = $(if $(filter $(PORTABLE),$(PROGRAM)),$(STATIC)/libraries/copyright)
VERSION = $(shell sed -n 's/.*current = "\(.*\)".*/\1/p' Sources/studbook/StudbookVersion.swift)

$(PORTABLE): $(SOURCES) .ci/static-libraries
	@$(MAKE) --no-print-directory system-packages PACKAGES="$(PACKAGES) $(STATIC_PACKAGES)"
	.ci/static-libraries $(STATIC)/libraries
	PKG_CONFIG_PATH=$(CURDIR)/$(STATIC)/libraries/pkgconfig $(SWIFT) build -c release --product studbook --static-swift-stdlib \
	  --scratch-path $(STATIC)/build -Xswiftc -Xclang-linker -Xswiftc -static-libgcc -Xlinker --strip-all
	cp $(STATIC)/build/release/studbook $@
	@cp "$$(dirname "$$(realpath "$$(command -v $(SWIFT))")")/../share/swift/LICENSE.txt" $(STATIC)/libraries/copyright/swift
	@for package in $(STATIC)/build/checkouts/*; do cp "$$package"/LICENSE* $(STATIC)/libraries/copyright/"$${package##*/}"; done

install: $(PROGRAM)
	.ci/install $(PROGRAM) "$(DESTDIR)$(PREFIX)" $(COPYRIGHTS)

dist: $(PROGRAM)
	.ci/dist $(PROGRAM) studbook-$(VERSION)-linux-$(shell uname -m) $(DIST) $(COPYRIGHTS)

format:
	$(SWIFT) format --in-place --recursive Package.swift Sources Tests Plugins

lint:
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests Plugins Examples

lint-pipelines:
	.ci/lint .build/linters

clean:
	rm -rf .build
	find $(OUTPUT) -mindepth 1 ! -name .gitkeep ! -path '$(OUTPUT)/rejects' ! -path '$(OUTPUT)/rejects/*' -delete
