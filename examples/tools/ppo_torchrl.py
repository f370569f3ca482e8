"""PPO of TorchRL on our vector, with its own MaskedCategorical.

python examples/tools/ppo_torchrl.py connect_four
"""

from __future__ import annotations

import torch
from shared import Network, arguments, load, run
from tensordict.nn import TensorDictModule
from torchrl.collectors import Collector
from torchrl.envs import GymWrapper
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

from boardwright.core.game import Game
from boardwright.envs.gymnasium import VectorEnv

ROWS, LENGTH = 64, 64
EPOCHS, BATCHES = 4, 8


def train(game: Game, network: Network, steps: int, seed: int) -> int:
    """Train with TorchRL's collector, advantage and loss."""
    env = GymWrapper(
        # TorchRL resets rows by itself, which is Gymnasium's mode DISABLED; its policies see observations alone.
        VectorEnv(game, ROWS, observation="planes", mask_in_observation=True, autoreset_mode="DISABLED"),
        categorical_action_encoding=True,
    )
    env.set_seed(seed)
    logits = TensorDictModule(
        lambda planes, mask: (network.policy(network.body(planes)), mask.bool()),
        in_keys=["observation", "action_mask"],
        out_keys=["logits", "mask"],
    )
    actor = ProbabilisticActor(
        logits, in_keys=["logits", "mask"], distribution_class=MaskedCategorical, return_log_prob=True
    )
    critic = ValueOperator(lambda planes: network.value(network.body(planes)), in_keys=["observation"])
    advantage = GAE(gamma=0.99, lmbda=0.95, value_network=critic)
    loss_of = ClipPPOLoss(
        actor, critic, clip_epsilon=0.2, entropy_coeff=0.01, critic_coeff=0.5, normalize_advantage=True
    )
    optimizer = torch.optim.Adam(network.parameters(), lr=1e-3, eps=1e-5)
    updates = steps // (ROWS * LENGTH)
    frames = ROWS * LENGTH
    # Transforms are for policies with a memory, which this one has not.
    collector = Collector(
        env, actor, frames_per_batch=frames, total_frames=updates * frames, auto_register_policy_transforms=False
    )
    for update, rollout in enumerate(collector):
        optimizer.param_groups[0]["lr"] = 1e-3 * (1 - update / updates)
        with torch.no_grad():
            batch = advantage(rollout).reshape(-1)
        for _ in range(EPOCHS):
            for part in torch.randperm(len(batch)).chunk(BATCHES):
                losses = loss_of(batch[part])
                optimizer.zero_grad()
                (losses["loss_objective"] + losses["loss_critic"] + losses["loss_entropy"]).backward()
                torch.nn.utils.clip_grad_norm_(network.parameters(), 0.5)
                optimizer.step()
    return updates * ROWS * LENGTH


def main() -> None:
    """Train on a game and print its win rate before and after."""
    given = arguments(__doc__, 60_000)
    torch.manual_seed(given.seed)
    torch.set_num_threads(1)
    game = load(given.game)
    env = VectorEnv(game, 1, observation="planes")
    network = Network(env.single_observation_space.shape, game.actions.policy)
    run(game, lambda planes: network(planes)[0], lambda: train(game, network, given.steps, given.seed))


if __name__ == "__main__":
    main()
