"""Play by people: taking units back, confirming, typing moves, the board in a terminal, rosters."""

from __future__ import annotations

import json
from typing import Any

import pytest
from rich.console import Console

from boardwright import Position
from boardwright.cli.terminal_game import TerminalGame
from boardwright.core.board_guide import guide
from boardwright.core.errors import IllegalAction
from boardwright.core.game import Game
from boardwright.core.position import Step
from boardwright.core.view import Text
from boardwright.core.words import Word
from boardwright.drawing import terminal, terminal_panels
from boardwright.games.skirmish.actions import ConfirmDeployment, DeployUnit, UndeployUnit
from boardwright.games.skirmish.enums import UNITS_PLACED, Reason
from saying import told

from .scenarios import deploying, load, tables


def played(game: Game, *texts: str) -> Position:
    position = Position(game)
    for text in texts:
        position.push_text(text)
    return position


def state_of(position: Position) -> dict[str, Any]:
    result: dict[str, Any] = position.view().details["deployment_state"]
    return result


def said(code: str, **params: Any) -> str:
    """A sentence of the game."""
    return str(Word(f"skirmish.{code}", params))


def refusal(position: Position, text: str) -> Reason:
    with pytest.raises(IllegalAction) as caught:
        position.push_text(text)
    return Reason(caught.value.reason)


# -- undeploy_unit and confirm_deployment (specification 001, actions)


def test_people_have_indices_above_those_of_policies(game: Game) -> None:
    units = 2 * tables(game).unit_slots
    assert game.actions.count == game.actions.policy + units + 2
    assert game.actions.encode(UndeployUnit("1-01")) == game.actions.policy
    assert game.actions.encode(ConfirmDeployment(2)) == game.actions.count - 1


def test_a_unit_is_taken_back_and_placed_again() -> None:
    game = load("small", "sequential")
    position = played(game, "deploy 1-02 0 8", "undeploy 1-02")
    assert state_of(position)["deployed_units"] == []
    assert state_of(position)["deployable_units_by_player"]["1"] == ["1-01", "1-02", "1-03"]
    assert position.state.tobytes()[24:] != game.new().tobytes()[24:], "that it was taken back is remembered"
    position.push_text("deploy 1-02 0 8")
    assert state_of(position)["deployed_units"] == ["1-02"]
    assert position.state["tally"][0, :, UNITS_PLACED].tolist() == [1, 0]


def test_it_may_be_out_of_turn_and_does_not_change_whose_turn_it_is() -> None:
    game = load("small", "alternated")
    position = played(game, "deploy 1-01 0 8")
    assert position.to_move == 1
    index = game.actions.encode(UndeployUnit("1-01"))
    assert game.actor(position.state, [index])[0] == 0
    position.push_text("undeploy 1-01")
    assert position.to_move == 1
    position.push_text("deploy 2-01 0 0")
    assert position.to_move == 0


def test_a_player_who_had_finished_is_asked_again_after_the_other() -> None:
    position = played(load("small"), "deploy 1-01 0 8", "deploy 1-02 2 8", "deploy 1-03 4 8", "undeploy 1-03")
    assert position.to_move == 1
    for text in ("deploy 2-01 0 0", "deploy 2-02 2 0", "deploy 2-03 4 0"):
        assert state_of(position)["current_deployer"] == 2
        position.push_text(text)
    assert state_of(position)["current_deployer"] == 1
    assert position.view().phase == "deployment"
    position.push_text("deploy 1-03 6 8")
    assert position.view().phase == "move"


def test_units_are_taken_back_no_more_often_than_there_are_units() -> None:
    position = played(load("small"), *["deploy 1-01 0 8", "undeploy 1-01"] * 3, "deploy 1-01 0 8")
    assert refusal(position, "undeploy 1-01") == Reason.NO_UNDEPLOY_LEFT
    played(position.game, "deploy 1-01 0 8", "deploy 1-02 2 8", "deploy 1-03 4 8", "deploy 2-01 0 0", "undeploy 2-01")


