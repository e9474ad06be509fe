import Type, { type Static } from "typebox";
import { nullableString } from "../../http/schemas.ts";
import { type LedgerAccount, pathOf } from "../../ledger/index.ts";

/** An account of the ledger, in one word and in its parts. */
export const LedgerAccountSchema = Type.Object({
  path: Type.String({
    description: "Such as `wallet/01J8…/base/USDX`; a part that it does not have is empty.",
  }),
  kind: Type.String(),
  owner: nullableString({ description: "The id of an address, a token or an account, by the kind." }),
  chain: nullableString(),
  asset: Type.String(),
});

export function presentLedgerAccount(account: LedgerAccount): Static<typeof LedgerAccountSchema> {
  const { kind, owner = null, chain = null, asset } = account;
  return { path: pathOf(account), kind, owner, chain, asset: asset.code };
}
