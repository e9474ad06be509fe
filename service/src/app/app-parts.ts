import type { FastifyPluginCallback } from "fastify";
import type { LocalChains } from "../chains/local-chains.ts";
import type { Config } from "../config.ts";
import type { Database } from "../db/database.ts";
import type { ConnectionTarget, PoolOptions } from "../db/pool.ts";
import type { Route } from "../http/route.ts";
import type { KeyRing } from "../kernel/envelope.ts";
import type { NewId } from "../kernel/id.ts";
import type { Clock } from "../kernel/instant.ts";
import type { Logger } from "../startup/logging.ts";
import type { Progress } from "../startup/open-database.ts";
import type { TraceDelivery } from "../webhooks/index.ts";

/** Inputs of the composition root; it creates everything else itself. */
export interface AppParts {
  readonly config: Config;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly keyRing: KeyRing;
  readonly database: Database;
  readonly target: ConnectionTarget;
  /** Nodes of the chains without RPC URLs, closed with the app; without it those chains have no nodes. */
  readonly localChains?: LocalChains | undefined;
  /** Timeouts of the reserved connections; tests on a busy machine set longer ones. */
  readonly reservedPool?: Pick<PoolOptions, "acquireTimeoutMs" | "statementTimeoutMs">;
  /** Receives a message for each slow startup step. */
  readonly onProgress?: Progress;
  readonly plugins?: readonly FastifyPluginCallback[];
  /** Traces webhook requests, if tracing is on. */
  readonly traceDelivery?: TraceDelivery | undefined;
  /** Additional endpoints, or replacements of those with the same operation id, for tests and benchmarks. */
  readonly moreRoutes?: readonly Route[];
}
