#!/bin/sh
# Asks the tree's torch.utils.cpp_extension whether it takes a g++ of a version with a CUDA of a version. An nvcc that only tells its version stands in.
# usage: bounds.sh CUDA GCC, in the tree; with $WORK and $HERE as tests/real/grid.py sets them.
mkdir -p "$WORK/bin"
printf '#!/bin/sh\necho "Cuda compilation tools, release %s, V%s.0"\n' "$1" "$1" >"$WORK/bin/nvcc"
chmod +x "$WORK/bin/nvcc"
exec python3 "$HERE/load.py" torch/utils/cpp_extension.py "[
    setattr(torch.version, 'cuda', '$1'),
    globals().update(CUDA_HOME='$WORK', _is_binary_build=lambda: True, TorchVersion=__import__('pkg_resources').packaging.version.parse),
    ((lambda *words: BuildExtension._check_cuda_version(None, *words)) if hasattr(BuildExtension, '_check_cuda_version') else _check_cuda_version)(
        'g++', TorchVersion('$2'))]"
