#pragma once
#include <stddef.h>
#include <stdint.h>

// The entry for programs that have a main function of their own (FuzzerInterface.h of LLVM).
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*body)(const uint8_t *data, size_t size));

// libFuzzer's own changes, for targets that have changes of their own.
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
