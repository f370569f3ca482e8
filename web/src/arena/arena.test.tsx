import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { newQueryClient } from "../api/queries";
import type { Run, RunSummary, Tournament, Training } from "../api/types";
import { Header } from "../Header";
import { said } from "../words/said.test-env";
import { speaker } from "../words/say";
import { ArenaPage } from "./ArenaPage";
import { cardParts } from "./card";
import { EvaluationResults } from "./EvaluationResults";
import { LadderResults } from "./LadderResults";
import { ModelCard } from "./ModelCard";
import { between, scaleOf, signed } from "./numbers";
import { RunPage } from "./RunPage";
import { TournamentResults } from "./TournamentResults";
import { settings, TrainingResults } from "./TrainingResults";
import { titleOf } from "./title";

const SUMMARY: RunSummary = {
  name: "runs/robin",
  kind: "tournament",
  game: "tic_tac_toe",
  game_title: "Tic-tac-toe",
  title: "perfect, random",
  state: "running",
  done: 3,
  total: 1200,
  changed: 1_700_000_000_000,
  problem: null,
};
const COUNTS = { wins: 3, draws: 1, losses: 0 };
const TOURNAMENT: Tournament = {
  confidence: 0.95,
  seed: 7,
  games: 4,
  distinct: 3,
  ratings: [
    { agent: "perfect", elo: 120.4, low: 20, high: 220, games: 4, points: 3.5, ...COUNTS },
    {
      agent: "random",
      elo: -120.4,
      low: -220,
      high: -20,
      games: 4,
      points: 0.5,
      wins: 0,
      draws: 1,
      losses: 3,
    },
    { agent: "late", elo: 0, low: -300, high: 300, games: 0, points: 0, wins: 0, draws: 0, losses: 0 },
  ],
  pairs: [{ first: 1, second: 0, points: 0.5, wins: 0, draws: 1, losses: 3 }],
};
const TRAINING: Training = {
  cpu_seconds: 90,
  recipe: { board: "small", ppo: { lr: 0.001, boards: ["a"] }, start: "", env: {} },
  card: "# four: tiny\n\nA network.\n\n| | |\n|---|---|\n| seed | 1 |\n| stages | `ppo` |\n",
  stages: [
    {
      name: "ppo",
      axis: "updates",
      panels: [
        {
          name: "win_rate",
          title: "win rate, in percent",
          percent: true,
          lines: [{ name: "win_rate", title: "measured", points: [[1, 50]], band: [[1, 40, 60]] }],
        },
        {
          name: "loss",
          title: "loss",
          percent: false,
          lines: [
            {
              name: "policy_loss",
              title: "policy",
              points: [
                [1, 0.5],
                [2, 0.25],
              ],
              band: [],
            },
          ],
        },
      ],
    },
  ],
};

// The client keeps the `fetch` that it finds when it is loaded.
const server = vi.hoisted(() => {
  const fetched = vi.fn<(request: Request) => Promise<Response>>();
  vi.stubGlobal("fetch", fetched);
  return fetched;
});

function answer(body: unknown, status = 200) {
  const headers = { "Content-Type": "application/json" };
  server.mockReset();
  server.mockImplementation(async () => new Response(JSON.stringify(body), { status, headers }));
  return server;
}

function show(page: React.ReactNode) {
  return render(<QueryClientProvider client={newQueryClient()}>{page}</QueryClientProvider>);
}

beforeEach(() => vi.stubGlobal("matchMedia", () => ({ matches: false })));

it("lists runs, with how far they are and why they cannot be read", async () => {
  const problem = { code: "run_broken", params: {}, message: "It cannot be read." };
  const old: RunSummary = {
    ...SUMMARY,
    name: "runs/old",
    game: null,
    game_title: null,
    title: "old",
    problem,
  };
  answer({
    named: true,
    more: 2,
    runs: [SUMMARY, { ...old, kind: "training", done: 4, total: 9, state: "stopped" }],
  });
  show(<ArenaPage />);
  const [first, second] = await screen.findAllByRole("listitem");
  expect(first?.querySelector("a")?.getAttribute("href")).toBe("#/arena/runs/robin");
  expect(first?.textContent).toContain("Tic-tac-toe: perfect, random");
  expect(first?.textContent).toContain("3 of 1,200 games");
  expect(within(first as HTMLElement).getByText("running")).toBeTruthy();
  expect(second?.textContent).toContain("round 4 of 9");
  expect(second?.textContent).toContain("It cannot be read.");
  expect(screen.getByText("2 older runs are not listed.")).toBeTruthy();
});

it("says how to show runs where none are, and why they are not shown", async () => {
  answer({ named: false, more: 0, runs: [] });
  const { unmount } = show(<ArenaPage />);
  expect(await screen.findByText(/Start the server with --runs/)).toBeTruthy();
  unmount();
  answer({ code: "runs_private", params: {}, message: "Not for you." }, 403);
  show(<ArenaPage />);
  expect(await screen.findByText("Not for you.")).toBeTruthy();
});

it("has a link in the header only for those who may read runs", async () => {
  const fetched = answer({ code: "runs_private", params: {}, message: "Not for you." }, 403);
  const { unmount } = show(<Header />);
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(1));
  expect(screen.queryByRole("link", { name: said("arena.title") })).toBeNull();
  unmount();
  answer({ named: true, more: 0, runs: [] });
  show(<Header />);
  expect(await screen.findByRole("link", { name: said("arena.title") })).toBeTruthy();
});

