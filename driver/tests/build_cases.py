"""."""


def cases(tbuild):
    return []
