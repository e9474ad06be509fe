import closeWithGrace from "close-with-grace";
import { openLocalChains, preloadLocalChains } from "./app/local-chains.ts";
import { type App, createApp } from "./app.ts";
import { readConfig } from "./config.ts";
import { createIdFactory } from "./kernel/id.ts";
import { systemClock } from "./kernel/instant.ts";
import type { AppParts } from "./startup/app-parts.ts";
import { checkPort } from "./startup/check-port.ts";
import { createDemoAccounts, type DemoCredentials, holdsDemoAccounts } from "./startup/demo-accounts.ts";
import { explainError } from "./startup/explain-error.ts";
import { firstOperatorLink, howToInvite } from "./startup/first-operator.ts";
import { createLogger } from "./startup/logging.ts";
import { loadKeyRing } from "./startup/master-key.ts";
import { openDatabase, type Progress } from "./startup/open-database.ts";
import { createProgress } from "./startup/progress.ts";
import { StartupError } from "./startup/startup-error.ts";
import { startTelemetry } from "./startup/telemetry.ts";
import { welcome } from "./startup/welcome.ts";
import { hasUsers } from "./users/index.ts";

const exitCodeForRefusal = 1;
/** Time after the drain to close database connections, stop the embedded server and export the last traces. */
const closingMs = 10_000;

/** Configuration → port → database and local chains → app → listen → drain. */
async function run(environment: NodeJS.ProcessEnv, consoleBuilt: Promise<void>): Promise<void> {
  const config = readConfig(environment);
  const logger = createLogger(config, process.stdout.isTTY);
  const say = createProgress(config, logger);
  await checkPort(config);
  const telemetry = await startTelemetry(config);
  const keyRing = await loadKeyRing(config);
  const endSoon = (): void => {
    process.kill(process.pid, "SIGTERM");
  };
  preloadLocalChains(config);
  const opened = await openDatabase({ config, logger, progress: say, onReplaced: endSoon });
  const common = { config, logger, clock: systemClock, onProgress: say };
  // After the database is open: its lock keeps a second process away from the chains of this data folder.
  const starting = openLocalChains(common);
  try {
    await Promise.all([opened.migrate(), starting, consoleBuilt]);
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
    plugins: telemetry === undefined ? [] : [telemetry.plugin],
  };
  await serve(parts, async () => {
    await opened.close();
    await telemetry?.stop();
  });
}

async function closeLocalChains(starting: ReturnType<typeof openLocalChains>): Promise<void> {
  const chains = await starting.catch(() => undefined);
  await chains?.close();
}

type LocalParts = AppParts & { readonly onProgress: Progress };

async function serve(parts: LocalParts, close: () => Promise<void>): Promise<void> {
  const { config, logger } = parts;
  try {
    if (config.profile === "production") await refuseDemoAccounts(parts.database);
    const credentials = config.profile === "local" ? await createDemoAccounts(parts) : undefined;
    const app = await createApp(parts);
    await listen(app, parts, close).catch(async (error: unknown) => {
      await app.drain();
      throw error;
    });
    await greet(parts, credentials);
    logger.info({ address: config.baseUrl, profile: config.profile, roles: [...config.roles] }, "listening");
  } catch (error) {
    await close();
    throw error;
  }
}

/** Resolves when requests succeed; from the first one on, a signal drains the service. */
async function listen(app: App, parts: LocalParts, close: () => Promise<void>): Promise<void> {
  const { config, logger } = parts;
  await app.listen();
  const stopping = new AbortController();
  closeWithGrace(
    { delay: config.drain.delayMs + config.drain.graceMs + closingMs },
    async ({ signal, err }) => {
      stopping.abort();
      if (err !== undefined) logger.fatal({ err }, "uncaught error; stopping");
      logger.info({ signal }, "draining");
      await app.drain();
      await close();
      logger.info("stopped");
    },
  );
  await app.whenUsable(parts.onProgress, stopping.signal);
}

/** The local profile shows secrets on the terminal; in production the output is a log and contains none. */
async function greet(parts: AppParts, credentials: DemoCredentials | undefined): Promise<void> {
  const { config, database, logger } = parts;
  const servesConsole = config.roles.has("api");
  if (config.profile === "local") {
    const link = servesConsole ? await firstOperatorLink(parts) : undefined;
    process.stdout.write(welcome(config, { credentials, firstOperatorLink: link }));
  } else if (servesConsole && !(await hasUsers(database))) {
    logger.info(howToInvite);
  }
}

async function refuseDemoAccounts(database: Parameters<typeof holdsDemoAccounts>[0]): Promise<void> {
  if (!(await holdsDemoAccounts(database))) return;
  throw new StartupError(
    "This database was created by the local profile and holds demo accounts, whose secrets were shown on a terminal. " +
      "Use a separate database for production.",
  );
}

/** Errors that the operator can fix are explained; all others keep their stack trace. */
function explain(error: unknown): string {
  return explainError(error) ?? (error instanceof Error ? (error.stack ?? error.message) : String(error));
}

/** Starts the service of this process. The console's pages are served once they are built. */
export async function start(
  environment: NodeJS.ProcessEnv,
  consoleBuilt: Promise<void> = Promise.resolve(),
): Promise<void> {
  try {
    await run(environment, consoleBuilt);
  } catch (error) {
    process.stderr.write(`\nFlorin did not start.\n${explain(error)}\n`);
    process.exit(exitCodeForRefusal);
  }
}
