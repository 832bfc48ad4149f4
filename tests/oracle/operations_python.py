"""Random edits in Python, and the tree that CPython's ast makes of the old text for each."""
import ast
import copy
import re
import warnings

from operations_common import Skip, block, edit, unified
from operations_patterns import PATTERNS


def call_names(tree):
    return sorted({node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)})


class Editor(ast.NodeTransformer):
    """Changes a tree by a function for nodes, inside out; what f-strings hold is text to tpatch."""

    def __init__(self, change):
        self.change = change
        self.count = 0

    def visit_JoinedStr(self, node):
        return node

    def generic_visit(self, node):
        super().generic_visit(node)
        new = self.change(node)
        if new is not node:
            self.count += 1
        return new


def is_call_of(node, name):
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name


def pick_call(rng, tree):
    names = call_names(tree)
    if not names:
        raise Skip
    return rng.choice(names)


def py_rename_call(rng, text, tree):
    name = pick_call(rng, tree)

    def change(node):
        if is_call_of(node, name):
            node.func = ast.Name("zz_new", ast.Load())
            return ast.Call(node.func, node.args, node.keywords)
        return node
    return edit("match: %s($$$A)" % name, "replace: zz_new($$$A)"), change


def py_wrap_call(rng, text, tree):
    name = pick_call(rng, tree)

    def change(node):
        return ast.Call(ast.Name("zz_outer", ast.Load()), [node], []) if is_call_of(node, name) else node
    return edit("match: %s($$$A)" % name, "replace: zz_outer(%s($$$A))" % name), change


def py_swap_arguments(rng, text, tree):
    name = pick_call(rng, tree)

    def change(node):
        fits = is_call_of(node, name) and len(node.args) == 2 and not node.keywords
        if not fits or any(isinstance(a, (ast.Starred, ast.GeneratorExp)) for a in node.args):
            return node
        return ast.Call(ast.Name("zz_swap", ast.Load()), node.args[::-1], [])
    if any(is_call_of(n, name) and (n.keywords or any(isinstance(a, (ast.Starred, ast.NamedExpr)) for a in n.args)) for n in ast.walk(tree)):
        raise Skip
    return edit("match: %s($A, $B)" % name, "replace: zz_swap($B, $A)"), change


def py_add_keyword(rng, text, tree):
    name = pick_call(rng, tree)

    def change(node):
        if not is_call_of(node, name):
            return node
        at = next((i for i, k in enumerate(node.keywords) if k.arg is None), len(node.keywords))
        return ast.Call(node.func, node.args, node.keywords[:at] + [ast.keyword("zz", ast.Constant(1))] + node.keywords[at:])
    return edit("match: %s($$$A)" % name, 'add-to: {A: "zz=1"}'), change


def py_add_positional(rng, text, tree):
    name = pick_call(rng, tree)

    def change(node):
        return ast.Call(node.func, node.args + [ast.Name("zz", ast.Load())], node.keywords) if is_call_of(node, name) else node
    return edit("match: %s($$$A)" % name, "add-to: {A: zz}"), change


def py_remove_argument(rng, text, tree):
    calls = [n for n in ast.walk(tree) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.args]
    if not calls:
        raise Skip
    call = rng.choice(calls)
    argument = rng.choice(call.args)
    source = ast.get_source_segment(text, argument)
    if isinstance(argument, (ast.Starred, ast.GeneratorExp, ast.JoinedStr)) or not source or not re.match(r"[\w.]+\Z", source):
        raise Skip
    dump = ast.dump(argument)

    def change(node):
        if not is_call_of(node, call.func.id) or not any(ast.dump(a) == dump for a in node.args):
            return node
        return ast.Call(node.func, [a for a in node.args if ast.dump(a) != dump], node.keywords)
    return edit("match: %s($$$A)" % call.func.id, "remove-from: {A: %r}" % source), change


def py_remove_import(rng, text, tree):
    imports = [n for n in ast.walk(tree) if isinstance(n, ast.ImportFrom) and n.module and not n.level and n.names[0].name != "*"]
    if not imports:
        raise Skip
    # Of several names one can go; with the only one the statement would, and nothing would tell that it did.
    chosen = rng.choice([n for n in imports if len(n.names) > 1] or imports)
    name = rng.choice(chosen.names)
    item = name.name + (" as " + name.asname if name.asname else "")

    def change(node):
        fits = isinstance(node, ast.ImportFrom) and node.module == chosen.module and not node.level
        if not fits or not any(ast.dump(n) == ast.dump(name) for n in node.names):
            return node
        left = [n for n in node.names if ast.dump(n) != ast.dump(name)]
        return ast.ImportFrom(node.module, left, 0) if left else None
    return edit("match: from %s import $$$L" % chosen.module, "remove-from: {L: %r}" % item, "already: zz_never"), fill_bodies(change)


