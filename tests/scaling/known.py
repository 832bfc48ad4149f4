"""
Cases of cases.py that take more than n log n, and how what they took grew when this was written: the ratio of the steps from n to 2n and from 2n to 4n.
run.py fails where one of them passes.
"""

KNOWN = {
    "many-files-made": "2.5, export, for the same reason as many-groups",
    "many-rules": "3.3, lint; 3.1, export",
    "many-groups": "3.2, export: a patch for each rule, and each compares the whole file",
    "one-large-group": "3.1, export, for the same reason",
}
