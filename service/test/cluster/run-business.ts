import { expect } from "vitest";
import { newBankRequest, newStreet } from "../addresses.ts";
import type { TestClient } from "../api.ts";
import { type Chance, createChance } from "../business/chance.ts";
import { eventually } from "../eventually.ts";
import { postToken } from "../tokens.ts";
import type { Cluster } from "./open-cluster.ts";

/** A tenant with a token of its own, two wallets, an external address and a bank account. */
interface ClusterTenant {
  readonly client: TestClient;
  readonly token: string;
  readonly wallets: readonly string[];
  readonly outside: string;
  readonly bank: string;
}

/** One transfer request, with its idempotency key. */
interface Order {
  readonly tenant: ClusterTenant;
  readonly key: string;
  readonly body: object;
  /** Dollars that are wired once it is accepted. */
  readonly wire: string | undefined;
}

export interface ClusterReport {
  /** By idempotency key, the transfer of the accepted request. */
  readonly accepted: ReadonlyMap<string, string>;
  readonly refused: number;
}

export const clusterTokens = ["FLOA", "FLOB"] as const;
const concurrency = 4;
const firstDollars = 20_000;
const maxDollars = 300;
const usd = (value: string) => ({ value, currency: "USD" });

/**
 * Runs random transfers through all nodes. `between` is called before each order with its place. Each accepted request
 * is sent once more with its key, to any node: it must get the same response.
 */
export async function runBusiness(
  cluster: Cluster,
  plan: {
    readonly seed: number;
    readonly orders: number;
    readonly between: (place: number) => Promise<void>;
    /** While it returns true, there are more orders. */
    readonly continues?: () => boolean;
  },
): Promise<ClusterReport> {
  const chance = createChance(plan.seed);
  const tenants: ClusterTenant[] = [];
  for (const token of clusterTokens) tenants.push(await openTenant(cluster, token));
  const accepted = new Map<string, string>();
  for (const tenant of tenants) {
    const key = `first-${tenant.token}`;
    const id = await placeOrder(cluster, onramp(tenant, key, tenant.wallets[0] ?? "", firstDollars));
    accepted.set(key, id ?? "");
    await untilDone(cluster, tenant, id ?? "");
  }
  let [refused, place] = [0, 0];
  const work = async (): Promise<void> => {
    while (place < plan.orders || plan.continues?.() === true) {
      const current = order(chance, tenants, place);
      place += 1;
      await plan.between(place - 1);
      const id = await placeOrder(cluster, current);
      if (id === undefined) refused += 1;
      else accepted.set(current.key, id);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return { accepted, refused };
}

async function openTenant(cluster: Cluster, token: string): Promise<ClusterTenant> {
  const client = await cluster.api.createClient();
  const issued = { value_type: token, transfer_types: ["base"], kind: "fiat_backed" } as const;
  expect((await postToken(cluster.api, client, issued)).status).toBe(201);
  await eventually(async () => {
    const { body } = await cluster.request("GET", `/tokens/${token}`, { token: client.token });
    expect(body.status).toBe("active");
  });
  const create = async (kind: string, key: string, body: object): Promise<string> => {
    const path = `/addresses/${kind}`;
    const response = await post(cluster, client, { path, key, body });
    expect(response.status, response.text).toBe(201);
    return response.body.id;
  };
  const onBase = { name: "On base", transfer_types: ["base"] };
  const street = { bank_address: newStreet(), beneficiary_address: newStreet() };
  return {
    client,
    token,
    wallets: [await create("internal", "wallet-1", onBase), await create("internal", "wallet-2", onBase)],
    outside: await create("external", "outside", { ...onBase, address: outsideAddress }),
    bank: await create("external", "bank", newBankRequest({ transfer_types: ["wire"], ...street })),
  };
}

const outsideAddress = "0x52908400098527886E0F7030069857D2E4169EE7";
const kinds = { onramp: 3, move: 4, payout: 2, offramp: 3 } as const;

function order(chance: Chance, tenants: readonly ClusterTenant[], place: number): Order {
  const tenant = chance.oneOf(tenants);
  if (tenant === undefined) throw new Error("there are no tenants");
  const key = `order-${place}`;
  const [from = "", to = ""] = chance.happens(0.5) ? tenant.wallets : tenant.wallets.toReversed();
  const dollars = chance.between(1, maxDollars);
  const leg = (addressId: string) => ({
    address_id: addressId,
    value_type: tenant.token,
    transfer_type: "base",
  });
  const wire = { value_type: "USD", transfer_type: "wire" };
  const pay = (source: object, destination: object): Order => {
    const body = { amount: usd(`${dollars}`), source, destination };
    return { tenant, key, body, wire: undefined };
  };
  switch (chance.weighted(kinds)) {
    case "onramp":
      return onramp(tenant, key, to, dollars);
    case "move":
      return pay(leg(from), leg(to));
    case "payout":
      return pay(leg(from), leg(tenant.outside));
    case "offramp":
      return pay(leg(from), { ...wire, address_id: tenant.bank });
  }
}

function onramp(tenant: ClusterTenant, key: string, to: string, dollars: number): Order {
  const destination = { address_id: to, value_type: tenant.token, transfer_type: "base" };
  const source = { value_type: "USD", transfer_type: "wire" };
  return { tenant, key, wire: `${dollars}`, body: { amount: usd(`${dollars}`), source, destination } };
}

/** The transfer; undefined if the request was refused, as for insufficient funds. */
async function placeOrder(cluster: Cluster, { tenant, key, body, wire }: Order): Promise<string | undefined> {
  const sent = { path: "/transfers", key, body };
  const response = await post(cluster, tenant.client, sent);
  expect(response.status, response.text).toBeLessThan(500);
  if (response.status !== 201) return undefined;
  const { id } = response.body;
  expect((await post(cluster, tenant.client, sent)).body.id).toBe(id);
  if (wire !== undefined) {
    const payment = { transfer_id: id, amount: usd(wire), type: "wire" };
    const paid = await post(cluster, tenant.client, {
      path: "/simulations/payments",
      key: `${key}-wire`,
      body: payment,
    });
    expect(paid.status, paid.text).toBe(202);
  }
  return id;
}

function post(
  cluster: Cluster,
  client: TestClient,
  { path, key, body }: { readonly path: string; readonly key: string; readonly body: object },
) {
  const options = { token: client.token, idempotencyKey: key, body };
  return cluster.request("POST", `/accounts/${client.accountId}${path}`, options);
}

async function untilDone(cluster: Cluster, { client }: ClusterTenant, id: string): Promise<void> {
  await eventually(async () => {
    const path = `/accounts/${client.accountId}/transfers/${id}`;
    const { body } = await cluster.request("GET", path, { token: client.token });
    expect(body.status).toBe("complete");
  });
}
