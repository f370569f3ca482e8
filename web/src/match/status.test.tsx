import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { boardOf, matchOf, viewOf } from "../board/samples.test-env";
import { ErrorBoundary } from "../ErrorBoundary";
import { said } from "../words/said.test-env";
import { Status } from "./Status";

const prompt = { code: "toy.prompt", params: {}, message: "Mark an empty cell." };
const view = viewOf(boardOf("square", 3, 3), { prompt });
const plain = { view, at: null, sending: false, unsent: false, going: false, lost: false };

describe("the headline", () => {
  it("is what is asked, below whose move it is", () => {
    const { container } = render(<Status match={matchOf({ view })} {...plain} onGiveUp={() => {}} />);
    expect(container.querySelector(".turn")?.textContent).toBe(said("status.your_turn"));
    expect(container.querySelector(".status")?.textContent).toBe("Mark an empty cell.");
  });

  it("is the state of the match where nothing is asked", () => {
    const theirs = { ...view, to_move: 1, prompt: null };
    const { container, rerender } = render(
      <Status match={matchOf({ view: theirs })} {...plain} onGiveUp={() => {}} />,
    );
    expect(container.querySelector(".turn")).toBeNull();
    expect(container.querySelector(".status")?.textContent).toBe("random to move");
    rerender(<Status match={matchOf({ view })} {...plain} at={0} onGiveUp={() => {}} />);
    expect(container.querySelector(".status")?.textContent).toBe(said("status.past_start"));
  });

  it("says that a move is not sent yet, and lets it be given up", async () => {
    const onGiveUp = vi.fn();
    render(<Status match={matchOf({ view })} {...plain} sending unsent onGiveUp={onGiveUp} />);
    expect(screen.getByRole("status").textContent).toMatch(/^Your move is not sent yet/);
    await userEvent.click(screen.getByRole("button", { name: said("status.give_up") }));
    expect(onGiveUp).toHaveBeenCalledOnce();
  });
});

describe("a page that fails", () => {
  it("says so, and another address may work", () => {
    const silent = vi.spyOn(console, "error").mockImplementation(() => {});
    let broken = true;
    const Fails = () => {
      if (broken) throw new Error("planted");
      return <p>well</p>;
    };
    const page = (
      <ErrorBoundary>
        <Fails />
      </ErrorBoundary>
    );
    const { rerender } = render(page);
    expect(screen.getByRole("alert").textContent).toMatch(/went wrong/);
    broken = false;
    dispatchEvent(new HashChangeEvent("hashchange"));
    rerender(page);
    expect(screen.queryByRole("alert")).toBeNull();
    silent.mockRestore();
  });
});
