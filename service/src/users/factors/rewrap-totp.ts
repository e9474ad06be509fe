import { type RewrapDeps, type RewrapOptions, rewrapInBatches } from "../../accounts/index.ts";
import { lockSealedTotp, type SealedTotp, type TotpColumn, updateSealedTotp } from "./store.ts";
import { totpContext } from "./take-code.ts";

const columns: readonly TotpColumn[] = ["totp_secret", "totp_pending"];

/** Rewraps authenticator secrets with the current master key; returns how many it changed. */
export async function rewrapTotpSecrets(deps: RewrapDeps, options: RewrapOptions): Promise<number> {
  let rewrapped = 0;
  for (const column of columns) {
    rewrapped += await rewrapInBatches<SealedTotp>(
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
  return rewrapped;
}
