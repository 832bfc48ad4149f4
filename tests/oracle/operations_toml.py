"""Random edits in TOML, judged by CPython's tomllib: the same edit is made on what it reads of the old text."""
import copy
import re

from operations_common import Skip, block, edit

try:
    import tomllib
except ImportError:
    tomllib = None

BARE = re.compile(r"[A-Za-z0-9_-]+\Z")


def tables_of(data):
    """(head or None, table) of the tables that have no list on the way, with names that need no quotes."""
    yield None, data
    todo = [((name,), value) for name, value in data.items()]
    while todo:
        path, value = todo.pop(0)
        if isinstance(value, dict) and all(BARE.match(name) for name in path):
            yield ".".join(path), value
            todo += [(path + (name,), inner) for name, inner in value.items()]


def draw(rng, text, fits):
    """A key of a table with a head of its own: (head, key, a copy of all, the table in the copy)."""
    data = copy.deepcopy(tomllib.loads(text))
    found = [(head, key, table) for head, table in tables_of(data) for key, value in table.items()
             if head and re.search(r"^\[%s\]" % re.escape(head), text, re.M) and BARE.match(key) and fits(value)
             and re.search(r"^\s*%s\s*=" % re.escape(key), text, re.M)]
    if not found:
        raise Skip
    head, key, table = rng.choice(found)
    return head, key, data, table


def same(wanted):
    def judge(new):
        try:
            got = tomllib.loads(new)
        except tomllib.TOMLDecodeError as error:
            return "tomllib refuses the result: %s" % error
        return None if got == wanted else "wanted %r\ngot    %r" % (wanted, got)
    return judge


def is_text(value):
    return isinstance(value, str) and "\n" not in value


def is_texts(value):
    return isinstance(value, list) and all(is_text(item) for item in value)


def inside(head):
    return "inside: '[%s]'" % head


def toml_set(rng, text):
    head, key, data, table = draw(rng, text, is_text)
    table[key] = "zz-1.2"
    return edit("match: %s = $V" % key, inside(head), "set: {V: zz-1.2}"), same(data)


def toml_replace(rng, text):
    head, key, data, table = draw(rng, text, lambda value: True)
    table[key] = [1, "zz"]
    return edit("match: %s = $_" % key, inside(head), "replace: '%s = [1, \"zz\"]'" % key), same(data)


def toml_delete(rng, text):
    head, key, data, table = draw(rng, text, lambda value: True)
    del table[key]
    return edit("match: %s = $_" % key, inside(head), "delete: true", "already: zz = 1"), same(data)


def toml_delete_table(rng, text):
    head, _, data, table = draw(rng, text, lambda value: True)
    if re.search(r"^\[+%s\." % re.escape(head), text, re.M) or head.count("."):
        raise Skip  # what stays of the table is for others to say
    del data[head]
    return edit(block("match", "[%s]\n$$$" % head), "delete: true", "already: zz = 1"), same(data)


def toml_insert(where):
    def template(rng, text):
        head, key, data, table = draw(rng, text, lambda value: True)
        table["zz"] = 1
        return edit("match: %s = $_" % key, inside(head), "%s: zz = 1" % where), same(data)
    return template


def toml_ensure(rng, text):
    head, _, data, table = draw(rng, text, lambda value: True)
    table["zz"] = 1
    return edit("match: '[%s]'" % head, "ensure-after: zz = 1"), same(data)


def toml_new_table(rng, text):
    head, _, data, _ = draw(rng, text, lambda value: True)
    data["zz"] = {"a": {"b": 1}}
    return edit(block("match", "[%s]\n$$$" % head), block("insert-after", "\n[zz.a]\nb = 1")), same(data)


def toml_add(rng, text):
    head, key, data, table = draw(rng, text, is_texts)
    table[key] += ["zz", "yy>=1"]
    return edit("match: %s = [$$$A]" % key, inside(head), "add-to: {A: '\"zz\", \"yy>=1\"'}"), same(data)


def toml_remove(rng, text):
    head, key, data, table = draw(rng, text, lambda value: is_texts(value) and value)
    gone = rng.choice(table[key])
    if not re.match(r"[\w.-]+\Z", gone) or '"%s"' % gone not in text.replace("'", '"'):
        raise Skip
    table[key] = [item for item in table[key] if item != gone]
    return edit("match: %s = [$$$A]" % key, inside(head), "remove-from: {A: '\"%s\"'}" % gone), same(data)


def toml_require(rng, text):
    head, key, data, table = draw(rng, text, lambda value: is_texts(value) and value)
    named = [re.match(r"([A-Za-z0-9][\w.-]*\w)(\[[^]]*\])?[^;@]*(;.*)?\Z", item) for item in table[key]]
    chosen = rng.randrange(len(named))
    if not all(named) or sum(m[1].lower() == named[chosen][1].lower() for m in named) != 1:
        raise Skip
    found = named[chosen]
    found_marker = " ;" if re.search(r"\s;", table[key][chosen]) else ";"
    table[key][chosen] = found[1] + (found[2] or "") + "<99" + (found_marker + found[3][1:] if found[3] else "")
    name = found[1].replace("-", rng.choice("-_.")).upper()
    wanted, squeeze = same(data), lambda value: re.sub(r"\s+", "", repr(value))
    return edit("match: %s = [$$$A]" % key, inside(head), "ensure-requirement: {A: '\"%s<99\"'}" % name), lambda new: (
        None if squeeze(tomllib.loads(new)) == squeeze(data) else wanted(new))


TOML = [toml_set, toml_replace, toml_delete, toml_delete_table, toml_insert("insert-before"), toml_insert("insert-after"), toml_ensure, toml_new_table, toml_add,
        toml_remove, toml_require]


def judge_toml(text, template, rng):
    if not tomllib:
        raise Skip
    try:
        return template(rng, text)
    except tomllib.TOMLDecodeError:
        raise Skip from None
