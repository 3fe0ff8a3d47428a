"""One rendered picture through the simulator's pipeline and through the robot's."""

import numpy as np
import torch
from broken import parity, predict, preprocess_deploy, preprocess_train
from torch import nn

HEIGHT = 48
WIDTH = 80

rng = np.random.default_rng(5)
picture = rng.integers(0, 256, size=(HEIGHT, WIDTH, 3), dtype=np.uint8)
picture[..., 0] //= 2  # little red, so that the channels can be told apart
frame = picture[..., ::-1]

sim, robot = preprocess_train(picture), preprocess_deploy(frame)
for name, x in (("simulator", sim), ("robot", robot)):
    means = ", ".join(f"{value:6.2f}" for value in x.mean(dim=(1, 2)).tolist())
    print(f"{name:9s} channel means {means}   shape {tuple(x.shape)}")
gap = parity(picture)
print(f"largest difference between the two: {gap:.3f}")

torch.manual_seed(0)
model = nn.Sequential(nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4), nn.Flatten(), nn.LazyLinear(5))
model(torch.randn(8, 3, 32, 32))
before = model[1].running_mean.clone()
predict(model, frame)
drift = float((model[1].running_mean - before).abs().max())
print(f"BatchNorm statistics moved by one prediction: {drift:.4f}")

assert gap <= 1e-5, "the robot shows the network another picture"
assert drift == 0.0, "predicting changes the model"
