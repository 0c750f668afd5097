"""Submissions of a batch, graded by other processes, here or elsewhere.

`job.py` says what travels, `bench.py` is what a worker does with it, `dispatch.py` hands jobs out and tries them again.
`crew.py` is the socket behind which the workers are: `pool.py` is any `concurrent.futures.Executor`, `cluster.py` Dask.
`choosing.py` reads what was asked for.
"""
