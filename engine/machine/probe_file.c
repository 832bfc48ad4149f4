/*
 * A machine as a YAML file describes it. What the file does not mention is not there. Of folders and files below a path
 * that the file lists under `real`, the disk is asked: the source tree is one that is really there.
 */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/arena.h"
#include "base/version/version.h"
#include "format/yaml.h"
#include "format/yaml_value.h"
#include "machine/probe.h"

#define TEXT_MAX_BYTES ((size_t)4 << 20)

struct machine {
	struct yaml_file yaml;
	struct str text;
	struct arena arena;
	const char *path;
	const char *const *real;
	struct probe *disk;
};

static const char *const keys[] = { "system", "description", "bits", "cores", "memory", "disk_free", "gpus",
	"cuda_driver", "code_page", "env", "files", "links", "programs", "real", "short_names" };
static const char *const memory_keys[] = { "total", "available" };
static const char *const gpu_keys[] = { "name", "capability" };
static const char *const program_keys[] = { "path", "arguments", "output", "code" };

static const struct yaml_node *under(const struct probe *probe, const char *key)
{
	const struct machine *machine = probe->data;
	const struct yaml_pair *pair = yaml_find(machine->yaml.root, key);
	return pair ? pair->value : NULL;
}

static bool is_separator(char byte)
{
	return byte == '/' || byte == '\\';
}

/* The folder itself, or something in it. */
static bool is_below(struct slice path, const char *folder)
{
	size_t length = strlen(folder);
	bool ends = length && is_separator(folder[length - 1]);
	return slice_starts_with(path, folder) && (path.len == length || ends || is_separator(path.ptr[length]));
}

static bool is_real(const struct machine *machine, const char *path)
{
	for (size_t i = 0; machine->real && machine->real[i]; i++)
		if (is_below(slice_of(path), machine->real[i]))
			return true;
	return false;
}

static bool read_file(const struct probe *probe, const char *path, struct str *out)
{
	const struct machine *machine = probe->data;
	const struct yaml_node *files = under(probe, "files");
	const struct yaml_pair *pair = files ? yaml_find(files, path) : NULL;
	if (!pair)
		return is_real(machine, path) && machine->disk->read(machine->disk, path, out);
	str_clear(out);
	str_add(out, pair->value->text);
	return true;
}

static enum file_type type_of(const struct probe *probe, const char *path)
{
	const struct machine *machine = probe->data;
	const struct yaml_node *files = under(probe, "files");
	size_t length = strlen(path);
	for (size_t i = 0; files && i < files->count; i++) {
		struct slice file = files->pairs[i].key->text;
		if (slice_eq_cstr(file, path))
			return FILE_REGULAR;
		if (slice_starts_with(file, path) && file.len > length && is_separator(file.ptr[length]))
			return FILE_DIRECTORY;
	}
	return is_real(machine, path) ? machine->disk->type(machine->disk, path) : FILE_NONE;
}

/* Of described folders only what `files` has directly in them. */
static bool list_folder(const struct probe *probe, const char *path, struct dir_list *out)
{
	const struct machine *machine = probe->data;
	const struct yaml_node *files = under(probe, "files");
	size_t length = strlen(path);
	if (is_real(machine, path))
		return machine->disk->list(machine->disk, path, out);
	for (size_t i = 0; files && i < files->count; i++) {
		struct slice file = files->pairs[i].key->text;
		if (!slice_starts_with(file, path) || file.len <= length + 1 || !is_separator(file.ptr[length]))
			continue;
		struct slice rest = slice_sub(file, length + 1, file.len), name = rest;
		for (size_t at = 0; at < rest.len && name.len == rest.len; at++)
			if (is_separator(rest.ptr[at]))
				name = slice_sub(rest, 0, at);
		char *copy = arena_dup(&((struct machine *)probe->data)->arena, name);
		struct dir_entry entry = { .name = copy, .type = name.len == rest.len ? FILE_REGULAR : FILE_DIRECTORY };
		if (!out->count || strcmp(out->entries[out->count - 1].name, copy) != 0)
			VEC_PUSH(out->entries, out->count, out->capacity, entry);
	}
	return out->count > 0;
}

/* Under `short_names`: paths and their other form. */
static char *short_path(const struct probe *probe, const char *path)
{
	const struct yaml_node *names = under(probe, "short_names");
	const struct yaml_pair *pair = names ? yaml_find(names, path) : NULL;
	return pair ? slice_dup(pair->value->text) : NULL;
}

