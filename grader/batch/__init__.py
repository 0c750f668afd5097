"""A whole class -> its results in a folder, now and when something has changed since.

`grading.py` grades on all cores, `progress.py` shows how far it is, and `store.py` keeps each result when it is known.
`basis.py` says what decides a result, so that nothing is graded twice for nothing; `regrading.py` and `changes.py`
grade again beside what counts. `folder.py` writes the reports, `feedback.py` packs the pages to hand out, and
`forgetting.py` takes one student out of all of it.
"""
