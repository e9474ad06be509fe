import type { AuditDeps } from "../audit/index.ts";
import type { ChainFamily, ChainName } from "../chains/chain-name.ts";
import type { Wallets } from "../chains/custody/wallets.ts";
import type { Transaction } from "../db/database.ts";
import { assert } from "../kernel/assert.ts";
import type { Cause } from "../kernel/cause.ts";
import type { AddressPurpose, InternalAddress } from "./address.ts";
import { auditAddress } from "./address-audit.ts";
import { type AccountScope, insertAddress } from "./store.ts";

export interface CustodialDeps extends AuditDeps {
  readonly wallets: Pick<Wallets, "create">;
}

export interface NewCustodialAddress {
  readonly scope: AccountScope;
  readonly cause: Cause;
  readonly name: string;
  readonly family: ChainFamily;
  readonly chains: readonly ChainName[];
  /** An account's own use, unless it is said otherwise. */
  readonly purpose?: AddressPurpose;
}

/** An address with a key of its own, of which nobody but this service signs. */
export async function addCustodialAddress(
  deps: CustodialDeps,
  tx: Transaction,
  { scope, cause, name, family, chains, purpose = "customer" }: NewCustodialAddress,
): Promise<InternalAddress> {
  const { tenantId, network, accountId } = scope;
  const id = deps.newId<"address">();
  const wallet = await deps.wallets.create(tx, { tenantId, network, family, addressId: id });
  const now = deps.clock.now();
  const address: InternalAddress = {
    kind: "internal",
    medium: "chain",
    id,
    tenantId,
    network,
    accountId,
    name,
    status: "active",
    family,
    onChainAddress: wallet.address,
    keyIndex: wallet.keyIndex,
    purpose,
    transferTypes: chains,
    createdAt: now,
    updatedAt: now,
  };
  const isNew = await insertAddress(tx, address);
  assert(isNew, "a key that was never used makes an address that nobody had");
  await auditAddress(deps, tx, { cause, action: "address.create", after: address });
  return address;
}
