import type { ChainName } from "../chains/chain-name.ts";
import type { Session } from "../db/database.ts";
import { assert } from "../kernel/assert.ts";
import type { Network, TenantId } from "../kernel/id.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import { type Balance, type LedgerAccount, readBalances } from "../ledger/index.ts";
import type { Address, InternalAddress } from "./address.ts";
import { refuseAt } from "./read-transfer-types.ts";
import type { TransferType } from "./transfer-type.ts";

/** A port: which token goes by this value type, as the catalogue writes it; for this tenant, or of all when it is undefined. */
export type TokenOf = (
  session: Session,
  scope: { readonly network: Network; readonly tenantId: TenantId | undefined },
  valueType: string,
) => Promise<{ readonly valueType: string; readonly scale: number } | undefined>;

export interface BalanceQuestion {
  readonly transferType: TransferType;
  readonly valueType: string;
}

/** A balance and where it is. */
export interface HeldBalance {
  readonly address: InternalAddress;
  readonly chain: ChainName;
  readonly balance: Balance;
}

/**
 * What a custodial address has of one token on one chain. Anybody may send it a token that its account cannot see in the
 * catalogue: what it holds of that is told, and whoever holds none of it learns nothing, not even that there is one.
 */
export async function readBalance(
  { tokenOf }: { readonly tokenOf: TokenOf },
  session: Session,
  address: Address,
  { transferType, valueType }: BalanceQuestion,
): Promise<HeldBalance> {
  if (address.kind === "external") {
    const detail = "only internal addresses have a balance: what an external one has is not known here";
    throw new RefusalError(refuse("unprocessable", detail));
  }
  const chain = address.transferTypes.find((name) => name === transferType);
  if (chain === undefined) {
    const detail = `must be one that the address has: ${address.transferTypes.join(", ")}`;
    throw new RefusalError(refuseAt("unprocessable", "/query/transfer_type", detail));
  }
  const visible = await tokenOf(session, address, valueType);
  const token = visible ?? (await tokenOf(session, { ...address, tenantId: undefined }, valueType));
  if (token === undefined) throw noToken();
  const asset = { code: token.valueType, scale: token.scale };
  const account: LedgerAccount = { kind: "wallet", owner: address.id, chain, asset };
  const [balance] = await readBalances(session, address, [account]);
  assert(balance !== undefined, "each question has its answer");
  if (visible === undefined && balance.posted.units === 0n) throw noToken();
  return { address, chain, balance };
}

function noToken(): RefusalError {
  return new RefusalError(refuseAt("unprocessable", "/query/value_type", "names no token"));
}
