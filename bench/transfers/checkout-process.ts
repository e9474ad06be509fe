import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type * as Migrations from "../../service/src/db/migrate.ts";
import type * as Pool from "../../service/src/db/pool.ts";
import type * as Server from "../http/server.ts";
import type * as PoolOptions from "../pool-options.ts";
import { responseParent } from "../webhooks/child.ts";
import type { CheckoutQuestions, CheckoutSettings } from "./checkout.ts";
import type * as Environment from "./environment.ts";

/**
 * Runs the code of a checkout, which may be older than this script: its migrations, its way to create accounts, and
 * its service. It imports them by path, and assumes only what they have in common.
 */
function main(): void {
  let server: Server.BenchServer | undefined;
  const responses = {
    open: async (settings: CheckoutSettings) => {
      const env = await prepareDatabase(settings);
      const { startServer } = await load<typeof Server>(settings.folder, "bench/http/server.ts");
      server = await startServer(settings);
      return { env, address: server.address };
    },
    serviceCpuMs: async () => {
      if (server === undefined) throw new Error("the service was not started");
      return server.cpuMs();
    },
  };
  responseParent<CheckoutQuestions>(responses, async () => server?.stop());
}

async function prepareDatabase(settings: CheckoutSettings): Promise<Environment.BenchEnvironment> {
  const { folder, target, masterKeyHex, accounts, tenants } = settings;
  const { migrate } = await load<typeof Migrations>(folder, "service/src/db/migrate.ts");
  // Only a distributed database needs to know where its tables are.
  await migrate({ target, tables: new Map() });
  const { createDatabase } = await load<typeof Pool>(folder, "service/src/db/pool.ts");
  const { poolOptions } = await load<typeof PoolOptions>(folder, "bench/pool-options.ts");
  const { createEnvironment } = await load<typeof Environment>(folder, "bench/transfers/environment.ts");
  const database = createDatabase(poolOptions(target));
  try {
    const masterKey = Buffer.from(masterKeyHex, "hex");
    return await createEnvironment({ database, masterKey, accounts, tenants });
  } finally {
    await database.close();
  }
}

async function load<Module>(folder: string, path: string): Promise<Module> {
  return (await import(pathToFileURL(join(folder, path)).href)) as Module;
}

main();
