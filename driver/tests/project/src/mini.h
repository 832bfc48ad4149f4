#ifndef MINI_H
#define MINI_H
int mini_add(int a, int b);
int mini_multiply(int a, int b);
#endif
