import { createManagingAccount } from "../../service/src/accounts/index.ts";
import { createApplication } from "../../service/src/auth/index.ts";
import { scopeNames } from "../../service/src/http/scopes.ts";
import { systemCause } from "../../service/src/kernel/cause.ts";
import { type AccountId, type TenantId, tenantOf } from "../../service/src/kernel/id.ts";
import { createCaller } from "./caller.ts";
import type { BenchService } from "./service.ts";
import { waitUntilDone } from "./work.ts";

/** A self-attested account with its own token, created through the API, and four holders. */
export interface BenchTenant {
  readonly tenantId: TenantId;
  readonly accountId: AccountId;
  readonly token: string;
  readonly valueType: string;
  readonly contract: string;
  /** The service transfers between these two. */
  readonly payer: Holder;
  readonly payee: Holder;
  /** The raw sender transfers between these two, without the ledger. */
  readonly rawPayer: Holder;
  readonly rawPayee: Holder;
}

export interface Holder {
  readonly addressId: string;
  readonly address: string;
  /** Index of its custodial key. */
  readonly keyIndex: number;
}

const valueType = "BENCH";
const network = "testnet";
const cause = systemCause("bench");
const plenty = "100000.00";

export async function openTenant(service: BenchService): Promise<BenchTenant> {
  const { chain, baseUrl } = service;
  const { accountId, credentials } = await createAccount(service);
  const token = await fetchToken(baseUrl, credentials);
  const call = createCaller(baseUrl, token);
  const account = `/accounts/${accountId}`;
  const transferTypes = [chain.key.chain];
  const what = { name: "Bench Dollar", value_type: valueType, kind: "attested", currency: "USD" };
  await call("POST", `${account}/tokens`, { ...what, transfer_types: transferTypes });
  await waitUntilDone(service);
  const addHolder = async (name: string): Promise<Holder> => {
    const made = await call("POST", `${account}/addresses/internal`, { name, transfer_types: transferTypes });
    const { id, address } = made as { readonly id: string; readonly address: string };
    return { addressId: id, address, keyIndex: await keyIndexOf(service, address) };
  };
  const tenant = {
    tenantId: tenantOf(accountId),
    accountId,
    token,
    valueType,
    contract: await contractOf(call),
    payer: await addHolder("Payer"),
    payee: await addHolder("Payee"),
    rawPayer: await addHolder("Raw payer"),
    rawPayee: await addHolder("Raw payee"),
  };
  for (const { addressId } of [tenant.payer, tenant.rawPayer]) {
    const destination = { address_id: addressId, value_type: valueType, transfer_type: chain.key.chain };
    await call("POST", `${account}/tokens/mints`, { amount: plenty, destination });
  }
  await waitUntilDone(service);
  return tenant;
}

async function createAccount({ parts: { parts } }: BenchService) {
  const { application, clientSecret } = await parts.database.transaction(async (tx) => {
    const account = { name: "Benchmark", selfAttested: true, cause };
    const { id } = await createManagingAccount(parts, tx, account);
    const whose = { tenantId: tenantOf(id), accountId: id, network, name: "Benchmark", cause } as const;
    return createApplication(parts, tx, { ...whose, scopes: scopeNames });
  });
  return {
    accountId: application.accountId,
    credentials: Buffer.from(`${application.id}:${clientSecret}`).toString("base64"),
  };
}

async function fetchToken(baseUrl: string, credentials: string): Promise<string> {
  const response = await fetch(`${baseUrl}/oauth2/token`, {
    method: "POST",
    headers: { authorization: `Basic ${credentials}` },
    body: new URLSearchParams({ grant_type: "client_credentials" }),
  });
  const { access_token: token } = (await response.json()) as { readonly access_token: string };
  return token;
}

async function keyIndexOf({ parts, chain, database }: BenchService, address: string): Promise<number> {
  const place = { network, family: chain.family } as const;
  const [wallet] = await parts.chains.wallets.find(database, place, [address]);
  if (wallet === undefined) throw new Error(`no custodial key for ${address}`);
  return wallet.keyIndex;
}

async function contractOf(call: ReturnType<typeof createCaller>): Promise<string> {
  const { deployments } = (await call("GET", `/tokens/${valueType}`)) as {
    readonly deployments: readonly { readonly contract_address: string | null }[];
  };
  const contract = deployments[0]?.contract_address;
  if (contract === undefined || contract === null) throw new Error("the token is not on the chain");
  return contract;
}
