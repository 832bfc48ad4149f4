/* The scripts: one row per shell. PROGRAM stands for the name of the program, which is looked up in PATH: a Tab starts
 * nothing else. */
#include "cmdline/completion.h"

#include <string.h>

#include "base/alloc.h"

/* https://www.gnu.org/software/bash/manual/html_node/Programmable-Completion.html. '=' parts words there, as a rule:
 * --json=pretty is three. */
static const char bash[] =
	"# bash completion of PROGRAM, made by `PROGRAM help --completion bash`.\n"
	"# shellcheck shell=bash\n"
	"_PROGRAM()\n"
	"{\n"
	"\tlocal cur=${COMP_WORDS[COMP_CWORD]} at word line prefix lead='' words=() lines=()\n"
	"\tfor ((at = 1; at <= COMP_CWORD; at++)); do\n"
	"\t\tword=${COMP_WORDS[at]}\n"
	"\t\tif ((${#words[@]})) && [[ $word == = || ${COMP_WORDS[at - 1]} == = ]]; then\n"
	"\t\t\twords[${#words[@]} - 1]+=$word\n"
	"\t\telif ((at < COMP_CWORD)); then\n"
	"\t\t\twords+=(\"${word/#\\~\\//$HOME/}\")\n"
	"\t\telse\n"
	"\t\t\twords+=(\"$word\")\n"
	"\t\tfi\n"
	"\tdone\n"
	"\tat=$((${#words[@]} - 1))\n"
	"\tmapfile -t lines < <(command PROGRAM __complete \"cur=${words[at]}\" \"${words[@]:0:at}\" 2>/dev/null)\n"
	"\tprefix=${lines[0]#* }\n"
	"\tCOMPREPLY=()\n"
	"\tif [[ $COMP_WORDBREAKS != *=* ]]; then\n"
	"\t\tlead=$prefix\n"
	"\t\tcur=${cur#\"$prefix\"}\n"
	"\telif [[ $cur == = ]]; then\n"
	"\t\tcur=''\n"
	"\tfi\n"
	"\tfor line in \"${lines[@]:1}\"; do\n"
	"\t\tCOMPREPLY+=(\"$lead${line%%$'\\t'*}\")\n"
	"\tdone\n"
	"\tif [[ ${COMPREPLY[0]-} == *= ]]; then\n"
	"\t\tcompopt -o nospace\n"
	"\tfi\n"
	"\tcase ${lines[0]} in\n"
	"\tfiles\\ *)\n"
	"\t\tcompopt -o filenames\n"
	"\t\tmapfile -t -O \"${#COMPREPLY[@]}\" COMPREPLY < <(compgen -f -P \"$lead\" -- \"$cur\")\n"
	"\t\t;;\n"
	"\tfolders\\ *)\n"
	"\t\tcompopt -o filenames\n"
	"\t\tmapfile -t -O \"${#COMPREPLY[@]}\" COMPREPLY < <(compgen -d -P \"$lead\" -- \"$cur\")\n"
	"\t\t;;\n"
	"\tesac\n"
	"}\n"
	"complete -F _PROGRAM PROGRAM\n";

/* https://zsh.sourceforge.io/Doc/Release/Completion-System.html */
static const char zsh[] =
	"#compdef PROGRAM\n"
	"# zsh completion of PROGRAM, made by `PROGRAM help --completion zsh`.\n"
	"\n"
	"_PROGRAM() {\n"
	"\tlocal line prefix kind tab=$'\\t'\n"
	"\tlocal -a lines before plain open\n"
	"\tbefore=(\"${(@Q)words[2,CURRENT-1]}\")\n"
	"\tlines=(\"${(@f)$(command PROGRAM __complete \"cur=${(Q)PREFIX}\" \"${(@)before/#\\~\\//$HOME/}\" "
	"2>/dev/null)}\")\n"
	"\tkind=${lines[1]%% *} prefix=${lines[1]#* }\n"
	"\t[[ -n $prefix ]] && compset -P \"${(b)prefix}\"\n"
	"\tfor line in ${lines[2,-1]}; do\n"
	"\t\tif [[ ${line%%$tab*} == *= ]]; then\n"
	"\t\t\topen+=(\"${${line//:/\\\\:}/$tab/:}\")\n"
	"\t\telse\n"
	"\t\t\tplain+=(\"${${line//:/\\\\:}/$tab/:}\")\n"
	"\t\tfi\n"
	"\tdone\n"
	"\t(( $#plain )) && _describe value plain\n"
	"\t(( $#open )) && _describe value open -S ''\n"
	"\tcase $kind in\n"
	"\tfiles) _files ;;\n"
	"\tfolders) _files -/ ;;\n"
	"\tesac\n"
	"}\n"
	"\n"
	"if [[ $funcstack[1] == _PROGRAM ]]; then\n"
	"\t_PROGRAM \"$@\"\n"
	"else\n"
	"\tcompdef _PROGRAM PROGRAM\n"
	"fi\n";

