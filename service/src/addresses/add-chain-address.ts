import { complain, createReading, readPlainText } from "../accounts/index.ts";
import type { AuditDeps } from "../audit/index.ts";
import type { AddressCheck } from "../chains/chain.ts";
import type { ChainName } from "../chains/chain-name.ts";
import type { Wallets } from "../chains/custody/wallets.ts";
import type { Session, Transaction } from "../db/database.ts";
import { assert } from "../kernel/assert.ts";
import type { Cause } from "../kernel/cause.ts";
import type { Network } from "../kernel/id.ts";
import { isRefusal, orThrow, type Refusal, RefusalError, refuse } from "../kernel/refusal.ts";
import { type Address, type ExternalChainAddress, shownAddress } from "./address.ts";
import { auditAddress } from "./address-audit.ts";
import type { AddressReaders } from "./address-readers.ts";
import { alreadyThere } from "./already-there.ts";
import { changeAddress } from "./change-address.ts";
import type { ChainVariant } from "./external-variant.ts";
import { whyOwnerless } from "./ownerless-address.ts";
import { readOwnership } from "./ownership.ts";
import { refuseAt, requireOneFamily, type SharedChains } from "./read-transfer-types.ts";
import { refuseSanctioned, type ScreenAddressDeps } from "./screen-address.ts";
import {
  type AccountScope,
  insertAddress,
  lockAddress,
  selectByOnChainAddress,
  updateAddress,
} from "./store.ts";
import type { TransferType } from "./transfer-type.ts";

export interface AddChainAddressDeps extends AuditDeps, ScreenAddressDeps {
  readonly chains: AddressReaders;
  readonly wallets: Pick<Wallets, "find">;
  readonly isTokenContract: IsTokenContract;
}

/** Port: whether a token of the catalogue has this address on any of these chains. */
type IsTokenContract = (session: Session, place: ContractPlace) => Promise<boolean>;

interface ContractPlace {
  readonly network: Network;
  readonly chains: readonly ChainName[];
  readonly onChainAddress: string;
}

export interface NewChainAddress {
  readonly scope: AccountScope;
  readonly cause: Cause;
  readonly request: ChainVariant;
  readonly transferTypes: readonly TransferType[];
}

/** An external address that was added, or that the account had already. */
export interface AddedAddress<Kind extends Address = Address> {
  readonly address: Kind;
  readonly isNew: boolean;
}

/** Adds an external on-chain address: validated, screened, unique per account. */
export async function addChainAddress(
  deps: AddChainAddressDeps,
  tx: Transaction,
  { scope, cause, request, transferTypes }: NewChainAddress,
): Promise<AddedAddress<ExternalChainAddress>> {
  const input = orThrow(readInput(deps, scope.network, request, transferTypes));
  await refuseContract(deps, tx, { network: scope.network, ...input });
  refuseSanctioned(deps, scope, { onChainAddress: input.onChainAddress, pointer: "/address" });
  const now = deps.clock.now();
  const address: ExternalChainAddress = {
    kind: "external",
    medium: "chain",
    id: deps.newId<"address">(),
    ...scope,
    name: input.name,
    ownership: input.ownership,
    status: "active",
    family: input.family,
    onChainAddress: input.onChainAddress,
    muxedAddress: input.muxedAddress,
    transferTypes: input.chains,
    createdAt: now,
    updatedAt: now,
  };
  const isNew = await insertAddress(tx, address);
  if (!isNew) {
    const present = await selectByOnChainAddress(tx, scope, input.onChainAddress);
    if (present !== undefined) {
      refuseOtherCustomer(present, input);
      const same = await addChains(deps, tx, { present, chains: input.chains, cause });
      return { address: same, isNew: false };
    }
  }
  await refuseCustodial(deps, tx, address);
  assert(isNew, "an invisible duplicate is a treasury address, which was refused above");
  await auditAddress(deps, tx, { cause, action: "address.create", after: address });
  return { address, isNew };
}

interface PresentAddress {
  readonly present: Address;
  readonly chains: readonly ChainName[];
  readonly cause: Cause;
}

/**
 * The address that the account has already, with the chains that it lacks, as if they were added by a change: it cools
 * off again. A custodial or archived one is a conflict.
 */
