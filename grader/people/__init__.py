"""What people decide, beside what the tests found: it never changes an automatic result.

`overrides.py` reads what was decided and `late.py` counts days; `decide.py` puts both beside the results, and
`counting.py` says which points count in the end. `anonymous.py` puts pseudonyms in the place of people.
"""
