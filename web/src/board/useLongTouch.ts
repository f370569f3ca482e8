/** The two ways to press a cell: a click, and the right button, the menu key or a finger that stays. */
import { type MouseEvent, type PointerEvent, useRef } from "react";
import type { Press } from "./clicks";

const STAYS = 420;

export function useLongTouch(secondary: boolean, onPress: (press: Press) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const held = useRef(false);
  const lift = () => clearTimeout(timer.current);
  return {
    onClick: () => {
      // The click that ends a long touch is no second press.
      if (!held.current) onPress("primary");
      held.current = false;
    },
    onContextMenu: (event: MouseEvent) => {
      if (!secondary) return;
      event.preventDefault();
      lift();
      if (!held.current) onPress("secondary");
    },
    onPointerDown: (event: PointerEvent) => {
      held.current = false;
      if (!secondary || event.pointerType !== "touch") return;
      timer.current = setTimeout(() => {
        held.current = true;
        onPress("secondary");
      }, STAYS);
    },
    onPointerUp: lift,
    onPointerLeave: lift,
    onPointerCancel: lift,
  };
}
