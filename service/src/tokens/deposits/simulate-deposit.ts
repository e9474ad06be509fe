import { requireVisibleAccount } from "../../accounts/index.ts";
import { type AddressReaders, findAddress, refuseUnusable } from "../../addresses/index.ts";
import { type AuditDeps, auditChange } from "../../audit/index.ts";
import type { ChainName } from "../../chains/chain-name.ts";
import type { ChainWork } from "../../chains/engine/chain-work.ts";
import type { Transaction } from "../../db/database.ts";
import type { Principal } from "../../http/principal.ts";
import type { Cause } from "../../kernel/cause.ts";
import { formatAmount, type Money, usd } from "../../kernel/money.ts";
import { orThrow, RefusalError, refuse } from "../../kernel/refusal.ts";
import { refuseTooLarge } from "../chain-limits.ts";
import { findTokenInAnyCase } from "../find-token.ts";
import { assetOf, contractOn, type Token, tokenScale } from "../token.ts";
import { enqueueTestMint } from "./mint-test-tokens.ts";

export interface SimulateDepositDeps extends AuditDeps {
  readonly chains: AddressReaders;
  readonly chainWork: Pick<ChainWork, "enqueue">;
}

export interface SimulateDeposit {
  readonly principal: Principal;
  readonly cause: Cause;
  readonly accountId: string;
  readonly addressId: string;
  readonly valueType: string;
  readonly chain: ChainName;
  readonly units: bigint;
  /** Address of the external holder that sends the tokens. */
  readonly from: string | undefined;
}

export interface SimulatedDeposit {
  readonly workId: string;
  readonly money: Money;
}

/** Mints tokens to a custodial address, as their issuer would for an external holder that sends them. */
export async function simulateDeposit(
  deps: SimulateDepositDeps,
  tx: Transaction,
  input: SimulateDeposit,
): Promise<SimulatedDeposit> {
  const { principal, chain, units } = input;
  const { id: accountId, tenantId } = await requireVisibleAccount(tx, principal, input.accountId);
  const address = await custodialAddress(tx, { ...input, accountId });
  const { token, contract } = await mintableToken(tx, input);
  const money = { units, asset: assetOf(token) };
  orThrow(refuseTooLarge(chain, money));
  if (token.kind === "fiat_backed" && units % unitsPerCent !== 0n)
    throw refusedAt("/amount", "must have at most 2 decimal places, because dollars back the token");
  const { network } = principal;
  const sender = readSender(deps, token, input);
  const workId = await enqueueTestMint(deps, tx, {
    place: { tenantId, network, chain },
    token,
    contract,
    units,
    to: { addressId: address.id, onChainAddress: address.onChainAddress, keyIndex: address.keyIndex },
    sender,
  });
  await auditChange(deps, tx, {
    cause: input.cause,
    action: "simulation.deposit",
    type: "address",
    of: { tenantId, network, id: address.id, accountId },
    after: { amount: formatAmount(money), value_type: token.valueType, transfer_type: chain },
  });
  return { workId, money };
}

/** A token of an external issuer is found on the chain, where a mint has no sender. */
function readSender(
  { chains }: SimulateDepositDeps,
  { minting, valueType }: Token,
  { from, principal: { network }, chain }: SimulateDeposit,
): string | undefined {
  if (from === undefined) return undefined;
  if (minting.authority === "external_issuer")
    throw refusedAt("/from", `is not possible with ${valueType}, because it is issued externally`);
  const check = chains.get(network, chain).parseAddress(from);
  if (check.ok) return check.address;
  throw refusedAt("/from", check.detail);
}

async function custodialAddress(
  tx: Transaction,
  { principal, addressId, accountId, chain }: SimulateDeposit,
) {
  const { tenantId, network } = principal;
  const address = await findAddress(tx, { tenantId, network, addressId });
  if (address === undefined || address.accountId !== accountId) {
    throw refusedAt("/address_id", "is not a usable address of this account", "address_not_found");
  }
  const unusable = refuseUnusable(address, { transferType: chain, pointer: "" });
  if (unusable !== undefined) throw new RefusalError(unusable);
  if (address.kind === "internal") return address;
  throw refusedAt("/address_id", "must be a custodial address");
}

const unitsPerCent = 10n ** BigInt(tokenScale - usd.scale);

async function mintableToken(
  tx: Transaction,
  { principal: { network, tenantId }, valueType, chain }: SimulateDeposit,
): Promise<{ readonly token: Token; readonly contract: string }> {
  const token = await findTokenInAnyCase(tx, { network, tenantId }, valueType);
  if (token === undefined) throw refusedAt("/value_type", "is not a known token");
  if (token.minting.authority === "external")
    throw refusedAt("/value_type", "must not be a third-party token with an issuer of its own");
  const contract = contractOn(token, chain);
  if (contract !== undefined) return { token, contract };
  throw refusedAt("/transfer_type", `must be a chain where ${token.valueType} is active`);
}

function refusedAt(
  pointer: string,
  detail: string,
  code: "unprocessable" | "address_not_found" = "unprocessable",
): RefusalError {
  return new RefusalError(refuse(code, `${pointer} ${detail}`, { errors: [{ pointer, detail }] }));
}
