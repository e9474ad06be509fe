import type { Database } from "../db/database.ts";
import type { KeyRing } from "../kernel/envelope.ts";
import type { NewId } from "../kernel/id.ts";
import type { Clock } from "../kernel/instant.ts";

/** What most of what people do needs. */
export interface PeopleDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly newId: NewId;
}

export interface SealingDeps extends PeopleDeps {
  readonly keyRing: KeyRing;
}
