import { listBalances } from "../../service/src/ledger/index.ts";
import { transferUnits } from "./raw-sender.ts";
import type { BenchService } from "./service.ts";
import type { BenchTenant } from "./tenant.ts";
import { countMovements } from "./work-store.ts";

/** State of the chain and of the ledger at one moment. */
export interface Books {
  /** In the order payer, payee, raw payer, raw payee. */
  readonly onChain: readonly bigint[];
  /** Of payer and payee; the ledger does not know the raw addresses. */
  readonly inLedger: readonly bigint[];
  readonly held: bigint;
  readonly movements: ReadonlyMap<string, number>;
}

export async function readBooks(service: BenchService, tenant: BenchTenant): Promise<Books> {
  const { chain, database } = service;
  const { payer, payee, rawPayer, rawPayee, contract, tenantId } = tenant;
  const holders = [payer, payee, rawPayer, rawPayee].map(({ address }) => address);
  const owners = [payer.addressId, payee.addressId];
  const scope = { tenantId, network: "testnet" } as const;
  const balances = await listBalances(database, scope, { kind: "wallet", owners }, { limit: owners.length });
  const postedOf = (owner: string): bigint =>
    balances.find(({ account }) => account.owner === owner)?.posted.units ?? 0n;
  return {
    onChain: await chain.balances(contract, holders),
    inLedger: owners.map(postedOf),
    held: balances.reduce((sum, { held }) => sum + held.units, 0n),
    movements: await countMovements(database),
  };
}

export interface Moved {
  readonly service: number;
  readonly raw: number;
}

/** Throws unless exactly the requested transfers were executed, on the chain and in the ledger. */
export function checkBooks(before: Books, after: Books, moved: Moved): void {
  const own = BigInt(moved.service) * transferUnits;
  const raw = BigInt(moved.raw) * transferUnits;
  const changes = [-own, own, -raw, raw];
  changes.forEach((change, place) => {
    expectSame(`holder ${place} on the chain`, after.onChain[place], (before.onChain[place] ?? 0n) + change);
  });
  after.inLedger.forEach((posted, place) => {
    expectSame(`holder ${place} in the ledger`, posted, after.onChain[place]);
  });
  expectSame("units on hold", after.held, 0n);
  const complete = (before.movements.get("complete") ?? 0) + moved.service;
  expectSame("complete movements", after.movements.get("complete") ?? 0, complete);
  const all = [...after.movements.values()].reduce((sum, count) => sum + count, 0);
  expectSame("movements", all, complete);
}

function expectSame<T extends bigint | number>(
  what: string,
  found: T | undefined,
  expected: T | undefined,
): void {
  if (found !== expected) throw new Error(`the books are wrong: ${what}: ${found} instead of ${expected}`);
}
