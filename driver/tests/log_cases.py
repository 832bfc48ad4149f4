"""Logs as they are met: who wraps them, cuts them and puts times before their lines. The lines are those of reports (numbers of pytorch/pytorch), cut
short."""
import functools
import json
import os
import re
import shutil
import subprocess
import tempfile

from case import Skipped, must, run, triage_all

GITHUB = "2025-06-20T05:54:20.0895622Z "
FAILED = "[1/9] Building CXX object x.o\nFAILED: x.o \nc++ -Werror=format -c x.cc\n"


def broken(text, width=80):
    """As a terminal of that width breaks its lines."""
    return "".join("".join(line[i : i + width] + "\n" for i in range(0, len(line), width)) for line in text.splitlines())


# (name, log, signature that must come first, its line)
LOGS = [
    # A row comes after those that it yields to, and after no others.
    ("yields_to_others_only", "ERROR: Ignored the following versions that require a different python version: 0.36.0 Requires-Python >=3.6,<3.10\n"
     "c10/util/x.cpp:3:10: fatal error: cblas.h: No such file or directory\n", "pip-requires-python", 1),
    ("cicc-killed-28886", "nvcc error   : 'cicc' died due to signal 9 (Kill signal)\ngmake[2]: *** [x.cu.o] Error 1\n", "oom-killed", 1),
    ("header-memory-28886", "c10/util/StringUtil.h:7:19: fatal error: cstddef: Cannot allocate memory\ncompilation terminated.\n", "oom-cl", 1),
    ("link-memory-131562", "LINK : fatal error LNK1102: out of memory\nninja: build stopped: subcommand failed.\n", "oom-cl", 1),
    ("compiler-killed", "cc: internal compiler error: Killed (program cc1plus)\nCMake Error at torch_generated_x.cu.o.Release.cmake:279 (message):\n"
     "  Error generating file\n", "oom-killed", 1),
    ("make-gone-36407", "No such file or directory\nCMake Error: Generator: execution of make failed. Make command was: /opt/bin/ninja -j 8 install && \n",
     "make-tool", 2),
    ("github-times-153933", "".join(GITHUB + line + "\n" for line in (FAILED + "gloo/types.h:66:11: error: \u2018uint8_t\u2019 does not name a type").split("\n")),
     "include-missing", 4),
    ("github-times-156181", GITHUB + "FAILED: a.obj\n" + GITHUB + "nvcc.exe x\n" + GITHUB + "nvcc error   : 'cicc' died with status 0xC00000FD (STACK_OVERFLOW)\n",
     "cicc-stack", 3),
    ("docker-times-139737", "#0 3395.3 FAILED: bin/t\n#0 3395.3 : && c++ -Werror=format x\n#0 3395.3 /usr/bin/ld: libtorch_cuda.so: undefined reference to `f(int)'\n",
     "own-function-missing", 3),
    ("command-cut-out", "FAILED: lib/torch_cpu.lib\nlib\\torch_cpu.lib : fatal error LNK1248: image size (10A4FB6BE) exceeds maximum allowable size (FFFFFFFF)\n", "lnk1248", 2),
    ("msbuild-nvcc", "1>c:\\x\\THCNumerics.cuh(114): error : class \"__half\" has no member \"x\"\n", "name-of-version", 1),
    ("deepspeed-torch", "  [WARNING]  unable to import torch, please install it if you want to pre-compile any deepspeed ops.\n"
     "  AssertionError: Unable to pre-compile ops without torch installed. Please install torch before attempting to pre-compile ops.\n", "deepspeed-torch", 2),
    ("command-cut-out-no-place", "FAILED: x.cu.o\nerror: namespace \"thrust\" has no member \"host_vector\"\n", "include-missing", 2),
    ("command-cut-out-nvcc", "FAILED: x.cu.o\nnvcc error   : 'cudafe++' died with status 0xC00000FD (STACK_OVERFLOW)\nninja: build stopped: subcommand failed.\n", "nvcc-part-crashed", 2),
    ("arguments-nvcc", "a.cu(12): error: too few arguments in function call\n      cudaGraphInstantiate(&exec, graph)\n                                       ^\n", "arguments-of-release", 1),
    ("arguments-location", "a.cu(9): error: argument of type \"int\" is incompatible with parameter of type \"cudaMemLocation\"\n    CHECK(cudaMemAdvise(p, n, advice, 0));\n", "arguments-of-release", 1),
    ("arguments-gcc", "x.cpp:3:9: error: too few arguments to function 'cudaError_t cudaMemPrefetchAsync(const void*, size_t, cudaMemLocation)'\n", "arguments-of-release", 1),
    ("arguments-msvc", "x.cpp(3): error C2660: 'cudnnSetConvolution2dDescriptor': function does not take 8 arguments\n", "arguments-of-release", 1),
    ("arguments-of-others", "a.cu(12): error: too few arguments in function call\n      own_function(1)\n", "compile-error", 1),
    ("cuda-name-gone", "a.cu(12): error: identifier \"cudaMemAdvise_v2\" is undefined\n", "name-of-version", 1),
    ("lapack-42791", "FAILED: bin/t\n: && c++ x\nbuild/lib/libtorch_cuda.so: undefined reference to `strsv_'\n", "magma-lapack", 3),
    ("toolset-494", "[ERROR:vcvars.bat] Toolset directory for version '14.11' was not found.\n[ERROR:VsDevCmd.bat] *** VsDevCmd.bat encountered errors. ***\n",
     "vcvars-toolset", 1),
    ("nvcc-silent-65612", "acos_op.cu\nCMake Error at torch_cuda_generated_acos_op.cu.obj.Release.cmake:281 (message):\n  Error generating file\n", "nvcc-file", 2),
    # clang breaks a message at the width of a terminal; a line of source may stand as far to the right.
    ("clang-wrapped", "torch/csrc/Module.cpp:4:10: fatal error: 'unordered_map' file not\n      found\n#include <unordered_map>\n", "clang-standard-header", 1),
    ("clang-wrapped-by-pip", "    torch/csrc/Module.cpp:4:10: fatal error: 'unordered_map' file not\n          found\n", "clang-standard-header", 1),
    ("source-as-if-wrapped", "a.cu(12): error: too few arguments in function call\n      own_function(1)\n      cudaGraphInstantiate(&exec, graph)\n", "compile-error", 1),
    ("clang-cstdint", FAILED + "utils/string_utils.cc:83:7: error: use of undeclared identifier 'uint8_t'\n", "include-missing", 4),
    ("msvc-91759", "benchmark.cc(192): error C3536: 'name': cannot be used before it is initialized\nninja: build stopped: subcommand failed.\n", "compile-error", 1),
    ("header-14144", "caffe2/core/common_gpu.h:5:10: fatal error: cuda.h: No such file or directory\n", "cuda-headers", 1),
    # What a frame shows of its file is no message; uv breaks a frame's head at the width of a page.
    ("statement-of-frame", "Traceback (most recent call last):\n  File \"/w/a/b.py\", line 3, in f\n    raise RuntimeError(\"Unable to find torch_shm_manager\")\nValueError: something unheard of\n", "python-statement-says", 4),
    ("frame-in-pieces", "  Traceback (most recent call last):\n    File \"<string>\", line 14, in <module>\n    File\n  \"/w/.cache/uv/builds-v0/.tmpX/lib/python3.12/site-packages/setuptools/build_meta.py\",\n"
     "  line 331, in get_requires_for_build_wheel\n      return x()\n    File \"<string>\", line 8, in <module>\n  ModuleNotFoundError: No module named 'torch'\n", "build-isolation-pip", 8),
    ("command-of-a-list", "FAILED: /tmp/x.o\n:/usr/local/cuda-10.1/bin/nvcc -I/w/include -c x.cu\n", "cuda-home-list", 2),
    # BSD's loader and that of macOS have words of their own for what others call undefined.
    ("bsd-symbol", "ImportError: /usr/local/lib/libtorch.so: Undefined symbol \"jpeg_read_header\"\n", "symbol-of-package-runtime", 1),
    ("dyld-symbol", "dyld[123]: Symbol not found: (__ZN2at4_ops3add4callE)\n", "macos-torch-symbol", 1),
    # What the rest of the log tells decides between causes of one line, whether it stands before the line or after it.
    ("gcc-before-13", "-- The CXX compiler identification is GNU 12.2.0\n" + FAILED + "x.cc:83:7: error: 'uint8_t' was not declared in this scope\n", "include-missing", 5),
    ("gcc-13", "-- The CXX compiler identification is GNU 13.2.0\n" + FAILED + "x.cc:83:7: error: 'uint8_t' was not declared in this scope\n", "cstdint-gcc13", 5),
    ("gcc-13-after", FAILED + "x.cc:83:7: error: 'uint8_t' was not declared in this scope\n/usr/include/c++/14.1.0/x:1:1: note: here\n", "cstdint-gcc13", 4),
    ("clang-14", "-- The CXX compiler identification is Clang 14.0.0\nx.cpp:4:3: error: invalid operands to binary expression ('A' and '_Partial<_Filter, B>')\n",
     "clang-ranges", 2),
    ("clang-18", "-- The CXX compiler identification is Clang 18.1.0\nx.cpp:4:3: error: invalid operands to binary expression ('A' and '_Partial<_Filter, B>')\n",
     "compile-error", 2),
    # One of several sets is enough, and Visual C++ is told of in the toolset's scale, whoever says it.
    ("msvc-toolset", "Visual Studio\\2022\\VC\\Tools\\MSVC\\14.44.35207\\bin\\cl.exe\ntorch/csrc/utils/hash.h(79): error C2668: 'f': wrong\n", "torch-commit-compiler", 2),
    ("msvc-2015", "-- The CXX compiler identification is MSVC 19.0.24215.1\ntorch/csrc/utils/hash.h(79): error C2668: 'f': wrong\n", "msvc-old-for-torch", 2),
    ("msvc-2017", "-- The CXX compiler identification is MSVC 19.16.27051.0\n-- Building version 1.8.0\ntorch/csrc/utils/hash.h(79): error C2668: 'f': wrong\n",
     "msvc-old-for-torch", 3),
    ("msvc-2017-old-torch", "-- The CXX compiler identification is MSVC 19.16.27051.0\n-- Building version 1.7.0\ntorch/csrc/utils/hash.h(79): error C2668: 'f': wrong\n",
     "torch-commit-compiler", 3),
    # What the matrix says of the release follows from the versions in the log.
    ("gcc-too-new", "-- The CXX compiler identification is GNU 14.1.0\n-- Building version 2.2.0\n../c10/core/x.h:12:5: error: expected ';' at end of declaration\n",
     "torch-gcc-misfit", 3),
    ("gcc-as-tried", "-- The CXX compiler identification is GNU 12.1.0\n-- Building version 2.2.0\n../c10/core/x.h:12:5: error: expected ';' at end of declaration\n",
     "torch-commit-compiler", 3),
    ("two-torch", "../aten/src/THC/x.cu:9:5: error: redefinition of 'struct f'\n/opt/conda/include/THC/y.h:7:40: note: previous definition of 'struct f'\n", "torch-headers-installed", 1),
    ("one-torch", "../aten/src/THC/x.cu:9:5: error: redefinition of 'struct f'\n/w/torch/lib/tmp_install/include/THC/y.h:7:40: note: previous\n", "defined-by-headers", 1),
    ("torch-alone", "ModuleNotFoundError: No module named 'torch'\n", "build-isolation", 1),
    ("torch-by-pip", "  Getting requirements to build wheel: started\nModuleNotFoundError: No module named 'torch'\n", "build-isolation-pip", 2),
    ("library-here", "/usr/bin/ld: /l/libx.so: error adding symbols: file in wrong format\n", "library-format", 1),
    ("library-on-arm", "-- CMAKE_SYSTEM_PROCESSOR: aarch64\n/usr/bin/ld: /l/libx.so: error adding symbols: file in wrong format\n", "library-format-arm", 2),
    ("lld", "lld-link: error: undefined symbol: __declspec(dllimport) class std::tuple<int>\n", "symbol-of-package", 1),
    ("colours", FAILED + "\033[1mx.cc:1:1: \033[31merror: \033[0m\u2018\033[1muint8_t\033[0m\u2019 does not \033[Kname a type\n", "include-missing", 4),
    ("chinese", "main.cpp:3:10: \u81f4\u547d\u9519\u8bef\uff1apng.h\uff1a\u6ca1\u6709\u90a3\u4e2a\u6587\u4ef6\u6216\u76ee\u5f55\n", "jpeg-png-missing", 1),
    ("chinese-member", "a.cpp(12): error C2039: \"string\": \u4e0d\u662f \"std\" \u7684\u6210\u5458\n", "include-missing", 1),
    ("visual-studio-list", "Error\tC2039\t'string': is not a member of 'std'\tmine\tC:\\w\\a.h\t27\n", "include-missing", 1),
    ("visual-studio-list-german", "Fehler\tC2039\t\"string\": Ist kein Element von \"std\".\tmine\tC:\\w\\a.h\t27\n", "include-missing", 1),
    # A branch to what is not defined anywhere is not too long.
    ("truncated-to-undefined", "a.o:(.text+0xa3): relocation truncated to fit: R_X86_64_PC32 against undefined symbol `gzopen64'\n", "symbol-of-package", 1),
    ("truncated-to-symbol", "a.o:(.text+0xa3): relocation truncated to fit: R_X86_64_PC32 against symbol `gzopen64' defined in .text\n", "ld-reloc", 1),
    ("page-for-source", "lib/x.h:9:3: error: expected unqualified-id before '<' token\n   <div id=\"x\">\n   ^\n", "page-for-source", 1),
    ("source-no-page", "lib/x.h:9:3: error: expected unqualified-id before '<' token\n   <T> f();\n   ^\n", "compile-error", 1),
    ("dll-by-logger", "DLL load failed while importing fugashi: The specified module could not be found..\n", "dll-load-failed", 1),
    ("python2-sibling", "Traceback (most recent call last):\n  File \"/w/p/__init__.py\", line 1, in <module>\n    from version import *\nImportError: No module named 'version'\n",
     "python2-code", 4),
    ("built-without", "RuntimeError: OpenCV was not built with GStreamer support\n", "extension-built-without", 1),
    ("built-without-codec", "pyarrow.lib.ArrowNotImplementedError: Support for codec 'snappy' not built\n", "extension-built-without", 1),
    ("pip-of-before", "Traceback (most recent call last):\n  File \"/usr/bin/pip3\", line 11, in <module>\n    load_entry_point('pip==7.1.2', 'console_scripts', 'pip3')()\n"
     "ImportError: 'module' object has no attribute 'main'\n", "pip-too-old", 4),
    ("chinese-colon", "a.s: Assembler messages:\na.s:1987: error\uff1a no such instruction: `{vex} vpdpbusd %ymm2,%ymm5,%ymm0'\n", "assembler-old", 2),
    ("msbuild-command", "  2>Generating loading.html.hpp\nCUSTOMBUILD : CMake error : Not a file: D:/w/tools/server/scripts/xxd.cmake [D:\\w\\build\\llama-server.vcxproj]\n",
     "cmake-script-missing", 2),
    ("german", "a.cpp:3:10: schwerwiegender Fehler: zlib.h: Datei oder Verzeichnis nicht gefunden\n", "header-of-package", 1),
    ("french", "/usr/bin/ld\u00a0: a.o\u00a0: r\u00e9f\u00e9rence ind\u00e9finie vers \u00ab\u00a0jpeg_start_decompress\u00a0\u00bb\n", "symbol-of-package", 1),
    ("cmake-says", "CMake Error at CMakeLists.txt:3 (message):\n  Set FOO_DIR\n  to the place.\n\n-- Configuring incomplete, errors occurred!\n", "cmake-says", 2),
    ("symbol-after-its-type", "a.o: undefined reference to `at::Tensor fbgemm::pack<int>(at::Tensor const&)'\n", "symbol-of-package", 1),
    ("symbol-mangled", "ld.lld: error: undefined symbol: _ZN6snappy8CompressEPKcm\n", "symbol-of-package", 1),
    # What dyld says after "Referenced from" belongs to the line before it, also where it tells something by itself.
    ("dyld-reason", "import x\nImportError: dlopen(/s/_C.so, 9): Library not loaded: @rpath/libATen.dylib\n  Referenced from: /s/libshm.dylib\n"
     "  Reason: Incompatible library version: libshm.dylib requires version 1.0.0 or later, but libATen.dylib provides version 0.0.0\n", "macos-library-version", 2),
    ("dyld-processor", "ImportError: dlopen(/s/_C.so, 0x0002): Library not loaded: /opt/homebrew/opt/libomp/lib/libomp.dylib\n  Referenced from: <9D2C> /s/_C.so\n"
     "  Reason: tried: '/opt/homebrew/opt/libomp/lib/libomp.dylib' (mach-o file, but is an incompatible architecture (have 'arm64', need 'x86_64'))\n", "macos-dlopen-arch", 1),
    ("conda-heading", "PackagesNotFoundError: The following packages are not available from current channels:\n\n  - pytorch==1.1.0=py3.6_cuda10.0.130_cudnn7.5.1_0\n",
     "conda-builds", 1),
    # Whose a symbol is says its own scope, not what its arguments are of.
    ("own-symbol", "ImportError: /s/ext.cpython-310-x86_64-linux-gnu.so: undefined symbol: _ZN3ops7forwardERKN2at6TensorE\n", "own-symbol", 1),
    ("symbol-of-mpi", "ImportError: /s/torch/_C.so: undefined symbol: _ZN3MPI8Datatype4FreeEv\n", "symbol-of-package-runtime", 1),
    # What tools say themselves, where no row knows it: the tool that failed before those that started it.
    ("make-says", "make[2]: Entering directory '/w'\nconfig.mk:7: *** recursive variable 'CC' references itself (eventually).  Stop.\nmake[1]: *** [Makefile:9: all] Error 2\n",
     "make-says", 2),
    ("make-child", "make[2]: *** [a.mk:5: a.o] Error 1\nmake[2]: *** wait: No child processes.  Stop.\n", "make-stopped", 1),
    # Who only says that something failed is told by its name, with where its reason is; a line that says "error" counts before it.
    ("linker-stopped", "collect2: error: ld returned 1 exit status\nmake: *** [all] Error 1\n", "linker-stopped", 1),
    ("pip-stopped", "Building wheels for collected packages: x\n  error: subprocess-exited-with-error\n", "pip-stopped", 2),
    ("cmake-stopped", "-- Configuring incomplete, errors occurred!\n", "cmake-stopped", 1),
    ("command-failed", "error: command 'gcc' failed with exit status 1\n", "command-failed", 1),
    ("line-says-error", "CC a.o\n/w/bin/gen: 3: /w/bin/gen: Bad thing error: gen.cfg went astray\nninja: build stopped: subcommand failed.\n", "line-says-error", 2),
    ("ninja-says", "ninja: error: loading 'build.ninja': Is a directory\n", "ninja-says", 1),
    ("ld-says", FAILED + "/usr/bin/ld: cannot use executable file 'bin/protoc' as input to a link\ncollect2: error: ld returned 1 exit status\n", "linker-says", 4),
    ("git-says", "Cloning into 'gloo'...\nfatal: protocol 'htps' is not supported here\nERROR: Failed building wheel for x\n", "error-says", 2),
    ("compiler-before-python", "a.cpp:3:5: error: wrong\nTraceback (most recent call last):\n  File \"s.py\", line 1, in <module>\n    f()\n"
     "distutils.errors.CompileError: something went wrong\n", "compile-error", 1),
    ("traceback-without-head", "File \"t.py\", line 1, in <module>\n    import torch\nModuleNotFoundError: No module named 'torch'\n", "torch-not-here", 3),
    ("python-says", "Traceback (most recent call last):\n  File \"s.py\", line 1, in <module>\n    f()\npackaging.markers.InvalidMarker: Expected a marker\n", "python-statement-says", 4),
    # Where a traceback ends is told: in a package that is installed, or by the last statement outside of those.
    ("package-says", "Traceback (most recent call last):\n  File \"s.py\", line 1, in <module>\n    f()\n  File \"/w/lib/python3.9/site-packages/strange/a.py\", line 7, in f\n    g(x)\n"
     "ValueError: strange thing that happens\n", "python-package-says", 6),
    ("statement-says", "Traceback (most recent call last):\n  File \"/w/t/s.py\", line 31, in main\n    tags = load(path)\n  File \"/usr/lib/python3.9/json/decoder.py\", line 7, in f\n    g(x)\n"
     "ValueError: strange thing that happens\n", "python-statement-says", 6),
    # What to do about an exception may stand behind it, also after an empty line; what else does is not of it.
    ("remedy", "Traceback (most recent call last):\n  File \"s.py\", line 1, in <module>\n    f()\nRuntimeError: no kernels here\n\nPlease compile them with make.sh\n",
     "says-remedy", 4),
    ("no-remedy", "Traceback (most recent call last):\n  File \"s.py\", line 1, in <module>\n    f()\nRuntimeError: no kernels here\n\n$ pip install x\n", "python-statement-says", 4),
    ("notebook", "ImportError      Traceback (most recent call last)\n<ipython-input-1-a> in <module>\n----> 1 import cupy\n\n/w/cupy/__init__.py in <module>\n"
     "     10 import sys\n---> 11 from cupy import core\n\nImportError: cannot import name 'core'\n", "package-in-part", 9),
    ("feature-that-stops", "CMake Error at FindCUDA.cmake:861 (message):\n  Specify CUDA_TOOLKIT_ROOT_DIR\n\n\n-- Configuring incomplete, errors occurred!\n", "cuda-not-found", 2),
    ("loader-says", "bin/protoc: error while loading shared libraries: libz.so.1: cannot map zero-fill pages\n", "loader-says", 1),
    # A terminal, a console of Windows and who copies from them break lines at their width, in the middle of words.
    ("broken-at-width", broken("-- The build files have been written\n/w/third_party/some/long/folder/that/fills/the/line/y.cpp:3:10: fatal error: cblas.h: No such file\n"), "header-of-package", 2),
    ("broken-at-120", broken("/w/third_party/some/long/folder/that/fills/the/line/and/is/a/little/longer/than/that/for/120/x.cpp:3:10: fatal error: cblas.h: No such file\nmake: x\n", 120),
     "header-of-package", 1),
    ("broken-in-a-word", broken("%s\nImportError: /w/env/lib/python3.7/site-packages/mmcv/mmcv/_ext.cpython-37m-x86_64-linux-gnu.so: undefined symbol: _ZN3c105ErrorC1ENS_14SourceLocationERKSs\n" % ("-" * 102), 102),
     "undefined-symbol", 2),
    # What a line says by itself is said there, also behind a full one.
    ("behind-a-full-line", "%s\n/w/x.cpp:3:10: fatal error: cblas.h: No such file or directory\n" % "building".ljust(80, "."), "header-of-package", 2),
    # A line that is not as wide as the widest ends where its program ended it.
    ("not-broken", "-- %s\n%s\nas.h: No such file or directory\n" % ("x" * 90, "/w/third_party/folder/x.cpp:3:10: fatal error: cbl".rjust(80, "/")), "header-missing", 2),
    # What launchers, servers and loggers put before a line.
    ("vllm", "(EngineCore_0 pid=221) ERROR 04-06 20:46:48 [core.py:700] ModuleNotFoundError: No module named 'cv2'\n", "python-module-missing", 1),
    ("torchrun", "[rank0]: Traceback (most recent call last):\n[rank0]: ModuleNotFoundError: No module named 'cv2'\n", "python-module-missing", 2),
    ("mpirun", "[1,0]<stderr>:ModuleNotFoundError: No module named 'cv2'\n", "python-module-missing", 1),
    ("srun", "0: ModuleNotFoundError: No module named 'cv2'\n", "python-module-missing", 1),
    ("torchserve", "2022-04-13T11:02:11,202 [INFO ] W-9000-model_1.0-stdout MODEL_LOG - ModuleNotFoundError: No module named 'cv2'\n", "python-module-missing", 1),
    ("logging", "2022-04-13 11:02:11,202 - worker - ERROR - ModuleNotFoundError: No module named 'cv2'\n", "python-module-missing", 1),
    # What a program goes on without counts after the error that stops it, and is reported where there is no other.
    ("warning-before-error", "x/image.py:13: UserWarning: Failed to load image Python extension: 'libpng16.so.16: cannot open shared object file: No such file or directory'\n"
     "Traceback (most recent call last):\n  File \"t.py\", line 1, in <module>\n    f()\nRuntimeError: mat1 and mat2 shapes cannot be multiplied (2x3 and 4x5)\n",
     "python-statement-says", 5),
    ("warning-with-a-note", "x/image.py:13: UserWarning: Failed to load image Python extension: 'libpng16.so.16: cannot open shared object file: No such file or directory'\n",
     "vision-image-off", 1),
    ("warning-alone", "x/audio.py:13: UserWarning: Failed to initialize the sox extension: 'libsox.so.3: cannot open shared object file: No such file or directory'\n",
     "shared-missing", 1),
    ("warning-that-tells-more", "x.py:1: UserWarning: nvcc was not found.  Are you sure your environment has nvcc available?\nNameError: name 'bare_metal_version' is not defined\n",
     "cuda-home-unset", 1),
    ("nvcc-windows", "x.cu(12): error: identifier \"host\" is undefined\n", "compile-error", 1),
]


