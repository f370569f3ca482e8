/** The board as a player meets it: presses become choices, by the cells that each choice touches. */
import { useMemo, useState } from "react";
import type { Board as BoardView, Choice } from "../api/types";
import { useWords } from "../words/context";
import { Actions } from "./Actions";
import { Board } from "./Board";
import { BoardSides } from "./BoardSides";
import { ChoiceMenu } from "./ChoiceMenu";
import { beginning, beginningFrom, click, hasSecondary, type Press, targets } from "./clicks";
import { Drawings, type Drawn } from "./Drawings";
import { hasGaps, type Point } from "./geometry";
import { aimLabel, aimLine, cellLabel } from "./labels";
import { guarded, inColumn } from "./presses";
import type { Side } from "./sides";
import { useAim } from "./useAim";
import { Zoom, Zoomed } from "./Zoom";

interface Props {
  /** Which position this is: what was selected in another one is forgotten. */
  position: number;
  board: BoardView;
  choices: Choice[];
  title: string;
  last: number[];
  pending: Choice | null;
  /** What is sent after that: then presses go on. Without it they are ignored until the answer. */
  waiting?: readonly Choice[];
  owner: (seat: number) => string;
  onPlay: (choice: Choice) => void;
  onRefused: (cell: number) => void;
  onRefusedSide?: (side: Side, at: Point) => void;
  onSelect?: (path: number[]) => void;
  /** False while an earlier position is shown. */
  live?: boolean;
  /** The row of a roster that choices begin from, and the unit that was picked to be taken back. */
  source?: string | null;
  picked?: string | null;
  onPick?: (source: string) => void;
  /** What a panel says of a source, beside its button: odds. */
  notes?: ReadonlyMap<string, string>;
  /** What explains the position: an advised move, ways, numbers. */
  drawn?: Drawn | null;
}

interface Selection {
  position: number;
  /** Made while a move was under way: it stands in the next position, too, where it leads somewhere there. */
  early: boolean;
  path: number[];
  menu: { cell: number; choices: Choice[]; further: number[] | null } | null;
}

/** Whether what was chosen in an earlier position still leads somewhere. */
function leads({ path, menu }: Selection, choices: readonly Choice[]): boolean {
  const offered = ({ action, press }: Choice) =>
    choices.some((one) => one.action === action && one.press === press);
  return menu ? menu.choices.every(offered) : beginning(choices, path).length > 0;
}

export function PlayBoard(props: Props) {
  const { position, board, choices, title, last, pending, owner, onPlay, onRefused, onSelect } = props;
  const { say } = useWords();
  const [zoom, setZoom] = useState(1);
  const [selection, setSelection] = useState<Selection>({ position, early: false, path: [], menu: null });
  const meantNow = useMemo(() => beginningFrom(choices, props.source ?? null), [choices, props.source]);
  const here = selection.position === position || (selection.early && leads(selection, meantNow));
  const path = here ? selection.path : [];
  const menu = here ? selection.menu : null;
  // What is pressed twice is drawn once.
  const under = [...(pending ? [pending] : []), ...(props.waiting ?? [])];
  const sent = [...new Map(under.map((choice) => [choice.action, choice])).values()];
  const early = sent.length > 0;
  const busy = early && props.waiting === undefined;
  const open = busy ? [] : meantNow;
  // What is only taken back is not lit: a plain press does not do it. While a move is under way its targets stay in
  // sight: to take them away and bring them back draws the board twice.
  const next = targets(
    meantNow.filter(({ press, source }) => press !== "secondary" || source === ""),
    path,
  );
  const bars = useAim({
    position,
    board,
    choices: open,
    busy,
    early,
    onPlay: play,
    onRefused: (side, at) => {
      select([]);
      props.onRefusedSide?.(side, at);
    },
  });

  function select(cells: number[]) {
    setSelection({ position, early, path: cells, menu: null });
    onSelect?.(cells);
  }

  function play(choice: Choice) {
    select([]);
    onPlay(choice);
  }

  function press(cell: number, how: Press) {
    if (busy) return;
    bars.leave();
    const plain = meantNow.filter(({ source }) => source === "");
    if (how === "primary" && path.length === 0 && guarded(plain, cell)) return;
    const meant = click(meantNow, path, cell, how);
    if (meant.kind === "nothing") return;
    if (meant.kind === "pick") {
      // What stands here can be taken back; and what was to be put here cannot be.
      if (meant.choice.source) props.onPick?.(meant.choice.source);
      if (props.source) onRefused(cell);
      return;
    }
    if (meant.kind === "play") play(meant.choice);
    else if (meant.kind === "select") select(meant.path);
    else if (meant.kind === "menu") setSelection({ position, early, path, menu: { ...meant, cell } });
    else select([]);
    if (meant.kind !== "ask") return;
    const falling = inColumn(board, choices, cell);
    if (falling) play(falling);
    else onRefused(cell);
  }

  return (
    <div className={props.source ? "play choosing" : "play"}>
      <div className="board-place">
        <Zoomed zoom={zoom} title={title}>
          <Board
            board={board}
            live={props.live ?? true}
            title={title}
            targets={next}
            selected={path}
            last={last}
            pending={sent.flatMap(({ cells }) => cells)}
            label={(cell) => {
              const state = {
                target: next.has(cell),
                selected: path.includes(cell),
                last: last.includes(cell),
                advised: props.drawn?.move?.cells.includes(cell) ?? false,
              };
              return cellLabel(board, cell, state, say, owner);
            }}
            secondary={hasSecondary(choices)}
            onPress={press}
            onCancel={() => {
              bars.leave();
              select([]);
            }}
            aiming={hasGaps(board) ? { ...bars, active: bars.aim?.by === "keys" } : null}
          >
            {hasGaps(board) && (
              <BoardSides
                board={board}
                choices={open}
                preview={bars.aim && { side: bars.aim.side, sides: bars.aim.choice?.sides ?? [] }}
                pending={sent.flatMap(({ sides }) => (sides.length > 0 ? [sides] : []))}
                onPoint={bars.point}
                onLeave={bars.leaveMouse}
                onPress={bars.press}
              />
            )}
            {props.drawn && <Drawings board={board} drawn={props.drawn} />}
          </Board>
        </Zoomed>
        <p className="unseen" aria-live="polite">
          {bars.aim && bars.aim.by !== "mouse" && aimLabel(board, bars.aim, say)}
        </p>
        {bars.aim?.by === "touch" && (
          <p className="aim" aria-hidden="true">
            {aimLine(bars.aim, say)}
          </p>
        )}
        {menu && (
          <ChoiceMenu
            cell={menu.cell}
            choices={menu.choices}
            further={menu.further !== null}
            onChoose={play}
            onFurther={() => menu.further && select(menu.further)}
            onCancel={() => select([])}
          />
        )}
      </div>
      <Actions
        choices={choices}
        picked={props.picked ?? null}
        notes={props.notes}
        advised={props.drawn?.move?.action ?? null}
        busy={busy}
        onPlay={play}
      >
        <Zoom board={board} zoom={zoom} onZoom={setZoom} />
      </Actions>
    </div>
  );
}
