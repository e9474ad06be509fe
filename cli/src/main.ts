import { once } from "node:events";
import { createInterface } from "node:readline";
import { addAbortSignal, Writable } from "node:stream";
import type { CommandContext, Outlet } from "./command-context.ts";
import { exitCodes } from "./failure.ts";
import { run } from "./run.ts";
import { systemNow } from "./system-clock.ts";

/** Sets up the process: terminal, environment, ^C and exit code. */
async function main(): Promise<void> {
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      // The first signal stops gracefully; the second exits immediately.
      if (stop.signal.aborted) process.exit(exitCodes.interrupted);
      stop.abort();
    });
  }
  const exitCode = await run(process.argv.slice(2), context(stop.signal));
  // After ^C, an abandoned request may still keep the process alive.
  if (stop.signal.aborted) process.exit(exitCode);
  process.exitCode = exitCode;
}

function context(signal: AbortSignal): CommandContext {
  return {
    environment: process.env,
    stdout: outlet(process.stdout),
    stderr: outlet(process.stderr),
    ask: process.stdin.isTTY && process.stderr.isTTY ? askAtTerminal(signal) : undefined,
    readInput: (maxBytes) => readPipe(process.stdin, maxBytes, signal),
    now: systemNow,
    signal,
  };
}

function outlet(stream: NodeJS.WriteStream): Outlet {
  // `florin admin accounts list | head -1`: the reader closes the pipe early.
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(exitCodes.done);
    throw error;
  });
  return {
    write: (text) => void stream.write(text),
    written: async () => {
      if (stream.writableNeedDrain) await once(stream, "drain");
    },
    terminalWidth: stream.isTTY ? stream.columns : undefined,
  };
}

/** Reads up to the limit. ^C ends it early; the caller checks the signal. */
async function readPipe(input: NodeJS.ReadStream, maxBytes: number, signal: AbortSignal): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    for await (const piece of addAbortSignal(signal, input)) {
      const bytes = Buffer.from(piece);
      pieces.push(bytes);
      size += bytes.length;
      if (size >= maxBytes) break;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return Buffer.concat(pieces).toString("utf8", 0, Math.min(size, maxBytes));
}

/**
 * The terminal edits the line, so ^C remains a signal; end of input, or ^C, counts as an empty reply. For a secret, the
 * program edits the line without showing it.
 */
function askAtTerminal(signal: AbortSignal): NonNullable<CommandContext["ask"]> {
  return (question, { isSecret } = { isSecret: false }) => {
    const hidden = { terminal: true, output: new Writable({ write: (_chunk, _encoding, done) => done() }) };
    const lines = createInterface({
      input: process.stdin,
      signal,
      ...(isSecret ? hidden : { terminal: false }),
    });
    // After the terminal has stopped showing what is typed.
    process.stderr.write(question);
    lines.once("SIGINT", () => process.kill(process.pid, "SIGINT"));
    return new Promise((resolve) => {
      lines.once("line", (line) => {
        resolve(line);
        lines.close();
      });
      lines.once("close", () => {
        if (isSecret) process.stderr.write("\n");
        resolve("");
      });
    });
  };
}

await main();
