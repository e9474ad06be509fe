import { expect } from "vitest";
import type { ChainEnvironment } from "./chain-environment.ts";
import type { Tenant } from "./chain-tenant.ts";
import { type Books, booksOf, faultsOf } from "./token-movements.ts";

/** Supply and balances of one token on the chain and in the ledgers of all tenants, in the same form. */
interface Status {
  readonly supply: bigint;
  /** By the id of the custodial address. */
  readonly wallets: Readonly<Record<string, bigint>>;
  /** All external holders together. */
  readonly outside: bigint;
}

/** Expects that nothing is in flight, that chain and ledger agree on a token, and that the journals are valid. */
export async function expectBooksAreChain(
  env: ChainEnvironment,
  tenants: readonly Tenant[],
  externalIssuers: readonly string[] = [],
): Promise<void> {
  for (const { client } of tenants) expect(await faultsOf(env.database, client.accountId)).toEqual([]);
  const books = await Promise.all(tenants.map(({ client }) => booksOf(env.database, client.accountId)));
  for (const book of books) {
    expect(Object.entries(book).filter(([, { held }]) => held !== 0n)).toEqual([]);
  }
  for (const tenant of tenants) {
    expect(byBooks(env, tenant, books)).toEqual(await byChain(env, tenant, externalIssuers));
  }
}

function byBooks(
  { chain }: ChainEnvironment,
  { valueType, tokenId }: Tenant,
  books: readonly Books[],
): Status {
  const ending = `/${chain.key.chain}/${valueType}`;
  const rows = books.flatMap((book) =>
    Object.entries(book).map(([path, { posted }]) => ({ path, posted, owner: path.split("/")[1] ?? "" })),
  );
  const sumOf = (beginning: string): bigint =>
    rows
      .filter(({ path }) => path.startsWith(beginning) && path.endsWith(ending))
      .reduce((sum, { posted }) => sum + posted, 0n);
  const owners = rows.filter(({ path }) => /^(wallet|suspense)/.test(path) && path.endsWith(ending));
  return {
    supply: -sumOf(`supply/${tokenId}/`),
    // Funds in suspense are on the chain in the wallet, too.
    wallets: Object.fromEntries(
      owners
        .map(({ owner }) => [owner, sumOf(`wallet/${owner}/`) + sumOf(`suspense/${owner}/`)] as const)
        .filter(([, units]) => units !== 0n),
    ),
    outside: sumOf("external/"),
  };
}

const manyWallets = 1_000;

async function byChain(
  { chain, chains, database }: ChainEnvironment,
  { contract }: Tenant,
  externalIssuers: readonly string[],
): Promise<Status> {
  const place = { network: chain.key.network, family: chain.family };
  const wallets = await chains.wallets.page(database, place, { afterIndex: -1, limit: manyWallets });
  const held = await chain.balances(
    contract,
    wallets.map(({ address }) => address),
  );
  const outside = await chain.balances(contract, externalIssuers);
  return {
    supply: await chain.supply(contract),
    wallets: Object.fromEntries(
      wallets.map(({ addressId }, place) => [addressId, held[place]]).filter(([, units]) => units !== 0n),
    ),
    outside: outside.reduce((sum, units) => sum + units, 0n),
  };
}
