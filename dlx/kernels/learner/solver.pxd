"""The data of a search that learns: rows, an assignment, clauses, an order of choices, and room for an analysis.

    rows         low <= number of true literals <= high, one row for each item; a row of low 1 is also a clause
    implied      an option with a color implies that its item has this color; the colors are variables too
    clauses      of rows, learned from dead ends, and solutions that are excluded; two literals of each are watched

With clauses for rows of low 1, a false literal costs as much as its watches, instead of a visit to each of its rows:
crosswords 11x11 take 0.5 to 0.7 ms a dead end instead of 0.8 to 1.1 ms.

Literal 2 v is "v is true", 2 v + 1 "v is false"; x ^ 1 is the opposite of x.

The steps of the search are in files of their own, one idea each:

    activity.pxd    the order of choices: a heap
    trail.pxd       assignments: propagation, and the way back
    analysis.pxd    from a dead end to a clause
    clauses.pxd     the clauses: adding them, dropping them
    tables.pxd      tables in place of variables for options: bits, and reasons from them
    supports.pxd    conclusions from tables
    choice.pxd      the next choice
    belief.pxd      the color that most solutions have
    learner.pyx     the search that uses them, and its Python class

They are in .pxd so that the compiler sees all of them at once and inlines what it wants.
"""

from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint64_t


cdef enum:
    NONE = -1
    BY_CLAUSE = 0  # kinds of reasons: a clause,
    BY_LITERAL = 1  # a single literal,
    BY_MOST = 2  # a row that has as many true literals as it may,
    BY_LEAST = 3  # a row of low 2 or more that has as many false literals as it may
    BY_TABLE = 4  # a table in which a color has no row that is alive
    NO_CONFLICT = -2
    FIRST_SWEEPS = 20  # of messages, before the first choice
    SWEEPS = 2  # before every other one
    KEPT_LEVELS = 2  # clauses of so few levels are kept for good


ctypedef struct Tables:
    int32_t n
    # the rows: a table numbers its rows 0, 1, ...
    const int32_t* first_row  # table -> the number of its row 0 among all rows
    const int32_t* n_columns  # table -> colors of each row
    const int64_t* first_color  # table -> its first entry in colors
    const int32_t* colors  # variables, row by row
    const int32_t* first_item  # row among all -> its first entry in items
    const int32_t* items  # items without a color, which rows of several tables have
    const int32_t* first_user  # item -> its first entry in user_table and user_row
    const int32_t* user_table
    const int32_t* user_row
    # pairs of a table and one of its colors
    const int32_t* first_pair  # variable -> its first entry in pairs
    const int32_t* pairs
    const int32_t* pair_table  # pair -> table
    const int32_t* pair_color  # pair -> variable; the pairs of a table are neighbors
    const int32_t* first_color_pair  # table -> its first pair
    const int64_t* first_bits  # pair -> its first word in bits
    const uint64_t* bits  # rows that have the color
    int32_t* witness  # pair -> the word where a row was found that is alive
    # the rows that are alive
    const int32_t* first_word  # table -> its first word in alive and base
    uint64_t* alive
    uint64_t* base  # the same on level 0
    uint64_t* work  # rows of one table, for an analysis
    int32_t* full  # words of the table just visited that are not 0
    int32_t head  # literals of the trail that tables know
    int32_t* queue  # tables that have changed
    uint8_t* changed  # table -> is it in the queue?
    int32_t n_queue
    # beliefs
    double* message  # pair -> what the table says of the color
    double* heard  # variable -> product of the messages of other tables
    double* weight  # variable -> of the rows that have it, when a table is weighed
    double* total  # item -> weight of all its colors
    const int32_t* item  # variable -> its item, the number of a row of Solver
    uint64_t random  # state of a generator
    # the way back
    int32_t* saved_at  # table -> the level of its last copy
    uint64_t* copies  # bits of tables before a level changed them, one copy after the other
    int32_t* save_table  # copy -> table
    int32_t* save_level  # copy -> saved_at before
    int32_t n_saves, most_saves
    int64_t n_copied, most_copied  # words
    # claims
    int32_t* owner  # item -> the table that has claimed it, or NONE
    int32_t* claims  # items, in the order of claims
    int32_t* claim_level  # claim -> its level
    int32_t n_claims
    int32_t* since  # variable that fell by a table -> length of the trail when the table was visited
    int32_t* claimed  # table -> its last row, at its last claim
    int32_t* claimed_at  # table -> length of the trail at its last claim


