/* SPDX-License-Identifier: MIT
   The C interface of the bit-sliced batch kernel: hundreds of search nodes side by side, one in each bit of a vector.

   Each option has one vector; its bit k is set while the option is alive in lane k. A lane holds one node of the
   search tree of one question. A few logical instructions then work on all lanes at once:

                    lane  0 1 2 3 ...
       option 0           1 1 0 1         item {0, 1}:  any  = o0 | o1      0 in lane 2 of both: that node is dead
       option 1           0 1 0 1                       two  = o0 & o1      1: not decided yet
                                                        single = any & ~two   the option alive there is forced

   A lane is as wide as the problem, and a vector as wide as the machine: 512, 256 or 128 lanes. The driver
   (lanes/drive.h) knows vectors and questions, but no problem; a program does the propagation and the branching. The
   general program (lanes/sweep.h) reads the problem from tables; a special one can be made for one problem. */

#ifndef DLX_LANES_H
#define DLX_LANES_H

#include <stdint.h>
#include <string.h>

#include "dlx/matrix/limits.h"

enum { DLX_MOST_WORDS = 8, DLX_MOST_LANES = 512 };

enum { /* the state of a question */
    DLX_ASKED = 0,
    DLX_ANSWERED = 1, /* the search is complete, or has found the solutions wanted */
    DLX_HANDED = 2,   /* takes too many nodes at the others' expense: left to a kernel for single questions */
};

typedef struct dlx_lanes dlx_lanes;

typedef struct {                  /* the search of one problem */
    void (*enter)(dlx_lanes *s);  /* propagate `given` in fresh lanes, where all options are alive */
    void (*sweep)(dlx_lanes *s, int n); /* n propagation steps; the last sets unsolved and changed, all add to dead */
    void (*branch)(dlx_lanes *s); /* choose an option in the lanes `split`, leave it out in the same lanes of `plane` */
} dlx_program;

typedef struct {           /* lists of vectors, each by its number */
    uint32_t *member;      /* all lists, one after another */
    int32_t *runs;         /* pairs: a number of consecutive lists, and the length of each */
    int32_t n_runs;
} dlx_relation;

typedef struct {             /* a problem, for the general program; numbers start at 0 for each kind */
    dlx_relation items;      /* primary item -> its options */
    dlx_relation owners;     /* option -> its primary items */
    dlx_relation extras;     /* secondary item without colors -> its options */
    dlx_relation shared;     /* group -> the options that two items share */
    dlx_relation families;   /* primary item (several times or never) -> disjoint groups with all its options */
    dlx_relation members;    /* group -> the families it is in */
    dlx_relation colors;     /* group -> its options, all of which give one item the same color */
    dlx_relation palettes;   /* colored item -> its groups */
    dlx_relation wearers;    /* group -> its colored item */
    dlx_relation killers;    /* option -> its items, then extras, then groups of both kinds, in continuous numbering */
    int32_t n_primary, n_extras, n_shared, n_families, n_colors, n_palettes;
} dlx_circuit;

struct dlx_lanes {
    const dlx_program *program;
    const dlx_circuit *circuit; /* NULL if the program needs none */
    uint64_t *live;             /* option -> lanes where it is alive */
    uint64_t *given;            /* option -> fresh lanes where it is given */
    uint64_t *planes;           /* n_planes arrays like `live`: nodes that wait for a lane */
    uint64_t *room;             /* vectors for the program */
    int32_t n_options;
    int32_t words;              /* words of a vector */
    int32_t n_planes;

    /* between the driver and the program */
    uint64_t dead[DLX_MOST_WORDS];     /* lanes where an item has no option left */
    uint64_t unsolved[DLX_MOST_WORDS]; /* lanes where an item has several options */
    uint64_t changed[DLX_MOST_WORDS];  /* lanes where the sweep killed an option */
    uint64_t fresh[DLX_MOST_WORDS];    /* lanes that have just begun */
    uint64_t other[DLX_MOST_WORDS];    /* lanes that hold a different node than in the last sweep */
    uint64_t split[DLX_MOST_WORDS];    /* lanes to branch in */
    uint64_t *plane;                   /* the plane of the other branch */

    /* the driver's own */
    uint64_t active[DLX_MOST_WORDS];               /* lanes with a node in work */
    uint64_t done[DLX_MOST_WORDS];                 /* lanes with a solution not yet written */
    uint64_t waiting[DLX_MOST_PLANES][DLX_MOST_WORDS];  /* places of the planes that hold a node */
    dlx_index question[DLX_MOST_LANES];            /* lane -> question */
    dlx_index waiter[DLX_MOST_PLANES][DLX_MOST_LANES];  /* place -> question */
    int32_t n_waiting;
    int64_t next;                                  /* the next question to begin */
    uint64_t finished, finished_nodes;             /* finished questions, and their nodes */
    uint64_t sweeps, epochs;                       /* counters */

    /* the questions and their answers */
    const int64_t *indptr;
    const int32_t *givens;    /* numbers of options */
    const int32_t *row;       /* option -> number of its vector, -1 if it can never be chosen */
    int64_t n_questions;
    int64_t limit;            /* solutions wanted of each question */
    int64_t most;             /* largest number of nodes for a question here */
    int64_t *counts, *nodes;
    int32_t *pending;         /* nodes in lanes and planes */
    uint8_t *state;
    void *ranks;              /* (question, coded item) -> rank of its option in the first solution, from 1; or NULL */
    uint64_t *digits;         /* room for n_coded * rank_bits vectors */
    int32_t rank_bits;        /* bits of the largest rank; up to 8, ranks are uint8, else uint16 */
    int32_t n_coded;
    const int32_t *coded_start, *coded; /* coded item -> numbers of its options, in the order of their ranks */
};

#endif
