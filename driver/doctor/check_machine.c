/* Processor, memory, disks, and where things lie. */
#include <string.h>

#include "doctor/check.h"

/* Bytes that a build takes on its volume, and on that of the temporary files: below the first it cannot end, below the
 * second it may not. */
#define DISK_WRONG_CUDA (25 * GIB)
#define DISK_WARNING_CUDA (60 * GIB)
#define DISK_WRONG (8 * GIB)
#define DISK_WARNING (20 * GIB)
#define TEMP_WARNING (10 * GIB)
#define MEMORY_KEPT (2 * GIB)
/*
 * What the path of a tree cannot have: Ninja and make read '$' as a variable's, CMake ';' as the end of an item, '['
 * and ']' as keeping items together, and '"', '|', '<' and '>' break what CMake generates. Each was tried, with CMake
 * 3.25 and Ninja.
 */
#define ROOT_NEVER "$;[]\"|<>"
/* What a shell reads as something else where a tool does not quote it. */
#define ROOT_RATHER_NOT " &()'%!*?#^`{}\t"
/* Over this many characters generated paths pass Windows' limit, and Ninja then runs CMake without end
 * (pytorch/pytorch#134956). */
#define ROOT_MOST_CHARACTERS 52

static bool check_bits(const struct doctor_context *x, struct finding *finding)
{
	return found(finding, x->probe->facts.bits == 64 ? STATE_OK : STATE_WRONG, "%s, %u-bit",
		       x->probe->facts.description, x->probe->facts.bits) &&
	       (x->probe->facts.bits == 64 || fix_by(finding, "build on a 64-bit system"));
}

static bool check_memory(const struct doctor_context *x, struct finding *finding)
{
	const struct probe_facts *facts = &x->probe->facts;
	struct str why = STR_INIT;
	if (!facts->knows_memory)
		return found(finding, STATE_UNKNOWN, "the system does not say how much memory there is");
	struct jobs jobs;
	jobs_choose(facts, x->profile, &jobs, &why);
	bool too_little = facts->memory.available < MEMORY_KEPT + (jobs.mib << 20);
	enum state state = too_little ? STATE_WRONG : jobs.all * 2 < facts->cores ? STATE_WARNING : STATE_OK;
	found(finding, state, "%.1f GiB, %.1f available: %zu job%s (%s)", (double)facts->memory.total / (double)GIB,
		(double)facts->memory.available / (double)GIB, jobs.all, str_plural(jobs.all), why.ptr);
	str_release(&why);
	/* Flash attention's kernels are the heaviest files. */
	const char *cuda = build_env(x, "USE_CUDA"), *flash = build_env(x, "USE_FLASH_ATTENTION");
	bool heavy = cuda && tree_same_value(cuda, "ON") && !(flash && tree_same_value(flash, "OFF")) &&
		     x->target->tree_options && tree_option_find(x->target->tree_options, "USE_FLASH_ATTENTION");
	const char *lighter = heavy ? "; without flash attention it takes half: --set USE_FLASH_ATTENTION=0" : "";
	if (too_little)
		fix_by(finding, "close other programs, or add swap (a larger page file): one job takes %llu MiB%s",
			(unsigned long long)jobs.mib, lighter);
	else if (state == STATE_WARNING)
		fix_by(finding, "the build is slow but works; with more memory or swap it could use more cores%s",
			lighter);
	return true;
}

static bool check_disk(const struct doctor_context *x, struct finding *finding)
{
	uint64_t bytes;
	if (!x->root)
		return false;
	if (!x->probe->disk_free(x->probe, x->root, &bytes))
		return found(finding, STATE_UNKNOWN, "the system does not say how much space '%s' has", x->root);
	bool cuda = x->profile && x->profile->cuda;
	uint64_t wrong = cuda ? DISK_WRONG_CUDA : DISK_WRONG, warning = cuda ? DISK_WARNING_CUDA : DISK_WARNING;
	enum state state = bytes < wrong ? STATE_WRONG : bytes < warning ? STATE_WARNING : STATE_OK;
	found(finding, state, "%.1f GiB free for '%s'", (double)bytes / (double)GIB, x->root);
	return state == STATE_OK ||
	       fix_by(finding, "remove files until %llu GiB are free there", (unsigned long long)(warning / GIB));
}

