import { QueryClientProvider } from "@tanstack/react-query";
import { configure, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { Refused } from "../api/client";
import { newQueryClient } from "../api/queries";
import type { Analysis, Answered, Match } from "../api/types";
import { analysisOf, matchOf } from "../board/samples.test-env";
import { said } from "../words/said.test-env";
import { HintButton, HintCard } from "./HintCard";
import { useHint } from "./useHint";

const answers: (Answered | Error)[] = [];
const asked = vi.fn();

vi.mock("../api/client", async (actual) => ({
  ...(await actual<typeof import("../api/client")>()),
  askMatch: async (...question: unknown[]) => {
    asked(...question);
    const answer = answers.shift();
    if (answer instanceof Error || !answer) throw answer ?? new Error("no answer");
    return answer;
  },
}));

// The question waits for a moment, and a busy machine for more.
configure({ asyncUtilTimeout: 5000 });

beforeEach(() => {
  answers.length = 0;
  asked.mockClear();
});

const answered = (analysis: Analysis | null, preparing: string | null = null): Answered => ({
  analysis,
  preparing: preparing === null ? null : { code: "x", params: {}, message: preparing },
  outcomes: [],
  match: null,
});

function Page({ match }: { match: Match }) {
  const hint = useHint(match, { language: "en" }, true);
  return (
    <>
      {hint && <HintButton hint={hint} />}
      {hint && <HintCard hint={hint} />}
      <output>{hint?.analysis?.best[0]?.cells.join()}</output>
    </>
  );
}

function show(extra: Partial<Match> = {}) {
  const client = newQueryClient();
  const page = (match: Match) => (
    <QueryClientProvider client={client}>
      <Page match={match} />
    </QueryClientProvider>
  );
  const { rerender } = render(page(matchOf({ may_ask: true, ...extra })));
  return { user: userEvent.setup(), next: (match: Match) => rerender(page(match)) };
}

const button = () => screen.queryByRole<HTMLButtonElement>("button", { name: said("hint.ask") });

it("is offered only to who may ask, and on the own turn", () => {
  const { next } = show({ may_ask: false });
  expect(button()).toBeNull();
  next(matchOf({ may_ask: true, finished: true }));
  expect(button()).toBeNull();
  next(matchOf({ may_ask: true, you: null }));
  expect(button()).toBeNull();
  next(matchOf({ may_ask: true, you: 1 }));
  expect(button()?.disabled).toBe(true);
  next(matchOf({ may_ask: true }));
  expect(button()?.disabled).toBe(false);
});

it("says the move, its reason and its words, until the position changes", async () => {
  answers.push(answered(analysisOf()));
  const { user, next } = show();
  await user.click(button() as HTMLElement);
  expect(
    await screen.findByText(said("hint.move", { title: "Solver", move: "Row 2, column 2" })),
  ).toBeTruthy();
  expect(screen.getByText("Keeps the draw.")).toBeTruthy();
  expect(screen.getByText("Takes the middle.")).toBeTruthy();
  expect(screen.getByRole("status").textContent).toBe("4");
  expect(button()?.getAttribute("aria-pressed")).toBe("true");
  next(matchOf({ may_ask: true, seq: 1 }));
  expect(screen.queryByText("Keeps the draw.")).toBeNull();
  expect(asked).toHaveBeenCalledTimes(1);
});

it("asks again while the agent is being prepared", async () => {
  answers.push(answered(null, "Compiling: 3 of 9."), answered(analysisOf()));
  const { user } = show();
  await user.click(button() as HTMLElement);
  expect(await screen.findByText("Compiling: 3 of 9.")).toBeTruthy();
  expect(await screen.findByText("Keeps the draw.", {}, { timeout: 3000 })).toBeTruthy();
  expect(asked).toHaveBeenCalledTimes(2);
});

it("waits as long as the server asks, and tells a refusal", async () => {
  answers.push(
    new Refused(429, "too_many_analyses", "Two at a time.", 0),
    new Refused(403, "help_forbidden", "No help here."),
  );
  const { user } = show();
  await user.click(button() as HTMLElement);
  expect(await screen.findByText("No help here.")).toBeTruthy();
  await waitFor(() => expect(asked).toHaveBeenCalledTimes(2));
});
