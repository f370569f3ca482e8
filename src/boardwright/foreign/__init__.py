"""Other libraries' environments, checked by those of our laws that can be asked from outside.

`boardwright check --env pettingzoo:tictactoe_v3` runs `laws.judge` on `loading.load(text)`.
"""

from __future__ import annotations