# How the CMake files of PyTorch 1.12 to 2.9 say that they turn something off, and what that is.
FEATURES = [
    ("Cannot find CUDSS library. Turning the option off", "CUDSS"), ("Cannot find TensorRT library. Turning the option off.", "TensorRT"),
    ("Cannot find /usr/include/NvInferVersion.h. Assuming TRT 5.0 which is no longer supported. Turning the option off.", "NvInferVersion.h"),
    ("CuDNN not found. Compiling without CuDNN support", "CuDNN"), ("Disabling KleidiAI: Requires atleast GCC 11 or Clang 11", "KleidiAI"),
    ("Gloo can only be used on 64-bit systems.", "Gloo"), ("TensorPipe cannot be used on Windows. Set it to OFF", "TensorPipe"),
    ("NCCL is currently only supported under Linux.", "NCCL"), ("Metal is only used in ios builds.", "Metal"),
    ("NNPACK not supported on MSVC yet. Turn this warning off by USE_NNPACK=OFF.", "NNPACK"), ("Not TSAN found. Suppress this warning with -DUSE_TSAN=OFF.", "TSAN"),
    ("QNNPACK does not compile for Apple Silicon. Turn this warning off by explicit USE_QNNPACK=OFF.", "QNNPACK"),
    ("Turning USE_FAKELOWP off as it depends on USE_FBGEMM.", "USE_FAKELOWP"), ("MKLDNN could not be found.", "MKLDNN"),
    ("USE_GOLD_LINKER was set but ld.gold isn't available, turning it off", "USE_GOLD_LINKER"),
    ("Unknown platform - I don't know how to build NNPACK. See cmake/External/nnpack.cmake for details.", "NNPACK"),
    ("glog is not found. Caffe2 will build without glog support but it is strongly recommended that you install glog.", "glog"),
    ("INTERN_BUILD_MOBILE is on, disabling BUILD_LAZY_TS_BACKEND", "BUILD_LAZY_TS_BACKEND"), ("-- MAGMA not found. Compiling without MAGMA support", "MAGMA"),
    ("KleidiAI: Using non-supported GCC version. Expected 11 or newer, received 10.2.", "KleidiAI"), ("-- MPSGraph framework not found", "MPSGraph framework"),
]


