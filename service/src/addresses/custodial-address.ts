import type { AuditDeps } from "../audit/index.ts";
import type { ChainFamily, ChainName } from "../chains/chain-name.ts";
import type { ChainRegistry } from "../chains/chain-registry.ts";
import type { Wallets } from "../chains/custody/wallets.ts";
import type { Transaction } from "../db/database.ts";
import { assert } from "../kernel/assert.ts";
import type { Cause } from "../kernel/cause.ts";
import type { AddressPurpose, InternalAddress } from "./address.ts";
import { auditAddress } from "./address-audit.ts";
import { type AccountScope, insertAddress } from "./store.ts";

export interface CustodialDeps extends AuditDeps {
  readonly wallets: Pick<Wallets, "create">;
  /** The chains of this deployment. */
  readonly chains: Pick<ChainRegistry, "names">;
}

export interface NewCustodialAddress {
  readonly scope: AccountScope;
  readonly cause: Cause;
  readonly name: string;
  readonly family: ChainFamily;
  readonly chains: readonly ChainName[];
  /** Defaults to the account's own use. */
  readonly purpose?: AddressPurpose;
}

/** Creates an address with its own key, which only this service can sign with. */
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
  assert(isNew, "a new key results in a new address");
  await auditAddress(deps, tx, { cause, action: "address.create", after: address });
  return address;
}
