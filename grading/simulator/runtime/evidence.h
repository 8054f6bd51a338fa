#pragma once
// What a program did on the simulated GPU, as one JSON document: form in docs/architecture.md, section "Evidence".

extern "C" {
// Writes the evidence gathered so far; the file appears whole or not at all. Returns 0, or the errno of what failed.
int sim_write_evidence(const char* path);

// Forgets launches, copies, synchronisations, errors, faults and notes so far: a caller brackets what it wants to see.
void sim_reset_evidence(void);

// Device memory that holds poison, say: reading it is a fault until somebody writes it. Nothing happens with a pointer
// that is not in device memory.
void sim_mark_unwritten(void* device, unsigned long bytes);

// What sentences call the array that begins at `device` from now on, instead of "allocation #3": a pointer to device memory
// or the handle of a cudaArray. Nothing happens with any other pointer.
void sim_name_memory(const void* device, const char* name);
}
