"""
Cases of cases.py that take more than n log n, and how what they took grew when this was written: the ratio of the steps from n to 2n and from 2n to 4n.
run.py fails where one of them passes. Where no cause stands behind it, nobody has looked for it.
"""

KNOWN = {}
