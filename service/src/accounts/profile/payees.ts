import type { Session } from "../../db/database.ts";
import type { KeyRing } from "../../kernel/envelope.ts";
import type { AccountId, TenantId } from "../../kernel/id.ts";
import { maskedLastFour } from "../../kernel/mask.ts";
import type { StreetAddress } from "../profile.ts";
import { loadProfile } from "./sealed-profile.ts";

/** A business as a payee, without its full tax id. */
export interface Payee {
  readonly name: string;
  /** Masked EIN. */
  readonly taxId: string;
  readonly address: string;
}

/** Of managed accounts, by id. */
export async function loadPayees(
  deps: { readonly keyRing: KeyRing },
  session: Session,
  tenantId: TenantId,
  accountIds: readonly AccountId[],
): Promise<ReadonlyMap<AccountId, Payee>> {
  const payees = new Map<AccountId, Payee>();
  for (const accountId of accountIds) {
    const { business } = await loadProfile(deps, session, { tenantId, accountId });
    const { name, ein, address } = business;
    payees.set(accountId, { name, taxId: maskedLastFour(ein), address: addressLine(address) });
  }
  return payees;
}

/** A US address in one line. */
export function addressLine({ streetLine1, streetLine2, city, state, zip }: StreetAddress): string {
  const street = [streetLine1, streetLine2].filter((line) => line !== undefined && line !== "").join(", ");
  return `${street}, ${city}, ${state} ${zip}`;
}
