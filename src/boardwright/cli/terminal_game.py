"""An interactive game in the terminal, between people and an agent."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from typing import TypeVar

import numpy as np
from rich.columns import Columns
from rich.console import Console
from rich.text import Text

from boardwright.agents import defaults, spec
from boardwright.agents.advice import Advice
from boardwright.agents.preparation import ACT, ANALYSE, EXPLAIN, LIGHT, Preparation, Request, when_compiled
from boardwright.core import board_guide, prose, typed_moves, visibility
from boardwright.core.agent import RESIGN, Agent, ForfeitingAgent, Turn
from boardwright.core.compiled.compiler import print_once
from boardwright.core.errors import AgentError, BoardwrightError, HistoryError, MalformedAction
from boardwright.core.position import Position
from boardwright.core.record import OK
from boardwright.core.view import View
from boardwright.core.words import Word
from boardwright.drawing import terminal, terminal_legend, terminal_panels
from boardwright.drawing.canvas import Segment

R = TypeVar("R")

UNSEEN = "?"
COMMANDS = ("hint", "top", "analyse", "undo", "moves", "history", "help", "quit")
TOP = 5


class TerminalGame:
    """An interactive game: the position, the seats, and the commands that a person types."""

    def __init__(
        self,
        position: Position,
        console: Console,
        preparation: Preparation,
        seat: int,
        name: str,
        agent: Agent | None,
        *,
        adviser: str = "",
        auto: str = "",
    ) -> None:
        self.position = position
        self.game = position.game
        self.console = console
        self._preparation = preparation
        self.seat = seat
        self.name, self.agent = name, agent
        self._movers: list[int] = []
        self._last: list[tuple[int, ...]] = []
        self._adviser = (adviser, spec.from_text(adviser, self.game)) if adviser else None
        self._auto = (auto, spec.from_text(auto, self.game)) if auto else None
        self._at_screen: int | None = None
        first = self.position.view()
        self._how = board_guide.guide(first.board, first.choices)
        self._left = False
        self._explained = False
        for step in position.history:
            # Moves from before the game, such as those of a puzzle.
            self._movers.append(0)
            self._last.append(self._cells(0, step.action))
        self._prepare()

    def _prepare(self) -> None:
        # Begin to compile what this game will need, the opponent first, while the person looks at the board.
        if self.game.tier is not None and self.game.tier.interpreted:
            self._preparation.request(self.game, LIGHT)
            if self.agent is not None:
                self._preparation.request(self.game, ACT, self.name, self.position.state, self.position.to_move or 0)

    def play(self) -> None:
        """Play from the first move to the last, or until a person leaves."""
        if self.game.players == 1:
            self._say("play_alone", game=self.game.title)
        else:
            seats = [self._player_name(player) for player in range(self.game.players)]
            self._say("play_seats", game=self.game.title, players=seats)
        unchanged = False
        while self.position.to_move is not None and not self._left:
            if self._is_person(self.position.to_move):
                self._hand_over()
                if not unchanged and self._auto is not None and self._auto_move():
                    continue
                if not unchanged:
                    self._show()
                unchanged = self._ask()
            else:
                self._answer()
        if not self._left:
            self._show()
            self._print_result()
            for text in self._view().summary:
                self.console.print(prose.said(text))

    def leave(self) -> None:
        """Say goodbye."""
        self._left = True
        self._say("play_left", plies=len(self.position.history))

    # -- a turn

    def _hand_over(self) -> None:
        # People who share a keyboard and have secrets from each other take turns at the screen.
        player = self.position.to_move or 0
        if self.agent is not None or self.game.definition.perfect_information or player == self._at_screen:
            return
        before, self._at_screen = self._at_screen, player
        if before is not None:
            self._wipe()
            self.console.input(self._word("play_hand_over", player=self._player_name(player)), markup=False)
            self._wipe()
            self._print_events()

    def _wipe(self) -> None:
        self.console.clear()
        if self.console.is_terminal:
            self.console.file.write("\x1b[3J")  # what was scrolled away, too

    def _auto_move(self) -> bool:
        # A move of the agent that plays for the person while it is certain. Prints the reason where it stops.
        assert self._auto is not None
        name, agent = self._auto
        explanation = self._think(name, EXPLAIN, lambda: agent.explain(self._turn()))
        if not explanation.certain:
            self._say("play_auto_stops", agent=name, reason=explanation.reason, style="yellow")
            return False
        move = self.game.actions.to_text(explanation.action, self.position.to_move or 0)
        self._say("play_auto", agent=name, move=move, reason=explanation.reason)
        self._push(explanation.action)
        return True

    def _ask(self) -> bool:
        # One line from a person. True if nothing changed, so that the board need not be drawn again.
        player = self.position.to_move or 0
        prompt = self._word("play_your_turn") if self.agent or self.game.players == 1 else self._player_name(player)
        line = self.console.input(f"{prompt}{self._symbol(player)} > ", markup=False).strip()
        if not sys.stdin.isatty():
            # A pipe does not echo; the transcript should read as the screen does.
            self.console.print(line)
        before = len(self.position.history)
        try:
            self._obey(line)
        except MalformedAction:
            self._say("play_no_move", line=line, example=self._view().choices[0].text, style="red")
            self._say("play_see_help", style="dim")
        except BoardwrightError as error:
            self.console.print(str(error), style="red")
        return len(self.position.history) == before

    def _obey(self, line: str) -> None:
        # A command, a move, or else an unambiguous prefix of a command.
        if line.lower() in COMMANDS:
            self._commands[line.lower()]()
            return
        try:
            self._push(self._own(line))
        except MalformedAction:
            meant = [name for name in COMMANDS if line and name.startswith(line.lower())]
            if len(meant) != 1:
                raise
            self._commands[meant[0]]()

    def _own(self, line: str) -> int:
        # The typed action. People may have actions out of turn, but may not take an agent's.
        game, state = self.game, self.position.state
        action = typed_moves.index_of(game, state, line)
        inspection = game.inspect(state, [action])
        actor = int(inspection.actors[0])
        if not self._is_person(actor) and inspection.reasons[0] == OK:
            raise AgentError("play_not_yours", move=line, player=self._player_name(actor))
        return action

    def _answer(self) -> None:
        assert self.agent is not None
        agent = self.agent
        action = self._think(self.name, ACT, lambda: agent.act(self._turn()))
        if action == RESIGN:
            self._left = True
            self._say("prose_resigned", player=self.position.to_move or 0)
            if isinstance(agent, ForfeitingAgent) and agent.forfeit is not None:
                self.console.print(str(agent.forfeit))
            return
        self._push(action)

    def _think(self, name: str, use: str, call: Callable[[], R]) -> R:
        # Run an agent under a line that says who thinks, or how far the compiler is.
        def ask() -> Request:
            return self._preparation.request(self.game, use, name, self.position.state, self.position.to_move or 0)

        def wait(request: Request) -> None:
            if not self.console.is_terminal:
                print_once(request.word())
            while not request.finished.wait(0.2):
                status.update(str(request.word()))
            status.update(thinking)

        thinking = self._word("play_thinking", player=name)
        with self.console.status(thinking) as status:
            return when_compiled(call, self.game, ask, wait)

    def _push(self, action: int) -> None:
        mover = int(self.game.actor(self.position.state, [action])[0])
        cells = self._cells(mover, action)
        self.position.push(action)
        self._movers.append(mover)
        self._last.append(cells)
        if not self._is_person(mover):
            player, move = self._player_name(mover, symbol=True), self._move(mover, action)
            self._say("play_moved" if move != UNSEEN else "play_moved_unseen", player=player, move=move)
        self._print_events()

    def _print_events(self) -> None:
        # Between people with secrets, those of whoever is at the screen: not yet of the next to move.
        player = self._view().player if self._at_screen is None else self._at_screen
        for event in self.game.narration(self.position.state, player):
            self.console.print(prose.said(event))

    def _cells(self, mover: int, action: int) -> tuple[int, ...]:
        # The cells of an action. With hidden information, the game itself marks what everybody saw: the next to look
        # at this board may be another person.
        player = mover if self.agent is None else self.seat
        alone = self.game.players == 1 or (self.agent is not None and mover == self.seat)
        if not (alone or self.game.definition.perfect_information):
            return ()
        return tuple(self.game.definition.scene(self.game, self.position.state, player).targets.get(action, ()))

    # -- commands

    @property
    def _commands(self) -> dict[str, Callable[[], None]]:
        own = (
            self._hint,
            self._top,
            self._analyse,
            self._undo,
            self._moves,
            self._history,
            self._help,
            self.leave,
        )
        return dict(zip(COMMANDS, own))

    def _advice(self) -> Advice:
        if self._adviser is None:
            chosen = defaults.adviser(self.game)
            opponent = self.agent if chosen == self.name else None
            self._adviser = chosen, opponent or spec.from_text(chosen, self.game)
        name, agent = self._adviser
        explanation = self._think(name, EXPLAIN, lambda: agent.explain(self._turn()))
        return Advice(self._turn(), name, explanation)

    def _hint(self) -> None:
        advice = self._advice()
        self.console.print(advice.sentence())
        if advice.line:
            self.console.print(advice.line)

    def _top(self) -> None:
        advice = self._advice()
        if not advice.explanation.scores:
            raise AgentError("play_no_scores", agent=advice.agent)
        view = self._view()
        self._draw(view, terminal.ranks(view.board, view.choices, advice.best(TOP)))
        for line in advice.ranking(TOP, self.console.width):
            self.console.print(line)

    def _analyse(self) -> None:
        analysis = self.game.definition.people.analysis
        if analysis is None:
            raise AgentError("analyse_none", game=self.game.title)
        observation = self._turn().observation
        result = self._think(str(self.game.title), ANALYSE, lambda: analysis(self.game, observation))
        if result.overlay is not None:
            self._draw(self._view(), terminal.heat(self._view().board, result.overlay, self.console.width))
            self.console.print(str(result.overlay.title), style="dim")
        for word in result.facts:
            self.console.print(str(word))

    def _undo(self) -> None:
        if not any(self._is_person(mover) for mover in self._movers):
            raise HistoryError("nothing_to_undo")
        back = 1 + next(i for i, mover in enumerate(reversed(self._movers)) if self._is_person(mover))
        moves = zip(self.position.states[-1 - back : -1], self.position.history[-back:])
        if not visibility.can_undo(self.game, ((before, step.action) for before, step in moves)):
            raise HistoryError("undo_forbidden")
        taken = []
        while True:
            self._last.pop()
            mover = self._movers.pop()
            taken.append(self._move(mover, self.position.pop().action))
            if self._is_person(mover):
                break
        self._say("play_undone", moves=taken[::-1])

    def _moves(self) -> None:
        self._say("play_moves")
        self.console.print(Columns([choice.text for choice in self._view().choices], padding=(0, 2)))

    def _history(self) -> None:
        if not self._movers:
            self._say("play_no_history")
        for number, (mover, step) in enumerate(zip(self._movers, self.position.history), 1):
            self._say(
                "play_history", number=number, player=self._player_name(mover), move=self._move(mover, step.action)
            )

    def _help(self) -> None:
        choices = self._view().choices
        self._say("play_help_move", example=choices[0].text)
        for name in COMMANDS:
            if self._offers(name):
                self.console.print(f"  {name:<8} {self._word(f'play_help_{name}')}")
        signs = terminal_legend.legend(self._view().board, self._last[-1] if self._last else ())
        if signs:
            self._say("play_help_board")
        for (sign, style), says in signs:
            self.console.print(Text.assemble("  ", (f"{sign:<8}", style), " ", says))

    def _offers(self, command: str) -> bool:
        if command == "undo":
            return visibility.can_undo(self.game, ())
        return command != "analyse" or self.game.definition.people.analysis is not None

    # -- output

    def _show(self) -> None:
        view = self._view()
        self._draw(view)
        if not self._explained:
            # Once, under the first board, if it has signs that differ: `help` has them at any time.
            self._explained = True
            signs = terminal_legend.legend(view.board)
            if len(signs) > 1:
                self.console.print(
                    Columns([f"{sign} {says}" for (sign, _), says in signs], padding=(0, 3)), style="dim"
                )
        for row in terminal_panels.tables(view.panels, self.console.width):
            self.console.print(row)
        self.console.print()
        if view.prompt is not None and self._is_person(view.player):
            self.console.print(prose.said(view.prompt))

    def _draw(self, view: View, over: dict[int, Segment] | None = None) -> None:
        last = self._last[-1] if self._last else ()
        drawn = terminal.draw(view.board, view.choices, how=self._how, last=last, over=over, width=self.console.width)
        self.console.print()
        self.console.print(drawn, soft_wrap=True)

    def _print_result(self) -> None:
        outcome = self.position.outcome
        assert outcome is not None
        you = None if self.agent is None else self.seat
        name = partial(self._player_name, symbol=True)
        *before, last = prose.result(outcome, len(self.position.history), you, name)
        for word in before:
            self.console.print(str(word))
        self.console.print(str(last), style="bold")

    def _move(self, mover: int, action: int) -> str:
        # With hidden information another player's move may be secret; the game reports the public part as events.
        seen = visibility.sees_action(self.game, action, mover, self._view().player)
        return self.game.actions.to_text(action, mover) if seen else UNSEEN

    def _player_name(self, player: int, *, symbol: bool = False) -> str:
        if self.game.players == 1 or (self.agent is not None and player == self.seat):
            name = self._word("play_you")
        else:
            name = self._word("play_player", player=player) if self.agent is None else self.name
        return name + (self._symbol(player) if symbol else "")

    def _symbol(self, player: int) -> str:
        symbol = terminal.symbol(self._view().board, player)
        return f" ({symbol})" if symbol else ""

    def _is_person(self, player: int) -> bool:
        return self.agent is None or player == self.seat

    def _view(self) -> View:
        return self.position.view(self.seat if self.agent is not None else None)

    def _turn(self) -> Turn:
        # Seeded by ply, so that a move taken back and played again gets the same answer.
        rng = np.random.default_rng((self.position.seed or 0, len(self.position.history)))
        return Turn(self.game, self.position.state, self.position.to_move or 0, rng)

    def _word(self, code: str, **params: object) -> str:
        return str(Word(code, params))

    def _say(self, code: str, *, style: str = "", **params: object) -> None:
        self.console.print(self._word(code, **params), style=style)
