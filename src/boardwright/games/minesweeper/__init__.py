"""Minesweeper: hidden mines for one player. See README.md in this folder."""

from boardwright.core.config import SHIPPED
from boardwright.core.definition import Definition, Files, Hidden, Learning, People, Search
from boardwright.games.minesweeper import rules, search
from boardwright.games.minesweeper.actions import actions
from boardwright.games.minesweeper.agents import AGENTS, WRAPPERS
from boardwright.games.minesweeper.analysis import analysis
from boardwright.games.minesweeper.config import Configuration, layout, mine_range, rewards
from boardwright.games.minesweeper.difficulty import summary
from boardwright.games.minesweeper.formats import FORMATS
from boardwright.games.minesweeper.planes import EXPANSIONS
from boardwright.games.minesweeper.puzzles import PUZZLES
from boardwright.games.minesweeper.quiz import quiz
from boardwright.games.minesweeper.review import review
from boardwright.games.minesweeper.symmetry import symmetries
from boardwright.games.minesweeper.view import scene, text_key

DEFINITION = Definition(
    name="minesweeper",
    version=1,
    players=1,
    rules=rules,
    configuration=Configuration,
    layout=layout,
    actions=actions,
    scene=scene,
    symmetries=symmetries,
    perfect_information=False,
    zero_sum=False,
    agents=AGENTS,
    wrappers=WRAPPERS,
    starts={"safe3x3": {"guarantee_safe_neighborhood": True}, "safe": {"guarantee_safe_neighborhood": False}},
    peers={"jumanji": "Minesweeper-v0", "numpy": "minesweeper"},
    files=Files(configs=SHIPPED / "minesweeper", preset="small", section="env", formats=FORMATS),
    search=Search(module=search),
    people=People(
        text_key=text_key,
        minutes=3,
        picture=("reveal 4 4",),
        options={"mine_count": mine_range},
        summary=summary,
        adviser="solver",
        analysis=analysis,
        review=review,
        puzzles=PUZZLES,
        quiz=quiz,
    ),
    learning=Learning(
        rewards=rewards,
        expansions=EXPANSIONS,
        hidden=Hidden("mine", exact="probability"),
        # Nothing is lost by setting flags and lifting them for ever, and much by opening a mine.
        env={"allow_flags": False},
        # The specification's names, in its own configuration files.
        knobs={"mine_weight": "auxiliary_weight", "aux_mine_weight": "auxiliary_weight"},
    ),
)
