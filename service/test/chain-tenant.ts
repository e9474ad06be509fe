import { expect } from "vitest";
import type { TestClient } from "./api.ts";
import type { ChainEnvironment } from "./chain-environment.ts";
import { get, post } from "./token-movements.ts";
import { postToken } from "./tokens.ts";

/** A self-attested account with its own token on the environment's chain, created through the API. */
export interface Tenant {
  readonly client: TestClient;
  readonly valueType: string;
  readonly contract: string;
  readonly tokenId: string;
  /** Two custodial addresses. */
  readonly anna: Holder;
  readonly bert: Holder;
  newCustodial(): Promise<Holder>;
  /** Adds an external address. */
  addExternal(address: string): Promise<Holder>;
  /** Each returns the id of the movement, which is accepted but not complete. */
  mint(to: Holder, amount: string): Promise<string>;
  burn(from: Holder, amount: string): Promise<string>;
  transfer(from: Holder, to: Holder, amount: string): Promise<string>;
  /** As the API shows it. */
  show(plural: Plural, id: string): Promise<ShownMovement>;
}

/** An address: its id here, and as the chain writes it. */
export interface Holder {
  readonly id: string;
  readonly address: string;
}

export type Plural = "mints" | "transfers" | "burns";

export interface ShownMovement {
  readonly status: string;
  readonly amount: string;
  readonly failure: { readonly reason: string; readonly detail: string } | null;
  readonly source?: { readonly transaction_id: string | null };
  readonly destination?: { readonly transaction_id: string | null };
}

let tenants = 0;

/** Resolves when the token is active on the chain. */
export async function openTenant(env: ChainEnvironment): Promise<Tenant> {
  const client = await env.api.createClient({ selfAttested: true });
  tenants += 1;
  const valueType = `FLO${tenants}`;
  const { chain } = env.chain.key;
  const issued = await postToken(env.api, client, { value_type: valueType, transfer_types: [chain] });
  expect(issued.status, issued.text).toBe(201);
  await env.finish();
  const shown = await env.api.request("GET", `/tokens/${valueType}`, { token: client.token });
  const [deployment] = shown.body.deployments;
  expect(deployment, shown.text).toMatchObject({ status: "active", transaction_id: expect.any(String) });
  const add = (kind: "internal" | "external", more: object) => addAddress(env, client, kind, more);
  const end = ({ id }: Holder) => ({ address_id: id, value_type: valueType, transfer_type: chain });
  const move = (plural: Plural, body: object) => createMovement(env, client, plural, body);
  return {
    client,
    valueType,
    tokenId: issued.body.id,
    contract: deployment.contract_address,
    anna: await add("internal", {}),
    bert: await add("internal", {}),
    newCustodial: () => add("internal", {}),
    addExternal: (address) => add("external", { address }),
    mint: (to, amount) => move("mints", { amount, destination: end(to) }),
    burn: (from, amount) => move("burns", { amount, source: end(from) }),
    transfer: (from, to, amount) => move("transfers", { amount, source: end(from), destination: end(to) }),
    show: async (plural, id) => (await get(env.api, { client }, `${plural}/${id}`)).body,
  };
}

async function addAddress(
  { api, chain }: ChainEnvironment,
  { accountId, token }: TestClient,
  kind: "internal" | "external",
  more: object,
): Promise<Holder> {
  addresses += 1;
  const response = await api.request("POST", `/accounts/${accountId}/addresses/${kind}`, {
    token,
    idempotencyKey: `address-${addresses}`,
    body: { name: `Address ${addresses}`, transfer_types: [chain.key.chain], ...more },
  });
  expect(response.status, response.text).toBe(201);
  return { id: response.body.id, address: response.body.address };
}

let addresses = 0;

async function createMovement(
  { api }: ChainEnvironment,
  client: TestClient,
  plural: Plural,
  body: object,
): Promise<string> {
  const response = await post(api, { client }, plural, body);
  expect(response.status, response.text).toBe(201);
  return response.body.id;
}
