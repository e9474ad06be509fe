import closeWithGrace from "close-with-grace";
import { createApp } from "./app.ts";
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
import { openDatabase } from "./startup/open-database.ts";
import { createProgress } from "./startup/progress.ts";
import { StartupError } from "./startup/startup-error.ts";
import { startTelemetry } from "./startup/telemetry.ts";
import { welcome } from "./startup/welcome.ts";
import { hasUsers } from "./users/index.ts";

const exitCodeForRefusal = 1;
/** Time after the drain to close database connections, stop the embedded server and export the last traces. */
const closingMs = 10_000;

/** Configuration → port → database → app → listen → drain. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const logger = createLogger(config, process.stdout.isTTY);
  const say = createProgress(config, logger);
  await checkPort(config);
  const telemetry = await startTelemetry(config);
  const keyRing = await loadKeyRing(config);
  const endSoon = (): void => {
    process.kill(process.pid, "SIGTERM");
  };
  const opened = await openDatabase({ config, logger, progress: say, onReplaced: endSoon });
  const parts = {
    config,
    logger,
    clock: systemClock,
    newId: createIdFactory(systemClock),
    keyRing,
    ...opened,
  };
  try {
    if (config.profile === "production") await refuseDemoAccounts(opened.database);
    const credentials = config.profile === "local" ? await createDemoAccounts(parts) : undefined;
    const app = await createApp({
      ...parts,
      startsLocalChains: true,
      onProgress: say,
      plugins: telemetry === undefined ? [] : [telemetry.plugin],
    });
    await app.listen().catch(async (error: unknown) => {
      await app.drain();
      throw error;
    });
    await greet(parts, credentials);
    logger.info({ address: config.baseUrl, profile: config.profile, roles: [...config.roles] }, "listening");
    closeWithGrace(
      { delay: config.drain.delayMs + config.drain.graceMs + closingMs },
      async ({ signal, err }) => {
        if (err !== undefined) logger.fatal({ err }, "uncaught error; stopping");
        logger.info({ signal }, "draining");
        await app.drain();
        await opened.close();
        await telemetry?.stop();
        logger.info("stopped");
      },
    );
  } catch (error) {
    await opened.close();
    throw error;
  }
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

main().catch((error: unknown) => {
  process.stderr.write(`\nFlorin did not start.\n${explain(error)}\n`);
  process.exit(exitCodeForRefusal);
});