def features(tbuild, scratch):
    """What turned itself off is named, as a warning of CMake or as a line of its own."""
    logs = {}
    for number, (text, _) in enumerate(FEATURES):
        warning = "CMake Warning at CMakeLists.txt:12 (message):\n  %s\nCall Stack (most recent call first):\n  x.cmake:1 (include)\n\n\n" % text
        logs["%d.log" % number] = "-- Found Git\n" + (text + "\n" if text.startswith("-- ") else warning) + "-- Configuring done\n"
    found = triage_all(tbuild, scratch, logs)
    for number, (_, name) in enumerate(FEATURES):
        log, hits = logs["%d.log" % number], found["%d.log" % number]
        must(hits and hits[0]["level"] == "feature" and "without %s:" % name in hits[0]["cause"], "not named", log, hits)
    for text in ("-- Disabling Kernel Assert for ROCm", "-- USE_CUDNN is set to 0. Compiling without cuDNN support", "-- Did not find system Eigen. Using third party subdirectory."):
        code, out, err = run(tbuild, "triage", "-", "--json", stdin=text + "\n")
        must(code == 1, "turned off by nobody or by the user", text, out, err)


# (what a log says, the fact, its value)
FACTS = [
    ("-- The CXX compiler identification is MSVC 19.29.30133.0", "msvc", "14.29"), ("C:\\PROGRA~2\\MICROS~3\\2017\\COMMUN~1\\VC\\Tools\\MSVC\\1411~1.255\\bin\\cl.exe x", "msvc", "14.11"),
    ("Microsoft (R) C/C++ Optimizing Compiler Version 19.44.35207 for x64", "msvc", "14.44"), ("C:\\Microsoft Visual Studio 14.0\\VC\\BIN\\cl.exe", "msvc", "14.0"),
    ("Microsoft (R) C/C++ Optimizing Compiler Version 18.00.21005.1 for x64", "msvc", "12.0"), ("C:/VS/VC/Tools/MSVC/14.28.29333/include\\xutility(4643): error: x", "msvc", "14.28"),
    ("creating build/temp.linux-x86_64-cpython-311\nx-cp312-cp312-linux_x86_64.whl", "python", "3.12"), ("-I/opt/conda/include/python3.6m -c", "python", None),
    ("-I/opt/conda/include/python3.6m/ -c", "python", "3.6"), ("-- Building version 2.9.0a0+git1", "torch", "2.9"), ("/usr/bin/g++-4.9 -c x.cc", "gcc", "4.9"),
]