/* Under `links`: the folders that are links, and where they lead. */
static char *real_path(const struct probe *probe, const char *path)
{
	const struct machine *machine = probe->data;
	const struct yaml_node *links = under(probe, "links");
	struct slice text = slice_of(path);
	struct str real = STR_INIT;
	if (is_real(machine, path))
		return machine->disk->real_path(machine->disk, path);
	for (size_t i = 0; links && i < links->count; i++) {
		struct slice link = links->pairs[i].key->text;
		if (text.len < link.len || !slice_eq(slice_sub(text, 0, link.len), link))
			continue;
		struct slice rest = slice_sub(text, link.len, text.len);
		if (rest.len && rest.ptr[0] != '/')
			continue;
		str_addf(&real, SLICE_FMT SLICE_FMT, SLICE_ARG(links->pairs[i].value->text), SLICE_ARG(rest));
		return str_detach(&real);
	}
	return slice_dup(text);
}

static bool disk_free(const struct probe *probe, const char *path, uint64_t *bytes)
{
	const struct machine *machine = probe->data;
	struct err err = ERR_INIT;
	(void)path;
	uint64_t most = UINT64_MAX / 20, value = 0;
	bool ok = yaml_take_number(&machine->yaml, machine->yaml.root, "disk_free", most, &value, &err) && value;
	err_release(&err);
	*bytes = value;
	return ok;
}

static bool text_is(const struct yaml_node *map, const char *key, const char *text)
{
	const struct yaml_pair *pair = yaml_find(map, key);
	return pair && slice_eq_cstr(pair->value->text, text);
}

static char *find(const struct probe *probe, const char *name, size_t skip)
{
	const struct yaml_node *programs = under(probe, "programs");
	struct slice previous = SLICE_LITERAL("");
	for (size_t i = 0; programs && i < programs->count; i++) {
		const struct yaml_pair *pair = yaml_find(programs->items[i], "path");
		if (!pair)
			continue;
		struct slice path = pair->value->text;
		size_t base = path.len;
		while (base && !is_separator(path.ptr[base - 1]))
			base--;
		struct slice own = slice_sub(path, base, path.len);
		if (slice_ends_with(own, ".exe") && !slice_ends_with(slice_of(name), ".exe"))
			own.len -= 4;
		bool named = slice_eq_cstr(own, name) || slice_eq_cstr(path, name);
		if (named && !slice_eq(path, previous) && skip-- == 0)
			return slice_dup(path);
		if (named)
			previous = path;
	}
	return NULL;
}

static int exit_code_of(const struct yaml_node *program)
{
	const struct yaml_pair *pair = yaml_find(program, "code");
	char *text = pair ? slice_dup(pair->value->text) : NULL;
	int code = text ? (int)strtol(text, NULL, 10) : 0;
	free(text);
	return code;
}

static bool run(const struct probe *probe, const char *const *argv, struct str *out, int *code)
{
	const struct yaml_node *programs = under(probe, "programs");
	char *path = find(probe, argv[0], 0);
	struct str arguments = STR_INIT;
	bool found = false;
	for (size_t i = 1; argv[i]; i++)
		str_addf(&arguments, "%s%s", i > 1 ? " " : "", argv[i]);
	for (size_t i = 0; path && programs && i < programs->count && !found; i++) {
		const struct yaml_node *program = programs->items[i];
		const struct yaml_pair *wanted = yaml_find(program, "arguments"),
				       *output = yaml_find(program, "output");
		found = text_is(program, "path", path) &&
			(!wanted || slice_find(str_slice(&arguments), wanted->value->text, 0) != (size_t)-1);
		if (found && output)
			str_add(out, output->value->text);
		if (found)
			*code = exit_code_of(program);
	}
	str_release(&arguments);
	free(path);
	return found;
}

static void release(struct probe *probe)
{
	struct machine *machine = probe->data;
	probe_free(machine->disk);
	yaml_file_release(&machine->yaml);
	str_release(&machine->text);
	arena_release(&machine->arena);
	free(machine);
	free(probe);
}

static bool fill_gpus(struct machine *machine, struct probe_facts *facts, struct err *err)
{
	const struct yaml_pair *pair = yaml_find(machine->yaml.root, "gpus");
	uint64_t driver = 0;
	if (!yaml_take_number(&machine->yaml, machine->yaml.root, "cuda_driver", 100000, &driver, err))
		return false;
	facts->gpus.cuda_version = (int)driver;
	for (size_t i = 0; pair && i < pair->value->count && i < MACHINE_MAX_GPUS; i++) {
		struct machine_gpu *gpu = &facts->gpus.items[facts->gpus.count++];
		const char *name, *capability;
		struct version version;
		if (!yaml_known_keys(&machine->yaml, pair->value->items[i], gpu_keys, COUNT_OF(gpu_keys), err) ||
			!yaml_take_text(&machine->yaml, pair->value->items[i], "name", &machine->arena, &name, err) ||
			!yaml_take_text(
				&machine->yaml, pair->value->items[i], "capability", &machine->arena, &capability, err))
			return false;
		if (!name || !capability || !version_parse(&version, slice_of(capability), NULL))
			return yaml_fail(
				&machine->yaml, pair->value->items[i], err, "a GPU has a name and a capability");
		memcpy(gpu->name, name, strlen(name) < sizeof(gpu->name) ? strlen(name) : sizeof(gpu->name) - 1);
		gpu->major = (int)version.part[0];
		gpu->minor = (int)version.part[1];
	}
	return true;
}

