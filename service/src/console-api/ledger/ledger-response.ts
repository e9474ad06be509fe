import Type, { type Static } from "typebox";
import { nullableString } from "../../http/schemas.ts";
import { type LedgerAccount, pathOf } from "../../ledger/index.ts";

/** A ledger account as a path and as fields. */
export const LedgerAccountSchema = Type.Object({
  path: Type.String({
    description: "Such as `wallet/01J8…/base/USDX`; absent parts are empty.",
  }),
  kind: Type.String(),
  owner: nullableString({ description: "Id of an address, token or account, depending on the kind." }),
  chain: nullableString(),
  asset: Type.String(),
});

export function presentLedgerAccount(account: LedgerAccount): Static<typeof LedgerAccountSchema> {
  const { kind, owner = null, chain = null, asset } = account;
  return { path: pathOf(account), kind, owner, chain, asset: asset.code };
}
