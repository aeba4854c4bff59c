# SPDX-License-Identifier: MIT
"""Doors for programs written for other packages: their functions and classes, over :class:`dlx.Problem`.

    from sage.combinat.matrices.dancing_links import dlx_solver      from dlx.compat.sage import dlx_solver
    from exact_cover import get_exact_cover                          from dlx.compat.exact_cover import get_exact_cover
    from xcover import covers                                        from dlx.compat.xcover import covers
    from miniexact import miniexacts_c                               from dlx.compat.miniexact import miniexacts_c

Each module is a few lines a function, and uses nothing but the public names of this package, so it also shows how to
write the same without it. docs/how-to/coming-from.md has the differences, docs/api/compat.md the functions.
"""
