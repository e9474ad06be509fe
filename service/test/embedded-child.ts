import { openEmbeddedServer } from "../src/db/embedded/index.ts";

// A process that can be killed: opens the server of the given folder, reports the result, and stops it on SIGTERM.
const [, , dataFolder = "", exitCodeOfReplaced = "", stopsAt = ""] = process.argv;
/** By then initdb runs; it needs far longer, and its end is noticed after this. */
const initdbStartedMs = 50;

try {
  const server = await openEmbeddedServer({
    dataFolder,
    instanceName: "florin child",
    onProgress: (message) => {
      if (stopsAt !== "" && message.startsWith(stopsAt)) setTimeout(stopResponding, initdbStartedMs);
    },
    onEvent: ({ kind }) => {
      if (kind === "replaced") void server.stop().then(() => process.exit(Number(exitCodeOfReplaced)));
    },
  });
  process.once("SIGTERM", () => void server.stop().then(() => process.exit(0)));
  process.stdout.write(`${JSON.stringify({ state: "ready", target: server.target })}\n`);
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  process.stdout.write(`${JSON.stringify({ state: "refused", message })}\n`);
}

/** Blocks the event loop until the process is killed. */
function stopResponding(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}