def facts(tbuild, scratch):
    """What logs tell of versions, whatever tool says it."""
    for text, fact, value in FACTS:
        log = text + "\nx.cc:1:1: error: wrong\n"
        with open(os.path.join(scratch, "x.log"), "w", encoding="utf-8") as f:
            f.write(log)
        read = json.loads(run(tbuild, "triage", scratch, "--json")[1])[0]["facts"]
        must(read.get(fact) == value, "%s is not %r" % (fact, value), text, read)


def switches(tbuild, scratch):
    """A file of PyTorch's sources that is refused is told with the switch of its feature, however its path is written; others without."""
    error = ": error: expected ';' after expression\n"
    for log, switch in (("/w/pytorch/aten/src/ATen/native/mps/x.mm:3:4" + error, "USE_MPS=0"), ("C:\\w\\aten\\src\\ATen\\native\\mps\\x.cpp(3)" + error, "USE_MPS=0"),
                        ("../torch/csrc/distributed/c10d/ProcessGroupGloo.cpp:3:4" + error, "USE_GLOO=0"), ("../torch/csrc/distributed/c10d/x.cpp:3:4" + error, "USE_DISTRIBUTED=0"),
                        ("../aten/src/ATen/native/x.cpp:3:4" + error, None)):
        hit = json.loads(run(tbuild, "triage", "-", "--json", stdin=log)[1])[0]
        must(hit["id"] == "torch-commit-compiler" and re.findall(r"\((\w+=0)\)", hit["fix"]) == ([switch] if switch else []), "not the switch", log, hit)