def py_display(rng, text, tree):
    """An item comes into a list, a set or a tuple in brackets, or leaves it; of what is made by a comprehension, that must be refused."""
    kinds = {ast.List: "[]", ast.Set: "{}", ast.ListComp: "[]", ast.SetComp: "{}"}
    nodes = [n for n in ast.walk(tree) if isinstance(n, ast.Assign) and len(n.targets) == 1 and isinstance(n.targets[0], ast.Name) and type(n.value) in kinds]
    if not nodes:
        raise Skip
    chosen = rng.choice(nodes)
    name, kind = chosen.targets[0].id, type(chosen.value)
    items = [e.id for e in getattr(chosen.value, "elts", []) if isinstance(e, ast.Name)]
    match = "match: '%s = %s$$$L%s'" % (name, *kinds[kind])

    def fits(node):
        return isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name) and node.targets[0].id == name
    if any(fits(n) and type(n.value) not in kinds and not isinstance(n.value, (ast.Name, ast.Constant, ast.Call)) for n in ast.walk(tree)):
        raise Skip  # `{…}` fits a dictionary as well
    leaves = rng.choice(items) if items and rng.random() < 0.6 else None
    dump = ast.dump(ast.parse(leaves or "zz", mode="eval").body)

    def change(node):
        if not fits(node) or kinds.get(type(node.value)) != kinds[kind]:
            return node
        elts = list(node.value.elts)
        if leaves:
            elts = [e for e in elts if ast.dump(e) != dump]
        else:
            elts.append(ast.Name("zz", ast.Load()))
        return ast.Assign(node.targets, type(node.value)(elts, *([ast.Load()] if isinstance(node.value, ast.List) else [])))
    return edit(match, "remove-from: {L: %r}" % leaves if leaves else "add-to: {L: zz}"), change


def py_lambda(rng, text, tree):
    """A parameter with a default comes into every lambda of one body."""
    nodes = [n for n in ast.walk(tree) if isinstance(n, ast.Lambda)]
    if not nodes:
        raise Skip
    chosen = rng.choice(nodes)
    source = ast.get_source_segment(text, chosen.body)
    if not source or not re.match(r"[\w.()\[\]]+\Z", source):
        raise Skip
    dump = ast.dump(chosen.body)

    def change(node):
        if not isinstance(node, ast.Lambda) or ast.dump(node.body) != dump:
            return node
        new = copy.deepcopy(node)
        target = new.args.kwonlyargs if new.args.vararg or new.args.kwonlyargs else new.args.args
        defaults = new.args.kw_defaults if target is new.args.kwonlyargs else new.args.defaults
        target.append(ast.arg("zz"))
        defaults.append(ast.Constant(1))
        return new
    return edit("match: 'lambda $$$P: %s'" % source, 'add-to: {P: "zz=1"}'), change


def pick_function(rng, tree):
    """The name of a function whose head says nothing of what it returns, and whether a node is one of these."""
    functions = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef) and n.returns is None]
    if not functions:
        raise Skip
    name = rng.choice(functions).name
    return name, lambda node: isinstance(node, ast.FunctionDef) and node.name == name and node.returns is None


def py_add_parameter(rng, text, tree):
    name, is_it = pick_function(rng, tree)

    def change(node):
        if not is_it(node):
            return node
        new = copy.copy(node)
        new.args = copy.copy(node.args)
        if node.args.vararg or node.args.kwonlyargs:
            new.args.kwonlyargs = node.args.kwonlyargs + [ast.arg("zz")]
            new.args.kw_defaults = node.args.kw_defaults + [ast.Constant(None)]
        else:
            new.args.args = node.args.args + [ast.arg("zz")]
            new.args.defaults = node.args.defaults + [ast.Constant(None)]
        return new
    return edit("match: 'def %s($$$P):'" % name, 'add-to: {P: "zz=None"}'), change


def simple_statements(text, tree):
    """Statements of one line that are all that the line holds."""
    lines = text.split("\n")
    out = []
    for node in ast.walk(tree):
        if isinstance(node, (ast.Expr, ast.Assign, ast.AugAssign, ast.Return, ast.Raise)) and node.lineno == node.end_lineno:
            source = ast.get_source_segment(text, node)
            if source and lines[node.lineno - 1].strip() == source and "$" not in source and not isinstance(getattr(node, "value", None), ast.Constant):
                out.append((node, source))
    return out