ctypedef struct Solver:
    # the problem
    const int32_t* row_starts  # row -> its first entry in row_literals
    const int32_t* row_literals
    const int32_t* most_starts  # literal -> its first entry in most_rows
    const int32_t* most_rows  # rows that count it if it is true
    const int32_t* least_starts  # literal -> its first entry in least_rows
    const int32_t* least_rows  # rows of low 2 or more that count it as long as it is not false
    const int32_t* implied_starts  # literal -> its first entry in implied
    const int32_t* implied  # literals that follow
    const int32_t* low  # row -> least number of true literals
    const int32_t* high  # row -> largest number
    const int32_t* assumed  # literals that hold for this query: the choices of the first n_assumed levels
    int32_t n_assumed
    int32_t n_rows, n_variables
    # the assignment
    int32_t* chosen  # row -> true literals, as far as counted
    const int32_t* row_clause  # row -> its clause, NONE without one
    int32_t* open  # row of low 2 or more -> literals that are not false, as far as counted
    int8_t* value  # literal -> 1 true, -1 false, 0 unknown
    uint8_t* phase  # variable -> last value: 0 true, 1 false
    uint8_t* channeled  # variable -> is it the color of a channel?
    int32_t* level  # variable -> the level on which it got its value
    int32_t* place  # variable -> its place in the trail
    int32_t* reason  # variable -> 8 * (clause, literal or row) + kind; NONE for a choice
    int32_t* trail  # literals, in the order in which they became true
    int32_t* level_starts  # level -> its first place in the trail
    int32_t n_trail, n_levels
    int32_t head  # literals of the trail whose consequences are known
    # clauses
    int32_t* literals  # of all clauses, one after the other; the first two of each are watched
    int32_t* starts  # clause -> its first literal
    int32_t* found  # clause -> the place where the last watched literal was found: the search continues there
    uint8_t* glue  # clause -> number of levels of its literals, at most 255; 0 for one that was not learned
    uint8_t* used  # clause -> was it a reason since the last reduction?
    int32_t* watch_heads  # literal -> the first of its watches
    int32_t* watch_next  # watch -> next one of the literal, NONE at the end; clause c has the watches 2 c and 2 c + 1
    int32_t* watch_other  # watch -> another literal of its clause; if that is true, the clause is
    int32_t n_clauses, n_learned
    int32_t n_fixed, n_fixed_literals  # the first clauses, made from rows, and their literals
    int32_t most_clauses, most_literals  # room
    int32_t learned_stop  # half of the learned clauses are dropped at this number
    # the order of choices: a heap of variables by activity
    double* activity
    double bump
    int32_t* heap
    int32_t* heap_place  # variable -> its place in the heap, NONE if it is not there
    int32_t n_heap
    # work space of an analysis
    uint8_t* seen  # variable -> is it in the new clause, or replaced by its reason?
    int32_t* clause  # literals of the new clause
    int32_t* because  # literals of a reason, all false
    int32_t* effects  # variable -> literals of this reason that it alone made false; 0 outside of merge()
    int32_t* open_at  # level -> literals of the new clause that wait for their reasons; 0 outside of shrink()
    int64_t* stamp  # level -> the last analysis with a literal of this level
    int32_t n_clause, n_because
    int32_t refuted  # of a conflict by a literal: the false literal that it implies
    # counters
    uint64_t work, conflicts, decisions, restarts
    uint64_t restart_stop  # conflicts before the next restart
    Tables tables  # if there are any, variables are colors; at the end, as the other fields are read more often
