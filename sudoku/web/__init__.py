# SPDX-License-Identifier: MIT
"""The page of `sudoku serve`: a board in the browser, and the questions that it asks over HTTP.

    templates/page.html   what is on the page          app.py      the server: limits, headers, errors
    static/page.js        what it does                 answers.py  one function a question
    static/page.css       how it looks, prints too     body.py     what a visitor sent, checked

Flask is an extra: `pip install 'dlx-engine[web]'`.
"""
