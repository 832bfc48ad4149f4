#include "cmdline/exit.h"

int exit_code_of(const struct err *err)
{
	switch (err->kind) {
	case ERR_NONE:
		return EXIT_UNSAID;
	case ERR_USAGE:
	case ERR_PATCHSET:
		return EXIT_USAGE;
	case ERR_UNFIT:
		return EXIT_UNFIT;
	case ERR_IO:
		return EXIT_IO;
	case ERR_IO_TORN:
		return EXIT_TORN;
	}
	return EXIT_USAGE;
}
