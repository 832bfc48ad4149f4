"""The same as use.cpp by the Python package. usage: use.py FILE; FILE is written and read back."""
import sys

import torch


def check(holds, what):
    print("passed " if holds else "FAILED ", what, flush=True)
    return bool(holds)


def train():
    torch.manual_seed(1)
    net = torch.nn.Sequential(torch.nn.Linear(2, 16), torch.nn.Tanh(), torch.nn.Linear(16, 1))
    step = torch.optim.Adam(net.parameters(), 0.05)
    x, y = torch.tensor([[0., 0.], [0., 1.], [1., 0.], [1., 1.]]), torch.tensor([[0.], [1.], [1.], [0.]])
    losses = []
    for _ in range(500):
        step.zero_grad()
        loss = torch.nn.functional.mse_loss(net(x), y)
        loss.backward()
        step.step()
        losses.append(float(loss.detach()))
    return losses[0], losses[-1]


def main(path):
    x = torch.ones(4, 4, requires_grad=True)
    total = (x @ x).sum()
    total.backward()
    image = torch.arange(16.).reshape(1, 1, 4, 4)
    first, last = train()
    scripted = torch.jit.script(torch.nn.Linear(2, 2))
    torch.save({"image": image}, path)
    held = [
        check(float(total.detach()) == 64 and float(x.grad[0, 0]) == 8, "a product and its gradient"),
        check(torch.nn.functional.conv2d(image, torch.ones(1, 1, 3, 3)).flatten().tolist() == [45, 54, 81, 90], "a convolution"),
        check(abs(float(torch.linalg.det(2 * torch.eye(3))) - 8) < 1e-5, "LAPACK's determinant"),
        check(last < 0.01 and last < first, "training learns exclusive or: loss %.4f to %.4f" % (first, last)),
        check(torch.equal(torch.load(path)["image"], image), "what is saved is loaded"),
        check(torch.from_numpy(image.numpy()).data_ptr() == image.data_ptr(), "NumPy shares its memory"),
        check(torch.equal(scripted(x[:, :2]), torch.jit.freeze(scripted.eval())(x[:, :2])), "TorchScript"),
    ]
    print("torch", torch.__version__, "%d passed, %d failed" % (sum(held), held.count(False)))
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
