// Runs the Python of the engine once, in node: compiles all sources to bytecode and finds out which modules of the
// standard library are needed. `packing.py` calls it with the folder of Pyodide and the folder of the sources.

import { loadPyodide } from "PYODIDE";

const [, , pyodide, stage] = process.argv;
const python = await loadPyodide({ indexURL: pyodide });
python.FS.mkdirTree("/stage");
python.FS.mount(python.FS.filesystems.NODEFS, { root: stage }, "/stage");
try {
  python.runPython(`exec(open("/stage/prepare.py", encoding="utf-8").read())`);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
