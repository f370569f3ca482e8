/** Asks which of several choices on the same cells is meant. */
import { useEffect, useRef } from "react";
import type { Choice } from "../api/types";
import { useWords } from "../words/context";

interface Props {
  choices: Choice[];
  further: boolean;
  onChoose: (choice: Choice) => void;
  onFurther: () => void;
  onCancel: () => void;
}

export function ChoiceMenu({ choices, further, onChoose, onFurther, onCancel }: Props) {
  const { say } = useWords();
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => menu.current?.querySelector("button")?.focus(), []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a click beside the menu is Escape for the mouse.
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is handled by the menu itself.
    <div className="veil" onClick={(event) => event.target === event.currentTarget && onCancel()}>
      <div
        ref={menu}
        className="menu"
        role="dialog"
        aria-label={say("board.which")}
        onKeyDown={(event) => event.key === "Escape" && onCancel()}
      >
        <p>{say("board.which")}</p>
        {choices.map((choice) => (
          <button type="button" key={choice.action} onClick={() => onChoose(choice)}>
            {choice.text}
          </button>
        ))}
        {further && (
          <button type="button" onClick={onFurther}>
            {say("board.go_on")}
          </button>
        )}
        <button type="button" className="quiet" onClick={onCancel}>
          {say("board.cancel")}
        </button>
      </div>
    </div>
  );
}
