import { type ResealDeps, type ResealOptions, resealInBatches } from "../../accounts/index.ts";
import { lockSealedTotp, type SealedTotp, type TotpColumn, updateSealedTotp } from "./store.ts";
import { totpContext } from "./take-code.ts";

const columns: readonly TotpColumn[] = ["totp_secret", "totp_pending"];

/** Wraps the secrets of authenticators with the current master key; answers how many it touched. */
export async function resealTotpSecrets(deps: ResealDeps, options: ResealOptions): Promise<number> {
  let resealed = 0;
  for (const column of columns) {
    resealed += await resealInBatches<SealedTotp>(
      deps,
      {
        name: "totp_secrets",
        contextOf: ({ id }) => totpContext(id),
        lockAfter: (tx, slice) => lockSealedTotp(tx, column, slice),
        update: (tx, rows) => updateSealedTotp(tx, column, rows),
      },
      options,
    );
  }
  return resealed;
}
