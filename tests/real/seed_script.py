#!/usr/bin/env python3
"""A stand-in for patch_cmake_minimum.py, the script that this project replaces: its effect, not its text.

    seed_script.py --root DIR [--dry]

Rewrites every cmake_minimum_required(VERSION ...) of every CMakeLists.txt to 3.5 FATAL_ERROR, whatever it said before, and
leaves FILE.bak behind. Reads and writes text as Python does by default, undecodable bytes left out: line ends become the
system's. compare_seed.py measures what that does to a tree; nothing else uses it.
"""
import argparse
import os
import re
import shutil

CALL = re.compile(r"cmake_minimum_required\s*\(\s*VERSION\s+[^)]*\)", re.IGNORECASE)
NEW = "cmake_minimum_required(VERSION 3.5 FATAL_ERROR)"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--root", required=True)
    parser.add_argument("--dry", action="store_true")
    options = parser.parse_args()
    files = calls = 0
    for folder, _, names in os.walk(options.root):
        if "CMakeLists.txt" not in names:
            continue
        path = os.path.join(folder, "CMakeLists.txt")
        with open(path, encoding="utf-8", errors="ignore") as file:
            old = file.read()
        new, count = CALL.subn(NEW, old)
        if not count:
            continue
        files += 1
        calls += count
        print(f"{path}: {count}")
        if not options.dry:
            shutil.copy2(path, path + ".bak")
            with open(path, "w", encoding="utf-8") as file:
                file.write(new)
    print(f"{calls} calls in {files} files")


if __name__ == "__main__":
    main()
