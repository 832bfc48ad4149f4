#include "mini.h"

int mini_add(int a, int b)
{
	return a + b;
}
