import { createApp } from "../src/app.ts";
import { readConfig } from "../src/config.ts";
import { createDatabase } from "../src/db/pool.ts";
import { createKeyRing } from "../src/kernel/envelope.ts";
import { createIdFactory } from "../src/kernel/id.ts";
import { systemClock } from "../src/kernel/instant.ts";
import { createLogger } from "../src/startup/logging.ts";
import { calmSettings, patientPool } from "./calm-limits.ts";
import { noteRoutes } from "./notes-module.ts";
import type { ApiProcessSettings } from "./start-api-process.ts";

/** A separate node, for behavior that shows only between processes. Reports its address, and drains on SIGTERM. */
async function main(settings: ApiProcessSettings): Promise<void> {
  const database = createDatabase({
    connection: settings.target,
    maxConnections: 10,
    maxWaiting: 1_000,
    ...patientPool,
    applicationName: "florin test node",
  });
  const config = readConfig({
    PORT: "0",
    LOG_LEVEL: "silent",
    ...calmSettings,
    BASE_URL: settings.baseUrl,
    ...settings.environment,
  });
  const newId = createIdFactory(systemClock);
  const app = await createApp({
    config,
    logger: createLogger(config, false),
    clock: systemClock,
    newId,
    keyRing: createKeyRing(Buffer.from(settings.masterKey, "hex")),
    database,
    target: settings.target,
    reservedPool: patientPool,
    moreRoutes: noteRoutes({ session: database, newId, clock: systemClock }),
  });
  process.once("SIGTERM", () => {
    void app
      .drain()
      .then(() => database.close())
      .then(() => process.stdout.write("drained\n"));
  });
  process.stdout.write(`${await app.listen()}\n`);
}

await main(JSON.parse(process.argv[2] ?? "") as ApiProcessSettings);
