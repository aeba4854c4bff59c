/* time_t has 64 bits in Pyodide's Emscripten, and 32 in Debian's. */
#ifndef __DEFINED_time_t
#define __DEFINED_time_t
typedef long long time_t;
#endif
