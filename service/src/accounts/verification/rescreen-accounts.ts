import type { Database } from "../../db/database.ts";
import { systemCause } from "../../kernel/cause.ts";
import type { Screener } from "../screening/screener.ts";
import { lockVerification } from "./advance.ts";
import { type ScreenedOtherwise, selectScreenedOtherwise } from "./review-store.ts";
import { recordScreening, type ScreenDeps, screenAccount, screeningMark } from "./screen-account.ts";
import type { VerificationKey } from "./verification.ts";

export const rescreenKind = "accounts.rescreen";

export interface RescreenDeps extends ScreenDeps {
  readonly database: Database;
  readonly screener: Pick<Screener, "screen" | "list">;
  /** The lowest score that is a hit; with another one everybody is screened again. */
  readonly threshold: number;
}

const accountsPerPage = 100;
const maxPagesPerRun = 100;
const cause = systemCause(rescreenKind);

/**
 * Screens every pending or complete account that was last screened with another list. Each account carries the mark of
 * its list, so a run that ends early is taken up by the next one. An account that cannot be screened does not keep the
 * others waiting; the run fails at its end, and says which one it was.
 */
export async function rescreenAccounts(deps: RescreenDeps, signal: AbortSignal): Promise<number> {
  const { threshold } = deps;
  const { sha256: listSha256 } = deps.screener.list();
  const others = { mark: screeningMark({ sha256: listSha256 }, threshold), listSha256, threshold };
  const failures: { readonly accountId: string; readonly error: unknown }[] = [];
  let screened = 0;
  let after: ScreenedOtherwise | undefined;
  for (let pages = 0; pages < maxPagesPerRun && !signal.aborted; pages += 1) {
    const page = await selectScreenedOtherwise(deps.database, { ...others, after, limit: accountsPerPage });
    for (const key of page) {
      if (signal.aborted) break;
      try {
        screened += Number(await rescreenAccount(deps, key));
      } catch (error) {
        failures.push({ accountId: key.accountId, error });
      }
    }
    after = page.at(-1);
    if (after === undefined) break;
  }
  const [first] = failures;
  if (first !== undefined) {
    const message = `${failures.length} accounts could not be screened again, the first is ${first.accountId}`;
    throw new RescreeningError(message, { cause: first.error });
  }
  return screened;
}

async function rescreenAccount(deps: RescreenDeps, key: VerificationKey): Promise<boolean> {
  const { results } = await screenAccount(deps, deps.database, key);
  return deps.database.transaction(async (tx) => {
    const verification = await lockVerification(tx, key);
    // One that is still to be screened will be, and one that was rejected is nobody's customer.
    const { stage } = verification?.state ?? {};
    if (verification === undefined || stage === "screening" || stage === "rejected") return false;
    await recordScreening(deps, tx, { verification, results, cause });
    return true;
  });
}

class RescreeningError extends Error {
  override readonly name = "RescreeningError";
}
