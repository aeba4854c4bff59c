/* SPDX-License-Identifier: MIT
   To be loaded before the C library. Its malloc, calloc and realloc fail on request. We count, and let fail, only
   allocations of compiled modules of dlx and sudoku, and the zeros of NumPy (calloc), in which these modules keep other
   data. Allocations of Python never fail, nor do NumPy's calls of malloc: it crashes if one fails (ufunc.at, NumPy 2).

       failing_from(3, 4);   only the third call from now on returns NULL
       failing_from(0, 0);   no call fails any more; returns the number of failed calls

   A process that dies of a bad address, or by abort(), writes the libraries and functions of its stack. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
void __libc_free(void *);

static atomic_long live; /* blocks not yet freed, of any caller */
static atomic_long calls, failed, first, end;

static const char *const packages[] = {PACKAGES}; /* their folders; the caller of the compiler defines the list */

static int is_ours(const char *library)
{
    for (size_t k = 0; k < sizeof packages / sizeof *packages; k++)
        if (!strncmp(library, packages[k], strlen(packages[k])))
            return 1;
    return 0;
}

static int fails(void *caller, int zeros)
{
    Dl_info from;
    if (!first || !dladdr(caller, &from) || !from.dli_fname)
        return 0;
    if (!is_ours(from.dli_fname) && !(zeros && strstr(from.dli_fname, "_multiarray_umath")))
        return 0;
    long call = ++calls;
    if (call < first || call >= end)
        return 0;
    failed++;
    errno = ENOMEM;
    return 1;
}

static void *counted(void *block)
{
    live += block != NULL;
    return block;
}

void *malloc(size_t n) { return fails(__builtin_return_address(0), 0) ? NULL : counted(__libc_malloc(n)); }

void *calloc(size_t n, size_t size)
{
    return fails(__builtin_return_address(0), 1) ? NULL : counted(__libc_calloc(n, size));
}

void *realloc(void *block, size_t n)
{
    if (fails(__builtin_return_address(0), 0))
        return NULL;
    return block ? __libc_realloc(block, n) : counted(__libc_malloc(n));
}

void free(void *block)
{
    live -= block != NULL;
    __libc_free(block);
}

long failing_from(long from, long to)
{
    long some = failed;
    first = 0;
    calls = failed = 0;
    end = to;
    first = from;
    return some;
}

long blocks_alive(void) { return live; }

static void told(int number)
{
    void *frames[32];
    backtrace_symbols_fd(frames, backtrace(frames, 32), 2);
    signal(number, SIG_DFL);
    raise(number);
}

__attribute__((constructor)) static void tell(void) { signal(SIGSEGV, told), signal(SIGABRT, told); }
