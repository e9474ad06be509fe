import type { FastifyBaseLogger, FastifyPluginCallback } from "fastify";
import type { NewId } from "../kernel/id.ts";
import type { Clock } from "../kernel/instant.ts";
import type { CursorSigner } from "./cursor.ts";
import type { GuardDeps } from "./guard.ts";
import type { HttpMetrics } from "./metrics.ts";
import type { OverloadLimits } from "./overload.ts";
import type { PerformDeps } from "./perform.ts";
import type { RequestObserver } from "./request-observer.ts";
import type { ValueLists } from "./validation.ts";

/** Dependencies of the server and its routes. */
export interface ServerDeps extends PerformDeps, GuardDeps {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly logger: FastifyBaseLogger;
  readonly cursors: CursorSigner;
  readonly metrics: HttpMetrics;
  /** Notified of each response. */
  readonly requestObserver: RequestObserver;
  readonly overload: OverloadLimits;
  /** `none`, `*`, or the addresses of the proxies whose X-Forwarded-For is trusted. */
  readonly trustProxy: string;
  /** Values that depend on the deployment, such as its chains. */
  readonly lists: ValueLists;
  /** Fastify plugins of the process, such as tracing. */
  readonly plugins: readonly FastifyPluginCallback[];
}
