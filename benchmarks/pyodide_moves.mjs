// What a move would cost in a browser without a server: the interpreted rules under Pyodide, in Node.
//
//   npm install --prefix DIR pyodide && node benchmarks/pyodide_moves.mjs DIR/node_modules/pyodide [SECONDS]
//
// Plain Python by the rules of connect four is timed here and under Pyodide (benchmarks/pyodide_moves.py says how). The
// quotient times the interpreted moves with NumPy, timed here, is what moves there would cost; it is an estimate.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const [folder, seconds = "5"] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));
const script = join(here, "pyodide_moves.py");
const root = dirname(here);
const environment = { ...process.env, NUMBA_DISABLE_JIT: "1" };
const native = JSON.parse(execFileSync("python", [script, seconds], { env: environment, encoding: "utf8" }));

const began = performance.now();
const { loadPyodide, version } = await import(pathToFileURL(join(resolve(folder), "pyodide.mjs")));
const pyodide = await loadPyodide();
const load = performance.now() - began;
pyodide.FS.mkdirTree("/benchmarks");
pyodide.FS.writeFile("/benchmarks/pyodide_moves.py", readFileSync(script, "utf8"));
pyodide.globals.set("rules", readFileSync(join(root, "examples/connect_four/src/connect_four/rules.py"), "utf8"));
pyodide.globals.set("grids", readFileSync(join(root, "src/boardwright/core/grids.py"), "utf8"));
const plain = pyodide.runPython(
  `import sys; sys.path.insert(0, "/benchmarks"); import pyodide_moves; pyodide_moves.plain(rules, grids, ${Number(seconds)})`,
);
const slower = plain / native.plain;
const python = pyodide.runPython("import platform; platform.python_version()");
const whole = native.whole.map((row) => ({ ...row, estimate: slower * (row.push + row.view) }));
console.log(JSON.stringify({ pyodide: version, python, load_ms: load, plain_ms: { here: native.plain, pyodide: plain }, slower, whole }, null, 2));
