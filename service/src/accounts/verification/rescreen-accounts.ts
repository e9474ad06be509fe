import type { Database } from "../../db/database.ts";
import { systemCause } from "../../kernel/cause.ts";
import type { Screener } from "../screening/screener.ts";
import { lockVerification } from "./advance.ts";
import { type ScreenedOtherwise, selectScreenedOtherwise, updateMarks } from "./review-store.ts";
import { recordScreening, type ScreenDeps, screenAccount, screeningMark } from "./screen-account.ts";
import { selectVerification } from "./store.ts";
import type { VerificationKey } from "./verification.ts";

export const rescreenKind = "accounts.rescreen";

export interface RescreenDeps extends ScreenDeps {
  readonly database: Database;
  readonly screener: Pick<Screener, "screen" | "list">;
  /** The lowest score that is a hit; with another one everybody is screened again. */
  readonly threshold: number;
  /** Told once after every run. Those that failed are tried again by the next one. */
  readonly onRescreened?: (run: RescreenRun) => void;
}

export interface RescreenRun {
  readonly screened: number;
  /** Accounts that could not be screened, such as one whose profile cannot be opened. */
  readonly failed: number;
  readonly firstFailure: { readonly accountId: string; readonly error: unknown } | undefined;
}

const accountsPerPage = 100;
const maxPagesPerRun = 100;
const cause = systemCause(rescreenKind);

/**
 * Screens every pending or complete account that was last screened with another list. Each account carries the mark of
 * its list, so a run that ends early is taken up by the next one. An account that cannot be screened does not keep the
 * others waiting, and does not make the run fail: it is told, and tried again.
 */
export async function rescreenAccounts(deps: RescreenDeps, signal: AbortSignal): Promise<RescreenRun> {
  const { threshold } = deps;
  const { sha256: listSha256 } = deps.screener.list();
  const others = { mark: screeningMark({ sha256: listSha256 }, threshold), listSha256, threshold };
  let run: RescreenRun = { screened: 0, failed: 0, firstFailure: undefined };
  let after: ScreenedOtherwise | undefined;
  for (let pages = 0; pages < maxPagesPerRun && !signal.aborted; pages += 1) {
    const page = await selectScreenedOtherwise(deps.database, { ...others, after, limit: accountsPerPage });
    after = page.at(-1);
    if (after === undefined) break;
    await moveMarks(deps, page.filter(isSeen), others.mark);
    for (const key of page.filter((account) => !isSeen(account))) {
      if (signal.aborted) break;
      run = await tryOne(deps, key, run);
    }
  }
  deps.onRescreened?.(run);
  return run;
}

async function tryOne(deps: RescreenDeps, key: VerificationKey, run: RescreenRun): Promise<RescreenRun> {
  try {
    return { ...run, screened: run.screened + Number(await rescreenAccount(deps, key)) };
  } catch (error) {
    const { accountId } = key;
    return { ...run, failed: run.failed + 1, firstFailure: run.firstFailure ?? { accountId, error } };
  }
}

/** Seen by this very list before: there is nothing to be found that was not. */
function isSeen({ wasSeen }: ScreenedOtherwise): boolean {
  return wasSeen;
}

async function moveMarks(
  { database }: RescreenDeps,
  accounts: readonly ScreenedOtherwise[],
  mark: string,
): Promise<void> {
  if (accounts.length > 0) await database.transaction((tx) => updateMarks(tx, accounts, mark));
}

/** False when the account changed meanwhile, or is none to be screened; it keeps its mark for the next run. */
async function rescreenAccount(deps: RescreenDeps, key: VerificationKey): Promise<boolean> {
  const seen = await selectVerification(deps.database, key);
  const { results } = await screenAccount(deps, deps.database, key);
  return deps.database.transaction(async (tx) => {
    const verification = await lockVerification(tx, key);
    // One that is still to be screened will be, and one that was rejected is nobody's customer.
    const { stage } = verification?.state ?? {};
    if (verification === undefined || stage === "screening" || stage === "rejected") return false;
    if (verification.revision !== seen?.revision) return false;
    await recordScreening(deps, tx, { verification, results, cause });
    return true;
  });
}
