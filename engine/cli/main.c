/* tpatch: the command line. */
#include "cli/registry.h"

int main(int argc, char **argv)
{
	return command_main(&program_tpatch, argc, argv);
}
