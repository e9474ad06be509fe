import type { ChainsSettings } from "../config/chains.ts";
import type { Session } from "../db/database.ts";
import { selectChainsInUse } from "../tokens/index.ts";
import { StartupError } from "./startup-error.ts";

/** A chain with tokens stays in the settings: without it, balances and open work on it could not be read. */
export async function requireChains(
  session: Session,
  { names }: Pick<ChainsSettings, "names">,
): Promise<void> {
  const known: readonly string[] = names;
  const missing = (await selectChainsInUse(session)).filter((chain) => !known.includes(chain));
  if (missing.length === 0) return;
  throw new StartupError(
    `This database has tokens on ${missing.join(", ")}, which CHAINS_EVM does not have. Add ${missing.length === 1 ? "it" : "them"} ` +
      "again; to stop using a chain, set its CHAIN_…_RPC_URLS to off.",
  );
}
