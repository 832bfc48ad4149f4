// Uses each name that cuda-13-cub-names restores, in the way the tree's files do, and compares what the GPU computes with what the processor does.
#include <ATen/cuda/cub.cuh>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <numeric>
#include <random>
#include <vector>

template <typename T> struct Device {
	T *data = nullptr;
	size_t count;
	explicit Device(size_t n) : count(n)
	{
		AT_CUDA_CHECK(cudaMalloc(&data, std::max<size_t>(n, 1) * sizeof(T)));
	}
	explicit Device(const std::vector<T> &from) : Device(from.size())
	{
		AT_CUDA_CHECK(cudaMemcpy(data, from.data(), count * sizeof(T), cudaMemcpyHostToDevice));
	}
	~Device()
	{
		cudaFree(data);
	}
	std::vector<T> host() const
	{
		std::vector<T> to(count);
		AT_CUDA_CHECK(cudaMemcpy(to.data(), data, count * sizeof(T), cudaMemcpyDeviceToHost));
		return to;
	}
};

static int failures = 0;

static void check(bool holds, const char *what)
{
	std::printf("%s %s\n", holds ? "passed" : "FAILED", what);
	failures += !holds;
}

template <typename T> struct NonZeroOp {
	__host__ __device__ __forceinline__ bool operator()(const T &a) const
	{
		return a != T(0);
	}
};
struct LoadBoolOp {
	__host__ __device__ bool operator()(uint8_t x) const
	{
		return static_cast<bool>(x);
	}
};
struct MapNumberOfTrueValues {
	__host__ __device__ int operator()(uint8_t x) const
	{
		return static_cast<bool>(x);
	}
};
struct BlockIdxToKey {
	uint32_t blocks_per_slice;
	__host__ __device__ uint32_t operator()(uint32_t block) const
	{
		return block / blocks_per_slice;
	}
};

