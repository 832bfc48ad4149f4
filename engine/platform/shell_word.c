#include "platform/shell_word.h"

#include "base/command_line.h"
#include "platform/read.h"

void shell_word(const char *word, struct str *out)
{
	shell_word_for(platform_is_separator('\\'), word, out);
}
