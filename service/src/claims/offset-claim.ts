import { findAddress, type InternalAddress } from "../addresses/index.ts";
import type { AuditDeps } from "../audit/index.ts";
import type { ChainName } from "../chains/chain-name.ts";
import type { ChainWork, NewChainWork } from "../chains/engine/chain-work.ts";
import type { Transaction } from "../db/database.ts";
import { usd } from "../kernel/money.ts";
import { orThrow, type Refusal, RefusalError, refuse, unprocessable } from "../kernel/refusal.ts";
import { recordOperations } from "../ledger/index.ts";
import { contractOn, findTokens, mintingKeyOf, type Token, tokenScale } from "../tokens/index.ts";
import { burnHold } from "./burn-postings.ts";
import type { Claim, Settlement } from "./claim.ts";
import { prepareSettlement, type SettleClaim } from "./settle-claim.ts";
import { auditSettlement } from "./settlement-audit.ts";
import { insertSettlement, lockClaim, updateClaim } from "./store.ts";

export interface OffsetDeps extends AuditDeps {
  readonly chainWork: Pick<ChainWork, "enqueue">;
}

/** Owner of the burns of offsets. */
export const offsetsOwnerName = "claims";

export interface OffsetClaim extends SettleClaim {
  /** A custodial address of the account, and the fiat-backed tokens to burn there. */
  readonly addressId: string;
  readonly chain: ChainName;
  readonly valueType: string;
}

/** Burns tokens of the account: their reserve pays for the claim. It is settled when the burn is final. */
export async function offsetClaim(deps: OffsetDeps, tx: Transaction, request: OffsetClaim): Promise<Claim> {
  const { addressId, chain, valueType, cause } = request;
  const found = await lockClaim(tx, request.claimId);
  if (found === undefined) throw new RefusalError(refuse("not_found", "there is no claim with this id"));
  const address = orThrow(usableAddress(found, await findAddress(tx, { ...found, addressId }), chain));
  const token = orThrow(
    usableToken((await findTokens(tx, found, [valueType])).get(valueType), { valueType, chain }),
  );
  const source = `wallet/${address.id}/${chain}/${token.valueType}`;
  const prepared = await prepareSettlement(deps, tx, request, { type: "offset", source });
  if (prepared.settlement === undefined) return prepared.claim;
  const { claim: before } = prepared;
  const settlement: Settlement = { ...prepared.settlement, status: "pending" };
  const { cents, updatedAt } = settlement;
  const after: Claim = { ...before, pendingCents: before.pendingCents + cents, updatedAt };
  const units = cents * 10n ** BigInt(tokenScale - usd.scale);
  const burn = {
    addressId: address.id,
    chain,
    valueType: token.valueType,
    tokenId: token.id,
    units: String(units),
  };
  await insertSettlement(tx, { ...settlement, burn });
  await updateClaim(tx, after);
  await deps.chainWork.enqueue(tx, [workFor(settlement, { address, token, chain, units })]);
  await auditSettlement(deps, tx, { before, after, settlement }, cause);
  const [outcome] = await recordOperations(deps, tx, before, [burnHold(settlement, burn)]);
  if (outcome !== undefined) orThrow(outcome);
  return after;
}

function usableAddress(
  { accountId }: Claim,
  address: Awaited<ReturnType<typeof findAddress>>,
  chain: ChainName,
): InternalAddress | Refusal {
  const isUsable = address?.kind === "internal" && address.accountId === accountId;
  if (!isUsable) return refuse("not_found", "the account has no custodial address with this id");
  if (address.transferTypes.includes(chain)) return address;
  return unprocessable("/chain", `must be a chain of the address: ${address.transferTypes.join(", ")}`);
}

function usableToken(
  token: Token | undefined,
  { valueType, chain }: Pick<OffsetClaim, "valueType" | "chain">,
): Token | Refusal {
  if (token?.kind !== "fiat_backed")
    return unprocessable("/value_type", "must be a fiat-backed token issued here");
  return contractOn(token, chain) === undefined
    ? unprocessable("/chain", `must be a chain where ${valueType} is active`)
    : token;
}

interface Burning {
  readonly address: InternalAddress;
  readonly token: Token;
  readonly chain: ChainName;
  readonly units: bigint;
}

function workFor(
  { id, tenantId, network }: Settlement,
  { address, token, chain, units }: Burning,
): NewChainWork {
  return {
    id,
    network,
    chain,
    tenantId,
    owner: offsetsOwnerName,
    subject: id,
    operation: {
      kind: "burn",
      reference: id,
      contract: contractOn(token, chain) ?? "",
      issuer: mintingKeyOf(token).issuer,
      from: address.onChainAddress,
      fromKey: { role: "custody", index: address.keyIndex },
      units,
    },
  };
}
