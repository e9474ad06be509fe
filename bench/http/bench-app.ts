import { createApp } from "../../service/src/app.ts";
import { readConfig } from "../../service/src/config.ts";
import { type ConnectionTarget, createDatabase } from "../../service/src/db/pool.ts";
import { createKeyRing } from "../../service/src/kernel/envelope.ts";
import { createIdFactory } from "../../service/src/kernel/id.ts";
import { systemClock } from "../../service/src/kernel/instant.ts";
import { createLogger } from "../../service/src/startup/logging.ts";
import { poolOptions } from "../pool-options.ts";
import { noOpRoutes } from "./no-op-routes.ts";

export interface ServerSettings {
  readonly target: ConnectionTarget;
  readonly masterKeyHex: string;
  /** Settings that differ from those of a benchmark. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** A benchmark overloads the event loop on purpose, so load shedding is off. */
const calm = { RATE_LIMIT: "off", MAX_EVENT_LOOP_DELAY_MS: "60000" };
/** The request log is measured apart: it writes a sample of the requests, whatever they do. */
const withoutRequestLog = { REQUEST_LOG_DAYS: "0" };

/** The service with its API and, unless the environment says otherwise, no worker, ready for requests. */
export async function openBenchApp({ target, masterKeyHex, environment }: ServerSettings): Promise<{
  readonly baseUrl: string;
  /** Finishes accepted requests. */
  stop(): Promise<void>;
}> {
  const config = readConfig({
    PORT: "0",
    LOG_LEVEL: "silent",
    FLORIN_ROLES: "api",
    ...calm,
    ...withoutRequestLog,
    ...environment,
  });
  const database = createDatabase(poolOptions(target));
  const app = await createApp({
    config,
    logger: createLogger(config, false),
    clock: systemClock,
    newId: createIdFactory(systemClock),
    keyRing: createKeyRing(Buffer.from(masterKeyHex, "hex")),
    database,
    target,
    moreRoutes: noOpRoutes,
  });
  return {
    baseUrl: await app.listen(),
    stop: async () => {
      await app.drain();
      await database.close();
    },
  };
}
