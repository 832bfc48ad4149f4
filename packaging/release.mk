# What is published. Included by the Makefile.
#
#   make release   build/release/: the source, the Windows programs, the wheels and SHA256SUMS, of a commit with the tag vVERSION
#                  (packaging/release.sh)

.PHONY: release
release:
	+MAKE="$(MAKE)" sh packaging/release.sh $(BUILD) $(VERSION) $(BUILD)/release