namespace at::native
{

// Nonzero.cu: how many are not zero, and where they are.
static void nonzero(const std::vector<float> &values, const char *what)
{
	Device<float> in(values);
	Device<int> count(1);
	using Iterator = at_cuda_detail::cub::TransformInputIterator<int, NonZeroOp<float>, const float *>;
	Iterator ones(in.data, NonZeroOp<float>());
	CUB_WRAPPER(cub::DeviceReduce::Sum, ones, count.data, static_cast<int>(values.size()),
		at::cuda::getCurrentCUDAStream());
	std::vector<int64_t> expected;
	for (size_t i = 0; i < values.size(); i++)
		if (values[i] != 0)
			expected.push_back(17 + i);
	check(count.host()[0] == static_cast<int>(expected.size()), what);

	Device<int64_t> places(values.size());
	cub::CountingInputIterator<int64_t> counting(17);
	cub::TransformInputIterator<bool, NonZeroOp<float>, const float *> flags(in.data, NonZeroOp<float>());
	CUB_WRAPPER(cub::DeviceSelect::Flagged, counting, flags, places.data, count.data,
		static_cast<int>(values.size()), at::cuda::getCurrentCUDAStream());
	auto found = places.host();
	found.resize(count.host()[0]);
	check(found == expected,
		"CountingInputIterator and TransformInputIterator, DeviceSelect::Flagged (Nonzero.cu)");
}

// UniqueCub.cu: booleans.
static void booleans(const std::vector<uint8_t> &bytes)
{
	Device<uint8_t> in(bytes);
	Device<int> count(1);
	NO_ROCM(at_cuda_detail)::cub::TransformInputIterator<int, MapNumberOfTrueValues, const uint8_t *> trues(
		in.data, MapNumberOfTrueValues{});
	at::cuda::cub::reduce(trues, count.data, bytes.size(), NO_ROCM(at_cuda_detail)::cub::Sum{}, 0);
	int expected = std::count_if(bytes.begin(), bytes.end(), [](uint8_t x) { return x != 0; });
	check(count.host()[0] == expected, "TransformInputIterator and Sum, reduce (UniqueCub.cu)");
	NO_ROCM(at_cuda_detail)::cub::TransformInputIterator<bool, LoadBoolOp, const uint8_t *, int> loaded(
		in.data, LoadBoolOp());
	Device<bool> out(bytes.size());
	Device<int> kept(1);
	at::cuda::cub::unique(loaded, out.data, kept.data, bytes.size());
	int runs = 0;
	for (size_t i = 0; i < bytes.size(); i++)
		runs += i == 0 || (bytes[i] != 0) != (bytes[i - 1] != 0);
	check(kept.host()[0] == runs, "TransformInputIterator, DeviceSelect::Unique (UniqueCub.cu)");
}

// Embedding.cu and EmbeddingBag.cu: how often each index stands in a sorted list, from both ends, the greater of the two.
static void by_key(const std::vector<int64_t> &sorted)
{
	const size_t n = sorted.size();
	Device<int64_t> keys(sorted), counts(n);
	at::cuda::cub::inclusive_sum_by_key(keys.data,
		NO_ROCM(at_cuda_detail) ROCM_HIPCUB(::cub)::ConstantInputIterator<int64_t>(1), counts.data, n);
	std::vector<int64_t> expected(n);
	for (size_t i = 0; i < n; i++)
		expected[i] = i && sorted[i] == sorted[i - 1] ? expected[i - 1] + 1 : 1;
	check(counts.host() == expected, "ConstantInputIterator and Equality, inclusive_sum_by_key (Embedding.cu)");
	Device<int64_t> most(n);
	at::cuda::cub::inclusive_scan_by_key(
		keys.data, counts.data, most.data, NO_ROCM(at_cuda_detail) ROCM_HIPCUB(::cub)::Max(), n);
	for (size_t i = 1; i < n; i++)
		if (sorted[i] == sorted[i - 1])
			expected[i] = std::max(expected[i], expected[i - 1]);
	check(most.host() == expected, "Max and Equality, inclusive_scan_by_key (EmbeddingBag.cu)");
	auto given = counts.host();
	std::reverse(given.begin(), given.end());
	Device<int64_t> reversed(given);
	at::cuda::cub::inclusive_scan_by_key(
		keys.data, reversed.data, most.data, NO_ROCM(at_cuda_detail) ROCM_HIPCUB(::cub)::Max(), n);
	for (size_t i = 1; i < n; i++)
		if (sorted[i] == sorted[i - 1])
			given[i] = std::max(given[i], given[i - 1]);
	check(most.host() == given, "Max, inclusive_scan_by_key of values in no order");
}

// TensorTopK.cu: sums by slice.
static void by_slice(const std::vector<int> &values, uint32_t per_slice)
{
	const size_t n = values.size();
	Device<int> in(values), out(n);
	using counting_iter_t = cub::CountingInputIterator<uint32_t, uint32_t>;
	using slice_idx_iter_t = cub::TransformInputIterator<uint32_t, BlockIdxToKey, counting_iter_t>;
	slice_idx_iter_t slices(counting_iter_t(0), BlockIdxToKey{ per_slice });
	at::cuda::cub::inclusive_sum_by_key(slices, in.data, out.data, n);
	std::vector<int> expected(values);
	for (size_t i = 1; i < n; i++)
		if (i % per_slice)
			expected[i] += expected[i - 1];
	check(out.host() == expected,
		"TransformInputIterator of CountingInputIterator, inclusive_sum_by_key (TensorTopK.cu)");
}

// cuda_cub_test.cu: the scans of cub.cuh, in one piece and in pieces.
template <int Piece> static void scans(const std::vector<int> &values, const char *what)
{
	const size_t n = values.size();
	Device<int> in(values), out(n);
	std::vector<int> expected(n);
	std::partial_sum(values.begin(), values.end(), expected.begin());
	at::cuda::cub::inclusive_scan<int *, int *, ::at_cuda_detail::cub::Sum, Piece>(
		in.data, out.data, ::at_cuda_detail::cub::Sum(), n);
	bool holds = out.host() == expected;
	at::cuda::cub::exclusive_scan<int *, int *, ::at_cuda_detail::cub::Sum, int, Piece>(
		in.data, out.data, ::at_cuda_detail::cub::Sum(), 5, n);
	for (size_t i = n; i-- > 0;)
		expected[i] = 5 + (i ? expected[i - 1] : 0);
	holds = holds && out.host() == expected;
	std::partial_sum(values.begin(), values.end(), expected.begin(), [](int a, int b) { return std::min(a, b); });
	at::cuda::cub::inclusive_scan<int *, int *, ::at_cuda_detail::cub::Min, Piece>(
		in.data, out.data, ::at_cuda_detail::cub::Min(), n);
	check(holds && out.host() == expected, what);
}

} // namespace at::native

int main()
{
	std::mt19937 random(19);
	const size_t n = 1000003;
	std::vector<float> sparse(n);
	std::vector<uint8_t> bytes(n);
	std::vector<int64_t> sorted(n);
	std::vector<int> small(n), few(37);
	for (size_t i = 0; i < n; i++) {
		sparse[i] = random() % 3 ? 0.0f : static_cast<float>(random() % 9) - 4;
		bytes[i] = random() % 4 ? 0 : static_cast<uint8_t>(random());
		sorted[i] = random() % 5000;
		small[i] = static_cast<int>(random() % 201) - 100;
	}
	for (auto &value : few)
		value = static_cast<int>(random() % 201) - 100;
	std::sort(sorted.begin(), sorted.end());
	at::native::nonzero(sparse, "TransformInputIterator, DeviceReduce::Sum (Nonzero.cu)");
	at::native::booleans(bytes);
	at::native::by_key(sorted);
	at::native::by_slice(small, 1024);
	at::native::scans<1 << 20>(small, "Sum and Min, inclusive_scan and exclusive_scan (cub.cuh)");
	at::native::scans<2>(few, "the same in pieces of two");
	std::printf("%d failures\n", failures);
	return failures != 0;
}
