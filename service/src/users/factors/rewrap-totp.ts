import { type RewrapDeps, type RewrapOptions, rewrapInBatches } from "../../accounts/index.ts";
import { sealedTable } from "../../db/sealed-table.ts";
import type { UserId } from "../../kernel/id.ts";
import { totpContext } from "./take-code.ts";

const secrets = ["totp_secret", "totp_pending"].map((column) =>
  sealedTable<{ readonly id: UserId }>({
    name: "totp_secrets",
    table: "users",
    column,
    key: ["id"],
    contextOf: ({ id }) => totpContext(id),
  }),
);

/** Rewraps authenticator secrets with the current master key; returns how many it changed. */
export async function rewrapTotpSecrets(deps: RewrapDeps, options: RewrapOptions): Promise<number> {
  let rewrapped = 0;
  for (const column of secrets) rewrapped += await rewrapInBatches(deps, column, options);
  return rewrapped;
}
