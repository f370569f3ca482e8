"""Masked PPO in one file, in the manner of CleanRL: torch and our vector, no other library.

python examples/tools/ppo_plain.py connect_four
"""

from __future__ import annotations

import torch
from shared import Network, arguments, load, masked, run
from torch import Tensor, nn
from torch.distributions import Categorical

from boardwright.core.game import Game
from boardwright.envs import Vector

ROWS, LENGTH = 64, 64  # games side by side, decisions of each between two updates
EPOCHS, BATCHES = 4, 8
GAMMA, LAMBDA, CLIP = 0.99, 0.95, 0.2
RATE, ENTROPY, VALUE, NORM = 1e-3, 0.01, 0.5, 0.5


def train(game: Game, network: Network, steps: int, seed: int) -> int:
    """Play, estimate advantages, update; until `steps` decisions are used."""
    env = Vector(game, ROWS, seed=seed, opponent="random" if game.players > 1 else None, observation="planes")
    optimizer = torch.optim.Adam(network.parameters(), lr=RATE, eps=1e-5)
    updates = steps // (ROWS * LENGTH)
    observations, masks = torch.as_tensor(env.observations), torch.as_tensor(env.mask.copy())
    for update in range(updates):
        optimizer.param_groups[0]["lr"] = RATE * (1 - update / updates)
        rollout = []
        for _ in range(LENGTH):
            with torch.no_grad():
                logits, values = network(observations)
                policy = Categorical(logits=masked(logits, masks))
                actions = policy.sample()
            step = env.step(actions.numpy())
            rewards, ended = torch.as_tensor(step.rewards).float(), torch.as_tensor(env.ended.copy())
            rollout.append((observations, masks, actions, policy.log_prob(actions), values, rewards, ended))
            observations, masks = torch.as_tensor(step.observations), torch.as_tensor(step.mask)
        with torch.no_grad():
            following = network(observations)[1]
        advantages = estimate([part[4:] for part in rollout], following)
        # Everything of a rollout as one batch, [LENGTH * ROWS, ...].
        seen, legal, chosen, old, values = (torch.cat(parts) for parts in list(zip(*rollout))[:5])
        targets = advantages + values
        for _ in range(EPOCHS):
            for batch in torch.randperm(len(seen)).chunk(BATCHES):
                logits, value = network(seen[batch])
                policy = Categorical(logits=masked(logits, legal[batch]))
                ratio = (policy.log_prob(chosen[batch]) - old[batch]).exp()
                gain = advantages[batch]
                gain = (gain - gain.mean()) / (gain.std() + 1e-8)
                policy_loss = -torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
                value_loss = 0.5 * (value - targets[batch]).pow(2).mean()
                loss = policy_loss + VALUE * value_loss - ENTROPY * policy.entropy().mean()
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(network.parameters(), NORM)
                optimizer.step()
    return updates * ROWS * LENGTH


def estimate(rollout: list[tuple[Tensor, Tensor, Tensor]], following: Tensor) -> Tensor:
    """Generalised advantage estimation from values, rewards and ends. Nothing flows back from the next episode."""
    advantages, advantage = [], torch.zeros_like(following)
    for values, rewards, ended in reversed(rollout):
        going = (~ended).float()
        advantage = rewards + GAMMA * following * going - values + GAMMA * LAMBDA * going * advantage
        advantages.append(advantage)
        following = values
    return torch.cat(advantages[::-1])


def main() -> None:
    """Train on a game and print its win rate before and after."""
    given = arguments(__doc__, 200_000)
    torch.manual_seed(given.seed)
    torch.set_num_threads(1)
    game = load(given.game)
    shape = Vector(game, 1, seed=0, observation="planes").observations.shape[1:]
    network = Network(shape, game.actions.policy)
    run(game, lambda planes: network(planes)[0], lambda: train(game, network, given.steps, given.seed))


if __name__ == "__main__":
    main()
