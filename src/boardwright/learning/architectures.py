"""Network architectures: specification 002's CNN, a residual tower, and one for games with a table of units.

They read the planes and numbers of an encoder and return policy logits, a value, and logits of an auxiliary head.
"""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn
from torch.nn import functional

NARROW = 8
"""The planes that a fully connected policy head reads."""

WIDER = 4
"""A fully connected layer is so much wider than a convolution of the same `hidden`."""


class CNNPolicy(nn.Module):
    """The network of specification 002: three convolutions, a policy head, a value head and an auxiliary head.

    Its logits are planes first, [B, K, H, W] flattened: all reveals, then all flags. (The specification
    interleaves them.)
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
        """Return logits [B, K * H * W], values [B] and, on request, the auxiliary logits of every cell [B, 1, H, W]."""
        f = self.backbone(x)
        logits = planes_first(self.policy_head(f))
        value = self.value_head(f).squeeze(-1)
        if return_auxiliary:
            return logits, value, self.auxiliary_head(f)
        return logits, value


class Block(nn.Module):
    """A residual block of two convolutions, with features pooled over the whole board added in between.

    The second convolution is initialised to zero, so a deep network starts as a shallow one and needs no normalisation,
    which on a CPU would cost as much as the convolutions. The pooled features are the mean of every plane and, with
    `peaks`, its maximum, whose gradient is the more expensive one.
    """

    def __init__(self, hidden: int, *, peaks: bool = True) -> None:
        super().__init__()
        self.peaks = peaks
        self.first = nn.Conv2d(hidden, hidden, 3, padding=1)
        self.whole = nn.Linear((1 + peaks) * hidden, hidden)
        self.second = nn.Conv2d(hidden, hidden, 3, padding=1)
        nn.init.zeros_(self.second.weight)
        nn.init.zeros_(self.second.bias)  # type: ignore[arg-type]  # a convolution has a bias by default

    def forward(self, x: Tensor) -> Tensor:
        """Map [B, F, H, W] to the same shape."""
        whole = pooled(x) if self.peaks else x.mean(dim=(2, 3))
        inner = self.first(x) + self.whole(whole)[:, :, None, None]
        return functional.relu(x + self.second(functional.relu(inner)))


class Tower(nn.Module):
    """A residual tower over planes and numbers of the whole board, for the heads of its subclasses.

    Every block adds features pooled over the whole board, so that distant cells count, too.
    """

    def __init__(self, planes: int, numbers: int, hidden: int, blocks: int) -> None:
        super().__init__()
        self.stem = nn.Conv2d(planes, hidden, 3, padding=1)
        self.known = nn.Linear(numbers, hidden) if numbers else None
        self.blocks = nn.ModuleList(Block(hidden) for _ in range(blocks))

    def features(self, x: Tensor, numbers: Tensor) -> Tensor:
        """Return the features of every cell, [B, F, H, W]."""
        f: Tensor = self.stem(x)
        if self.known is not None:
            f = f + self.known(numbers)[:, :, None, None]
        f = functional.relu(f)
        for block in self.blocks:
            f = block(f)
        return f


class ResidualPolicy(Tower):
    """A tower with a policy head by cells: the same weights serve boards of any size."""

    def __init__(self, planes: int, numbers: int, hidden: int, blocks: int, action_planes: int, others: int) -> None:
        super().__init__(planes, numbers, hidden, blocks)
        self.policy_head = nn.Conv2d(hidden, action_planes, 1)
        self.other_head = nn.Linear(2 * hidden, others) if others else None
        self.value_head = nn.Sequential(nn.Linear(2 * hidden, hidden), nn.ReLU(), nn.Linear(hidden, 1))
        self.auxiliary_head = nn.Conv2d(hidden, 1, 1)

    def forward(self, x: Tensor, numbers: Tensor, return_auxiliary: bool = False) -> tuple[Tensor, ...]:
        """Return logits [B, K * H * W + others], values [B] and, on request, auxiliary logits [B, 1, H, W]."""
        f = self.features(x, numbers)
        whole = pooled(f)
        logits = planes_first(self.policy_head(f))
        if self.other_head is not None:
            logits = torch.cat([logits, self.other_head(whole)], dim=1)
        value = self.value_head(whole).squeeze(-1)
        if return_auxiliary:
            return logits, value, self.auxiliary_head(f)
        return logits, value


class BoardPolicy(Tower):
    """A tower over a board of one size, for any actions: fully connected heads read all cells.

    Where a cell lies decides the value of many games (the rows of connected stones, the distance to a goal).
    """

    def __init__(
        self, planes: int, numbers: int, board: tuple[int, int], hidden: int, blocks: int, actions: int
    ) -> None:
        super().__init__(planes, numbers, hidden, blocks)
        self.narrow = nn.Conv2d(hidden, NARROW, 1)
        read = NARROW * board[0] * board[1] + 2 * hidden
        self.policy_head = nn.Linear(read, actions)
        self.value_head = nn.Sequential(nn.Linear(read, hidden), nn.ReLU(), nn.Linear(hidden, 1))

    def forward(self, x: Tensor, numbers: Tensor) -> tuple[Tensor, Tensor]:
        """Return logits [B, actions] and values [B]."""
        f = self.features(x, numbers)
        all_cells = planes_first(functional.relu(self.narrow(f)))
        known = torch.cat([all_cells, pooled(f)], dim=1)
        return self.policy_head(known), self.value_head(known).squeeze(-1)


class DensePolicy(nn.Module):
    """Residual fully connected layers, for observations without a board."""

    def __init__(self, numbers: int, hidden: int, blocks: int, actions: int) -> None:
        super().__init__()
        wide = WIDER * hidden
        self.stem = nn.Linear(numbers, wide)
        self.blocks = nn.ModuleList(
            nn.Sequential(nn.Linear(wide, wide), nn.ReLU(), nn.Linear(wide, wide)) for _ in range(blocks)
        )
        for block in self.blocks:
            nn.init.zeros_(block[2].weight)  # type: ignore[index]  # a Sequential
        self.policy_head = nn.Linear(wide, actions)
        self.value_head = nn.Sequential(nn.Linear(wide, hidden), nn.ReLU(), nn.Linear(hidden, 1))

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """Return logits [B, actions] and values [B]."""
        f = functional.relu(self.stem(x))
        for block in self.blocks:
            f = functional.relu(f + block(f))
        return self.policy_head(f), self.value_head(f).squeeze(-1)


class UnitsPolicy(nn.Module):
    """A residual tower over a board with units, which come as a table: one row per unit, its cell among its columns.

    A unit's embedding is added to its cell, and the tower's features of that cell are read back for the unit. An action
    that names a unit (a target) is scored by that unit and its surroundings, and one that names a unit and a cell (a
    placement) by the product of the two. The same weights serve boards and armies of any size.
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
        # The coordinates, and the parity of the column: the neighbours of a hex depend on it.
        self.stem = nn.Conv2d(planes + 3, hidden, 3, padding=1)
        self.known = nn.Linear(numbers, hidden)
        # Placements are products of a unit's query and a cell's key: without normalisation they diverge in training.
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
        """Return logits [B, own * H * W + planes * H * W + the other side's units + others] and values [B].

        `units` are the rows of the table, [B, U, columns], own ones first; `cols` and `rows` [B, U] are negative
        for a unit that is off the board.
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
        # One row per cell from here on, [B, H * W, F], which is the memory layout of channels_last.
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
    """Flatten [B, K, H, W] to [B, K * H * W] in any memory format."""
    return x.contiguous().flatten(1)


def pooled(x: Tensor) -> Tensor:
    """The mean and the maximum of every plane, [B, 2 * F]."""
    return torch.cat([x.mean(dim=(2, 3)), x.amax(dim=(2, 3))], dim=1)


def _coordinates(x: Tensor) -> Tensor:
    """Three planes per batch row: the row, the column, and the parity of the column."""
    batch, _, height, width = x.shape
    cols, rows = torch.arange(width, device=x.device), torch.arange(height, device=x.device)
    down = (rows / height)[:, None].expand(height, width)
    right = (cols / width)[None].expand(height, width)
    odd = (cols % 2)[None].expand(height, width).to(down.dtype)
    return torch.stack([down, right, odd]).to(x.dtype)[None].expand(batch, -1, -1, -1)


def _for_each(whole: Tensor, units: Tensor) -> Tensor:
    """Repeat the features of the whole board, [B, F], for each unit, [B, U, F]."""
    return whole[:, None].expand(-1, units.shape[1], -1)
