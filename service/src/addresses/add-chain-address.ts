import { complain, createReading, readPlainText } from "../accounts/index.ts";
import type { AuditDeps } from "../audit/index.ts";
import type { AddressVerdict } from "../chains/chain.ts";
import type { ChainName } from "../chains/chain-name.ts";
import type { Wallets } from "../chains/custody/wallets.ts";
import type { Session, Transaction } from "../db/database.ts";
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
import { isSolanaProgram } from "./solana-program.ts";
import { type AccountScope, insertAddress, selectByOnChainAddress } from "./store.ts";
import type { TransferType } from "./transfer-type.ts";

export interface AddChainAddressDeps extends AuditDeps, ScreenAddressDeps {
  readonly chains: AddressReaders;
  readonly wallets: Pick<Wallets, "find">;
  readonly isTokenContract: IsTokenContract;
}

/** A port: whether a token of the catalogue is at this address, on any of these chains. */
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

/** An address of somebody else on a chain: checked, screened, and the account's only once. */
export async function addChainAddress(
  deps: AddChainAddressDeps,
  tx: Transaction,
  { scope, cause, request, transferTypes }: NewChainAddress,
): Promise<ExternalChainAddress> {
  const wish = orThrow(readWish(deps, scope.network, request, transferTypes));
  await refuseContract(deps, tx, { network: scope.network, ...wish });
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
    if (present !== undefined) throw new RefusalError(alreadyThere(present, wish.chains));
  }
  await refuseCustodial(deps, tx, address);
  assert(isNew, "what is there and cannot be seen is the treasury's, which was refused");
  await auditAddress(deps, tx, { cause, action: "address.create", after: address });
  return address;
}

/** A token's contract is nobody's wallet: what is sent there stays there for ever, and on stellar it is destroyed. */
async function refuseContract(
  { isTokenContract }: Pick<AddChainAddressDeps, "isTokenContract">,
  tx: Transaction,
  place: ContractPlace,
): Promise<void> {
  if (!(await isTokenContract(tx, place))) return;
  const detail = "is the contract of a token, where tokens would be lost; give the address of a wallet";
  throw new RefusalError(refuseAt("unprocessable", "/address", detail));
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
  return verdict.ok && isSolanaProgram(verdict.address)
    ? { ok: false, detail: "is the address of a program; give the address of a wallet" }
    : verdict;
}
