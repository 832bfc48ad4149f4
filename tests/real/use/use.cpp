// What a libtorch that was built must be able to do: tensors, a product, gradients, a convolution, LAPACK, training, saving and loading.
#include <torch/torch.h>

#include <cmath>
#include <iostream>
#include <string>

static int failed;

static void check(bool holds, const std::string &what)
{
	std::cout << (holds ? "passed  " : "FAILED  ") << what << std::endl;
	failed += !holds;
}

static void train()
{
	torch::manual_seed(1);
	torch::nn::Sequential net(torch::nn::Linear(2, 16), torch::nn::Tanh(), torch::nn::Linear(16, 1));
	torch::optim::Adam step(net->parameters(), 0.05);
	torch::Tensor in = torch::tensor({ { 0.f, 0.f }, { 0.f, 1.f }, { 1.f, 0.f }, { 1.f, 1.f } });
	torch::Tensor out = torch::tensor({ { 0.f }, { 1.f }, { 1.f }, { 0.f } });
	float first = 0, last = 0;
	for (int i = 0; i < 500; i++) {
		step.zero_grad();
		torch::Tensor loss = torch::mse_loss(net->forward(in), out);
		loss.backward();
		step.step();
		last = loss.item<float>();
		first = i ? first : last;
	}
	check(last < 0.01f && last < first, "training learns exclusive or: loss " + std::to_string(first) + " to " + std::to_string(last));
}

int main(int argc, char **argv)
{
	if (argc != 2) {
		std::cerr << "usage: use FILE\nFILE is written and read back\n";
		return 2;
	}
	torch::Tensor x = torch::ones({ 4, 4 }, torch::requires_grad());
	torch::Tensor sum = torch::mm(x, x).sum();
	sum.backward();
	check(sum.item<float>() == 64 && x.grad()[0][0].item<float>() == 8, "a product and its gradient");
	torch::Tensor image = torch::arange(16, torch::kFloat).reshape({ 1, 1, 4, 4 });
	torch::Tensor convolved = torch::conv2d(image, torch::ones({ 1, 1, 3, 3 }));
	check(torch::equal(convolved.flatten(), torch::tensor({ 45.f, 54.f, 81.f, 90.f })), "a convolution");
	check(std::abs(torch::linalg_det(2 * torch::eye(3)).item<float>() - 8) < 1e-5, "LAPACK's determinant");
	torch::Tensor signal = torch::arange(8, torch::kDouble);
	check(torch::allclose(torch::fft::irfft(torch::fft::rfft(signal)), signal), "a Fourier transform and back");
	train();
	torch::save(image, argv[1]);
	torch::Tensor back;
	torch::load(back, argv[1]);
	check(torch::equal(image, back), "what is saved is loaded");
	bool thrown = false;
	try {
		torch::mm(torch::ones({ 2, 3 }), torch::ones({ 2, 3 }));
	} catch (const c10::Error &) {
		thrown = true;
	}
	check(thrown, "wrong shapes are an exception");
	return failed != 0;
}
