// SPDX-License-Identifier: MIT
// Times the solver tdoku on a file of puzzles, for `python -m bench sudoku --tdoku PROGRAM`. In a checkout of tdoku:
//
//     clang++ -O3 -march=native -std=c++17 -Iinclude -Isrc -o tdoku THIS/tdoku.cc src/solver_dpll_triad_simd.cc src/util.cc
//
// Prints the CPU seconds for all puzzles, limit 2, reading not included; how many are unique; and the mean of its guesses.

#include <cstdio>
#include <ctime>
#include <fstream>
#include <string>
#include <vector>

#include "tdoku.h"

static double cpu() {
    timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec + 1e-9 * t.tv_nsec;
}

int main(int, char **argv) {
    std::vector<std::string> puzzles;
    std::ifstream file(argv[1]);
    for (std::string line; std::getline(file, line);) puzzles.push_back(line.substr(0, 81) + '\n');
    size_t unique = 0, guesses = 0, all = 0;
    char solution[82];
    double started = cpu();
    for (const std::string &puzzle : puzzles) {
        unique += TdokuSolverDpllTriadSimd(puzzle.c_str(), 2, 0, solution, &guesses) == 1;
        all += guesses;
    }
    std::printf("%.9f %zu %.3f\n", cpu() - started, unique, double(all) / puzzles.size());
}
