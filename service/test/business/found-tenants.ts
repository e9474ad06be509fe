import { createManagingAccount } from "../../src/accounts/index.ts";
import { insertBankAddress } from "../../src/addresses/add-bank-address.ts";
import { addCustodialAddress } from "../../src/addresses/index.ts";
import { insertAddress } from "../../src/addresses/store.ts";
import { type ChainFamily, type ChainName, familyOf } from "../../src/chains/chain-name.ts";
import type { Principal } from "../../src/http/principal.ts";
import { type AccountId, type TenantId, tenantOf } from "../../src/kernel/id.ts";
import { bankRails } from "../../src/rails/rail.ts";
import { setFee } from "../../src/transfers/index.ts";
import { ensureTreasury, requireFundingAccount } from "../../src/treasury/index.ts";
import { testCause } from "../auth.ts";
import { addManagedAccount, addToken, contractOf } from "../token-holders.ts";
import { unaudited } from "../unaudited.ts";
import { type Business, businessChains } from "./open-business.ts";
import type { ProcessDeps } from "./process.ts";

/** A customer: an account with addresses of every kind. */
export interface Customer {
  readonly tenantId: TenantId;
  readonly accountId: AccountId;
  readonly principal: Principal;
  /** Custodial addresses, one of each family. */
  readonly wallets: ReadonlyMap<ChainFamily, Place>;
  /** External addresses, and a custodial one of the other tenant. */
  readonly outside: readonly Place[];
  /** Bank accounts, the second of a sanctioned owner. */
  readonly banks: readonly string[];
}

export interface Place {
  readonly id: string;
  readonly address: string;
  readonly family: ChainFamily;
}

export interface Tenant {
  readonly tenantId: TenantId;
  readonly customers: readonly Customer[];
  /** The account number for treasury deposits in dollars. */
  readonly fundingNumber: string;
  readonly treasury: readonly { readonly chain: ChainName; readonly address: string }[];
}

/** A public token of ours, one issued by a single tenant, and a third-party token. */
export const ownTokens = ["FUSD", "GUSD"] as const;
export const foreignToken = "XUSD";
export type TokenName = (typeof ownTokens)[number] | typeof foreignToken;
const families: readonly ChainFamily[] = [...new Set(businessChains.map(familyOf))];

const network = "testnet";

/** Two tenants with two accounts each, and a well-funded treasury. */
export async function foundTenants(business: Business, deps: ProcessDeps): Promise<readonly Tenant[]> {
  const accounts: AccountId[] = [];
  for (const name of ["Acme", "Bellwether"]) {
    const input = { name, selfAttested: false, cause: testCause };
    accounts.push((await business.database.transaction((tx) => createManagingAccount(deps, tx, input))).id);
  }
  const chains = businessChains;
  await addToken(business, { issuer: undefined, valueType: "FUSD", kind: "fiat_backed", chains });
  await addToken(business, { issuer: accounts[0], valueType: "GUSD", kind: "fiat_backed", chains });
  await addToken(business, { issuer: undefined, valueType: foreignToken, kind: "third_party", chains });
  const tenants: Tenant[] = [];
  for (const accountId of accounts) {
    const earlier = tenants.flatMap(({ customers }) => customers);
    const managed = await addManagedAccount(business, accountId);
    const customers = [
      await addCustomer(business, deps, { manager: accountId, accountId, earlier }),
      await addCustomer(business, deps, { manager: accountId, accountId: managed, earlier }),
    ];
    tenants.push({ customers, ...(await openTreasury(business, deps, tenantOf(accountId))) });
  }
  await chargeFirst(business, deps, accounts[0] ?? "");
  return tenants;
}

interface NewCustomer {
  readonly manager: AccountId;
  readonly accountId: AccountId;
  /** External addresses that may belong to another tenant. */
  readonly earlier: readonly Customer[];
}