def test_confirming_ends_taking_back_and_is_for_those_who_have_placed_everything() -> None:
    position = played(load("small"), "deploy 1-01 0 8", "deploy 1-02 2 8")
    assert refusal(position, "confirm 1") == Reason.UNITS_LEFT
    position.push_text("deploy 1-03 4 8")
    position.push_text("confirm_deployment 1")
    assert position.to_move == 1
    assert state_of(position)["confirmed"] == [1]
    assert refusal(position, "undeploy 1-03") == Reason.CONFIRMED
    assert refusal(position, "confirm 1") == Reason.CONFIRMED
    assert [event.code for event in position.view().events] == ["skirmish.event.confirmed"]


def test_deployment_ends_without_anybody_confirming(game: Game) -> None:
    position = Position(game)
    while deploying(position.state):
        position.push(position.legal_actions[0])
    assert state_of(position)["confirmed"] == []


def test_what_people_did_is_in_the_history_and_replays() -> None:
    position = played(load("small"), "deploy 1-01 0 8", "undeploy 1-01", "deploy 1-01 2 8")
    again = Position.from_dict(json.loads(json.dumps(position.to_dict())))
    assert again.state.tobytes() == position.state.tobytes()
    assert position.history[1] == Step(position.game.actions.policy, 0)


# -- typing


def test_a_move_is_typed_as_it_is_said(game: Game) -> None:
    position = Position(game)
    pool = tables(game).pools[0]
    col, row = tables(game).grid.places[pool[3]]
    position.push_text(f"deploy 1-03 {col} {row}")
    assert position.view().details["units"][2]["col"] == col
    assert game.actions.from_text(f"deploy_unit 1-03 {col} {row}") == DeployUnit("1-03", col, row)
    assert game.actions.from_text("pass") == game.actions.from_text("pass_deployment")


def test_choices_are_absolute_for_both_players() -> None:
    position = played(load("small", "alternated"), "deploy 1-01 0 8")
    choice = position.view().choices[0]
    assert choice.text == "deploy_unit 2-01 12 2", "the lowest slot of player 2 is the far corner"
    assert choice.semantic == {"kind": "deploy_unit", "unit_id": "2-01", "col": 12, "row": 2}
    cell = position.view().board.cells[choice.cells[0]]
    assert (cell.col, cell.row) == (12, 2)


def test_the_other_press_takes_a_unit_back() -> None:
    view = played(load("small"), "deploy 1-01 0 8").view()
    other = [choice for choice in view.choices if choice.press == "secondary"]
    assert [choice.text for choice in other] == ["undeploy_unit 1-01"]
    assert view.board.cells[other[0].cells[0]].col == 0


# -- what is shown


def test_walls_zones_objectives_and_units_are_told_apart_on_the_board(game: Game) -> None:
    position = Position(game)
    position.push(position.legal_actions[0])
    made, board = tables(game), position.view().board
    assert board.kind == "hex"
    for cell, seen in enumerate(board.cells):
        assert (seen.col, seen.row) == made.grid.places[cell]
        assert ("wall" in seen.marks) == bool(made.walls[cell])
        assert ("goal" in seen.marks) == bool(made.objectives[cell])
        assert ("zone0" in seen.marks, "zone1" in seen.marks) == tuple(map(bool, made.zones[:, cell]))
    assert [(piece.symbol, piece.owner, piece.kind) for piece in board.pieces] == [("C1", 0, "captain")]
    assert board.pieces[0].label == "Captain C1 (8)"


def test_the_text_board_has_coordinates_and_signs() -> None:
    position = played(load("small"), "deploy 1-01 0 8")
    view = position.view()
    lines = terminal.draw(view.board, view.choices, how=guide(view.board, view.choices)).plain.split("\n")
    assert lines[-1].split() == [str(col) for col in range(13)]
    assert lines[1].startswith(" 0 / '  \\____/")
    assert "# " in lines[7]
    assert any(line.startswith(" 8 / C1 ") for line in lines)