def is_expression(node):
    return isinstance(node, ast.Expr)


def pick_statement(rng, text, tree):
    found = simple_statements(text, tree)
    # An expression fits within others; the trees below are about statements.
    found = [(n, s) for n, s in found if not is_expression(n) or sum(ast.dump(m) == ast.dump(n.value) for m in ast.walk(tree)) ==
             sum(isinstance(m, ast.Expr) and ast.dump(m.value) == ast.dump(n.value) for m in ast.walk(tree))]
    if not found:
        raise Skip
    return rng.choice(found)


def fill_bodies(change):
    """Where a block is left without a statement, `pass` stands there."""

    def filled(node):
        new = change(node)
        if new is None:
            return None
        for field in ("body", "orelse", "finalbody"):
            if isinstance(getattr(new, field, None), list) and not getattr(new, field) and (field == "body" or field in getattr(new, "had", ())):
                if not isinstance(new, ast.Module):
                    setattr(new, field, [ast.Pass()])
        return new
    return filled


def remember_bodies(tree):
    for node in ast.walk(tree):
        node.had = [field for field in ("body", "orelse", "finalbody") if getattr(node, field, None)]


def py_delete_statement(rng, text, tree):
    node, source = pick_statement(rng, text, tree)
    dump = ast.dump(node)

    def change(other):
        return None if type(other) is type(node) and ast.dump(other) == dump else other
    return edit(block("match", source), "delete: true", "already: zz_never"), fill_bodies(change)


def ends_of_lines(tree, fits, last):
    """Lines go beside whole lines: the last (or first) statements, by id(), of the lines in which one that fits stands."""
    ends = set()
    for owner in ast.walk(tree):
        for field in ("body", "orelse", "finalbody"):
            body = getattr(owner, field, None)
            for i, node in enumerate(body if isinstance(body, list) else []):
                if not fits(node):
                    continue
                while last and i + 1 < len(body) and body[i + 1].lineno == body[i].end_lineno:
                    i += 1
                while not last and i > 0 and body[i - 1].end_lineno == body[i].lineno:
                    i -= 1
                ends.add(id(body[i]))
    return ends


def py_insert(where):
    def template(rng, text, tree):
        node, source = pick_statement(rng, text, tree)
        dump = ast.dump(node)
        new = ast.Expr(ast.Call(ast.Name("zz_new", ast.Load()), [], []))
        beside = ends_of_lines(tree, lambda n: type(n) is type(node) and ast.dump(n) == dump, where == "insert-after")

        def change(other):
            if id(other) not in beside:
                return other
            return [other, new] if where == "insert-after" else [new, other]
        return edit(block("match", source), "%s: zz_new()" % where), change
    return template


def py_ensure(rng, text, tree):
    """An import after the first of the imports at the left margin, unless it is there."""
    imports = [n for n in tree.body if isinstance(n, ast.Import) and n.lineno == n.end_lineno and len(n.names) == 1]
    imports = [n for n in imports if text.split("\n")[n.lineno - 1] == ast.get_source_segment(text, n)]
    if not imports:
        raise Skip
    chosen = rng.choice(imports)
    source, dump = ast.get_source_segment(text, chosen), ast.dump(chosen)
    if sum(ast.dump(n) == dump for n in ast.walk(tree)) != 1:
        raise Skip
    new = source if rng.random() < 0.2 else "import zz_new"
    where = rng.choice(["ensure-after", "ensure-before"])
    added = parse_python(new).body

    def change(node):
        if ast.dump(node) != dump or new == source:
            return node
        return [node] + added if where == "ensure-after" else added + [node]
    return edit(block("match", source), block(where, new)), change


def py_set(rng, text, tree):
    calls = [n for n in ast.walk(tree) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)]
    names = sorted({n.func.id for n in calls if len(n.args) == 2 and not n.keywords})
    if not names:
        raise Skip
    name = rng.choice(names)
    which = rng.randrange(2)
    calls = [n for n in calls if n.func.id == name]
    # Quotes stay round what is set, and a keyword is one argument with its name.
    if any(n.keywords or any(not isinstance(a, (ast.Name, ast.Attribute, ast.Call)) for a in n.args) for n in calls):
        raise Skip

    def change(node):
        if not is_call_of(node, name) or len(node.args) != 2:
            return node
        return ast.Call(node.func, [ast.Name("zz_new", ast.Load()) if i == which else a for i, a in enumerate(node.args)], [])
    return edit("match: %s($A, $B)" % name, "set: {%s: zz_new}" % "AB"[which]), change


