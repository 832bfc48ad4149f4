"""What came and went with which release of PyTorch, Python and CUDA: makes driver/data/releases.yaml out of their headers and Python files.

    releases.py [torch RELEASE=TREE...] [python RELEASE=FOLDER...] [cccl RELEASE=FOLDER...] [hipify LAST=TREE RELEASE=FOLDER] > driver/data/releases.yaml

TREE is a folder, or REPOSITORY@COMMIT of a git repository without a work tree. RELEASE is as 2.4; one that ends in "a" is a state of the sources on the way to that
release, and so has what the one before it had; one with "f" is somebody's fork, and what only forks have is not listed. A release with more than one tree (the state some weeks before it was branched off, and after) is known only for
what all of them say. A name is gone where no public header has the word any more, and new where none had it before: one that only moved is not listed. Where no tree lies
between two releases that are not neighbours, the row says which is known to lack the name.

Of the functions, types and constants of CUDA's libraries, of cuDNN and of ROCm, the tables of HIPIFY (github.com/ROCm/HIPIFY) say with which release they came and went. It
knew CUDA up to LAST; FOLDER has the headers of the CUDA RELEASE after that: what they have not is gone by then, and a name that is there in spite of the tables is left out.
"""
import ast
import functools
import os
import re
import subprocess
import sys

RELEASES = {"torch": ["1.%d" % i for i in range(14)] + ["2.%d" % i for i in range(20)], "python": ["3.%d" % i for i in range(20)], "cccl": ["11.8"] + ["12.%d" % i for i in range(10)] + ["13.0"]}
CALLED = {"torch": "PyTorch", "python": "Python", "cccl": "CUDA", "hipify": "HIPIFY of CUDA"}
# Where PyTorch's tree has its public headers, and by what they are included.
HEADERS = (("c10/", "c10/"), ("aten/src/ATen/", "ATen/"), ("aten/src/TH/", "TH/"), ("aten/src/THC/", "THC/"), ("torch/csrc/api/include/torch/", "torch/"),
           ("torch/csrc/", "torch/csrc/"), ("torch/headeronly/", "torch/headeronly/"), ("torch/", "torch/"))
INNER = re.compile(r"/(?:linalg|fft|special)\.h$|/test/|/tests/|/benchmark|/templates/|ATen/native/|/hip/|/generic/|/impl/|/miopen/|/mkldnn/|/nnapi/|/maca|/vulkan|/metal/|/mps/|/xpu/|/detail/|"
                   r"csrc/(?:jit|distributed|lazy|onnx|inductor|dynamo|monitor|deploy|profiler|functorch|mtia|acc|stable|fx)/|/arch/|/sycl/|/cudnn/|/quantized/|/hpu/|/ve/")