async function addCustomer(
  business: Business,
  deps: ProcessDeps,
  { manager, accountId, earlier }: NewCustomer,
): Promise<Customer> {
  const tenantId = tenantOf(manager);
  const scope = { tenantId, network, accountId } as const;
  const wallets = new Map<ChainFamily, Place>();
  const outside: Place[] = [];
  for (const family of families) {
    const chains = businessChains.filter((chain) => familyOf(chain) === family);
    const input = { scope, cause: testCause, name: "Wallet", family, chains };
    const { id, onChainAddress } = await business.database.transaction((tx) =>
      addCustodialAddress(deps, tx, input),
    );
    wallets.set(family, { id, address: onChainAddress, family });
    const neighbour = earlier.flatMap((one) => one.wallets.get(family)?.address ?? []);
    for (const address of [`${family}:outside-${accountId}`, ...neighbour])
      outside.push(await addOutside(business, scope, { family, address }));
  }
  const banks = [
    await addBank(business, deps, scope, "Wilhelmina Vanderquack"),
    await addBank(business, deps, scope, "Quorvax Maritime LLC"),
  ];
  const applicationId = business.newId<"application">();
  const caller = { type: "application", id: applicationId } as const;
  const principal = { caller, accountId: manager, tenantId, network, scopes: new Set([]) } as const;
  return { tenantId, accountId, principal, wallets, outside, banks };
}

type AccountScope = Parameters<typeof insertBankAddress>[2]["scope"];

async function addOutside(
  { database, newId, clock }: Business,
  scope: AccountScope,
  { family, address }: { readonly family: ChainFamily; readonly address: string },
): Promise<Place> {
  const id = newId<"address">();
  const now = clock.now();
  await database.transaction((tx) =>
    insertAddress(unaudited(tx), {
      ...scope,
      id,
      kind: "external",
      medium: "chain",
      name: "External",
      status: "active",
      family,
      onChainAddress: address,
      transferTypes: businessChains.filter((chain) => familyOf(chain) === family),
      createdAt: now,
      updatedAt: now,
    }),
  );
  return { id, address, family };
}

let banks = 0;
const street = {
  streetLine1: "401 Larkspur Avenue",
  streetLine2: undefined,
  city: "New York",
  state: "NY",
  zip: "10001",
  country: "US",
} as const;

async function addBank(
  { database }: Business,
  deps: ProcessDeps,
  scope: AccountScope,
  owner: string,
): Promise<string> {
  banks += 1;
  const details = {
    owner,
    accountNumber: `${7_000_000 + banks}`,
    routingNumber: "021000021",
    accountType: "checking",
    bankAddress: street,
    beneficiaryAddress: street,
  } as const;
  const verification = "verified";
  const input = { scope, cause: testCause, name: "Bank", transferTypes: bankRails, details, verification };
  return (await database.transaction((tx) => insertBankAddress(deps, tx, { ...input, verification }))).id;
}

/** Enough for many swaps, but not for all requested ones. */
const treasuryUnits = 600_000n * 10n ** 6n;
const treasuryCents = 300_000_00n;

async function openTreasury(
  { database }: Business,
  deps: ProcessDeps,
  tenantId: TenantId,
): Promise<Omit<Tenant, "customers">> {
  const scope = { tenantId, network } as const;
  const places = await database.transaction((tx) => ensureTreasury(deps, tx, scope));
  const { accountNumber } = await database.transaction((tx) =>
    requireFundingAccount(deps, tx, { ...scope, cause: testCause }),
  );
  const treasury = businessChains.map((chain) => ({
    chain,
    address: places.get(familyOf(chain))?.address ?? "",
  }));
  return { tenantId, fundingNumber: accountNumber, treasury };
}

/** Deposits dollars and third-party tokens into every treasury. */
export async function fillTreasuries(
  { database, chains, sandbox }: Business,
  tenants: readonly Tenant[],
): Promise<void> {
  for (const { treasury, fundingNumber: accountNumber } of tenants) {
    for (const { chain, address: to } of treasury) {
      const contract = contractOf(foreignToken, chain);
      chains.get(chain)?.arrive({ contract, from: undefined, to, units: treasuryUnits });
    }
    const incomingPayment = { system: "wire", senderName: "Treasurer", reference: undefined } as const;
    await database.transaction((tx) =>
      sandbox.simulator.receive(tx, { ...incomingPayment, accountNumber, amountCents: treasuryCents }),
    );
  }
}

/** The first tenant charges fees; the second one doesn't. */
async function chargeFirst(
  { database }: Business,
  deps: ProcessDeps,
  managingAccountId: string,
): Promise<void> {
  const price = { flatCents: 25n, basisPoints: 30, minimumCents: 0n, maximumCents: 5_000n };
  const wide = { managingAccountId, network, accountId: undefined, transferType: undefined } as const;
  for (const flow of ["onramp", "offramp", "swap"] as const)
    await database.transaction((tx) => setFee(deps, tx, { cause: testCause, ...wide, ...price, flow }));
}
