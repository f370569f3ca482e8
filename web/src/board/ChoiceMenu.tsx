/** Asks which of several choices on the same cells is meant, beside the cell. */
import { useLayoutEffect, useRef } from "react";
import type { Choice } from "../api/types";
import { useWords } from "../words/context";
import { notation } from "./labels";
import "./menu.css";

interface Props {
  /** The cell that it is about: it stands beside it, and the focus goes back there. */
  cell: number;
  choices: Choice[];
  further: boolean;
  onChoose: (choice: Choice) => void;
  onFurther: () => void;
  onCancel: () => void;
}

const ROOM = 8;

export function ChoiceMenu({ cell, choices, further, onChoose, onFurther, onCancel }: Props) {
  const { say } = useWords();
  const menu = useRef<HTMLDialogElement>(null);

  useLayoutEffect(() => {
    const dialog = menu.current;
    if (!dialog || dialog.open) return;
    dialog.showModal();
    const place = cellElement(cell)?.getBoundingClientRect();
    if (place) putBeside(dialog, place);
  }, [cell]);

  /** Closes first: until then the rest of the page takes no focus. */
  function leave(then: () => void) {
    menu.current?.close();
    cellElement(cell)?.focus();
    then();
  }

  return (
    // A click beside the menu is Escape for the mouse.
    <dialog
      ref={menu}
      className="menu"
      aria-label={say("board.which")}
      onClick={(event) => event.target === event.currentTarget && leave(onCancel)}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        leave(onCancel);
      }}
      onCancel={(event) => {
        event.preventDefault();
        leave(onCancel);
      }}
    >
      <div className="menu-list">
        <p>{say("board.which")}</p>
        {choices.map((choice) => (
          <button
            type="button"
            key={choice.action}
            title={notation(choice.text)}
            onClick={() => leave(() => onChoose(choice))}
          >
            {choice.label}
          </button>
        ))}
        {further && (
          <button type="button" onClick={() => leave(onFurther)}>
            {say("board.go_on")}
          </button>
        )}
        <button type="button" className="quiet" onClick={() => leave(onCancel)}>
          {say("board.cancel")}
        </button>
      </div>
    </dialog>
  );
}

function cellElement(cell: number): SVGGElement | null {
  return document.querySelector<SVGGElement>(`.play .board [data-cell="${cell}"]`);
}

/** On the right of the cell, or on the left where there is no room; within the window. */
function putBeside(dialog: HTMLDialogElement, place: DOMRect) {
  const { width, height } = dialog.getBoundingClientRect();
  const fits = place.right + ROOM + width < innerWidth;
  const left = fits ? place.right + ROOM : place.left - ROOM - width;
  const top = place.top + place.height / 2 - height / 2;
  dialog.style.left = `${within(left, innerWidth - width)}px`;
  dialog.style.top = `${within(top, innerHeight - height)}px`;
}

function within(value: number, most: number): number {
  return Math.max(ROOM, Math.min(value, most - ROOM));
}
