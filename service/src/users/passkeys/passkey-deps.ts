import type { SealingDeps } from "../users-deps.ts";
import type { RelyingParty } from "./relying-party.ts";

export interface PasskeyDeps extends SealingDeps {
  readonly relyingParty: RelyingParty;
}
