import type { Database } from "../db/database.ts";
import type { KeyRing } from "../kernel/envelope.ts";
import type { NewId } from "../kernel/id.ts";
import type { Clock } from "../kernel/instant.ts";

/** Common dependencies of this module's operations. */
export interface UsersDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly newId: NewId;
}

export interface SealingDeps extends UsersDeps {
  readonly keyRing: KeyRing;
}