it("asks for a run by the parts of its name, and shows what there is", async () => {
  const run: Run = { ...SUMMARY, tournament: null, ladder: null, evaluation: null, training: null };
  const fetched = answer(run);
  show(<RunPage name="runs/50 %/x" />);
  expect(await screen.findByText(/the first results will appear here/)).toBeTruthy();
  expect(fetched.mock.calls[0]?.[0].url).toMatch(/\/api\/v1\/runs\/runs\/50%20%25\/x$/);
  expect(screen.getByRole("progressbar").getAttribute("max")).toBe("1200");
});

it("has ratings with intervals, and the crosstable from both sides", () => {
  const { container } = render(<TournamentResults tournament={TOURNAMENT} />);
  const [ratings, crosstable] = screen.getAllByRole("table");
  const rows = within(ratings as HTMLElement)
    .getAllByRole("row")
    .slice(1);
  expect(rows.map((row) => row.textContent)).toEqual([
    "1perfect+120+20 to +2204310",
    "2random−120−220 to −204013",
    "3late+0−300 to +3000000",
  ]);
  expect(container.querySelectorAll(".interval-bar")).toHaveLength(3);
  const cells = within(crosstable as HTMLElement)
    .getAllByRole("row")
    .slice(1)
    .map((row) => [...row.querySelectorAll("td")].slice(1).map((cell) => cell.textContent));
  expect(cells).toEqual([
    ["·", "3.5/4 (87.5%)", "–"],
    ["0.5/4 (12.5%)", "·", "–"],
    ["–", "–", "·"],
  ]);
  expect(
    screen.getByTitle(/perfect against random: 3.5 points from 4 games \(3 won, 1 drawn, 0 lost\)/),
  ).toBeTruthy();
  expect(container.textContent).toContain("4 games, 3 of them distinct, seed 7.");
});

it("knows results from both sides, and writes signs", () => {
  expect(between(TOURNAMENT, 0, 1)).toEqual({ points: 3.5, games: 4, ...COUNTS });
  expect(between(TOURNAMENT, 0, 2)).toBeNull();
  expect(scaleOf([{ low: 5, high: 9 }])).toEqual([0, 9]);
  expect([signed(-0.2, "en"), signed(-1234.5, "fr").slice(0, 2), signed(3, "en")]).toEqual([
    "+0",
    "−1",
    "+3",
  ]);
  expect(titleOf(SUMMARY, speaker("fr"))).toBe("Tic-tac-toe : perfect, random");
});

it("has rungs with a verdict, the highest first", () => {
  const rung = { level: "easy", below: "first", score: 0.75, low: 0.6, high: 0.9, mean_plies: 9, ...COUNTS };
  const rungs = [
    { ...rung, stronger: true },
    { ...rung, level: "hard", below: "easy", stronger: null },
    { ...rung, level: "hell", below: "hard", wins: 0, draws: 0, stronger: null },
  ];
  render(
    <LadderResults ladder={{ confidence: 0.95, seed: 0, profile: "p", games: 8, distinct: 8, rungs }} />,
  );
  const texts = screen.getAllByRole("row").map((row) => row.textContent);
  expect(texts.slice(1)).toEqual([
    "hellhard––000",
    "hardeasy75%60% to 90%open310",
    "easyfirst75%60% to 90%yes310",
  ]);
});

it("has shares of results, by seat where there are several", () => {
  const shares = (["wins", "draws", "losses"] as const).map((result, i) => ({
    result,
    count: [3, 1, 0][i] ?? 0,
    share: [0.75, 0.25, 0][i] ?? 0,
    low: 0,
    high: 0.95,
  }));
  const about = { confidence: 0.95, seed: 1, games: 4, distinct: 4, mean_plies: 7.4, mean_return: 0.75 };
  const { rerender } = render(
    <EvaluationResults
      evaluation={{
        ...about,
        agent: "a",
        opponent: "b",
        shares,
        seats: [COUNTS, { wins: 0, draws: 0, losses: 0 }],
      }}
    />,
  );
  expect(screen.getByRole("heading", { name: "a against b" })).toBeTruthy();
  expect(screen.getAllByRole("row")[1]?.textContent).toBe("Won375%0% to 95%30");
  rerender(
    <EvaluationResults evaluation={{ ...about, agent: "a", opponent: null, shares, seats: [COUNTS] }} />,
  );
  expect(screen.getByRole("heading", { name: "a, alone" })).toBeTruthy();
  expect(screen.getAllByRole("row")[1]?.textContent).toBe("Won375%0% to 95%");
});

it("has a chart for each panel of a training, its settings and its card", () => {
  render(<TrainingResults training={TRAINING} />);
  expect(screen.getAllByRole("slider").map((chart) => chart.getAttribute("aria-valuemax"))).toEqual([
    "1",
    "2",
  ]);
  expect(screen.getByText("1.5 min of CPU time")).toBeTruthy();
  expect(screen.getByText("stages").nextElementSibling?.textContent).toBe("ppo");
  expect(settings({ ...TRAINING.recipe })).toBe(
    'board: small\nppo:\n  lr: 0.001\n  boards: ["a"]\nstart: \nenv: {}',
  );
});

it("reads a card as text, never as HTML", () => {
  expect(cardParts("one\n| | |\n|---|---|\n| a | b | c |\n\ntwo")).toEqual(["one", [["a", "b c"]], "\ntwo"]);
  const { container } = render(<ModelCard text={"<img src=x>\n\n| <b>k</b> | <i>v</i> |"} />);
  expect(container.querySelector("img, b, i")).toBeNull();
  expect(container.textContent).toContain("<b>k</b>");
});