@functools.lru_cache(maxsize=None)
def hits_of_all(tbuild):
    """{name: hits} of all logs, with each end of line, by one start of the program: a start takes longer than what it reads here."""
    with tempfile.TemporaryDirectory(prefix="tb-") as scratch:
        return triage_all(tbuild, scratch, {row[0] + end + ".log": row[1].replace("\n", text) for row in LOGS for end, text in (("-lf", "\n"), ("-crlf", "\r\n"))})


def one_log(tbuild, row, scratch):
    name, log, identity, line = row
    for end in ("-lf", "-crlf"):
        hits = hits_of_all(tbuild)[name + end + ".log"]
        must(hits, "%s is not known" % name, log)
        must((hits[0]["id"], hits[0]["line"]) == (identity, line), "taken for %s, line %d" % (hits[0]["id"], hits[0]["line"]), "expected %s, line %d" % (identity, line))


def utf16(tbuild, scratch):
    """PowerShell 5 writes UTF-16 with `>`; a log that is cut off may end in half a character."""
    text = "\ufeff\U0001f600 before\r\nerror C2872: 'std': ambiguous symbol\r\n"
    for encoding in ("utf-16-le", "utf-16-be"):
        for tail in (b"", b"\xd8", b"\x3d\xd8" if encoding == "utf-16-le" else b"\xd8\x3d"):
            path = os.path.join(scratch, "log")
            with open(path, "wb") as f:
                f.write(text.encode(encoding) + tail)
            code, out, err = run(tbuild, "triage", path)
            must(code == 0 and "gtest-c2872 (fatal), line 2" in out, "not read", out, err)


