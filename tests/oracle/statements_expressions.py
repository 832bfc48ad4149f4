"""Expressions of C and Python beside operators: what comes in their place, or in a capture's, must stay one operand."""
from operations_common import block
from statements_c import C
from statements_common import CODE, Operation, Slot
from statements_python import Python

CONTEXTS = ["@", "3 * @", "@ * 3", "7 - @", "@ - 7", "-@", "~@", "@ < 4", "4 < @", "@ == 1", "@ % 5 + 1", "(@) * 3", "x(@, 1)", "[@][0]", "@ & 6", "6 | @", "1 << @"]
ARGUMENTS = ["1", "1 + 2", "2 * 3", "-1", "x(1, 2)", "5 - 3", "1 < 2", "6 & 3", "(1 + 2)", "z", "z | 2"]
TEMPLATES = ["$A", "$A + 2", "2 + $A", "$A * 2", "2 - $A", "-$A", "~$A", "$A < 2", "x($A, 3)", "x(3, $A) + 1", "$A & 3", "$A % 3", "1 << $A"]
# Nothing can take these apart.
SAFE = ["(($A) + 2)", "x($A, 3)", "(2 * ($A))"]
ONLY_C = ["!@", "(int)@", "(unsigned char)@", "z ? @ : 3", "@ ? 3 : 4", "z && @", "@ || z", "@, 1"]
ONLY_PYTHON = ["not @", "@ if z else 3", "3 if @ else 4", "z and @", "@ or z", "2 ** @", "@ ** 2", "@ in (1, 2)", "0 < @ < 3", "x(1, b=@)", "[y for y in (1, 2) if @]"]
IN_C = ["$A ? 2 : 3", "!$A", "$A && z", "(char)$A"]
IN_PYTHON = ["2 if $A else 3", "not $A", "$A and z", "$A ** 2", "2 ** $A", "0 < $A", "(lambda: $A)()"]


def slots(contexts):
    return [Slot(text, "t(%s)%s" % (text, ";"), None, CODE) for text in contexts if text[0] != "["]


def expressions(templates):
    for argument in ARGUMENTS:
        for template in templates + SAFE:
            wanted = "(%s)" % template.replace("$A", "(%s)" % argument)
            yield Operation("%s for f(%s)" % (template, argument), "f($A)", "f(%s)" % argument, block("replace", template), wanted,
                            CODE if template in SAFE else 0)


class Sums:
    """What the two languages share."""

    @staticmethod
    def makes_sense(slot, operation):
        return True

    @staticmethod
    def model_of(slot, operation):
        return slot.source.replace("@", operation.wanted)


class SumsInC(Sums, C):
    name, slots = "c, sums", slots(CONTEXTS + ONLY_C)
    operations = list(expressions(TEMPLATES + IN_C))

    @classmethod
    def models(cls, slot, operation):
        return ["void f(void)\n{\n  t(0);\n%s\n}\n" % cls.model_of(slot, operation)]


class SumsInPython(Sums, Python):
    name, slots = "python, sums", slots(CONTEXTS + ONLY_PYTHON)
    operations = list(expressions(TEMPLATES + IN_PYTHON))

    @classmethod
    def models(cls, slot, operation):
        return [cls.model_of(slot, operation)]
