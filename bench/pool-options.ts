import type { ConnectionTarget, PoolOptions } from "../service/src/db/pool.ts";

/** The service's defaults, for both the service and the driver. */
export function poolOptions(connection: ConnectionTarget): PoolOptions {
  return {
    connection,
    maxConnections: 20,
    maxWaiting: 1_000,
    acquireTimeoutMs: 5_000,
    statementTimeoutMs: 30_000,
    applicationName: "florin bench",
  };
}
