"""What the CMake oracles share: which files, tpatch's reading, and cmake's own reading."""
import json
import os
import re
import subprocess
import tempfile

FILE_NAME = re.compile(r'CMakeLists.*\.txt|.*CMakeLists\.txt(\.in|\.nested)?|.*\.cmake(\.in)?')
SKIPPED = {'.git'}
BATCH = 200  # files per call of tpatch


def cmake_files(folders):
    """Paths of all CMake files and templates below `folders`, sorted, links not followed."""
    for folder in folders:
        for path, dirs, names in os.walk(folder):
            dirs[:] = sorted(d for d in dirs if d not in SKIPPED and not os.path.islink(os.path.join(path, d)))
            for name in sorted(names):
                full = os.path.join(path, name)
                if FILE_NAME.fullmatch(name) and os.path.isfile(full) and not os.path.islink(full):
                    yield full


def batches(items):
    return (items[at:at + BATCH] for at in range(0, len(items), BATCH))


def tpatch_parse(binary, paths, *options):
    """What `tpatch parse --json` prints for `paths`: {path: document}."""
    command = [binary, 'parse', '--language=cmake', '--json=compact', *options, '--', *paths]
    output = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout
    documents = map(json.loads, output.splitlines())
    return {document['path']: document for document in documents}


# Runs nothing but user functions that do nothing: what a script calls besides stops it.
FUNCTIONS = b''.join(b'function(%s)\nendfunction()\n' % (b'f' * n) for n in range(1, 9))
PRELUDE = b'cmake_policy(VERSION 3.13)\n' + FUNCTIONS + b'set(PARSED)\n'


def cmake_trace(script):
    """
    The calls of f, ff, ... that cmake makes when it runs `script` (bytes): a list of argument lists, with escapes and variables
    as written. None when cmake refuses to parse the script. The list ends early where cmake stops at run time.
    """
    with tempfile.TemporaryDirectory() as folder:
        path, trace = os.path.join(folder, 'script.cmake'), os.path.join(folder, 'trace.json')
        with open(path, 'wb') as file:
            file.write(PRELUDE + script)
        subprocess.run(['cmake', '--trace', '--trace-format=json-v1', '--trace-redirect=' + trace, '-P', path],
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder, check=False)
        with open(trace, encoding='utf-8', errors='replace') as file:
            calls = [json.loads(line) for line in file]
    calls = [call for call in calls if 'cmd' in call]
    if not any(call['cmd'] == 'set' and call['args'] == ['PARSED'] for call in calls):
        return None
    return [call['args'] for call in calls if set(call['cmd']) == {'f'}]
