"""Recipes: strict keys, the values of specification 002, and resumed runs with the same numbers."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import torch
from pydantic import Field

import boardwright
from boardwright.arena import evaluation, run_status
from boardwright.cli.train_recipe import strength
from boardwright.core import config, registry
from boardwright.core.errors import ConfigError
from boardwright.learning import checkpoints, curriculum, model_card, recipes
from boardwright.learning.curriculum import Curriculum
from boardwright.learning.metrics import Metrics
from boardwright.learning.training import Run
from recipe_tables import PAGE, page, sections, sentence
from saying import refused, told

TINY = """
extends: base
stages: [imitation, ppo]
network: {hidden: 16, blocks: 1}
imitation:
  rounds: 2
  positions: 128
  precision: fp32
  boards: [{board: small, share: 1.0, batch: 32, rows: 16, vary: {}}]
ppo: {num_envs: 16, steps_per_env: 8, mini_batches: 2, updates: 3, critic_warmup: 1, precision: fp32}
evaluation: {every: 2, games: 20}
tensorboard: false
"""


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    """A recipe of a few seconds, beside its base."""
    folder = tmp_path_factory.mktemp("recipes")
    base = recipes.folder_of("minesweeper") / "base.yaml"
    (folder / "base.yaml").write_text(base.read_text())
    (folder / "tiny.yaml").write_text(TINY)
    return str(folder / "tiny.yaml")


@pytest.fixture(scope="module")
def whole(tiny, tmp_path_factory):
    """The folder of a whole run of it."""
    folder = tmp_path_factory.mktemp("whole")
    trained(tiny, folder)
    return folder


@pytest.mark.parametrize("name", config.names(recipes.folder_of("minesweeper")))
def test_every_recipe_is_whole(name):
    assert recipes.read("minesweeper", name).stages


def test_the_page_on_recipes_has_every_key():
    assert PAGE.read_text(encoding="utf-8") == page(), "run python tests/recipe_tables.py"
    keys = {f"{title}.{name}" for title, model in sections(recipes.Recipe, "Recipe") for name in model.model_fields}
    assert {
        "Recipe.board",
        "ppo.lr",
        "network.reads.NAME.planes",
        "imitation.boards.N.rows",
        "play.league.sprt.alpha",
    } <= keys


def test_a_key_without_a_sentence_is_an_error():
    class Silent(recipes.Evaluation):
        depth: int

    class Careless(recipes.Evaluation):
        depth: int = Field(description="No full stop")

    assert sentence(Silent, "games") == "Games of an evaluation."
    for model in (Silent, Careless):
        with pytest.raises(ValueError, match="depth has no sentence"):
            page(model)


def test_the_specifications_recipe_has_every_value_of_its_list():
    recipe = recipes.read("minesweeper", "seed_8x8_10")
    assert (
        recipe.ppo.model_dump()
        | {
            "num_envs": 256,
            "steps_per_env": 128,
            "mini_batches": 8,
            "ppo_epochs": 3,
            "gamma": 0.995,
            "gae_lambda": 0.95,
            "clip_eps": 0.2,
            "clip_eps_v": None,
            "vf_coef": 0.5,
            "ent_coef": 0.003,
            "lr": 0.0003,
            "max_grad_norm": 0.5,
            "auxiliary_weight": 0.1,
            "frontier_mask_until_updates": 200,
            "precision": "bf16",
            "compile": True,
        }
        == recipe.ppo.model_dump()
    )
    assert (recipe.network.kind, recipe.network.hidden, recipe.imitation.auxiliary_weight) == ("cnn", 64, 0.1)
    assert (recipe.imitation.teacher, recipe.imitation.targets) == ("rules", "truth")
    assert recipes.board("minesweeper", recipe).config == registry.load("minesweeper", "small").config


@pytest.mark.parametrize(
    ("change", "code", "path"),
    [
        ("ppo: {warp: 9}", "config_unknown", "ppo.warp"),
        ("ppo: {auxiliary_weight: 0.5, aux_mine_weight: 0.5}", "config_unknown", "ppo.aux_mine_weight"),
        ("imitation: {lr: fast}", "config_value", "imitation.lr"),
        ("network: {kind: oracle}", "config_value", "network.kind"),
        ("board: enormous", "config_absent", "enormous"),
        (
            "imitation: {boards: [{board: small, share: 1.0, batch: 8, vary: {}}]}",
            "config_missing",
            "imitation.boards.0.rows",
        ),
    ],
)
def test_a_wrong_key_is_refused_with_its_path(tiny, change, code, path):
    wrong = Path(tiny).with_name("wrong.yaml")
    wrong.write_text(f"extends: tiny\n{change}\n")
    with refused(ConfigError, code, path=path):
        recipes.read("minesweeper", str(wrong))


@pytest.mark.parametrize(("game", "offered"), [("tic_tac_toe", False), ("quoridor", True)])
def test_a_wrong_name_is_answered_with_the_recipes_that_the_game_has(game, offered):
    with pytest.raises(ConfigError) as caught:
        recipes.read(game, "nope")
    assert caught.value.code == "config_absent"
    assert (recipes.INCREMENTAL in caught.value.params["known"]) is offered


def test_a_game_for_one_has_no_opponents(tiny):
    changed = recipes.read("minesweeper", tiny, {"evaluation.against": ["random", "rules"]})
    with refused(ConfigError, "config_value", path="evaluation.against", value="random rules"):
        recipes.require_seats(changed, registry.load("minesweeper"))


def test_a_games_own_names_for_knobs_are_read_as_the_trainers(tiny):
    own = Path(tiny).with_name("own.yaml")
    own.write_text("extends: tiny\nppo: {aux_mine_weight: 0.7}\nimitation: {mine_weight: 0.3}\n")
    recipe = recipes.read("minesweeper", str(own))
    assert (recipe.ppo.auxiliary_weight, recipe.imitation.auxiliary_weight) == (0.7, 0.3)


@pytest.mark.parametrize("name", recipes.GENERAL)
def test_a_game_says_what_the_recipes_for_any_game_change(name):
    assert recipes.read("minesweeper", name).env["allow_flags"] is False
    assert recipes.read("minesweeper", name, {"env.allow_flags": True}).env["allow_flags"] is True
    assert recipes.changes("quoridor", recipes.read("quoridor", name)) == {}


def test_what_a_recipe_changes_holds_on_every_board_but_size_and_mines_do_not():
    recipe = recipes.read("minesweeper", "small")
    changed = recipes.changes("minesweeper", recipe)
    assert changed == {"allow_flags": False}
    board = config.validate(curriculum.CurriculumBoard, {"board": "small", "vary": {"mine_count": [8, 13]}})
    game = curriculum.load("minesweeper", board, changed)
    assert [variant.mine_count for variant in game.configs] == [10, 8, 13]
    assert not any(variant.allow_flags for variant in game.configs)
    wrong = config.validate(curriculum.CurriculumBoard, {"board": "small", "vary": {"moles": [1]}})
    with refused(ConfigError, "config_unknown", path="vary.moles"):
        curriculum.load("minesweeper", wrong, changed)


def test_a_mastered_board_is_joined_by_the_next_which_has_half_of_the_rows():
    listed = [{"board": "small", "vary": {}}, {"board": "small_8x8_10", "vary": {}}, {"board": "small", "vary": {}}]
    chosen = config.validate(curriculum.Options, {"boards": listed, "reference": "rules", "promote": 0.9})
    plan = Curriculum("minesweeper", chosen, {"allow_flags": False}, 64)
    assert [rows for _, rows in plan.boards()] == [64]
    wins = plan.wanted(200, 0)
    assert 0.15 < wins < 0.4  # two rules without a guess win 30 %
    plan.level = 1
    assert [rows for _, rows in plan.boards()] == [32, 32]
    plan.level = 2
    assert [rows for _, rows in plan.boards()] == [16, 16, 32]
    assert not plan.more


def trained(recipe, folder, stop=None, resume=False, reference=None):
    read = recipes.read("minesweeper", recipe)
    if reference:
        boards = [
            curriculum.CurriculumBoard(board="small", vary={}),
            curriculum.CurriculumBoard(board="small", vary={"mine_count": [8]}),
        ]
        chosen = read.curriculum.model_copy(update={"boards": boards, "reference": reference})
        read = read.model_copy(update={"curriculum": chosen, "stages": ["ppo"]})
    run = Run("minesweeper", "tiny", read, folder, resume=resume)
    reports = []

    def track(stage):
        def progress(done, total, values):
            reports.append((stage, values))
            if stop == (stage, values.get("round", values.get("update"))):
                raise KeyboardInterrupt

        return progress

    try:
        run.go(track)
    except KeyboardInterrupt:
        assert stop
    return run, reports


def test_ctrl_c_in_a_measurement_ends_the_run_and_is_in_no_curve(tmp_path, tiny, whole, monkeypatch):
    """The arena ends its games early with a partial result; a run must not take that for a measurement."""
    play_solo = evaluation.play_solo

    def interrupted(*arguments, **settings):
        yield next(play_solo(*arguments, **settings))
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(evaluation, "play_solo", interrupted)
        trained(tiny, tmp_path, stop="measuring")
    assert not any("win_rate" in row for row in Metrics.rows(tmp_path / "imitation"))
    trained(tiny, tmp_path, resume=True)
    one, other = (Metrics.rows(folder / "ppo")[-1]["win_rate"] for folder in (tmp_path, whole))
    assert one == other


def test_a_run_that_was_stopped_goes_on_to_the_same_numbers(tmp_path, tiny, whole):
    states = []
    for how in ({"stop": ("imitation", 1)}, {"resume": True, "stop": ("ppo", 2)}, {"resume": True}):
        trained(tiny, tmp_path, **how)
        states.append(run_status.read((tmp_path / run_status.FILE).read_text(), tmp_path))
    assert {status.kind for status in states} == {"training"}
    assert [(status.state, status.done) for status in states] == [("stopped", 1), ("stopped", 2), ("finished", 3)]
    for file in (checkpoints.MODEL, checkpoints.TRAINING):
        one, other = (checkpoints.load_file(folder / file) for folder in (whole, tmp_path))
        assert one.keys() == other.keys()
        assert all(torch.equal(one[key], other[key]) for key in one)
    for stage in ("imitation", "ppo"):
        one, other = ([row["loss"] for row in Metrics.rows(folder / stage)] for folder in (whole, tmp_path))
        assert one == other


def test_a_run_that_is_stopped_within_a_round_keeps_the_model_of_the_last_whole_one(tmp_path, tiny):
    recipe = recipes.read("minesweeper", tiny).model_copy(update={"save_every": 100})

    def stop(key):
        def progress(done, total, values):
            if done == 1 and key in values:
                raise KeyboardInterrupt

        return lambda stage: progress

    models = []
    for key in ("cpu_total", "step"):  # after the first round, and after the first batch of the second
        run = Run("minesweeper", "tiny", recipe, tmp_path / key, resume=False)
        with pytest.raises(KeyboardInterrupt):
            run.go(stop(key))
        models.append(checkpoints.load_file(tmp_path / key / checkpoints.MODEL))
    one, other = models
    assert all(torch.equal(one[name], other[name]) for name in one)


def test_the_folder_of_a_run_tells_how_to_train_again(whole):
    card = (whole / "README.md").read_text()
    assert "`boardwright train minesweeper --recipe ./recipe.json --out again`" in card
    assert json.loads((whole / "recipe.json").read_text())["board"] == "small"


def test_a_card_names_the_hardest_opponent_first_and_so_does_the_command():
    recipe = recipes.read("quoridor", "small")
    row = {"win_rate": 0.16, "low": 0.1, "high": 0.2}
    row |= {"win_rate_random": 0.97, "low_random": 0.9, "high_random": 0.99}
    easiest_first = recipe.model_copy(
        update={"evaluation": recipe.evaluation.model_copy(update={"against": ["random", "alphabeta:depth=1"]})}
    )
    turned = {"win_rate": 0.97, "low": 0.9, "high": 0.99}
    turned |= {f"{name}_alphabeta:depth=1": row[name] for name in ("win_rate", "low", "high")}
    for read, last in ((recipe, row), (easiest_first, turned)):
        text = model_card.card("small", boardwright.load("quoridor"), read, torch.nn.Linear(1, 1), last, 1.0)
        rivals = re.findall(r"points against `(.+?)` while training \| ([\d.]+) % \((.+?)\)", text)
        assert rivals == [("alphabeta:depth=1", "16.0", "10.0 to 20.0"), ("random", "97.0", "90.0 to 99.0")]
        told(strength(read, last), "train_won_against")
        for part, (rival, percent, _) in zip(strength(read, last).params["parts"], rivals, strict=True):
            told(part, "train_points", opponent=rival, percent=percent)


def test_a_curriculum_moves_on_when_its_board_is_mastered(tmp_path, tiny):
    run, reports = trained(tiny, tmp_path / "easy", reference="random")  # it never wins: any rate is enough
    assert [row["level"] for _, row in reports if "level" in row] == [1]
    assert not run.curriculum.more
    resumed, _ = trained(tiny, tmp_path / "easy", resume=True, reference="random")
    assert resumed.curriculum.level == 1
    run, reports = trained(tiny, tmp_path / "hard", reference="probability")
    assert [row["level"] for _, row in reports if "level" in row] == [0, 0]


@pytest.mark.parametrize(("game", "name"), [("tic_tac_toe", "self_play"), ("skirmish", "deploy_small")])
def test_a_run_is_read_again_from_its_own_recipe(game, name, tmp_path):
    written, file = recipes.read(game, name), tmp_path / "recipe.json"
    file.write_text(written.model_dump_json(), encoding="utf-8")
    assert recipes.read(game, str(file)) == written
