import { type ChainName, isChainName } from "../chains/chain-name.ts";
import type { Session } from "../db/database.ts";
import { assert } from "../kernel/assert.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import { type Balance, streamBalances } from "../ledger/index.ts";
import type { Address, InternalAddress } from "./address.ts";
import { type HeldBalance, requireInternal } from "./read-balance.ts";
import { type AccountScope, type AddressScope, addressList } from "./store.ts";

/** Accounts per ledger query. */
const addressesPerRead = 1_000;
/** Limits of one response: addresses read, and balances returned. */
const maxAddresses = 100_000;
const maxBalances = 10_000;

/** Every nonzero balance of the account, newest address first. */
export async function listHeldBalances(
  session: Session,
  scope: AccountScope,
): Promise<readonly HeldBalance[]> {
  const held: HeldBalance[] = [];
  let position: string | undefined;
  for (let seen = 0; seen < maxAddresses && held.length <= maxBalances; seen += addressesPerRead) {
    const query = { ...scope, kind: "internal" } as const;
    const page = await addressList.read(session, query, { position, limit: addressesPerRead });
    const addresses = page.items.filter((address) => address.kind === "internal");
    held.push(...(await balancesOf(session, scope, addresses)));
    position = page.positions.at(-1);
    if (page.items.length < addressesPerRead && held.length <= maxBalances) return held;
  }
  const detail = "the account has too many balances for one response; request them by address";
  throw new RefusalError(refuse("unprocessable", detail));
}

export interface AddressBalances {
  readonly address: InternalAddress;
  readonly balances: readonly HeldBalance[];
}

/** Every nonzero balance of a custodial address. */
export async function readAllBalances(session: Session, address: Address): Promise<AddressBalances> {
  const internal = requireInternal(address);
  return { address: internal, balances: await balancesOf(session, internal, [internal]) };
}

async function balancesOf(
  session: Session,
  scope: AddressScope,
  addresses: readonly InternalAddress[],
): Promise<readonly HeldBalance[]> {
  if (addresses.length === 0) return [];
  const filter = { kind: "wallet", owners: addresses.map(({ id }) => id) } as const;
  const byOwner = new Map<string, Balance[]>(addresses.map(({ id }) => [id, []]));
  for await (const balances of streamBalances(session, scope, filter)) {
    for (const balance of balances) {
      if (balance.posted.units !== 0n) byOwner.get(balance.account.owner ?? "")?.push(balance);
    }
  }
  return addresses.flatMap((address) =>
    (byOwner.get(address.id) ?? []).map((balance) => ({ address, chain: chainOf(balance), balance })),
  );
}

function chainOf({ account: { chain = "" } }: Balance): ChainName {
  assert(isChainName(chain), "a wallet is on a chain");
  return chain;
}
