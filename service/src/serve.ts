import closeWithGrace from "close-with-grace";
import type { AppParts } from "./app/app-parts.ts";
import { recoverOrRefuse } from "./app/recovery.ts";
import { type App, createApp } from "./app.ts";
import { systemCause } from "./kernel/cause.ts";
import { createDemoAccounts, type DemoCredentials, holdsDemoAccounts } from "./startup/demo-accounts.ts";
import type { Progress } from "./startup/open-database.ts";
import { requireChains } from "./startup/require-chains.ts";
import { StartupError } from "./startup/startup-error.ts";
import { welcome } from "./startup/welcome.ts";
import { hasUsers, inviteFirstOperator, joinLink } from "./users/index.ts";

/** Time after the drain to close database connections, stop the embedded server and export the last traces. */
const closingMs = 10_000;

type LocalParts = AppParts & {
  readonly onProgress: Progress;
  /** Its pages can be served from then on. */
  readonly consoleBuilt: Promise<void>;
  /** Frees the port for the service. */
  readonly releasePort: () => Promise<void>;
};

/** App → listen → drain, with a database and chains that are open. */
export async function serve(parts: LocalParts, close: () => Promise<void>): Promise<void> {
  const { config, logger } = parts;
  try {
    if (config.profile === "production") await refuseDemoAccounts(parts.database);
    await requireChains(parts.database, config.chains);
    await recoverOrRefuse(parts);
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
  await parts.releasePort();
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
  await Promise.all([app.whenUsable(parts.onProgress, stopping.signal), parts.consoleBuilt]);
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

/**
 * An invitation link for the first console user, while there are no users. It is a secret, so only the local profile
 * creates one automatically and prints it on the terminal. Elsewhere the log names the command that creates one.
 */
async function firstOperatorLink(parts: AppParts): Promise<string | undefined> {
  const token = await inviteFirstOperator(parts, systemCause("startup.first_operator"));
  return token === undefined ? undefined : joinLink(parts.config.baseUrl, token);
}

/** For the log, which must not contain secrets. */
const howToInvite =
  "the console has no users yet; invite the first admin with: florin admin users invite --role admin --email <email>";

async function refuseDemoAccounts(database: Parameters<typeof holdsDemoAccounts>[0]): Promise<void> {
  if (!(await holdsDemoAccounts(database))) return;
  throw new StartupError(
    "This database was created by the local profile and holds demo accounts, whose secrets were shown on a terminal. " +
      "Use a separate database for production.",
  );
}