static bool is_plain(const char *path)
{
	for (; *path; path++)
		if (*path == ' ' || (unsigned char)*path >= 0x80)
			return false;
	return true;
}

/* As Windows counts: in units of UTF-16. */
static size_t count_characters(const char *path)
{
	size_t count = 0;
	for (; *path; path++) {
		unsigned char byte = (unsigned char)*path;
		count += (byte & 0xc0) != 0x80 ? 1 : 0;
		count += byte >= 0xf0 ? 1 : 0;
	}
	return count;
}

static bool check_temp(const struct doctor_context *x, struct finding *finding)
{
	const char *path = build_env(x, x->windows ? "TEMP" : "TMPDIR");
	uint64_t bytes;
	if (!path && x->windows)
		return found(finding, STATE_WARNING, "TEMP is not set") &&
		       fix_by(finding, "mkdir C:\\t & set \"TEMP=C:\\t\" & set \"TMP=C:\\t\"");
	path = path ? path : "/tmp";
	if (x->windows && !is_plain(path)) {
		found(finding, STATE_WARNING, "'%s' contains spaces or characters that are not ASCII", path);
		return fix_by(finding, "mkdir C:\\t & set \"TEMP=C:\\t\" & set \"TMP=C:\\t\"");
	}
	if (!x->probe->disk_free(x->probe, path, &bytes))
		return found(finding, STATE_UNKNOWN, "the system does not say how much space '%s' has", path);
	found(finding, bytes < TEMP_WARNING ? STATE_WARNING : STATE_OK, "%.1f GiB free for '%s'",
		(double)bytes / (double)GIB, path);
	return bytes >= TEMP_WARNING || fix_by(finding, "free space there, or set %s to a folder on a larger volume",
						x->windows ? "TEMP" : "TMPDIR");
}

/* \\server\share, and the same after \\?\UNC; a drive after \\?\ is none. */
static bool is_on_share(const char *root)
{
	struct slice path = slice_of(root);
	bool is_unc = slice_starts_with(path, "\\\\?\\UNC\\"), is_verbatim = slice_starts_with(path, "\\\\?\\");
	return is_unc || (!is_verbatim && (slice_starts_with(path, "\\\\") || slice_starts_with(path, "//")));
}

static bool check_root(const struct doctor_context *x, struct finding *finding)
{
	if (!x->root)
		return false;
	size_t length = count_characters(x->root), never = strcspn(x->root, ROOT_NEVER);
	if (x->root[never]) {
		found(finding, STATE_WRONG,
			"'%s' contains a '%c', which CMake or Ninja cannot handle in a "
			"path",
			x->root, x->root[never]);
		return fix_by(finding, "move the tree to a path of plain letters");
	}
	bool is_share = is_on_share(x->root);
	if (x->windows && is_share) {
		found(finding, STATE_WRONG, "'%s' is a network path, in which cmd.exe cannot work", x->root);
		return fix_by(finding,
			"give it a drive letter (net use P: \\\\server\\share), or copy the tree to a local disk");
	}
	if (x->windows && length > ROOT_MOST_CHARACTERS) {
		found(finding, STATE_WRONG, "'%s' has %zu characters, more than %d", x->root, length,
			ROOT_MOST_CHARACTERS);
		return fix_by(finding,
			"move the tree to a short path such as C:\\pt; git config --system core.longpaths true");
	}
	if (is_plain(x->root) && !x->root[strcspn(x->root, ROOT_RATHER_NOT)])
		return found(finding, STATE_OK, "'%s'", x->root);
	found(finding, STATE_WARNING,
		"'%s' contains spaces, characters that are special to shells, or characters that are not "
		"ASCII",
		x->root);
	return fix_by(finding, "move the tree to a path of plain letters");
}

static const struct check checks[] = {
	{ "bits", "32-bit tools run out of address space", check_bits },
	{ "memory", "a compiler that runs out of memory is killed, and the build with it", check_memory },
	{ "disk", "a full disk stops the build after hours, often while the wheel is made", check_disk },
	{ "temp", "nvcc and the compilers write there, not to the build folder", check_temp },
	{ "root", "some tools do not quote paths, and Windows limits their length", check_root },
};

const struct check_group checks_machine = { checks, COUNT_OF(checks) };