/* https://fishshell.com/docs/current/completions.html */
static const char fish[] = "# fish completion of PROGRAM, made by `PROGRAM help --completion fish`.\n"
			   "\n"
			   "function __PROGRAM_complete\n"
			   "\tset -l cur (commandline -ct)\n"
			   "\tset -l before (string replace -r '^~/' \"$HOME/\" -- (commandline -opc)[2..-1])\n"
			   "\tset -l lines (command PROGRAM __complete \"cur=$cur\" $before 2>/dev/null)\n"
			   "\tset -l first (string split -m 1 ' ' -- $lines[1])\n"
			   "\tset -l prefix $first[2]\n"
			   "\tset -l rest (string sub -s (math 1 + (string length -- \"$prefix\")) -- \"$cur\")\n"
			   "\tfor line in $lines[2..-1]\n"
			   "\t\tprintf '%s%s\\n' \"$prefix\" $line\n"
			   "\tend\n"
			   "\tswitch \"$first[1]\"\n"
			   "\t\tcase files\n"
			   "\t\t\tprintf \"$prefix%s\\n\" (__fish_complete_path \"$rest\")\n"
			   "\t\tcase folders\n"
			   "\t\t\tprintf \"$prefix%s\\n\" (__fish_complete_directories \"$rest\")\n"
			   "\tend\n"
			   "end\n"
			   "\n"
			   "complete -c PROGRAM -f -a '(__PROGRAM_complete)'\n";

/* https://learn.microsoft.com/powershell/module/microsoft.powershell.core/register-argumentcompleter. What gives no
 * words gives files. */
static const char powershell[] =
	"# PowerShell completion of PROGRAM, made by `PROGRAM help --completion powershell`.\n"
	"Register-ArgumentCompleter -Native -CommandName PROGRAM, PROGRAM.exe -ScriptBlock {\n"
	"\tparam($wordToComplete, $commandAst, $cursorPosition)\n"
	"\t$ErrorActionPreference = 'Continue'\n"
	"\t$program = Get-Command PROGRAM -CommandType Application | Select-Object -First 1\n"
	"\t$words = $commandAst.CommandElements | Where-Object { $_.Extent.StartOffset -lt $cursorPosition }\n"
	"\t$typed = @($words | Select-Object -Skip 1 | ForEach-Object {\n"
	"\t\tif ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) "
	"{ $_.Value } else { $_.ToString() }\n"
	"\t})\n"
	"\tif ($wordToComplete -ne '' -and $typed.Count) { $typed = @($typed | Select-Object -SkipLast 1) }\n"
	"\t$lines = @(& $program __complete \"cur=$wordToComplete\" $typed 2>$null)\n"
	"\t$prefix = if ($lines.Count) { ($lines[0] -split ' ', 2)[1] }\n"
	"\t$lines | Select-Object -Skip 1 | ForEach-Object {\n"
	"\t\t$name, $help = $_ -split \"`t\", 2\n"
	"\t\tif (-not $help) { $help = $name }\n"
	"\t\t[System.Management.Automation.CompletionResult]::new($prefix + $name, $name, 'ParameterValue', $help)\n"
	"\t}\n"
	"}\n";

static const struct {
	const char *shell, *script;
} rows[] = { { "bash", bash }, { "zsh", zsh }, { "fish", fish }, { "powershell", powershell } };

void completion_add_script(const struct program *program, const char *shell, struct str *out)
{
	static const char placeholder[] = "PROGRAM";
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		if (strcmp(rows[i].shell, shell) != 0)
			continue;
		struct slice rest = slice_of(rows[i].script);
		for (size_t at; (at = slice_find(rest, slice_of(placeholder), 0)) != (size_t)-1;
			rest = slice_sub(rest, at + strlen(placeholder), rest.len)) {
			str_add(out, slice_sub(rest, 0, at));
			str_add_cstr(out, program->name);
		}
		str_add(out, rest);
	}
}
