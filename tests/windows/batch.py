"""A case of cases.py: what operations make of batch files, run by cmd."""
import argparse
import os
import sys

from runner import require

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "oracle"))
import statements  # noqa: E402
import statements_batch  # noqa: E402


def case_batch_statements(run):
    """Every operation on a command, at every place of one: cmd does what is intended, or the edit is refused (a sample; tests/oracle/statements_batch.py)."""
    options = argparse.Namespace(tpatch=run.linux, stride=11, only=None)
    statements_batch.Batch.env = run.env
    judged = statements.judge(statements_batch.Batch, options)
    wrong = ["%s\n%s\n%s\n%s" % (case.label, case.rule, problem, case.new) for case, problem in judged if problem]
    require(len(judged) > 40 and not wrong, "%d of %d are wrong:\n%s", len(wrong), len(judged), "\n".join(wrong[:5]))
