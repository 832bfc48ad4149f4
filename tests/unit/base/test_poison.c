/* What is watched behind arrays, texts and allocations. */
#include <stdlib.h>

#include "base/poison.h"

#include "base/alloc.h"
#include "base/arena.h"
#include "base/str.h"
#include "lang/language.h"

#include "unit.h"

#ifdef POISON_WORKS
int __asan_address_is_poisoned(const volatile void *address);
#define CLOSED(address) __asan_address_is_poisoned(address)
#else
/* Where nothing is watched, all that can be asked is whether the bytes that were given out are there. */
#define CLOSED(address) ((void)(address), 1)
#endif

TEST(poison_behind_an_array)
{
	uint64_t *items = NULL;
	size_t count = 0, capacity = 0;
	for (uint64_t i = 0; i < 20; i++) {
		VEC_PUSH(items, count, capacity, i);
		assert_int_equal(items[i], i);
		if (count < capacity)
			assert_true(CLOSED(&items[count]));
	}
	free(items);
}

TEST(poison_behind_a_text)
{
	struct str text = STR_INIT;
	str_add_cstr(&text, "sixteen letters.");
	str_add_char(&text, '!');
	assert_string_equal(text.ptr, "sixteen letters.!");
	assert_true(CLOSED(&text.ptr[18]));
	str_addf(&text, "%d", 42);
	assert_string_equal(text.ptr, "sixteen letters.!42");
	assert_true(CLOSED(&text.ptr[20]));
	str_add_repeat(&text, '.', 3);
	assert_true(CLOSED(&text.ptr[23]));
	/* Whoever reserves may write there. */
	str_reserve(&text, 9);
	text.ptr[text.len + 9] = 0;
	assert_true(CLOSED(&text.ptr[text.len + 10]));
	str_clear(&text);
	assert_int_equal(text.ptr[0], 0);
	assert_true(CLOSED(&text.ptr[1]));
	str_release(&text);
}

TEST(poison_between_allocations)
{
	struct arena arena = ARENA_INIT;
	char *one = arena_alloc(&arena, 16), *two = arena_alloc(&arena, 3);
	one[15] = two[2] = 'x';
	assert_true(CLOSED(&one[16]));
	assert_true(CLOSED(&two[3]));
	arena_release(&arena);
}

TEST(poison_behind_tokens)
{
	struct token_list tokens = { 0 };
	for (size_t i = 0; i < 9; i++)
		token_list_add(&tokens, TOKEN_NAME, i, i + 1);
	assert_int_equal(tokens.items[8].end, 9);
	assert_true(CLOSED(&tokens.items[9]));
	token_list_release(&tokens);
}
