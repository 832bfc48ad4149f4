/* tpatch: the command line. */
#include "cli/command/registry.h"

int main(int argc, char **argv)
{
	return command_main(&program_tpatch, argc, argv);
}
