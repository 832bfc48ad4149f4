#include "cli/version.h"

#include "base/digest/hash.h"
#include "base/digest/sha256.h"
#include "format/json.h"
#include "format/regex.h"
#include "format/yaml.h"
#include "lang/language.h"
#include "patchset/embedded.h"
#include "report/report.h"

static void add_languages(struct str *out)
{
	size_t count;
	const struct language *const *languages = language_all(&count);
	str_add_cstr(out, "languages ");
	for (size_t i = 0; i < count; i++)
		str_addf(out, " %s", languages[i]->name);
	str_add_char(out, '\n');
}

static void add_formats(struct str *out)
{
	size_t count;
	const struct report_format *const *formats = report_format_all(&count);
	str_add_cstr(out, "formats   ");
	for (size_t i = 0; i < count; i++)
		str_addf(out, " %s", formats[i]->name);
	str_add_char(out, '\n');
}

void version_add_build(struct str *out)
{
	str_add_cstr(out, "pcre2      ");
	regex_library_add_version(out);
	str_addf(out, "\nlibyaml    %s\njansson    %s\nxxhash     %s\nlibsodium  %s\n", yaml_library_version(),
		json_library_version(), hash_library_version(), sha256_library_version());
#if defined(__clang__)
	str_addf(out, "compiler   clang %d.%d.%d\n", __clang_major__, __clang_minor__, __clang_patchlevel__);
#elif defined(__GNUC__)
	str_addf(out, "compiler   gcc %d.%d.%d\n", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
#endif
	add_languages(out);
	add_formats(out);
	str_addf(out, "embedded   %zu files of patch sets\n", embedded_file_count);
}