async function addChains(
  deps: AddChainAddressDeps,
  tx: Transaction,
  { present, chains, cause }: PresentAddress,
): Promise<ExternalChainAddress> {
  const before = await lockAddress(tx, { ...present, addressId: present.id });
  assert(before?.medium === "chain", "addresses are never deleted, and keep their medium");
  if (before.kind === "internal" || before.status === "archived") {
    throw new RefusalError(alreadyThere(before, chains));
  }
  if (chains.every((chain) => before.transferTypes.includes(chain))) return before;
  const change = { name: undefined, status: undefined, additional: chains };
  const after = orThrow(changeAddress(before, change, { hasAddressesForWire: false, now: deps.clock.now() }));
  await updateAddress(tx, after);
  await auditAddress(deps, tx, { cause, action: "address.update", before, after });
  return after;
}

/** Duplicates are found by the account. With another muxed id, the present address pays another customer of it. */
function refuseOtherCustomer(
  present: Address,
  { muxedAddress }: Pick<ExternalChainAddress, "muxedAddress">,
): void {
  if (present.kind === "internal" || present.medium === "bank") return;
  if (present.muxedAddress === muxedAddress) return;
  const detail = `${present.id} is an address of the same Stellar account: ${shownAddress(present)}`;
  throw new RefusalError(
    refuse("conflict", `${detail}. An account has one address for each Stellar account`),
  );
}

/** A token contract is not a wallet: tokens sent there are lost, and on Stellar they are destroyed. */
async function refuseContract(
  { isTokenContract }: Pick<AddChainAddressDeps, "isTokenContract">,
  tx: Transaction,
  place: ContractPlace,
): Promise<void> {
  if (!(await isTokenContract(tx, place))) return;
  const detail = "is a token contract; tokens sent there would be lost. Use a wallet address";
  throw new RefusalError(refuseAt("unprocessable", "/address", detail));
}

/**
 * Transfers between custodial addresses of one tenant are posted between their wallets, so they must use the address
 * id. A custodial address of another tenant is treated like any external address: its owner is not revealed, and what
 * arrives there is detected as a deposit.
 */
async function refuseCustodial(
  { wallets }: Pick<AddChainAddressDeps, "wallets">,
  tx: Transaction,
  { tenantId, network, family, onChainAddress }: ExternalChainAddress,
): Promise<void> {
  const [wallet] = await wallets.find(tx, { network, family }, [onChainAddress]);
  if (wallet?.tenantId !== tenantId) return;
  const detail = "is one of your custodial addresses; use its address_id instead";
  throw new RefusalError(refuseAt("unprocessable", "/address", detail));
}

interface ChainInput
  extends SharedChains,
    Pick<ExternalChainAddress, "name" | "ownership" | "onChainAddress"> {
  readonly muxedAddress: string | undefined;
}

function readInput(
  { chains }: Pick<AddChainAddressDeps, "chains">,
  network: Network,
  request: ChainVariant,
  transferTypes: readonly TransferType[],
): ChainInput | Refusal {
  const shared = requireOneFamily(transferTypes, "/transfer_types");
  if (isRefusal(shared)) return shared;
  const outcome = parseOnAll(
    shared,
    shared.chains.map((chain) => chains.get(network, chain).parseAddress(request.address)),
  );
  const reading = createReading();
  const name = reading.take("/name", readPlainText(request.name), "");
  const onChainAddress = reading.take(
    "/address",
    outcome.ok ? outcome.address : complain(outcome.detail),
    "",
  );
  const { ownership } = readOwnership(reading, request);
  const muxedAddress = outcome.ok ? outcome.muxedAddress : undefined;
  return reading.refusal() ?? { ...shared, name, ownership, onChainAddress, muxedAddress };
}

/** Each chain must accept the address, and chains of one family have the same canonical form. */
function parseOnAll(
  { family }: Pick<SharedChains, "family">,
  outcomes: readonly AddressCheck[],
): AddressCheck {
  const outcome = outcomes.find(({ ok }) => !ok) ?? outcomes[0];
  assert(outcome !== undefined, "an address is on at least one chain");
  const detail = outcome.ok ? whyOwnerless({ family, onChainAddress: outcome.address }) : undefined;
  return detail === undefined ? outcome : { ok: false, detail };
}
