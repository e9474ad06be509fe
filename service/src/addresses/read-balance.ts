import type { ChainName } from "../chains/chain-name.ts";
import type { Session } from "../db/database.ts";
import { assert } from "../kernel/assert.ts";
import type { Network, TenantId } from "../kernel/id.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import { type Balance, type LedgerAccount, readBalances } from "../ledger/index.ts";
import type { Address, InternalAddress } from "./address.ts";
import { refuseAt } from "./read-transfer-types.ts";
import type { TransferType } from "./transfer-type.ts";

/** Port: the token with this value type, in canonical spelling; for this tenant, or for all if undefined. */
export type TokenOf = (
  session: Session,
  scope: { readonly network: Network; readonly tenantId: TenantId | undefined },
  valueType: string,
) => Promise<{ readonly valueType: string; readonly scale: number } | undefined>;

export interface BalanceQuestion {
  readonly transferType: TransferType;
  readonly valueType: string;
}

/** A balance with its address, chain and token. */
export interface HeldBalance {
  readonly address: InternalAddress;
  readonly chain: ChainName;
  readonly balance: Balance;
}

/**
 * Balance of a custodial address in one token on one chain. An address may receive a token that is not visible to its
 * account in the catalogue: its balance is returned, but to accounts that hold none of it the token does not exist.
 */
export async function readBalance(
  { tokenOf }: { readonly tokenOf: TokenOf },
  session: Session,
  requested: Address,
  { transferType, valueType }: BalanceQuestion,
): Promise<HeldBalance> {
  const address = requireInternal(requested);
  const chain = address.transferTypes.find((name) => name === transferType);
  if (chain === undefined) {
    const detail = `must be one of the address's chains: ${address.transferTypes.join(", ")}`;
    throw new RefusalError(refuseAt("unprocessable", "/query/transfer_type", detail));
  }
  const visible = await tokenOf(session, address, valueType);
  const token = visible ?? (await tokenOf(session, { ...address, tenantId: undefined }, valueType));
  if (token === undefined) throw noToken();
  const asset = { code: token.valueType, scale: token.scale };
  const account: LedgerAccount = { kind: "wallet", owner: address.id, chain, asset };
  const [balance] = await readBalances(session, address, [account]);
  assert(balance !== undefined, "every requested balance is returned");
  if (visible === undefined && balance.posted.units === 0n) throw noToken();
  return { address, chain, balance };
}

export function requireInternal(address: Address): InternalAddress {
  if (address.kind === "internal") return address;
  const detail = "only internal addresses have a balance; balances of external addresses are not known";
  throw new RefusalError(refuse("unprocessable", detail));
}

function noToken(): RefusalError {
  return new RefusalError(refuseAt("unprocessable", "/query/value_type", "is not a known token"));
}