HEADER = re.compile(r"\.(?:h|hpp|cuh)$")
NATIVE = "aten/src/ATen/native/native_functions.yaml"
# What TH had as functions of a tensor, up to 1.6.
DECLARATIONS = "aten/src/ATen/Declarations.cwrap"
WORD = re.compile(r"[A-Za-z_]\w+")
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)
MACRO = re.compile(r"(?m)^[ \t]*#[ \t]*define[ \t]+(\w+)")
TYPE = re.compile(r"(?m)^(?:template ?<[^\n]*>\s*)?(?:class|struct|enum class|enum)\s+(?:[A-Z_0-9]+\s+)?(\w+)\s*(?:final\s*)?[:{]|^using\s+(\w+)\s*=")
FUNCTION = re.compile(r"(?m)^(?:template ?<[^\n]*>\s*)?[A-Za-z][\w:<>,&* ]*?[ &*](\w+)\([^;{]*[;{]")
CLASS = re.compile(r"(?m)^(?:template ?<[^\n]*>\s*)?(?:class|struct|enum class|enum)\s+(?:[A-Z_0-9]+\s+)?(\w+)\s*(?:final\s*)?(?::([^:;{}][^;{}]*))?\{")
MEMBER = re.compile(r"\b([A-Za-z]\w+)(?=\(|;|,\s*\n| = )")
OWN_MACRO = re.compile(r"^(?:AT|TORCH|C10|THC|PYTORCH)_[A-Z0-9_]+$")
INNER_MACRO = re.compile(r"^C10_MPARK|^C10_UTIL|^AT_AP[0-9]|^AT_FOR_|^AT_USE|^AT_NUM|MTGP|deprecated|(?:_INC|_H|_API|_HIDDEN|_EXPORT|_DETAIL|_IMPL|_INCLUDED)$|^TORCH_VERSION|^AT_(?:PARALLEL|MKL|CUDNN|POCKET|BUILD)|_(?:ENABLED|DISABLED)$")
# What extensions include: only what these declare is listed.
USED = re.compile(r"^c10/(?:util/(?:Exception|Optional|ArrayRef|Half|BFloat16|complex|string_view|variant|either|IntrusivePtr|intrusive_ptr|Logging|Registry|SmallVector|irange|accumulate|flat_hash_map|C\+\+17)"
                  r"|core/(?:Device|DeviceGuard|DeviceType|Scalar|ScalarType|TensorOptions|TensorImpl|Storage|StorageImpl|Stream|StreamGuard|Allocator|Backend|Layout|MemoryFormat|DispatchKey|DispatchKeySet|GradMode|InferenceMode|"
                  r"TensorTypeId|CPUAllocator|SymInt|SymIntArrayRef|GeneratorImpl)|cuda/\w+|macros/Macros)\.h$|^ATen/(?:Dispatch|Dispatch_v2|AccumulateType|TensorUtils|TensorAccessor|Context|DeviceGuard|Utils|ExpandUtils|Parallel|TensorIterator|"
                  r"ScalarOps|NumericUtils|OpMathType|ceil_div|Type|CPUApplyUtils|CPUGenerator|CPUGeneratorImpl|CUDAGenerator|CUDAGeneratorImpl|TensorGeometry|WrapDimUtils|ArrayRef|Backtrace|ScalarType|Generator|"
                  r"TensorOptions|autocast_mode|core/(?:Tensor|TensorBody|TensorBase|TensorAccessor|Generator|PhiloxRNGEngine|DeprecatedTypeProperties|Scalar|ivalue|List|Dict|Type|grad_mode|dispatch/Dispatcher)|cuda/[\w/]+)\.(?:h|cuh)$|^torch/(?!csrc/)|"
                  r"^torch/csrc/(?:utils/(?:pybind|tensor_\w+|python_\w+|object_ptr)|autograd/(?:function|variable|custom_function|grad_mode|record_function|engine|autograd|edge|saved_variable)|Exceptions|Device|Dtype|THP|DynamicTypes)\.h$")
LISTED_HEADER = re.compile(r"^(?!.*(?:cpu/|functorch|boxing|dispatch/|op_registration|mobile|test_helpers|pch|jit_|interned|/python_\w+_functions|Sorting|_inl|-inl|/impl|Vmap|Batched|NamedTensor|modules/|functional/|options/|samplers/|datasets/|"
                           r"transforms/|agent/|specializations/|dispatch/|generic|TypeDefault|NestedTensor|/csrc/(?!utils/|autograd/|THP|Exceptions|python_headers))).*$")
