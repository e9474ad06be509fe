import type { Session } from "../db/database.ts";
import { type LedgerAccount, ledgerAccountKinds } from "./ledger-account.ts";
import type { LedgerScope } from "./operation.ts";
import { selectNumber } from "./reading/account-names-store.ts";

/** Finds an account by its path, such as `wallet/01J8…/base/USDX`; undefined if it is unknown or not a valid path. */
export async function findAccountByPath(
  session: Session,
  scope: LedgerScope,
  path: string,
): Promise<LedgerAccount | undefined> {
  const account = parsePath(path);
  const known = account === undefined ? undefined : await selectNumber(session, scope, account);
  if (account === undefined || known === undefined) return undefined;
  return { ...account, asset: { ...account.asset, scale: known.scale } };
}

/** A path does not contain the scale of its asset; the account does. */
function parsePath(path: string): LedgerAccount | undefined {
  const [kindText, owner = "", chain = "", code = "", ...rest] = path.split("/");
  const kind = ledgerAccountKinds.find((known) => known === kindText);
  if (kind === undefined || code === "" || rest.length > 0 || path.includes("\0")) return undefined;
  return {
    kind,
    ...(owner === "" ? {} : { owner }),
    ...(chain === "" ? {} : { chain }),
    asset: { code, scale: 0 },
  };
}
