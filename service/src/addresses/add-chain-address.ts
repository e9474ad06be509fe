import { complain, createReading, readPlainText } from "../accounts/index.ts";
import type { AuditDeps } from "../audit/index.ts";
import type { AddressVerdict } from "../chains/chain.ts";
import type { Wallets } from "../chains/custody/wallets.ts";
import type { Transaction } from "../db/database.ts";
import { assert } from "../kernel/assert.ts";
import type { Cause } from "../kernel/cause.ts";
import type { Network } from "../kernel/id.ts";
import { isRefusal, orThrow, type Refusal, RefusalError } from "../kernel/refusal.ts";
import type { ExternalChainAddress } from "./address.ts";
import { auditAddress } from "./address-audit.ts";
import type { AddressReaders } from "./address-readers.ts";
import { alreadyThere } from "./already-there.ts";
import type { ChainVariant } from "./external-variant.ts";
import { refuseAt, requireOneFamily, type SharedChains } from "./read-transfer-types.ts";
import { refuseListed, type ScreenAddressDeps } from "./screen-address.ts";
import { type AccountScope, insertAddress, selectByOnChainAddress } from "./store.ts";
import type { TransferType } from "./transfer-type.ts";

export interface AddChainAddressDeps extends AuditDeps, ScreenAddressDeps {
  readonly chains: AddressReaders;
  readonly wallets: Pick<Wallets, "find">;
}

export interface NewChainAddress {
  readonly scope: AccountScope;
  readonly cause: Cause;
  readonly request: ChainVariant;
  readonly transferTypes: readonly TransferType[];
}

/** An address of somebody else on a chain: checked, screened, and the account's only once. */
export async function addChainAddress(
  deps: AddChainAddressDeps,
  tx: Transaction,
  { scope, cause, request, transferTypes }: NewChainAddress,
): Promise<ExternalChainAddress> {
  const wish = orThrow(readWish(deps, scope.network, request, transferTypes));
  refuseListed(deps, scope, { onChainAddress: wish.onChainAddress, pointer: "/address" });
  const now = deps.clock.now();
  const address: ExternalChainAddress = {
    kind: "external",
    medium: "chain",
    id: deps.newId<"address">(),
    ...scope,
    name: wish.name,
    status: "active",
    family: wish.family,
    onChainAddress: wish.onChainAddress,
    transferTypes: wish.chains,
    createdAt: now,
    updatedAt: now,
  };
  const isNew = await insertAddress(tx, address);
  if (!isNew) {
    const present = await selectByOnChainAddress(tx, scope, wish.onChainAddress);
    assert(present !== undefined, "an address is never removed");
    throw new RefusalError(alreadyThere(present));
  }
  await refuseCustodial(deps, tx, address);
  await auditAddress(deps, tx, { cause, action: "address.create", after: address });
  return address;
}

/**
 * What goes from one custodial address to another of the same tenant is posted between their wallets, so it must be known
 * as one. An address of another tenant is an address like any other: nobody learns here whose it is, and what comes to it
 * is found as a deposit.
 */
async function refuseCustodial(
  { wallets }: Pick<AddChainAddressDeps, "wallets">,
  tx: Transaction,
  { tenantId, network, family, onChainAddress }: ExternalChainAddress,
): Promise<void> {
  const [wallet] = await wallets.find(tx, { network, family }, [onChainAddress]);
  if (wallet?.tenantId !== tenantId) return;
  const detail =
    "is a custodial address of yours, which is used by its address_id and not as an external one";
  throw new RefusalError(refuseAt("unprocessable", "/address", detail));
}

function readWish(
  { chains }: Pick<AddChainAddressDeps, "chains">,
  network: Network,
  request: ChainVariant,
  transferTypes: readonly TransferType[],
): (SharedChains & { readonly name: string; readonly onChainAddress: string }) | Refusal {
  const shared = requireOneFamily(transferTypes, "/transfer_types");
  if (isRefusal(shared)) return shared;
  const verdict = parseOnAll(
    shared.chains.map((chain) => chains.get(network, chain).parseAddress(request.address)),
  );
  const reading = createReading();
  const name = reading.take("/name", readPlainText(request.name), "");
  const onChainAddress = reading.take(
    "/address",
    verdict.ok ? verdict.address : complain(verdict.detail),
    "",
  );
  return reading.refusal() ?? { ...shared, name, onChainAddress };
}

/** Each chain has to take the address, and chains of one family write it alike. */
function parseOnAll(verdicts: readonly AddressVerdict[]): AddressVerdict {
  const verdict = verdicts.find(({ ok }) => !ok) ?? verdicts[0];
  assert(verdict !== undefined, "an address is on a chain at least");
  return verdict;
}