INNER_NAME = re.compile(r"^(?:\w*Gemm|Tun|Hip|Get(?:Hip|Roc|[A-Z]\w+FromParams)|Roc|Hipblaslt|CuSparse|bsr|csr|gesv|syev|getr[fs]|mtgp|curand)|TypeStringAndOps|Enforce|_backward|Impl$|FuncOptions$|_copy$|^(?:special|linalg|fft)_|_polynomial_|^(?:modified|scaled|shifted)_|ImplBase$|OptionsBase$|^[A-Z0-9_]+$|_double|_out$|_impl|_meta$|_helper|_stub|_kernel$|_outf$|[a-z]_$|_symint|^(?:miopen|mkldnn|cudnn|quantized|fbgemm|native|mps|xnnpack|nested)_|_base$|_forward")
INNER_CLASS = re.compile(r"^(?:Tensor|TensorBase|Context|SymInt|DDP\w+|PythonArgs|PyInterpreter|THP\w+|\w+ArchiveI?|Offset\w+|\w*Info|\w*Entry|SmallVector\w*|DispatchKeySet|Weak\w+|Trace\w+|Variable\w*|VariableHooks\w*|THPEngine|ReadyQueue|GraphTask|Engine|\w+Impl|\w+Meta|\w+Dataset|\w*Chunk\w*|Tun\w+|\w*Gemm\w*|\w+Params|\w+Hooks\w*|C10_\w+|\w*Deleter|Hip\w+|Cu[A-Z]\w+|ROCm\w+)::|::[A-Z]+_|::(?:std|this|auto|bool|const\w*|int\w*|void|return|TORCH\w*|AT_\w+|C10_\w+|decltype|static\w*|noexcept|sizeof|if|for|while|switch|move|forward|size_t|\w+_t|virtual|default|enum|type|value|Tensor|explicit)$")
# What a search path that is wrong fails on first, in all releases.
FIRST_INCLUDED = {"torch/extension.h", "torch/torch.h", "torch/script.h", "ATen/ATen.h", "torch/all.h", "torch/python.h", "torch/library.h"}
# Python modules whose names are listed.
MODULES = ("torch.nn", "torch.nn.functional", "torch.nn.init", "torch.nn.utils", "torch.optim", "torch.optim.lr_scheduler", "torch.utils.data", "torch.utils.cpp_extension", "torch.cuda",
           "torch.cuda.amp", "torch.amp", "torch.autograd", "torch.jit", "torch.onnx", "torch.library", "torch.hub", "torch.distributed", "torch.backends.cuda", "torch.serialization",
           "torch.utils.checkpoint", "torch.nn.parallel", "torch.nn.attention", "torch.mps", "torch.xpu", "torch.accelerator", "torch.compiler", "torch.export", "torch.func", "torch.profiler")


def folder_reader(tree):
    names = [os.path.relpath(os.path.join(folder, name), tree) for folder, _, found in os.walk(tree) for name in found]

    def read(wanted):
        texts = {}
        for name in wanted:
            with open(os.path.join(tree, name), encoding="utf-8", errors="replace") as f:
                texts[name] = f.read()
        return texts
    return names, read


def git_reader(repository, commit):
    git = ["git", "--git-dir=" + repository]
    listed = subprocess.run(git + ["ls-tree", "-r", "--name-only", commit], check=True, capture_output=True, text=True).stdout

    def read(wanted):
        asked = "".join("%s:%s\n" % (commit, name) for name in wanted)
        out = subprocess.run(git + ["cat-file", "--batch"], input=asked.encode(), check=True, capture_output=True).stdout
        texts, at = {}, 0
        for name in wanted:
            end = out.index(b"\n", at)
            size = int(out[at:end].split()[-1])
            texts[name] = out[end + 1:end + 1 + size].decode("utf-8", "replace")
            at = end + 1 + size + 1
        return texts
    return listed.splitlines(), read


def reader(tree):
    """(names of the files, function that gives the texts of some)."""
    return git_reader(*tree.rsplit("@", 1)) if "@" in tree else folder_reader(tree)


def included(path):
    """What a public header of PyTorch is included by, or None."""
    for folder, name in HEADERS:
        if path.startswith(folder) and (folder != "torch/" or path.count("/") == 1):
            return name + path[len(folder):] if HEADER.search(path) and not INNER.search(path) else None
    return None


def native(text):
    """(functions, methods) of native_functions.yaml."""
    functions, methods = set(), set()
    for entry in re.split(r"(?m)^- ", text)[1:]:
        name = re.match(r"func: ([a-z]\w+)[.(]", entry)
        variants = re.search(r"(?m)^\s+variants: (.*)$", entry)
        kinds = variants.group(1) if variants else "function"
        functions |= {name.group(1)} if name and "function" in kinds else set()
        methods |= {name.group(1)} if name and "method" in kinds else set()
    return functions, methods