static bool fill(struct machine *machine, struct probe *probe, struct err *err)
{
	const struct yaml_file *yaml = &machine->yaml;
	struct probe_facts *facts = &probe->facts;
	uint64_t bits = 64, cores = 1, page = 0, most = UINT64_MAX / 20;
	if (!yaml_known_keys(yaml, yaml->root, keys, COUNT_OF(keys), err) ||
		!yaml_take_text(yaml, yaml->root, "system", &machine->arena, &facts->system, err) ||
		!yaml_take_text(yaml, yaml->root, "description", &machine->arena, &facts->description, err) ||
		!yaml_take_number(yaml, yaml->root, "bits", 128, &bits, err) ||
		!yaml_take_number(yaml, yaml->root, "cores", 100000, &cores, err) ||
		!yaml_take_number(yaml, yaml->root, "code_page", 100000, &page, err) ||
		!fill_gpus(machine, facts, err) ||
		!yaml_take_list(yaml, yaml->root, "real", &machine->arena, &machine->real, err))
		return false;
	const struct yaml_pair *memory = yaml_find(yaml->root, "memory"), *env = yaml_find(yaml->root, "env");
	facts->knows_memory = memory != NULL;
	if (memory && (!yaml_known_keys(yaml, memory->value, memory_keys, COUNT_OF(memory_keys), err) ||
			      !yaml_take_number(yaml, memory->value, "total", most, &facts->memory.total, err) ||
			      !yaml_take_number(yaml, memory->value, "available", most, &facts->memory.available, err)))
		return false;
	facts->system = facts->system ? facts->system : "linux";
	facts->description = facts->description ? facts->description : facts->system;
	facts->bits = (unsigned)bits;
	facts->cores = (size_t)cores;
	facts->code_page = (unsigned)page;
	probe->environment.names_nocase = strcmp(facts->system, "windows") == 0;
	for (size_t i = 0; env && i < env->value->count; i++)
		environment_set(&probe->environment, arena_dup(&machine->arena, env->value->pairs[i].key->text),
			arena_dup(&machine->arena, env->value->pairs[i].value->text));
	return true;
}

/* Maps of texts, and lists of maps: what is in them is looked at here, once. */
static bool check_kinds(const struct yaml_file *yaml, struct err *err)
{
	static const char *const maps[] = { "env", "files", "links", "short_names" }, *const lists[] = { "programs",
		"gpus" };
	for (size_t i = 0; i < COUNT_OF(maps); i++) {
		const struct yaml_pair *pair = yaml_find(yaml->root, maps[i]);
		bool fits = !pair || pair->value->kind == YAML_KIND_MAP;
		for (size_t k = 0; pair && fits && k < pair->value->count; k++)
			fits = pair->value->pairs[k].value->kind == YAML_KIND_TEXT;
		if (!fits)
			return yaml_fail(yaml, pair->value, err, "'%s' must be a map of texts", maps[i]);
	}
	for (size_t i = 0; i < COUNT_OF(lists); i++) {
		const struct yaml_pair *pair = yaml_find(yaml->root, lists[i]);
		if (pair && pair->value->kind != YAML_KIND_LIST)
			return yaml_fail(yaml, pair->value, err, "'%s' must be a list of maps", lists[i]);
	}
	const struct yaml_pair *programs = yaml_find(yaml->root, "programs");
	for (size_t i = 0; programs && i < programs->value->count; i++)
		if (!yaml_known_keys(yaml, programs->value->items[i], program_keys, COUNT_OF(program_keys), err))
			return false;
	return true;
}

static bool check_system(const struct yaml_file *yaml, struct err *err)
{
	const struct yaml_pair *pair = yaml_find(yaml->root, "system");
	return !pair || text_is(yaml->root, "system", "linux") || text_is(yaml->root, "system", "windows") ||
	       text_is(yaml->root, "system", "macos") ||
	       yaml_fail(yaml, pair->value, err, "'system' must be linux, windows or macos");
}

struct probe *probe_file(const char *path, struct err *err)
{
	struct machine *machine = xcalloc(1, sizeof(*machine));
	struct probe *probe = xcalloc(1, sizeof(*probe));
	*probe = (struct probe){ .read = read_file,
		.type = type_of,
		.list = list_folder,
		.real_path = real_path,
		.short_path = short_path,
		.disk_free = disk_free,
		.find = find,
		.run = run,
		.free = release,
		.data = machine };
	machine->disk = probe_system();
	machine->path = path;
	if (platform_read_file(path, TEXT_MAX_BYTES, &machine->text, err) &&
		yaml_file_parse(&machine->yaml, path, str_slice(&machine->text), err) &&
		check_kinds(&machine->yaml, err) && check_system(&machine->yaml, err) && fill(machine, probe, err))
		return probe;
	probe_free(probe);
	return NULL;
}
