"""Bodies of networks: the seed's small one, a residual tower, and one for games whose pieces are a table of units.

They read planes and numbers that an encoder made, and give logits of actions, a value, and logits of an auxiliary head.
"""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn
from torch.nn import functional


class CNNPolicy(nn.Module):
    """The seed's network: three convolutions, then a head each for the policy, the value and what is hidden.

    Its logits are planes first, [B, K, H, W] flattened: all reveals, then all flags. (The seed interleaves them.)
    """

    def __init__(self, in_channels: int, hidden: int = 64, action_planes: int = 2) -> None:
        super().__init__()
        self.backbone = nn.Sequential(
            nn.Conv2d(in_channels, 32, 3, padding=1),
            nn.ReLU(),
            nn.GroupNorm(4, 32),
            nn.Conv2d(32, hidden, 3, padding=1),
            nn.ReLU(),
            nn.GroupNorm(8, hidden),
            nn.Conv2d(hidden, hidden, 3, padding=1),
            nn.ReLU(),
        )
        self.policy_head = nn.Conv2d(hidden, action_planes, 1)
        self.value_head = nn.Sequential(
            nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(hidden, hidden), nn.ReLU(), nn.Linear(hidden, 1)
        )
        self.auxiliary_head = nn.Conv2d(hidden, 1, 1)

    def forward(self, x: Tensor, return_auxiliary: bool = False) -> tuple[Tensor, ...]:
        """Logits [B, K * H * W], values [B] and, if asked for, the auxiliary logits of every cell [B, 1, H, W]."""
        f = self.backbone(x)
        logits = planes_first(self.policy_head(f))
        value = self.value_head(f).squeeze(-1)
        if return_auxiliary:
            return logits, value, self.auxiliary_head(f)
        return logits, value


class Block(nn.Module):
    """Two convolutions beside a shortcut, and what the whole board says added in between.

    The second convolution begins at zero, so a deep network begins as a shallow one and needs no normalisation, which
    on a processor would cost as much as the convolutions. The whole board speaks by the mean of every plane and, with
    `peaks`, by its largest value, whose gradient is the dearer one.
    """

    def __init__(self, hidden: int, *, peaks: bool = True) -> None:
        super().__init__()
        self.peaks = peaks
        self.first = nn.Conv2d(hidden, hidden, 3, padding=1)
        self.whole = nn.Linear((1 + peaks) * hidden, hidden)
        self.second = nn.Conv2d(hidden, hidden, 3, padding=1)
        nn.init.zeros_(self.second.weight)
        nn.init.zeros_(self.second.bias)  # type: ignore[arg-type]  # a convolution is given a bias unless told otherwise

    def forward(self, x: Tensor) -> Tensor:
        """[B, F, H, W] to the same."""
        whole = pooled(x) if self.peaks else x.mean(dim=(2, 3))
        inner = self.first(x) + self.whole(whole)[:, :, None, None]
        return functional.relu(x + self.second(functional.relu(inner)))


class ResidualPolicy(nn.Module):
    """A residual tower. Every block adds what it pools from the whole board, so that far cells are counted, too."""

    def __init__(self, planes: int, numbers: int, hidden: int, blocks: int, action_planes: int, others: int) -> None:
        super().__init__()
        self.stem = nn.Conv2d(planes, hidden, 3, padding=1)
        self.known = nn.Linear(numbers, hidden) if numbers else None
        self.blocks = nn.ModuleList(Block(hidden) for _ in range(blocks))
        self.policy_head = nn.Conv2d(hidden, action_planes, 1)
        self.other_head = nn.Linear(2 * hidden, others) if others else None
        self.value_head = nn.Sequential(nn.Linear(2 * hidden, hidden), nn.ReLU(), nn.Linear(hidden, 1))
        self.auxiliary_head = nn.Conv2d(hidden, 1, 1)

    def forward(self, x: Tensor, numbers: Tensor, return_auxiliary: bool = False) -> tuple[Tensor, ...]:
        """Logits [B, K * H * W + others], values [B] and, if asked for, logits of the auxiliary head [B, 1, H, W]."""
        f = self.stem(x)
        if self.known is not None:
            f = f + self.known(numbers)[:, :, None, None]
        f = functional.relu(f)
        for block in self.blocks:
            f = block(f)
        whole = pooled(f)
        logits = planes_first(self.policy_head(f))
        if self.other_head is not None:
            logits = torch.cat([logits, self.other_head(whole)], dim=1)
        value = self.value_head(whole).squeeze(-1)
        if return_auxiliary:
            return logits, value, self.auxiliary_head(f)
        return logits, value


