/* tbuild: the command line. */
#include "command/command.h"

int main(int argc, char **argv)
{
	return command_main(&program_tbuild, argc, argv);
}
