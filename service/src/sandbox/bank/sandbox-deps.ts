import type { Database } from "../../db/database.ts";
import type { KeyRing } from "../../kernel/envelope.ts";
import type { Network, NewId } from "../../kernel/id.ts";
import type { Clock } from "../../kernel/instant.ts";
import type { BankIdentity } from "../../rails/bank.ts";
import type { SimulatedClock } from "../../rails/bank-simulator.ts";
import type { TroublePlan } from "./chance.ts";

/** Dependencies of all parts of the bank. */
export interface SandboxDeps {
  readonly network: Network;
  readonly identity: BankIdentity;
  readonly database: Database;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly keyRing: KeyRing;
  /** Clock mode until one is chosen. */
  readonly clockMode: SimulatedClock["mode"];
  readonly secondsDelayMs: number;
  readonly trouble: TroublePlan;
  /** Called after the commit of a simulated action: the bank may have files now, or at another time. */
  readonly onChange?: () => void;
}
