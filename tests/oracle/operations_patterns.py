"""Patterns that begin with a capture, or with what may go on with the code before it, and the nodes of CPython's ast that each must match: all, and no others."""
import ast
import re

from operations_common import Skip, edit


def nodes_of(tree, kind):
    """Those that tpatch sees: what f-strings hold is text to it."""
    found, open_nodes = [], [tree]
    while open_nodes:
        node = open_nodes.pop()
        if isinstance(node, ast.JoinedStr):
            continue
        if isinstance(node, kind):
            found.append(node)
        open_nodes.extend(ast.iter_child_nodes(node))
    return found


def marked(pattern, takes):
    """The edit that puts what `pattern` captures into a call, and the same by ast."""
    def change(node):
        taken = takes(node)
        return node if taken is None else ast.Call(ast.Name("zz", ast.Load()), taken, [])
    captures = ", ".join(re.findall(r"\$[A-Z]+", pattern))
    return edit("match: '%s'" % pattern, "replace: zz(%s)" % captures), change


def is_loaded(node):
    return isinstance(getattr(node, "ctx", None), ast.Load)


def is_plain(node):
    return not isinstance(node, (ast.Starred, ast.GeneratorExp, ast.NamedExpr, ast.Slice, ast.Tuple))


def py_attribute(rng, _text, tree):
    nodes = nodes_of(tree, ast.Attribute)
    if not nodes:
        raise Skip
    name = rng.choice(nodes).attr
    nodes = [node for node in nodes if node.attr == name]
    dotted = [alias.name for node in nodes_of(tree, (ast.Import, ast.ImportFrom)) for alias in node.names] + [
        node.module or "" for node in nodes_of(tree, ast.ImportFrom)]
    if not all(map(is_loaded, nodes)) or any("." + name in path for path in dotted):
        raise Skip
    return marked("$X." + name, lambda node: [node.value] if isinstance(node, ast.Attribute) and node.attr == name else None)


def py_subscript(rng, _text, tree):
    def takes(node):
        is_it = isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant) and type(node.slice.value) is int and node.slice.value == index
        return [node.value] if is_it else None
    index = rng.choice([0, 0, 1, 2])
    nodes = [node for node in nodes_of(tree, ast.Subscript) if takes(node)]
    if not nodes or not all(map(is_loaded, nodes)):
        raise Skip
    return marked("$X[%d]" % index, takes)


def py_call(_rng, _text, tree):
    """Of one argument, whatever is called."""
    def is_it(node):
        return isinstance(node, ast.Call) and len(node.args) == 1 and not node.keywords

    def is_of_keyword(node):
        return isinstance(node, ast.Call) and not node.args and len(node.keywords) == 1
    nodes = [node for node in nodes_of(tree, ast.Call) if is_it(node) or is_of_keyword(node)]
    if not nodes or any(is_of_keyword(node) or not is_plain(node.args[0]) for node in nodes):
        raise Skip
    return marked("$F($A)", lambda node: [node.func, node.args[0]] if is_it(node) else None)


def py_unary(rng, _text, tree):
    sign, kind = rng.choice([("-", ast.USub), ("~", ast.Invert), ("+", ast.UAdd)])
    nodes = [node for node in nodes_of(tree, ast.UnaryOp) if isinstance(node.op, kind)]
    if not nodes and not any(isinstance(node.op, ast.Sub) for node in nodes_of(tree, ast.BinOp)):
        raise Skip
    return marked(sign + "$X", lambda node: [node.operand] if isinstance(node, ast.UnaryOp) and isinstance(node.op, kind) else None)


def py_list(_rng, _text, tree):
    """Of one element, and never what is in the brackets of a subscript."""
    def is_it(node):
        return isinstance(node, ast.List) and len(node.elts) == 1
    nodes = [node for node in nodes_of(tree, ast.List) if is_it(node)]
    if nodes_of(tree, ast.ListComp) or not all(is_loaded(node) and is_plain(node.elts[0]) for node in nodes):
        raise Skip
    return marked("[$X]", lambda node: [node.elts[0]] if is_it(node) else None)


def py_pair(_rng, text, tree):
    """In parentheses, and never the arguments of a call."""
    starts = [0]
    for line in text.encode().split(b"\n"):
        starts.append(starts[-1] + len(line) + 1)
    data = text.encode()

    def is_it(node):
        begin = starts[node.lineno - 1] + node.col_offset if isinstance(node, ast.Tuple) else 0
        return isinstance(node, ast.Tuple) and len(node.elts) == 2 and data[begin:begin + 1] == b"("
    nodes = [node for node in nodes_of(tree, ast.Tuple) if is_it(node)]
    wanted = {id(node) for node in nodes}
    if not all(is_loaded(node) and all(map(is_plain, node.elts)) for node in nodes) or nodes_of(tree, (ast.ClassDef, ast.ImportFrom)):
        raise Skip
    return marked("($X, $Y)", lambda node: list(node.elts) if id(node) in wanted else None)


PATTERNS = [py_attribute, py_subscript, py_call, py_unary, py_list, py_pair]
