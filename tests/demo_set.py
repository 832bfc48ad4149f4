"""The project and the head of the patch set that made-up cases use."""

PROJECT = """tpatch: 1
project: demo
summary: A project
markers: [demo.txt]
version-file: demo.txt
"""
SET = """tpatch: 1
name: demo
summary: A set
target: {project: demo, versions: ">=1"}
rules:
"""
