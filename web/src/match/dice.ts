/** The dice of what happened: an event's parameter `thrown`, a number or a list of them. */
import type { Text } from "../api/types";

export interface Throw {
  faces: number[];
  message: string;
}

/** The newest throw among events; null where nothing was thrown. */
export function newestThrow(told: readonly Text[]): Throw | null {
  const thrown = told.flatMap(({ params, message }) => {
    const faces = [params.thrown].flat().filter((face): face is number => typeof face === "number");
    return faces.length > 0 ? [{ faces, message }] : [];
  });
  return thrown.at(-1) ?? null;
}

/** Where the pips of a face are, in thirds of a die from its middle; none beyond six, which is written. */
export function pips(face: number): [number, number][] {
  const corners: [number, number][][] = [
    [
      [-1, -1],
      [1, 1],
    ],
    [
      [1, -1],
      [-1, 1],
    ],
    [
      [-1, 0],
      [1, 0],
    ],
  ];
  if (!Number.isInteger(face) || face < 1 || face > 6) return [];
  const pairs = corners.slice(0, Math.floor(face / 2)).flat();
  return face % 2 === 1 ? [...pairs, [0, 0]] : pairs;
}
