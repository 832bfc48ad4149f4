/* What is made of what the system and the CUDA driver tell, and of the variables of a process. */
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/str.h"
#include "platform/cuda.h"
#include "platform/environment.h"
#include "unit.h"

/* A driver with so many devices; the call `fails` of one of them, counted from 0, fails. */
static struct {
	int devices, fails, result;
	const char *lacks, *call;
} driver;

static int answer(const char *call, int device)
{
	return strcmp(driver.call, call) == 0 && device == driver.fails ? 2 : 0;
}

static int init(unsigned flags)
{
	return flags == 0 ? answer("cuInit", 0) : 1;
}

static int version(int *out)
{
	*out = 12090;
	return answer("cuDriverGetVersion", 0);
}

static int count(int *out)
{
	*out = driver.devices;
	return answer("cuDeviceGetCount", 0);
}

static int get(int *device, int ordinal)
{
	*device = ordinal + 7;
	return answer("cuDeviceGet", ordinal);
}

static int name(char *out, int size, int device)
{
	snprintf(out, (size_t)size, "card %d", device - 7);
	return answer("cuDeviceGetName", device - 7);
}

static int attribute(int *out, int which, int device)
{
	*out = which == 75 ? 8 : device - 7;
	return which == 75 || which == 76 ? answer(which == 75 ? "major" : "minor", device - 7) : 1;
}

static cuda_function find(void *library, const char *wanted)
{
	static const struct {
		const char *name;
		cuda_function function;
	} functions[] = { { "cuInit", (cuda_function)init }, { "cuDriverGetVersion", (cuda_function)version },
		{ "cuDeviceGetCount", (cuda_function)count }, { "cuDeviceGet", (cuda_function)get },
		{ "cuDeviceGetName", (cuda_function)name }, { "cuDeviceGetAttribute", (cuda_function)attribute } };
	assert_ptr_equal(library, &driver);
	for (size_t i = 0; i < COUNT_OF(functions); i++)
		if (strcmp(functions[i].name, wanted) == 0 && strcmp(driver.lacks, wanted) != 0)
			return functions[i].function;
	return NULL;
}

/* "VERSION: NAME MAJOR.MINOR, ..." */
static void assert_gpus(int devices, const char *lacks, const char *call, int fails, const char *wanted)
{
	struct machine_gpus gpus = { 0 };
	struct str text = STR_INIT;
	driver.devices = devices;
	driver.lacks = lacks;
	driver.call = call;
	driver.fails = fails;
	cuda_list_gpus(find, &driver, &gpus);
	str_addf(&text, "%d:", gpus.cuda_version);
	for (size_t i = 0; i < gpus.count; i++)
		str_addf(&text, " %s %d.%d", gpus.items[i].name, gpus.items[i].major, gpus.items[i].minor);
	assert_string_equal(text.ptr, wanted);
	str_release(&text);
}

TEST(machine_gpus_are_those_that_the_driver_tells_all_of)
{
	static const char *const calls[] = { "cuInit", "cuDriverGetVersion", "cuDeviceGetCount", "cuDeviceGet",
		"cuDeviceGetName", "cuDeviceGetAttribute" };
	assert_gpus(2, "", "", 0, "12090: card 0 8.0 card 1 8.1");
	assert_gpus(0, "", "", 0, "12090:");
	assert_gpus(2, "", "cuInit", 0, "12090:");
	assert_gpus(2, "", "cuDeviceGetCount", 0, "12090:");
	assert_gpus(2, "", "cuDriverGetVersion", 0, "12090:");
	static const char *const of_one[] = { "cuDeviceGet", "cuDeviceGetName", "major", "minor" };
	for (size_t i = 0; i < COUNT_OF(of_one); i++)
		assert_gpus(3, "", of_one[i], 1, "12090: card 0 8.0 card 2 8.2");
	for (size_t i = 0; i < COUNT_OF(calls); i++)
		assert_gpus(2, calls[i], "", 0, "0:");
	struct machine_gpus gpus = { 0 };
	driver.devices = MACHINE_MAX_GPUS + 1;
	driver.lacks = driver.call = "";
	cuda_list_gpus(find, &driver, &gpus);
	assert_int_equal(gpus.count, MACHINE_MAX_GPUS);
}

static void assert_environment(const struct environment *environment, const char *wanted)
{
	struct str text = STR_INIT;
	for (size_t i = 0; i < environment->count; i++)
		str_addf(&text, "%s;", environment->items[i]);
	assert_string_equal(text.ptr ? text.ptr : "", wanted);
	str_release(&text);
}

TEST(machine_variables_are_set_and_dropped_by_name)
{
	struct environment own = { 0 }, other = { 0 };
	environment_set(&own, "A", "1");
	environment_set(&own, "AB", "2");
	environment_set(&own, "a", "3");
	environment_set(&own, "=C:", "C:\\x");
	assert_environment(&own, "A=1;AB=2;a=3;=C:=C:\\x;");
	environment_set(&own, "A", "");
	assert_string_equal(environment_get(&own, "A"), "");
	assert_string_equal(environment_get(&own, "=C:"), "C:\\x");
	assert_null(environment_get(&own, "B"));
	environment_unset(&own, "B");
	environment_unset(&own, "A");
	assert_environment(&own, "AB=2;a=3;=C:=C:\\x;");
	environment_unset(&own, "=C:");
	environment_copy(&other, &own);
	other.names_nocase = true;
	environment_set(&other, "A", "4");
	environment_set(&other, "Abc", "5");
	environment_drop(&own, "A");
	environment_drop(&other, "AB");
	assert_environment(&own, "a=3;");
	assert_environment(&other, "A=4;");
	environment_release(&other);
	assert_true(other.names_nocase && other.count == 0);
	environment_release(&own);
	assert_int_equal(environment_name_length("A=1=2"), 1);
	assert_int_equal(environment_name_length("=A=1"), 2);
	assert_int_equal(environment_name_length("A"), 1);
	assert_int_equal(environment_name_length("="), 1);
	assert_int_equal(environment_name_length(""), 0);
}
