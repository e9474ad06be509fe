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
}

/** The service in a process of its own: tells its address, its CPU time when asked, and drains when told to stop. */
async function main({ target, masterKeyHex }: ServerSettings): Promise<void> {
  // A machine that measures is busy, which is no reason to turn requests away.
  const calm = { RATE_LIMIT: "off", MAX_EVENT_LOOP_DELAY_MS: "60000" };
  const config = readConfig({ PORT: "0", LOG_LEVEL: "silent", FLORIN_ROLES: "api", ...calm });
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
  process.on("message", (message) => {
    if (message === "cpu") process.send?.(process.cpuUsage());
    if (message === "stop") {
      void app
        .drain()
        .then(() => database.close())
        .then(() => process.disconnect());
    }
  });
  process.send?.(await app.listen());
}

await main(JSON.parse(process.argv[2] ?? "") as ServerSettings);