def bytes_of_any_kind(tbuild, scratch):
    for text in (b"", b"\0" * 100, b"\xff\xfe", b"\xff\xfe\x00", b"\x1b", b"\x1b[", b"\x1b]0;x", b"x" * 100000 + b"\n", b"\x1b[31", b"CMake Error\n  " + b"y" * 9000, b"\xef\xbb\xbf"):
        path = os.path.join(scratch, "log")
        with open(path, "wb") as f:
            f.write(text)
        code, out, err = run(tbuild, "triage", path)
        must(code in (0, 1), "exit code %d for %r" % (code, text[:20]), out, err)


def said_by_cmake(scratch, messages):
    """{name: text} of (name, kind, text): what CMake prints of each, by one start of it."""
    path = os.path.join(scratch, "m.cmake")
    with open(path, "w", encoding="utf-8") as f:
        for name, kind, text in messages:
            f.write("message(NOTICE [==[<<%s>>]==])\nmessage(%s [==[%s]==])\n" % (name, kind, text))
    printed = subprocess.run(["cmake", "-P", path], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8").stdout
    parts = re.split(r"^<<(.*)>>\n", printed, flags=re.M)
    return dict(zip(parts[1::2], parts[2::2]))


def wrapped_by_cmake(tbuild, scratch):
    """CMake breaks the lines of messages and doubles spaces: what it makes of each sample is known, too."""
    if not shutil.which("cmake"):
        raise Skipped("no cmake")
    code, out, err = run(tbuild, "triage", "--list", "--json")
    must(code == 0, err)
    messages = []
    for row in json.loads(out):
        if row["step"] != "configure" or row["sample"].startswith(("--", "CMake Error")):
            continue
        # SEND_ERROR is told as FATAL_ERROR is, and the next message comes.
        for kind in ["WARNING"] + (["SEND_ERROR"] if row["level"] == "fatal" else []):
            messages.append(("%s.%s.log" % (row["id"], kind), kind, row["sample"]))
    printed = said_by_cmake(scratch, messages)
    must(set(printed) == {name for name, _, _ in messages}, "CMake did not print every message", len(printed), len(messages))
    for name, hits in triage_all(tbuild, scratch, printed).items():
        must(name.rsplit(".", 2)[0] in [hit["id"] for hit in hits][:1], "%s is not known in CMake's words" % name, printed[name], hits)
    must(len(messages) > 15, "tried only %d" % len(messages))


def cases(tbuild):
    for row in LOGS:
        yield "log/" + row[0], functools.partial(one_log, tbuild, row)
    for function in (facts, features, switches, utf16, bytes_of_any_kind, wrapped_by_cmake):
        yield "log/" + function.__name__, functools.partial(function, tbuild)
