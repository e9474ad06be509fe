import { createManagingAccount } from "../../service/src/accounts/index.ts";
import { insertAccount } from "../../service/src/accounts/store.ts";
import { insertAddress } from "../../service/src/addresses/store.ts";
import { createApplication } from "../../service/src/auth/index.ts";
import type { Database, Transaction } from "../../service/src/db/database.ts";
import { systemCause } from "../../service/src/kernel/cause.ts";
import { createKeyRing } from "../../service/src/kernel/envelope.ts";
import { type AccountId, createIdFactory, type TenantId, tenantOf } from "../../service/src/kernel/id.ts";
import { systemClock } from "../../service/src/kernel/instant.ts";
import { orThrow } from "../../service/src/kernel/refusal.ts";
import { type LedgerAccount, type Operation, recordOperations } from "../../service/src/ledger/index.ts";
import type { Token } from "../../service/src/tokens/index.ts";
import { addressOf } from "../../service/test/addresses.ts";
import { addToken } from "../../service/test/token-holders.ts";
import { unaudited } from "../../service/test/unaudited.ts";
import type { Load } from "./load.ts";

/** Accounts with funds at custodial addresses, and an external payee. */
export interface BenchEnvironment {
  readonly payers: Readonly<Record<Load, readonly Payer[]>>;
  readonly tenantIds: readonly TenantId[];
}

export interface Payer {
  readonly accountId: AccountId;
  /** Credentials of the requesting application. */
  readonly credentials: string;
  readonly sourceId: string;
  readonly destinationId: string;
}

export interface EnvironmentOptions {
  readonly database: Database;
  readonly masterKey: Buffer;
  readonly accounts: number;
  readonly tenants: number;
}

export const valueType = "FUSD";
export const chain = "base";
const network = "testnet";
const cause = systemCause("bench");
const [clock, newId] = [systemClock, createIdFactory(systemClock)];
/** More than a run can spend, so that no transfer is refused. */
export const fundedUnits = 10n ** 15n;

export async function createEnvironment(options: EnvironmentOptions): Promise<BenchEnvironment> {
  const { database, accounts, tenants } = options;
  const token = await addToken(
    { database },
    { issuer: undefined, valueType, kind: "fiat_backed", chains: [chain] },
  );
  const spread = await createTenant(options, token, accounts);
  const hot = await createTenant(options, token, 1);
  const alone: Tenant[] = [];
  for (let tenant = 0; tenant < tenants; tenant += 1) alone.push(await createTenant(options, token, 1));
  return {
    payers: { spread: spread.payers, hot: hot.payers, tenants: alone.flatMap(({ payers }) => payers) },
    tenantIds: [spread, hot, ...alone].map(({ tenantId }) => tenantId),
  };
}

interface Tenant {
  readonly tenantId: TenantId;
  readonly payers: readonly Payer[];
}

/** A managing account with an application, and its managed accounts. */
function createTenant(
  { database, masterKey }: EnvironmentOptions,
  token: Token,
  accounts: number,
): Promise<Tenant> {
  const deps = { clock, newId, keyRing: createKeyRing(masterKey) };
  return database.transaction(async (tx) => {
    const { id } = await createManagingAccount(deps, tx, { name: "Benchmark", selfAttested: false, cause });
    const whose = { tenantId: tenantOf(id), accountId: id, network, name: "Benchmark", cause } as const;
    const { application, clientSecret } = await createApplication(deps, tx, {
      ...whose,
      scopes: ["transfers:write"],
    });
    const credentials = Buffer.from(`${application.id}:${clientSecret}`).toString("base64");
    const payers: Payer[] = [];
    for (let account = 0; account < accounts; account += 1)
      payers.push(await createPayer(unaudited(tx), id, credentials));
    await fund(tx, tenantOf(id), token, payers);
    return { tenantId: tenantOf(id), payers };
  });
}

async function createPayer(tx: Transaction, managing: AccountId, credentials: string): Promise<Payer> {
  const accountId = newId<"account">();
  const now = clock.now();
  await insertAccount(tx, {
    kind: "managed",
    id: accountId,
    tenantId: tenantOf(managing),
    managingAccountId: managing,
    network,
    name: "Payer",
    businessName: undefined,
    selfAttested: false,
    status: "complete",
    createdAt: now,
    updatedAt: now,
  });
  const sourceId = await createAddress(tx, managing, accountId, "internal");
  const destinationId = await createAddress(tx, managing, accountId, "external");
  return { accountId, credentials, sourceId, destinationId };
}

let keyIndex = 0;

async function createAddress(
  tx: Transaction,
  managing: AccountId,
  accountId: AccountId,
  kind: "internal" | "external",
): Promise<string> {
  keyIndex += 1;
  const id = newId<"address">();
  const now = clock.now();
  const fields = {
    id,
    tenantId: tenantOf(managing),
    network,
    accountId,
    name: kind,
    status: "active",
    medium: "chain",
    family: "evm",
    onChainAddress: addressOf.evm(`bench/${keyIndex}`),
    transferTypes: [chain],
    createdAt: now,
    updatedAt: now,
  } as const;
  await insertAddress(
    tx,
    kind === "external" ? { ...fields, kind } : { ...fields, kind, keyIndex, purpose: "customer" },
  );
  return id;
}

// Together with the supply posting they fill a posting set to its limit of 100.
const fundedTogether = 99;

async function fund(
  tx: Transaction,
  tenantId: TenantId,
  token: Token,
  payers: readonly Payer[],
): Promise<void> {
  const asset = { code: valueType, scale: token.scale };
  const supply: LedgerAccount = { kind: "supply", owner: token.id, chain, asset };
  const operations: Operation[] = [];
  for (let from = 0; from < payers.length; from += fundedTogether) {
    const funded = payers.slice(from, from + fundedTogether).map(({ sourceId }) => {
      return { account: { kind: "wallet", owner: sourceId, chain, asset } as const, units: fundedUnits };
    });
    const minted = { account: supply, units: -fundedUnits * BigInt(funded.length) };
    operations.push({ type: "post", key: `fund/${from}`, postings: [minted, ...funded] });
  }
  for (const outcome of await recordOperations({ clock }, tx, { tenantId, network }, operations))
    orThrow(outcome);
}
