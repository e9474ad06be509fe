import type { FastifyPluginCallback } from "fastify";
import type { Config } from "../config.ts";
import type { Database } from "../db/database.ts";
import type { ConnectionTarget } from "../db/pool.ts";
import type { Route } from "../http/route.ts";
import type { KeyRing } from "../kernel/envelope.ts";
import type { NewId } from "../kernel/id.ts";
import type { Clock } from "../kernel/instant.ts";
import type { Logger } from "./logging.ts";
import type { Progress } from "./open-database.ts";

/** What the composition root is given; everything else it makes itself. */
export interface AppParts {
  readonly config: Config;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly keyRing: KeyRing;
  readonly database: Database;
  readonly target: ConnectionTarget;
  /** Chains that nothing is configured for run on this machine; without it they have no nodes. */
  readonly startsLocalChains?: boolean;
  /** Told what takes a while, for somebody who waits. */
  readonly onProgress?: Progress;
  readonly plugins?: readonly FastifyPluginCallback[];
  /** Endpoints beside the service's own, or in the place of one with the same operation, for tests and benchmarks. */
  readonly moreRoutes?: readonly Route[];
}
