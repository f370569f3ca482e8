// Lets gorisanson/quoridor-ai play without a browser: a line in, a line out, moves in our notation (e2, e3h).
//
//   node --single-threaded benchmarks/gorisanson_driver.mjs DIR PLAYOUTS
//
// DIR is a local copy of that repository. Its files are run as they are, with a seeded Math.random, so that its games
// can be repeated. Commands: new SEED, play MOVE, go, legal.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import vm from "node:vm";

const UCT = 0.2; // what its own page plays with

const [directory, playouts] = process.argv.slice(2);
// As a page would run them, in the global scope: in a context of its own it takes more than twice the time.
const source = ["game.js", "ai.js"].map((name) => readFileSync(join(directory, "src", "js", name), "utf8"));
const { Game, AI } = vm.runInThisContext(`${source.join("\n")}\n;({ Game, AI })`);
console.log = () => {}; // what it logs is not for us
const ai = new AI(Number(playouts), UCT, false, false);
let game = new Game(true);

// Mulberry32: small, and good enough for playouts.
function seeded(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

// Its rows count from the top, where the second player starts; a wall is named after the row above it.
const square = ([row, col], wall) => "abcdefghi"[col] + (9 - row - (wall ? 1 : 0));

function written([to, horizontal, vertical]) {
  if (to) return square(to, false);
  return horizontal ? `${square(horizontal, true)}h` : `${square(vertical, true)}v`;
}

function legal() {
  const found = game.getArrOfValidNextPositionTuples().map((to) => [to, null, null]);
  if (game.pawnOfTurn.numberOfLeftWalls > 0) {
    found.push(...game.getArrOfValidNoBlockNextHorizontalWallPositions().map((at) => [null, at, null]));
    found.push(...game.getArrOfValidNoBlockNextVerticalWallPositions().map((at) => [null, null, at]));
  }
  return new Map(found.map((move) => [written(move), move]));
}

function answer(command, given) {
  if (command === "new") {
    game = new Game(true);
    Math.random = seeded(Number(given));
    return "ok";
  }
  if (command === "legal") return [...(game.winner ? [] : legal().keys())].join(" ");
  if (command === "go") return written(ai.chooseNextMove(game));
  if (command !== "play") return `error: unknown command ${command}`;
  const move = game.winner ? undefined : legal().get(given);
  if (!move) return `error: it does not allow ${given}`;
  game.doMove(move);
  return "ok";
}

for await (const line of createInterface({ input: process.stdin })) {
  const [command, given] = line.trim().split(/\s+/);
  process.stdout.write(`${answer(command, given)}\n`);
}
