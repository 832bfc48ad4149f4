"""A package in the shape of torch."""
from mini._core import add, multiply  # noqa: F401
