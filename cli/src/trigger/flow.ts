import { randomBytes } from "node:crypto";
import type { Api, Florin } from "@florin/sdk";
import type { ApiClient } from "../api/client.ts";
import { waitForResult } from "../api/wait.ts";
import type { CommandContext } from "../command-context.ts";
import { CommandError } from "../failure.ts";

/** What the flows of events have in common. */
export interface Flow {
  readonly florin: Florin<"testnet">;
  readonly account_id: string;
  /** Waits until what was created is no longer pending. */
  wait<Result>(resource: string, result: Result, accountId?: string): Promise<Result>;
  /** Letters and digits that no other run has. */
  readonly mark: string;
  readonly context: CommandContext;
}

const timeoutMs = 120_000;

export function createFlow(context: CommandContext, client: ApiClient, account_id: string): Flow {
  return {
    // Checked by the caller.
    florin: client.florin as Florin<"testnet">,
    account_id,
    wait: async <Result>(resource: string, result: Result, accountId = account_id) =>
      (await waitForResult(context, client, { resource }, { result, accountId, timeoutMs })) as Result,
    mark: context.now().toString(36).slice(-7).toUpperCase(),
    context,
  };
}

export const hundred = { value: "100.00", currency: "USD" };

/** A transfer of dollars into tokens by this rail, in the flow's account or another. */
export async function createOnramp(
  flow: Flow,
  { transferType, value = "100.00", account_id = flow.account_id, source = {}, destinationId }: OnrampChoice,
): Promise<Api.Transfer> {
  const { florin } = flow;
  const { value_type, transfer_type } = await onrampDestination(flow, transferType);
  const address_id = destinationId ?? (await findAddress(flow, transfer_type, account_id));
  return florin.transfers.create({
    account_id,
    amount: { value, currency: "USD" },
    source: { value_type: "USD", transfer_type: transferType, ...source },
    destination: { address_id, value_type, transfer_type },
  });
}

async function onrampDestination({ florin }: Flow, transferType: string) {
  const { routes } = await florin.transfers.listRoutes();
  const route = routes.find((candidate) => candidate.source.transfer_type === transferType);
  if (route === undefined) throw new CommandError(`this service has no route for dollars by ${transferType}`);
  return route.destination;
}

interface OnrampChoice {
  readonly transferType: string;
  readonly value?: string;
  readonly account_id?: string;
  readonly source?: { readonly address_id?: string };
  /** A custodial address by default. */
  readonly destinationId?: string | undefined;
}

const addressBytes = 20;

/** An external address that has never been used, where tokens for a wire are delivered: an EVM chain. */
export async function createExternal(flow: Flow): Promise<{ readonly id: string }> {
  const { florin, account_id, mark } = flow;
  const { transfer_type } = await onrampDestination(flow, "wire");
  return florin.addresses.createExternal({
    account_id,
    name: `Triggered ${mark}`,
    address: `0x${randomBytes(addressBytes).toString("hex")}`,
    transfer_types: [transfer_type],
  });
}

/** A custodial address on this chain, created if there is none. */
export async function findAddress(
  { florin, account_id: own }: Flow,
  transfer_type: string,
  account_id = own,
): Promise<string> {
  const page = await florin.addresses.list({
    account_id,
    type: "internal",
    transfer_type: [transfer_type],
    page: { size: 1 },
  });
  const [first] = page.addresses;
  if (first !== undefined) return first.id;
  const created = await florin.addresses.createInternal({
    account_id,
    name: "Triggered",
    transfer_types: [transfer_type],
  });
  return created.id;
}

/** A managed account, whose review ends as its name says. */
export async function createAccount(flow: Flow, name: string): Promise<Api.CreatedAccount> {
  const address = { street_line_1: "1 Main Street", city: "Springfield", state: "IL", zip: "62701" };
  return flow.florin.accounts.create({
    business_name: `${name} Bakery LLC`,
    ein: "12-3456789",
    phone_number: "217-555-0123",
    email: "office@bakery.example",
    website: "bakery.example",
    address,
    business_controller: {
      first_name: "Jane",
      last_name: "Doe",
      dob: "1980-02-29",
      ssn: "219-09-9998",
      email: "jane@bakery.example",
      phone_number: "217-555-0124",
      ownership_percentage: 100,
      address,
    },
    tos_attestation: { accepted_at: "2025-01-15T10:50:00Z" },
  });
}

/** A debit of a bank account that was linked for it. */
export async function createDebit(
  flow: Flow,
  value: string,
  account_id = flow.account_id,
): Promise<Api.Transfer> {
  const { florin } = flow;
  const { public_token } = await florin.simulations.publicToken({ account_id });
  const { address_id } = await florin.bankLinks.registerLinkedAccount({
    account_id,
    public_token,
    transfer_types: ["ach_debit"],
  });
  return createOnramp(flow, { transferType: "ach_debit", value, account_id, source: { address_id } });
}