def test_the_large_board_fits_a_terminal_of_eighty_columns() -> None:
    view = Position(load("large")).view()
    lines = terminal.draw(view.board, view.choices, width=80).plain.split("\n")
    assert max(map(len, lines)) <= 80
    assert lines[-1].split() == [str(col) for col in range(25)]
    assert len(lines) == 42


def test_small_tables_share_a_line_and_keep_their_order() -> None:
    panels = Position(load("small")).view().panels
    console = Console(width=100, record=True, file=None)
    with console.capture() as capture:
        for row in terminal_panels.tables(panels, 100):
            console.print(row)
    output = capture.get()
    assert len(terminal_panels.tables(panels, 100)) == 3
    assert len(terminal_panels.tables(panels, 30)) == 4
    order = [output.index(str(Word(panel.title.code, panel.title.params))) for panel in panels]
    assert order == sorted(order)


def test_the_status_table_says_what_a_unit_can_do() -> None:
    rows = Position(load("small")).view().panels[2].rows
    assert rows[0] == ("Captain C1", "-", "8/8", "5", "3", rows[0][5], "4x3+/4/1")
    assert Position(load("small")).view().panels[3].rows[1][5] == "-"
    weapon = rows[2][5]
    assert isinstance(weapon, Text)
    traits = [Word(f"skirmish.trait.{trait}") for trait in ("mobile", "sidearm")]
    told(Word(weapon.code, weapon.params), "skirmish.weapon", profile="8: 2x4+/2/1", traits=traits)


def test_events_name_units_and_players_as_people_do() -> None:
    position = played(load("small"), "deploy 1-02 0 8")
    event = position.view().events[0]
    unit = Word("skirmish.unit", {"unit_id": "1-02", "title": "Rifle R2"})
    told(Word(event.code, event.params), "skirmish.event.deployed", unit=unit, col=0, row=8)


def sit(monkeypatch: pytest.MonkeyPatch, lines: list[str], game: Game, against: str = "") -> str:
    from boardwright.agents.preparation import Preparation
    from boardwright.agents.spec import from_text

    typed = iter(lines)

    def answer(*_: object, **__: object) -> str:
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    console = Console(width=100, highlight=False, markup=False)
    monkeypatch.setattr(console, "input", answer)
    agent = from_text(against, game) if against else None
    session = TerminalGame(Position(game, seed=1), console, Preparation(), 0, against, agent)
    with console.capture() as capture:
        try:
            session.play()
        except EOFError:
            session.leave()
    return capture.get()


def test_a_person_deploys_against_an_agent_that_deploys_by_a_style(monkeypatch: pytest.MonkeyPatch) -> None:
    output = sit(
        monkeypatch,
        ["deploy 1-01 4 3", "deploy 2-01 0 0", "deploy 1-03 12 8", "undo", "deploy 1-01 0 8"]
        + ["deploy 1-02 2 8", "hint", "deploy 1-03 4 8"],
        load("small", "alternated"),
        "random:deploy=sorted",
    )
    assert said("wall", col=4, row=3) in output
    assert said("not_your_unit", unit_id="Alpha a1") in output
    assert "deploy_unit 2-01 12 2" in output
    assert said("event.deployed", unit="Scout S3", col=12, row=8) in output
    assert said("event.deployment_complete") in output
    # The hint, wrapped as the terminal wraps: where the unit goes is the style's own choice.
    hint = said("reason_deploys", style=Word("skirmish.option.deploy.front"), unit="Scout S3", col=0, row=0)
    assert hint.partition("(0, 0)")[0] in " ".join(output.split())


