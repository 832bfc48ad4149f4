#include "mini.h"

int mini_multiply(int a, int b)
{
	return a * b;
}
