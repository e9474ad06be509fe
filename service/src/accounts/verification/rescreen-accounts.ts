import type { Database } from "../../db/database.ts";
import { systemCause } from "../../kernel/cause.ts";
import type { Screener } from "../screening/screener.ts";
import { screeningAlgorithm } from "../screening/screening.ts";
import { lockVerification } from "./advance.ts";
import { type ScreenedOtherwise, selectScreenedOtherwise, updateMarks } from "./review-store.ts";
import { recordScreening, type ScreenDeps, screenAccount, screeningMark } from "./screen-account.ts";
import { selectVerification } from "./store.ts";
import type { VerificationKey } from "./verification.ts";

export const rescreenKind = "accounts.rescreen";

export interface RescreenDeps extends ScreenDeps {
  readonly database: Database;
  readonly screener: Pick<Screener, "screen" | "list">;
  /** The lowest score that counts as a hit; if it changes, every account is screened again. */
  readonly threshold: number;
  /** Called after every run. Failed accounts are retried by the next run. */
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
 * Screens every pending or complete account that was last screened with another list or another algorithm. Each account stores the
 * identifier of its list, so that the next run resumes an interrupted one. An account that cannot be screened neither
 * blocks the others nor fails the run: it is reported and retried.
 */
export async function rescreenAccounts(deps: RescreenDeps, signal: AbortSignal): Promise<RescreenRun> {
  const { threshold } = deps;
  const { sha256: listSha256 } = deps.screener.list();
  const mark = screeningMark({ sha256: listSha256 }, threshold);
  const others = { mark, listSha256, threshold, algorithm: screeningAlgorithm };
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

/** Already screened with this list: there is nothing new to find. */
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

/** False if the account changed meanwhile or must not be screened; the next run handles it. */
async function rescreenAccount(deps: RescreenDeps, key: VerificationKey): Promise<boolean> {
  const seen = await selectVerification(deps.database, key);
  const { results } = await screenAccount(deps, deps.database, key);
  return deps.database.transaction(async (tx) => {
    const verification = await lockVerification(tx, key);
    // Unscreened accounts have their own job, and rejected ones are not customers.
    const { stage } = verification?.state ?? {};
    if (verification === undefined || stage === "screening" || stage === "rejected") return false;
    if (verification.revision !== seen?.revision) return false;
    await recordScreening(deps, tx, { verification, results, cause });
    return true;
  });
}
