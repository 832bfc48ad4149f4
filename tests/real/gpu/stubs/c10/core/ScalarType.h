// Stand-in: the types of two bytes, of which cub.cuh knows.
#pragma once
#include <c10/util/BFloat16.h>
#include <c10/util/Half.h>
