import type { DocumentStorage, Screener } from "../accounts/index.ts";
import type { AdminContext } from "../admin/index.ts";
import type { Executors } from "../approvals/index.ts";
import type { AttemptLimiter } from "../auth/index.ts";
import type { Database } from "../db/database.ts";
import type { WakeUp } from "../db/wake-up.ts";
import type { EventLog } from "../events/index.ts";
import { type ApiRequest, causeOf } from "../http/route.ts";
import type { JobQueue } from "../jobs/index.ts";
import type { KeyRing } from "../kernel/envelope.ts";
import type { NewId } from "../kernel/id.ts";
import type { Clock } from "../kernel/instant.ts";
import type { LocalSignIn, SessionCookie, SsoDeps } from "../users/index.ts";
import type { LookAtChains } from "./operations/seen-chain.ts";

/** Dependencies of the console's endpoints. */
export interface ConsoleDeps {
  readonly config: AdminContext["config"];
  readonly database: Database;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly keyRing: KeyRing;
  readonly wakeUp: WakeUp;
  readonly jobQueue: JobQueue;
  readonly eventLog: EventLog;
  readonly documentStorage: DocumentStorage;
  readonly cookie: SessionCookie;
  /** Limits failed sign-ins. */
  readonly attempts: AttemptLimiter;
  /** Undefined without an identity provider. */
  readonly sso: Pick<SsoDeps, "provider" | "policy" | "onProviderError"> | undefined;
  readonly onBreakGlass: LocalSignIn["onBreakGlass"];
  readonly lookAtChains: LookAtChains;
  readonly screener: Pick<Screener, "findEntry">;
  /** Carry out what was approved. */
  readonly executors: Executors;
}

/** The admin API, opened for the console user: the same operations, in that user's name. */
export function adminFor(deps: ConsoleDeps, request: ApiRequest): AdminContext {
  const { config, database, clock, newId, keyRing } = deps;
  return {
    config,
    database,
    clock,
    newId,
    cause: causeOf(request),
    loadKeyRing: async () => keyRing,
    // The service's own pool, which outlives the request.
    close: async () => {},
  };
}
