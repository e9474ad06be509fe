import type { Session, Transaction } from "../../db/database.ts";
import { assert } from "../../kernel/assert.ts";
import type { Cause } from "../../kernel/cause.ts";
import type { KeyRing } from "../../kernel/envelope.ts";
import { loadProfile } from "../profile/sealed-profile.ts";
import type { Profile } from "../profile.ts";
import type { Screener } from "../screening/screener.ts";
import { type ScreeningResult, screeningAlgorithm } from "../screening/screening.ts";
import { selectAccount } from "../store.ts";
import { type AdvanceDeps, advance } from "./advance.ts";
import { hasNewFinding } from "./findings.ts";
import { insertScreenings, selectKnownFindings } from "./screening-store.ts";
import { updateScreenedWith } from "./store.ts";
import { subjectsOf } from "./subjects.ts";
import type { Verification, VerificationKey } from "./verification.ts";

export interface ScreenDeps extends AdvanceDeps {
  readonly keyRing: KeyRing;
  readonly screener: Pick<Screener, "screen">;
}

/** Input and result of a screening that is not stored yet. */
export interface AccountScreening {
  readonly profile: Profile;
  readonly results: readonly ScreeningResult[];
}

/** Compares all subjects of the account with the current list. */
export async function screenAccount(
  { keyRing, screener }: Pick<ScreenDeps, "keyRing" | "screener">,
  session: Session,
  key: VerificationKey,
): Promise<AccountScreening> {
  const account = await selectAccount(session, key);
  assert(account !== undefined, "an account under review exists");
  const profile = await loadProfile({ keyRing }, session, key);
  return { profile, results: await screener.screen(subjectsOf(profile, account.name)) };
}

/** Stores the result, and continues or blocks the review. The review is read under its lock. */
export async function recordScreening(
  deps: AdvanceDeps,
  tx: Transaction,
  found: {
    readonly verification: Verification;
    readonly results: readonly ScreeningResult[];
    readonly cause: Cause;
  },
): Promise<Verification> {
  const { verification, results, cause } = found;
  const isNew = hasNewFinding(results, await selectKnownFindings(tx, verification));
  const identified = results.map((result) => ({ ...result, id: deps.newId<"screening">() }));
  await insertScreenings(tx, verification, identified, deps.clock.now());
  await updateScreenedWith(tx, { ...verification, screenedWith: screenedWithOf(results) });
  const screened = { ...verification, isScreened: true };
  // A clear screening advances only a review in the screening state.
  if (!isNew && verification.state.stage !== "screening") return screened;
  const event = { name: isNew ? "screened_hit" : "screened_clear" } as const;
  return advance(deps, tx, { verification: screened, event, cause });
}

/** Identifier of list, threshold and algorithm: if it changes, the account is screened again. */
export function screeningMark(list: { readonly sha256: string }, threshold: number): string {
  return `${list.sha256}/${threshold}/${screeningAlgorithm}`;
}

function screenedWithOf([first]: readonly ScreeningResult[]): string {
  assert(first !== undefined, "an account has at least its business to screen");
  return screeningMark(first.list, first.threshold);
}
