// `npm start`: builds the service and the console if their sources have changed, and runs the service in this process.
// The documentation site is built after that, in the background.
import { spawn } from "node:child_process";
import { once } from "node:events";
import * as module from "node:module";
import { constants, setPriority } from "node:os";
import { fileURLToPath, pathToFileURL } from "node:url";
import { bundle } from "./bundle.mjs";

const pathTo = (path) => fileURLToPath(new URL(path, import.meta.url));

const path = await bundle(pathTo("./src/start.ts"), () => {
  process.stdout.write("  · building the service (once)\n");
});
// While the service starts. It is awaited later; a failure must not end the process before it is explained.
const consoleBuilt = buildConsole();
consoleBuilt.catch(() => {});
// Node 22 and newer keep compiled code between starts.
module.enableCompileCache?.();
const { start } = await import(pathToFileURL(path).href);
await start(process.env, consoleBuilt);
buildSite();

async function buildConsole() {
  const child = spawn(process.execPath, [pathTo("../console/build-if-stale.mjs")], { stdio: "inherit" });
  // The service has more to do until it needs the pages.
  setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error("The console could not be built; its errors are above.");
}

/** Nothing waits for it: until it is built, the service says so at `/docs/`. */
function buildSite() {
  const child = spawn(process.execPath, [pathTo("../site/build-if-stale.mjs")], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  setPriority(child.pid, constants.priority.PRIORITY_LOW);
  child.unref();
}