class UnitsPolicy(nn.Module):
    """A residual tower over a board with units on it, which come as a table: a row each, its place among its columns.

    What is known of a unit is added to its cell; what the tower finds there is read back for it. So an action that
    names a unit (a target) is judged by that unit and its surroundings, and one that names a unit and a cell (a
    placement) by how well the two fit. The same weights serve boards and armies of any size.
    """

    def __init__(
        self,
        planes: int,
        numbers: int,
        columns: int,
        own: int,
        hidden: int,
        blocks: int,
        action_planes: int,
        others: int,
    ) -> None:
        super().__init__()
        self.own = own
        # Where on the board, and whether the column is an odd one: neighbours of a hex differ by that.
        self.stem = nn.Conv2d(planes + 3, hidden, 3, padding=1)
        self.known = nn.Linear(numbers, hidden)
        # Placements are products of what a unit wants and a cell offers: without norms they run away while learning.
        self.unit = nn.Sequential(
            nn.Linear(columns, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.LayerNorm(hidden)
        )
        self.norm = nn.LayerNorm(hidden)
        self.blocks = nn.ModuleList(Block(hidden, peaks=False) for _ in range(blocks))
        self.plane_head = nn.Linear(hidden, action_planes)
        self.asks, self.offers = nn.Linear(2 * hidden, hidden), nn.Linear(hidden, hidden)
        self.target_head = nn.Sequential(nn.Linear(3 * hidden, hidden), nn.ReLU(), nn.Linear(hidden, 1))
        self.other_head = nn.Linear(hidden, others)
        self.value_head = nn.Sequential(nn.Linear(5 * hidden, hidden), nn.ReLU(), nn.Linear(hidden, 1))

    def forward(self, x: Tensor, numbers: Tensor, units: Tensor, cols: Tensor, rows: Tensor) -> tuple[Tensor, Tensor]:
        """Logits [B, own * H * W + planes * H * W + the other side's units + others], and values [B].

        `units` are the rows of the table, [B, U, columns], own ones first; `cols` and `rows` [B, U] are less than 0 for
        a unit that is nowhere.
        """
        height, width = x.shape[2], x.shape[3]
        known = self.unit(units)
        at = torch.where(cols < 0, -1, rows * width + cols)
        there = (at[:, :, None] == torch.arange(height * width, device=x.device)).to(known.dtype)
        placed = torch.matmul(there.transpose(1, 2), known).reshape(-1, height, width, known.shape[2])
        f = self.stem(torch.cat([x, _coordinates(x)], dim=1)) + self.known(numbers)[:, :, None, None]
        f = functional.relu(f + placed.permute(0, 3, 1, 2))
        for block in self.blocks:
            f = block(f)
        # Cell by cell from here on, [B, H * W, F]: as the tower leaves it in memory where channels come last.
        cells = self.norm(f.permute(0, 2, 3, 1).flatten(1, 2))
        whole = cells.mean(dim=1)
        about = torch.cat([known, torch.matmul(there, cells)], dim=2)
        mine, theirs = about[:, : self.own], about[:, self.own :]
        targets = self.target_head(torch.cat([theirs, _for_each(whole, theirs)], dim=2)).squeeze(2)
        wanted = self.asks(torch.cat([known[:, : self.own], _for_each(whole, mine)], dim=2))
        placing = torch.matmul(wanted, self.offers(cells).transpose(1, 2)) / math.sqrt(f.shape[1])
        moving = self.plane_head(cells).transpose(1, 2)
        logits = torch.cat([placing.flatten(1), moving.flatten(1), targets, self.other_head(whole)], dim=1)
        value = self.value_head(torch.cat([mine.mean(dim=1), theirs.mean(dim=1), whole], dim=1))
        return logits, value.squeeze(-1)


def planes_first(x: Tensor) -> Tensor:
    """[B, K, H, W] to [B, K * H * W], whatever the order in memory."""
    return x.contiguous().flatten(1)


def pooled(x: Tensor) -> Tensor:
    """The mean and the largest value of every plane, [B, 2 * F]."""
    return torch.cat([x.mean(dim=(2, 3)), x.amax(dim=(2, 3))], dim=1)


def _coordinates(x: Tensor) -> Tensor:
    """Three planes for each row: how far down, how far right, and the odd columns."""
    batch, _, height, width = x.shape
    cols, rows = torch.arange(width, device=x.device), torch.arange(height, device=x.device)
    down = (rows / height)[:, None].expand(height, width)
    right = (cols / width)[None].expand(height, width)
    odd = (cols % 2)[None].expand(height, width).to(down.dtype)
    return torch.stack([down, right, odd]).to(x.dtype)[None].expand(batch, -1, -1, -1)


def _for_each(whole: Tensor, units: Tensor) -> Tensor:
    """What is true of the whole board, [B, F], once for each unit, [B, U, F]."""
    return whole[:, None].expand(-1, units.shape[1], -1)