def test_a_person_may_not_take_back_an_agents_unit(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("small", "alternated")
    output = sit(monkeypatch, ["deploy 1-01 0 8", "undeploy 2-01", "undeploy 1-01"], game, "random:deploy=sorted")
    assert said("event.undeployed", unit="Captain C1", col=0, row=8) in output
    assert said("event.undeployed", unit="Alpha a1", col=12, row=2) not in output


# -- what the page is told


def test_labels_name_units_as_people_do() -> None:
    view = played(load("small"), "deploy 1-01 0 8").view()
    labels = {choice.text: choice.label for choice in view.choices}
    undeploy, place = labels["undeploy_unit 1-01"], labels["deploy_unit 1-02 2 8"]
    assert undeploy is not None
    assert place is not None
    captain, rifle = (
        Word("skirmish.unit", {"unit_id": unit, "title": title})
        for unit, title in (("1-01", "Captain C1"), ("1-02", "Rifle R2"))
    )
    told(Word(undeploy.code, undeploy.params), "skirmish.action.undeploy_unit", unit_id=captain)
    told(Word(place.code, place.params), "skirmish.action.deploy_unit", unit_id=rifle, col=2, row=8)


def test_the_prompt_says_what_is_asked_of_the_deployer_of_who_waits_and_in_each_phase() -> None:
    def asked(position: Position, player: int) -> Word | None:
        prompt = position.game.view(position.state, player).prompt
        return None if prompt is None else Word(prompt.code, prompt.params)

    captain = Word("skirmish.unit", {"unit_id": "1-01", "title": "Captain C1"})
    position = played(load("small"), "deploy 1-01 6 8")
    told(asked(position, 0), "skirmish.prompt.deployment", left=2)
    assert asked(position, 1) is None
    for text in ("deploy 1-02 4 8", "deploy 1-03 8 8"):
        position.push_text(text)
    told(asked(position, 0), "skirmish.prompt.waiting")
    for text in ("deploy 2-01 6 2", "deploy 2-02 4 2", "deploy 2-03 8 2"):
        position.push_text(text)
    told(asked(position, 0), "skirmish.prompt.move", round=1, unit=captain, others="")
    for text in ("move 6 6", "hold", "hold"):
        position.push_text(text)
    told(asked(position, 0), "skirmish.prompt.shoot", round=1, unit=captain)


def test_placements_begin_from_a_row_of_the_roster_and_taking_back_from_the_status_table() -> None:
    view = played(load("small"), "deploy 1-01 0 8").view()
    roster, other, status, _ = view.panels
    assert (roster.keys, other.keys) == (("1-02", "1-03"), ("2-01", "2-02", "2-03"))
    assert status.keys == ("1-01", "1-02", "1-03")
    sources = {choice.source for choice in view.choices if choice.press is None}
    assert sources == {"1-02", "1-03"}
    assert [choice.source for choice in view.choices if choice.press == "secondary"] == ["1-01"]
    assert [roster.title.params["mark"], other.title.params["mark"]] == [Word("skirmish.panel.deployer"), ""]


@pytest.mark.parametrize(
    ("place", "reason"),
    [((6, 5), "outside_zone"), ((4, 3), "wall"), ((0, 8), "occupied"), ((2, 8), None)],
)
def test_a_press_on_a_hex_means_the_placement_of_each_unit_that_is_left(
    place: tuple[int, int], reason: str | None
) -> None:
    position = played(load("small"), "deploy 1-01 0 8")
    game, meant = position.game, position.game.definition.people.meant
    assert meant is not None
    actions = meant(game, position.state, tables(game).grid.at(*place))
    assert [source for source, _ in actions] == ["1-02", "1-03"]
    for _, action in actions:
        if reason is None:
            game.apply(position.state, action)
            continue
        with pytest.raises(IllegalAction) as caught:
            game.apply(position.state, action)
        assert caught.value.code == f"skirmish.{reason}"


def test_a_press_off_the_board_means_nothing() -> None:
    game = load("small")
    meant = game.definition.people.meant
    assert meant is not None
    assert [list(meant(game, game.new(), cell)) for cell in (-1, 10_000)] == [[], []]