def top_level(text):
    """The functions and classes that a Python file defines, and the names that it imports from others."""
    try:
        body = ast.parse(text).body
    except SyntaxError:
        return set()
    own = {node.name for node in body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    own |= {each.asname or each.name for node in body if isinstance(node, ast.ImportFrom) and node.level for each in node.names}
    return {name for name in own if name[0] != "_" and len(name) > 2 and name != "*"}


def add_headers(texts, kinds):
    macros, names, words = kinds["macro"], kinds["name"], kinds["word"]
    for header, text in texts:
        text = COMMENT.sub(" ", text)
        words |= set(WORD.findall(text))
        if not USED.search(header):
            continue
        macros |= {name for name in MACRO.findall(text) if OWN_MACRO.match(name) and not INNER_MACRO.search(name)}
        names |= set(re.findall(r"\bTORCH_MODULE\((\w+)\)", text)) | {name for pair in TYPE.findall(text) for name in pair if name} | set(FUNCTION.findall(text))


def body_of(text, at):
    """What stands between the braces that open at `at`."""
    depth = 0
    for end in range(at, len(text)):
        depth += (text[end] == "{") - (text[end] == "}")
        if depth == 0:
            return text[at + 1:end]
    return text[at + 1:]


def add_classes(texts, kinds):
    """What classes and enumerations have: "Class::member" for what is declared, "Class::word" for all words, and whose bases are known."""
    bodies = {}
    for header, text in texts:
        text = COMMENT.sub(" ", text)
        for match in CLASS.finditer(text):
            bodies.setdefault(match.group(1), []).append((USED.search(header), match.group(2) or "", body_of(text, match.end() - 1)))
    for name, found in bodies.items():
        words = {word for _, _, body in found for word in WORD.findall(body)}
        queue = [base for _, bases, _ in found for base in re.findall(r"(\w+)\s*(?:<[^,]*>)?\s*(?:,|$)", bases.strip())]
        seen = set()
        while queue and (base := queue.pop()) not in seen:
            seen.add(base)
            words |= {word for _, _, body in bodies.get(base, ()) for word in WORD.findall(body)}
            queue += [each for _, bases, _ in bodies.get(base, ()) for each in re.findall(r"(\w+)\s*(?:<[^,]*>)?\s*(?:,|$)", bases.strip())]
        if not any(used for used, _, _ in found) or any(base not in bodies and not base.endswith("_t") for base in seen):
            continue
        kinds["class"].add(name)
        kinds["class word"] |= {name + "::" + word for word in words}
        kinds["member"] |= {name + "::" + member for _, _, body in found for member in MEMBER.findall(body) if len(member) > 2 and member[-1] != "_" and not member.isupper()}


def add_modules(texts, kinds):
    """The modules, what the listed ones define ("module.name"), and all words of each module's files ("module word")."""
    for path, text in texts.items():
        module = re.sub(r"\.__init__$", "", path[:-3].replace("/", "."))
        kinds["module"].add(module)
        for listed in {module, module.rpartition(".")[0]} & set(MODULES):
            kinds["attribute word"] |= {listed + "." + word for word in WORD.findall(text)}
        if module in MODULES or (module == "torch.nn.modules" and (module := "torch.nn")):
            kinds["attribute"] |= {module + "." + name for name in top_level(text)}
            kinds["attribute word"] |= {module + "." + word for word in WORD.findall(text)}


@functools.lru_cache(maxsize=None)
def torch_tree(tree):
    """{kind: what a tree of PyTorch has of it}"""
    names, read = reader(tree)
    headers = {path: included(path) for path in names if included(path)}
    inner = [path for path in names if path not in headers and HEADER.search(path) and not re.search(r"/(?:linalg|fft|special)\.h$", path) and path.startswith(("c10/", "aten/src/", "torch/csrc/"))]
    python = [path for path in names if path.startswith("torch/") and path.endswith(".py") and not re.search(r"/test|/_dynamo/|/_inductor/", path)]
    others = [path for path in (NATIVE, DECLARATIONS) if path in names]
    texts = read(list(headers) + inner + python + others)
    kinds = {kind: set() for kind in ("header", "macro", "name", "word", "class", "member", "class word", "module", "attribute", "attribute word")}
    kinds["header"] = set(headers.values())
    add_headers([(headers[path], texts[path]) for path in headers], kinds)
    add_classes([(headers[path], texts[path]) for path in headers], kinds)
    kinds["word"] |= {word for path in inner for word in WORD.findall(COMMENT.sub(" ", texts[path]))}
    if any(path.startswith("torch/_dynamo/") or path == "torch/optim/adam.py" for path in python) and "torch/distributed/__init__.py" in texts:
        add_modules({path: texts[path] for path in python}, kinds)
    functions, methods = native(texts[NATIVE])
    kinds["name"] |= functions
    kinds["word"] |= functions | methods | set(WORD.findall(texts.get(DECLARATIONS, "")))
    return kinds


@functools.lru_cache(maxsize=None)
def python_tree(tree):
    names, read = reader(tree)
    texts = read([path for path in names if path.endswith(".h") and "internal/" not in path])
    words = {word for text in texts.values() for word in WORD.findall(COMMENT.sub(" ", text))}
    text = COMMENT.sub(" ", "\n".join(texts.values()))
    names = set(re.findall(r"PyAPI_(?:FUNC|DATA)\([^)]*\)\s*(_?Py\w+)", text)) | {name for name in MACRO.findall(text) if re.match(r"_?Py[A-Z_]\w*$", name)}
    members = set(re.findall(r"(?m)^\s+[\w* ]+?[ *]([a-z]+_\w+);", text))
    return {"header": {path for path in names if path.endswith(".h")}, "name": names, "member": members, "word": words}


@functools.lru_cache(maxsize=None)
def cccl_tree(tree):
    names, read = reader(tree)
    headers = [path for path in names if re.match(r"(?:cub|thrust)/", path) and HEADER.search(path)]
    texts = read(headers)
    words = {word for text in texts.values() for word in WORD.findall(COMMENT.sub(" ", text))}
    kinds = {"header": {path for path in headers if "/detail/" not in path and "/mr/" not in path}, "word": words}
    for library in ("cub", "thrust"):
        text = "\n".join(COMMENT.sub(" ", texts[path]) for path in headers if path.startswith(library) and "/detail/" not in path)
        kinds[library] = {name for pair in TYPE.findall(text) for name in pair if name and name[0] != "_"} | {name for name in FUNCTION.findall(text) if name[0] != "_"}
    return kinds


# The files of HIPIFY that say when a name came and went; and of their names: of which product one is, by how its release is called.
TABLES = re.compile(r"^src/CUDA2HIP_(?!CUB|CAFFE2|Complex)\w+_(?:API_)?(?:functions|types)\.cpp$")
TABLE = re.compile(r"std::map<llvm::StringRef, (?:cuda|hip)APIversions> \w+ \{(.*?)\n\};", re.S)
ENTRY = re.compile(r'\{\s*"(\w+)",\s*\{(\w+),\s*(\w+),\s*(\w+)')
TABLED = {"CUDA": re.compile(r"^(?:cu(?:da|blas|sparse|solver|fft|rand|[A-Z])|nvrtc|CUDA_|CUBLAS|CUSPARSE|CUSOLVER|CUFFT|CURAND|NVRTC|CU[a-z])"),
          "CUDNN": re.compile(r"^(?:cudnn|CUDNN_)"), "HIP": re.compile(r"^(?:hip|HIP|roc(?:blas|sparse|solver|fft|rand)|miopen)")}
# What is listed is for readers of today: what came before these is everywhere; and what only some systems have, or nobody writes.
SINCE = {"CUDA": (10, 0), "CUDNN": (7, 0), "HIP": (4, 1)}
RECENT = {"CUDA": (11, 0), "CUDNN": (8, 0), "HIP": (5, 0)}
# Where names of CUDA's runtime are declared: what these have and HIPIFY does not name at all, is newer than it.
RUNTIME = re.compile(r"^(?:cuda_runtime_api|driver_types|library_types)\.h$")
RUNTIME_NAME = re.compile(r"^cuda[A-Z]\w+$")
UNLISTED = re.compile(r"^cuda(?:GetExportTable|Version)$|Reserved|D3D|Egl|egl|EGL|VDPAU|GLGet|NvSci|_[A-Z]*RESERVED|_MAX$|_(?:enum|st|union)$|^(?:cu[A-Z]|CU)\w*_v[0-9]+$|_ptsz$|^CU(?:DNN_ATTR|BLASLT_MATMUL_TILE|BLASLT_MATMUL_STAGES|_JIT|_DEVICE_ATTRIBUTE)|^CUDNN_BACKEND|^CUDNN_TYPE|^(?:HIP|hip)\w*[a-z]_64$|_64$")


def version_of(word):
    """(product, version) of what HIPIFY writes of one: CUDA_112 is 11.2, CUDNN_801 8.0.1, HIP_5020 5.2; None where it says nothing. HIP 4.4 came with ROCm 4.5."""
    product, _, number = word.partition("_")
    if not number.isdigit() or not int(number):
        return product, None
    if product == "HIP":
        version = (int(number) // 1000, int(number) // 10 % 100)
        return product, (4, 5) if version == (4, 4) else version
    if product == "CUDNN":
        return product, tuple(int(digit) for digit in number.ljust(3, "0"))
    return product, (int(number[:-1]), int(number[-1]))


def tabled(tree):
    """({name: (product, came, went)} of HIPIFY's tables, all words of its files)."""
    names, read = reader(tree)
    found, texts = {}, read([name for name in names if name.startswith("src/CUDA2HIP")])
    for text in (texts[name] for name in texts if TABLES.match(name)):
        for body in TABLE.findall(text):
            for name, *words in ENTRY.findall(body):
                (product, came), (_, _), (_, went) = (version_of(word) for word in words)
                if product in TABLED and TABLED[product].search(name):
                    found[name] = (product, came, went)
    return found, {word for text in texts.values() for word in WORD.findall(text)}


def said_of(product, came, went, last, newest):
    """What `package` says of a name, or None. When a name came that is gone, is told only where both are of our time."""
    called = {"CUDA": "CUDA", "CUDNN": "cuDNN", "HIP": "ROCm"}[product]
    since, gone = (version and ".".join(map(str, version)) for version in (came, went))
    if came and came < (RECENT if went else SINCE)[product]:
        since = None
    if went == newest:
        return "%s %s %s (%s does not have it)" % (called, since + " to" if since else "up to", last, gone)
    if went:
        return "%s %sbefore %s" % (called, "%s and later, and " % since if since else "", gone)
    return "%s %s and later%s" % (called, since, " (%s does not have it)" % last if came == newest else "") if since else None


def tabled_rows(tree, last, release, folder):
    """{(table key, package): names}, as rows() gives them. What driver/data/packages.yaml has of a name comes first."""
    names, read = folder_reader(folder)
    texts = {name: COMMENT.sub(" ", text) for name, text in read([name for name in names if HEADER.search(name)]).items()}
    words = {word for text in texts.values() for word in WORD.findall(text)}
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data", "packages.yaml"), encoding="utf-8") as f:
        known = {name.strip().strip('"') for listed in re.findall(r"\bname: \[([^\]]*)\]", f.read()) for name in listed.split(",")}
    newest, (lives, mentioned), found = tuple(map(int, release.split("."))), tabled(tree), {}
    declared = {word for name in texts if RUNTIME.match(name) for word in WORD.findall(texts[name]) if RUNTIME_NAME.match(word)}
    lives.update({name: ("CUDA", newest, None) for name in declared - mentioned})
    for name, (product, came, went) in sorted(lives.items()):
        if product == "CUDA" and not went and name not in words:
            went = newest
        if not UNLISTED.search(name) and name not in known and not (went and went != newest and name in words):
            package = said_of(product, came, went, last, newest)
            if package:
                found.setdefault(("name", package), []).append(name)
    return found


READERS = {"torch": torch_tree, "python": python_tree, "cccl": cccl_tree}


class State:
    """What is known of one release: `low` has what was there before, `high` has what is new, and both are the same but for a state between two."""

    def __init__(self, product, release, trees):
        order = RELEASES[product]
        self.high = release.rstrip("af")
        self.low = order[order.index(self.high) - 1] if "a" in release else self.high
        self.is_fork = "f" in release
        self.trees = [READERS[product](tree) for tree in trees]

    def has(self, kind, name, word_kind, word):
        """True or False, where all trees say so, else None. Without one that has the kind at all: None."""
        said = set()
        for tree in self.trees:
            there = tree.get(kind)
            if kind == "member" and "class" in tree and name.split("::")[0] not in tree["class"]:
                there = None
            said.add(None if not there else True if name in there else (None if word in tree[word_kind] else False) if word_kind else False)
        return said.pop() if len(said) == 1 else None


def lifetime(product, states, has):
    """What `package` says of a name, as (what, kind of its life), or None: it is in all, or not enough is known."""
    order = RELEASES[product]
    known = [(state, has(state)) for state in states]
    known = [(state, it) for state, it in known if it is not None]
    there = [i for i, (_, it) in enumerate(known) if it]
    if all(known[i][0].is_fork for i in there) or any(not it for _, it in known[there[0]:there[-1]]):
        return None
    first, last = there[0], there[-1]
    came, went = first > 0, last + 1 < len(known)
    at = [states.index(state) for state, _ in known]
    edges = [first] * came + [last + 1] * went
    if any(at[edge] - at[edge - 1] > (2 if at[edge] < MIXED else 1) for edge in edges):
        return None
    since, until = known[first][0].high, known[last][0].low
    if came and went:
        gone = known[last + 1][0].high
        return "%s %s to %s (%s does not have it)" % (CALLED[product], since, until, gone) if order.index(since) + 1 < order.index(until) else None
    if went:
        gone = known[last + 1][0].high
        near = order.index(gone) == order.index(until) + 1
        return "%s before %s" % (CALLED[product], gone) if near else "%s up to %s (%s does not have it)" % (CALLED[product], until, gone)
    if came:
        before = known[first - 1][0].low
        near = order.index(since) == order.index(before) + 1
        return "%s %s and later" % (CALLED[product], since) if near else "%s %s and later (%s does not have it)" % (CALLED[product], since, before)
    return None


# What a member that is gone was replaced by in these, is elsewhere in the headers all the same; of other classes that may come of a macro.
OPTIMIZERS = {"Adam", "Adagrad", "RMSprop", "LBFGS", "SGD", "Optimizer"}
# How many states, from the first, may have one that is not known between them: those with two trees.
MIXED = 6

# For each product: (kind, key of the table, how the name is written there, the kind of words that must be gone too, which names).
KINDS = {
    "torch": [("header", "name", "%s", None, lambda name: name not in FIRST_INCLUDED and LISTED_HEADER.match(name)), ("macro", "name", "%s", "word", lambda name: True),
              ("name", "name", "torch::%s", "word", lambda name: len(name) > 3 and not re.match(r"_|TH|cl_|operator|AT_|C10_|Py[A-Z]", name) and not INNER_NAME.search(name)),
              ("member", "name", "torch::%s", "class word", lambda name: not INNER_CLASS.search(name)),
              ("module", "api", "%s", None, lambda name: name.count(".") <= 3 and name not in ("torch.tensor", "torch.utils.ffi") and not re.search(r"\._|test|caffe2|examples|\.scripts|\.quantization|\.ao\.|\.fx\.|\.onnx\.", name)),
              ("attribute", "api", "%s", "attribute word", lambda name: True)],
    "python": [("name", "name", "%s", "word", lambda name: not re.search(r"_H$|^_?Py_(?:HAVE|TRACE_REFS|GNU|NO_INLINE|BEGIN|CLEAN|DEPR|BUILD|LIMITED|CODEUNIT)|^PyDateTime_|^_PyTime|^_PyHAMT|^_PyLong_[A-Z]", name)),
               ("member", "name", "%s", "word", lambda name: re.match(r"(?:tp|f|co|ob|wstr|m|nb|curexc|exc|recursion|use|gilstate|ma|ml|overflowed|stackcheck|cframe|c)_", name))],
    "cccl": [("header", "name", "%s", None, LISTED_HEADER.match), ("cub", "name", "cub::%s", "word", lambda name: len(name) > 4 and not name.isupper()), ("thrust", "name", "thrust::%s", "word", lambda name: len(name) > 4)],
}


def rows(product, states):
    """{(table key, package): names}"""
    found = {}
    for kind, key, form, word_kind, wanted in KINDS[product]:
        every = set().union(*(tree.get(kind) or set() for state in states for tree in state.trees))
        for name in sorted(every):
            package = lifetime(product, states, lambda state: state.has(kind, name, word_kind, name)) if wanted(name) else None
            is_inner = " and later" in (package or "") and (product == "cccl" or name.startswith("_"))
            if kind == "member" and product == "torch" and package and " and later" not in package:
                is_inner = name.split("::")[0] not in OPTIMIZERS and any(name.split("::")[1] in tree["word"] for tree in states[-1].trees)
            if package and not is_inner:
                found.setdefault((key, package), []).append(form % name)
    return found


def note(product, package):
    newer = " and later" in package and " before " not in package
    if product == "hipify":
        header = "; where it is new enough, the header that declares the name is not included"
        return ("a newer toolkit" + header if newer else "newer sources, or an older toolkit") if package.startswith("CUDA") else \
            ("a newer cuDNN" + header if newer else "newer sources, or an older cuDNN") if package.startswith("cuDNN") else \
            "a newer ROCm" + header if newer else "newer sources, or an older ROCm"
    if product == "cccl":
        return "sources for CCCL 3 (the iterators of cub are thrust:: and cuda:: there, its functors cuda::std::), or CUDA 12"
    if product == "python":
        return "a newer Python, or the release of the sources for this one" if newer else "newer sources (for generated code the newest Cython or pybind11), or an older Python"
    return "a newer PyTorch, or the release of the sources for this one" if newer else "the release of the sources for this PyTorch, or a PyTorch of theirs in an environment of its own"


def quoted(name):
    return '"%s"' % name if ":" in name or "/" in name else name


HEAD = """# What came and went with which release of PyTorch, of Python's C interface, of CUDA, cuDNN and ROCm, and of CUDA's C++ libraries: what signatures with `table: name` and `table: api` look up.
# What is in PyTorch's namespaces (at, c10, torch and those in them) is here as torch::name. Made by driver/tests/releases.py out of headers and Python files:
# %s
"""


def state_said(state):
    """A release, and the commits that stand for it."""
    release, trees = state
    commits = ["%.10s" % tree.rsplit("@", 1)[1] for tree in trees if re.search("@[0-9a-f]{10}", tree)]
    return release + (" (%s)" % ", ".join(commits) if commits else "")


def main(arguments):
    products, current = {}, None
    for argument in arguments:
        if argument in CALLED:
            current = products.setdefault(argument, {})
        else:
            release, _, tree = argument.partition("=")
            current.setdefault(release, []).append(tree)
    said = "; ".join("%s %s" % (CALLED[product], " ".join(map(state_said, trees.items()))) for product, trees in products.items())
    sys.stdout.write(HEAD % said)
    for product, trees in products.items():
        if product == "hipify":
            (last, (tree,)), (release, (folder,)) = trees.items()
            found = tabled_rows(tree, last, release, folder)
        else:
            found = rows(product, [State(product, release, some) for release, some in trees.items()])
        for (key, package), names in found.items():
            package = "it is in %s only" % package if key == "api" else package
            sys.stdout.write('- {package: "%s", %s: [%s], note: "%s"}\n' % (package, key, ", ".join(map(quoted, names)), note(product, package)))


if __name__ == "__main__":
    main(sys.argv[1:])
