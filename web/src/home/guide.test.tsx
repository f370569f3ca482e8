import { render } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { Guide } from "./Guide";
import { blocks, pieces } from "./markdown";

describe("the Markdown of a guide", () => {
  it("has paragraphs, headings and lists", () => {
    expect(blocks("One\nline.\n\nTwo.\n## How\n* a\n  goes on\n* b\n1. first\n2. second\n\nEnd.")).toEqual([
      { kind: "paragraph", text: "One line." },
      { kind: "paragraph", text: "Two." },
      { kind: "heading", text: "How" },
      { kind: "bullets", items: ["a goes on", "b"] },
      { kind: "steps", items: ["first", "second"] },
      { kind: "paragraph", text: "End." },
    ]);
    expect(blocks("")).toEqual([]);
  });

  it("has bold words", () => {
    expect(pieces("**You win** by **five**.")).toEqual(["", "You win", " by ", "five", "."]);
    expect(pieces("plain")).toEqual(["plain"]);
    expect(pieces("**a** and **b")).toEqual(["", "a", " and **b"]);
  });
});

it("shows what looks like HTML as text", () => {
  const { container } = render(
    <Guide text={"**Bold** <img src=x>\n\n## <b>Title</b>\n* <script>item</script>"} />,
  );
  expect(container.querySelectorAll("img, b, script")).toHaveLength(0);
  expect(container.querySelector("strong")?.textContent).toBe("Bold");
  expect(container.querySelector("h3")?.textContent).toBe("<b>Title</b>");
  expect(container.querySelector("li")?.textContent).toBe("<script>item</script>");
});
