"""Fine-tunes a new head for a few epochs: loss, weights, gradient."""

import torch

from broken import TinyNet, finetune, train_step

CLASSES = 4
EPOCHS = 3

torch.manual_seed(0)
x, y = torch.randn(64, 16), torch.randint(0, CLASSES, (64,))
model = TinyNet(16, 32, 2, 10)
optimizer = finetune(model, num_classes=CLASSES, lr=0.05)
before = model.head.weight.detach().clone()
for epoch in range(EPOCHS):
    losses = [train_step(model, optimizer, x[k : k + 16], y[k : k + 16]) for k in range(0, 64, 16)]
    norm = model.head.weight.grad.norm().item()
    print(f"epoch {epoch}  mean loss {sum(losses) / 4:.6f}  gradient of the head {norm:.2f}")
moved = (model.head.weight - before).abs().max().item()
print("largest change of a weight of the head:", moved)
print("registered parameters:", sum(p.numel() for p in model.parameters()))

assert moved > 0, "the head has not learnt anything"
assert any(name.startswith("blocks") for name, _ in model.named_parameters()), "the blocks are not registered"