def py_wrap(rng, text, tree):
    node, source = pick_statement(rng, text, tree)
    dump = ast.dump(node)

    def change(other):
        return ast.If(ast.Name("zz", ast.Load()), [other], []) if type(other) is type(node) and ast.dump(other) == dump else other
    return edit(block("match", source), block("wrap", "if zz:\n  $MATCH")), change


def py_swap_branches(rng, text, tree):
    if not any(isinstance(n, ast.If) and n.orelse for n in ast.walk(tree)) or re.search(r"\bif not \(", text):
        raise Skip

    def change(node):
        if not isinstance(node, ast.If) or not node.orelse or text.split("\n")[node.lineno - 1][node.col_offset:].startswith("elif"):
            return node
        if isinstance(node.orelse[0], ast.If) and node.orelse[0].lineno and re.match(r"\s*elif\b", text.split("\n")[node.orelse[0].lineno - 1]):
            return node
        new = ast.If(ast.UnaryOp(ast.Not(), node.test), node.orelse, node.body)
        new.lineno, new.col_offset = node.lineno, node.col_offset
        return new
    return edit(block("match", "if $C:\n    $$$A\nelse:\n    $$$B"), block("replace", "if not ($C):\n    $$$B\nelse:\n    $$$A")), change


def py_delete_function(rng, text, tree):
    name, is_it = pick_function(rng, tree)

    def change(node):
        return None if is_it(node) else node
    return edit(block("match", "def %s($$$):\n    $$$" % name), "delete: true", "already: zz_never"), fill_bodies(change)


def py_move_body(rng, text, tree):
    """A function's body goes into a block of its own."""
    name, is_it = pick_function(rng, tree)

    def change(node):
        if not is_it(node):
            return node
        new = copy.copy(node)
        new.body = [ast.With([ast.withitem(ast.Call(ast.Name("zz_new", ast.Load()), [], []), None)], node.body)]
        return new
    return edit(block("match", "def %s($$$P):\n    $$$B" % name), block("replace", "def %s($$$P):\n    with zz_new():\n        $$$B" % name)), change


def py_wrap_range(rng, text, tree):
    """Two statements of a block and all between them go into a new one."""
    found = {id(n): s for n, s in simple_statements(text, tree)}
    places = []
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if not isinstance(body, list):
            continue
        for i, first in enumerate(body):
            for k in range(i + 1, min(i + 5, len(body))):
                if id(first) in found and id(body[k]) in found:
                    places.append((body, i, k))
    if not places:
        raise Skip
    body, i, k = rng.choice(places)
    first, last = body[i], body[k]
    for one in (first, last):
        if sum(ast.dump(n) == ast.dump(one) for n in ast.walk(tree) if type(n) is type(one)) != 1:
            raise Skip
    source, end = found[id(first)], found[id(last)]

    def change(node):
        for field in ("body", "orelse", "finalbody"):
            inner = getattr(node, field, None)
            at = [n for n, s in enumerate(inner) if ast.dump(s) == ast.dump(first)] if isinstance(inner, list) else []
            if at:
                stop = next(n for n, s in enumerate(inner) if ast.dump(s) == ast.dump(last))
                setattr(node, field, inner[:at[0]] + [ast.If(ast.Name("zz", ast.Load()), inner[at[0]:stop + 1], [])] + inner[stop + 1:])
        return node
    new = "if zz:\n    %s\n    $$$B\n    %s" % (source, end)
    return edit(block("match", "%s\n$$$B\n%s" % (source, end)), block("replace", new)), change


PYTHON = [py_rename_call, py_wrap_call, py_swap_arguments, py_add_keyword, py_add_positional, py_remove_argument, py_remove_import, py_display, py_lambda, py_add_parameter,
          py_delete_statement, py_insert("insert-before"), py_insert("insert-after"), py_ensure, py_set, py_wrap, py_swap_branches, py_delete_function,
          py_move_body, py_wrap_range] + PATTERNS


def parse_python(text):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(text)


def judge_python(text, template, rng):
    try:
        tree = parse_python(text)
    except (SyntaxError, ValueError, RecursionError):
        raise Skip
    rule, change = template(rng, text, tree)
    remember_bodies(tree)

    def judge(new):
        try:
            got = parse_python(new)
        except (SyntaxError, ValueError) as error:
            return "Python does not read it: %s" % error
        wanted = Editor(change).visit(tree)
        if ast.dump(got) == ast.dump(wanted):
            return None
        return "another tree than ast makes:\n" + unified(ast.dump(wanted, indent=1).split("\n"), ast.dump(got, indent=1).split("\n"))
    return rule, judge
