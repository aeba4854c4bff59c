# SPDX-License-Identifier: MIT
"""The page of `sudoku serve`: a board in the browser, and the questions that it asks over HTTP.

    templates/page.html   what is on the page          app.py      the application: limits, headers, errors
    static/page.js        what it does                 answers.py  one function a question
    static/page.css       how it looks, prints too     body.py     what a visitor sent, checked
                                                       hosts.py    the names that the page answers for
                                                       server.py   Waitress, for clients that are slow or gone

Flask is an extra: `pip install 'dlx-engine[web]'`.
"""
