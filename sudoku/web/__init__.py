# SPDX-License-Identifier: MIT
"""The page of `sudoku serve`: a board in the browser, and the HTTP requests it sends.

    templates/page.html   its content                  app.py      the application: limits, headers, errors
    static/page.js        its behavior, a module       answers.py  one function per query
                          for each idea
    static/*.css          its style, on paper too      body.py     the checked fields of a request
                                                       hosts.py    the host names we serve
                                                       server.py   Waitress, for clients that are slow or gone
                                                       alone.py    the answers of a page without a server

Flask is an extra: `pip install flask waitress`.
"""
