import { once } from "node:events";
import { createServer } from "node:net";
import { openLocalChains, preloadLocalChains } from "./app/local-chains.ts";
import { openKeyRing } from "./app/open-key-ring.ts";
import { type Config, readConfig } from "./config.ts";
import { createIdFactory } from "./kernel/id.ts";
import { systemClock } from "./kernel/instant.ts";
import { KeyProviderError } from "./keys/key-wrapper.ts";
import { explainError } from "./startup/explain-error.ts";
import { createLogger, type Logger } from "./startup/logging.ts";
import { openDatabase, type Progress } from "./startup/open-database.ts";
import { startTelemetry } from "./startup/telemetry.ts";

const exitCodeForRefusal = 1;
/** EX_NOPERM of sysexits.h. The systemd unit does not restart the service after it: each start would send the PIN. */
const exitCodeForDeniedPin = 77;
/** Most of the code; it is loaded while the database starts. */
const loadService = () => import("./serve.ts");

/** Starts the service of this process. The console's pages are served once they are built. */
export async function start(
  environment: NodeJS.ProcessEnv,
  consoleBuilt: Promise<void> = Promise.resolve(),
): Promise<void> {
  try {
    await run(environment, consoleBuilt);
  } catch (error) {
    process.stderr.write(`\nFlorin did not start.\n${explain(error)}\n`);
    const isPinDenied = error instanceof KeyProviderError && error.failure === "pin_denied";
    process.exit(isPinDenied ? exitCodeForDeniedPin : exitCodeForRefusal);
  }
}

/** Configuration → port → database and local chains → service. */
async function run(environment: NodeJS.ProcessEnv, consoleBuilt: Promise<void>): Promise<void> {
  const config = readConfig(environment);
  const logger = createLogger(config, process.stdout.isTTY);
  const say = createProgress(config, logger);
  const releasePort = await reservePort(config);
  const telemetry = await startTelemetry(config);
  const keyRing = await openKeyRing(config, logger);
  const endSoon = (): void => {
    process.kill(process.pid, "SIGTERM");
  };
  const opening = openDatabase({ config, logger, progress: say, onReplaced: endSoon });
  const loading = loadService();
  // It is awaited later; a failure must not end the process before it is explained.
  loading.catch(() => {});
  preloadLocalChains(config);
  const opened = await opening;
  const common = { config, logger, clock: systemClock, onProgress: say };
  // After the database is open: its lock keeps a second process away from the chains of this data folder.
  const starting = openLocalChains(common);
  try {
    await Promise.all([opened.migrate(), starting, loading]);
  } catch (error) {
    await closeLocalChains(starting);
    await opened.close();
    throw error;
  }
  const parts = {
    ...common,
    ...opened,
    newId: createIdFactory(systemClock),
    keyRing,
    localChains: await starting,
    consoleBuilt,
    releasePort,
    plugins: telemetry?.plugins ?? [],
    traceDelivery: telemetry?.traceDelivery,
  };
  const { serve } = await loading;
  await serve(parts, async () => {
    await opened.close();
    await telemetry?.stop();
  });
}

/** Plain lines on the terminal for the local profile; log lines in production. */
function createProgress({ profile }: Config, logger: Logger): Progress {
  if (profile === "production") return (message) => logger.info(message);
  return (message) => {
    process.stdout.write(`  · ${message}\n`);
  };
}

/**
 * Throws when the port cannot be bound, before anything is created. Keeps it until the service listens, so that no other
 * process takes it while the database is created and the chains start; until then connections are closed.
 */
async function reservePort({ host, port }: Config): Promise<() => Promise<void>> {
  const server = createServer((socket) => socket.destroy()).listen({ host, port });
  await once(server, "listening");
  return async () => {
    server.close();
    await once(server, "close");
  };
}

async function closeLocalChains(starting: ReturnType<typeof openLocalChains>): Promise<void> {
  const chains = await starting.catch(() => undefined);
  await chains?.close();
}

/** Errors that the operator can fix are explained; all others keep their stack trace. */
function explain(error: unknown): string {
  return explainError(error) ?? (error instanceof Error ? (error.stack ?? error.message) : String(error));
}
