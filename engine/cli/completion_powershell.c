/* PowerShell: https://learn.microsoft.com/powershell/module/microsoft.powershell.core/register-argumentcompleter. What gives no words gives files. */
#include <stdlib.h>

#include "cli/completion.h"

/* One string with a tab in it: PowerShell would make one flat list of all that arrays in an array hold. */
static void add_row(const char *word, const char *help, struct str *out)
{
	str_addf(out, "\t\t\t'%s\t", word);
	completion_add_quoted(help, "'", "'", out);
	str_add_cstr(out, "'\n");
}

static void add_options(const struct command *command, struct str *out)
{
	size_t count;
	enum option_id *ids = completion_options(command, &count);
	str_addf(out, "\t\t'%s' = @(\n", command->name);
	for (size_t i = 0; i < count; i++) {
		struct option_info info = option_info(ids[i]);
		const char letter[] = { '-', info.letter, '\0' };
		struct str name = STR_INIT;
		str_addf(&name, "--%s", info.name);
		add_row(name.ptr, info.help, out);
		if (info.letter)
			add_row(letter, info.help, out);
		str_release(&name);
	}
	str_add_cstr(out, "\t\t)\n");
	free(ids);
}

static void add_values(const struct command *command, struct str *out)
{
	size_t count;
	enum option_id *ids = completion_options(command, &count);
	for (size_t i = 0; i < count; i++) {
		struct str words = STR_INIT;
		if (option_info(ids[i]).takes_value && completion_value_of(ids[i]) == COMPLETION_WORDS) {
			completion_add_words(command, ids[i], &words);
			str_addf(out, "\t\t'%s --%s' = '%s'\n", command->name, option_info(ids[i]).name, words.ptr);
		}
		str_release(&words);
	}
	free(ids);
}

void completion_powershell(struct str *out)
{
	size_t count;
	const struct command *const *commands = command_all(&count);
	str_add_cstr(out, "# PowerShell completion of tpatch, made by `tpatch help --completion powershell`.\n"
	                  "Register-ArgumentCompleter -Native -CommandName tpatch -ScriptBlock {\n"
	                  "\tparam($wordToComplete, $commandAst, $cursorPosition)\n"
	                  "\t$commands = @(\n");
	for (size_t i = 0; i < count; i++)
		add_row(commands[i]->name, commands[i]->summary, out);
	str_add_cstr(out, "\t)\n\t$options = @{\n");
	for (size_t i = 0; i < count; i++)
		add_options(commands[i], out);
	str_add_cstr(out, "\t}\n\t$values = @{\n");
	for (size_t i = 0; i < count; i++)
		add_values(commands[i], out);
	str_add_cstr(out, "\t}\n"
	                  "\t$typed = @($commandAst.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })\n"
	                  "\tif ($wordToComplete -ne '' -and $typed.Count) { $typed = @($typed | Select-Object -SkipLast 1) }\n"
	                  "\t$names = @($commands | ForEach-Object { ($_ -split \"`t\")[0] })\n"
	                  "\t$command = @($typed | Where-Object { $names -contains $_ } | Select-Object -First 1)\n"
	                  "\t$isTyped = $command.Count -gt 0\n"
	                  "\t$command = if ($isTyped) { $command[0] } else { 'apply' }\n"
	                  "\t$option, $prefix, $word = '', '', $wordToComplete\n"
	                  "\tif ($typed.Count) { $option = $typed[-1] }\n"
	                  "\tif ($wordToComplete -match '^(--[a-z-]+)=(.*)$') { $option, $prefix, $word = $Matches[1], ($Matches[1] + '='), $Matches[2] }\n"
	                  "\t$found = $values[\"$command $option\"]\n"
	                  "\t$rows = if ($found -and ($prefix -or $option -ne '--json')) { $found -split ' ' | ForEach-Object { \"$_`t$_\" } }\n"
	                  "\telseif ($word -like '-*') { $options[$command] }\n"
	                  "\telseif (-not $isTyped -or $command -eq 'help') { $commands }\n"
	                  "\t$rows | Where-Object { $_ -and $_.StartsWith($word, [StringComparison]::Ordinal) } | ForEach-Object {\n"
	                  "\t\t$name, $help = $_ -split \"`t\", 2\n"
	                  "\t\t[System.Management.Automation.CompletionResult]::new($prefix + $name, $name, 'ParameterValue', $help)\n"
	                  "\t}\n"
	                  "}\n");
}
