#include "cli/set_file.h"

#include "cli/option.h"
#include "cmdline/output_file.h"
#include "cmdline/print.h"
#include "patchset/rule_text.h"
#include "platform/read.h"

bool set_file_read_before(const struct options *options, struct str *before, struct err *err)
{
	struct file_stat st;
	const char *path = options->output;
	if (output_is_standard(path))
		return true;
	if (!output_may_write(options, path, err) || !platform_stat(path, &st, err))
		return false;
	if (st.type != FILE_REGULAR || !st.size)
		return true;
	if (!platform_read_file(path, SET_FILE_MAX_BYTES, before, err))
		return false;
	if (patchset_is_text(str_slice(before)))
		return true;
	err_set(err, ERR_USAGE, "'%s' exists and is not a patch set", path);
	return err_hint(err, "name another file for the set, or remove this one");
}

bool set_file_write(const struct options *options, struct slice yaml, struct err *err)
{
	const char *path = options->output;
	return output_is_standard(path) ? print_output_data(options, yaml, err) : output_save(options, path, yaml, err);
}
