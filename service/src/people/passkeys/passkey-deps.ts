import type { SealingDeps } from "../people-deps.ts";
import type { RelyingParty } from "./relying-party.ts";

export interface PasskeyDeps extends SealingDeps {
  readonly relyingParty: RelyingParty;
}
