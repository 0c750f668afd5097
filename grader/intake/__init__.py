"""What was handed in, on disk, in an archive, as an LMS gives it out -> hand-ins and their files. Hostile input.

From the outside in: `course.py` opens what a whole class handed in and knows its kinds, one module each (`plain.py`,
`moodle.py`, `canvas.py`, `blackboard.py`), and the lists of a class (`roster.py`, `groups.py`). `gathering.py` reads
the files of one hand-in. Below lie folders and archives (`folders.py`, `archives.py`), what names and junk are
(`names.py`, `junk.py`), and how much of everything there may be (`bounds.py`).

Nothing here follows a link, opens a pipe or a device, trusts a header, or writes under a name that was handed in.
"""
