import { setTimeout as sleep } from "node:timers/promises";
import { type ApiClient, openClient, withApiErrors } from "../api/client.ts";
import { printResult } from "../api/print-result.ts";
import type { CommandContext } from "../command-context.ts";
import { UnknownOutcomeError, UsageError } from "../failure.ts";
import { createFlow } from "./flow.ts";
import { flows, inManagedAccount } from "./flows.ts";

export interface TriggerInput {
  readonly type: string;
  readonly profile?: string;
  readonly account?: string;
  readonly json: boolean;
}

const pollMs = 300;
const timeoutMs = 120_000;

/** Makes an event of this type happen, and prints it. */
export function trigger(
  context: CommandContext,
  { type, profile, account, json }: TriggerInput,
): Promise<void> {
  const run = flows[type];
  if (run === undefined) throw unknownType(type);
  return withApiErrors(context.signal, async () => {
    const client = await openClient(context, { profile });
    if (client.network !== "testnet") throw new UsageError("events can be triggered on testnet only");
    const account_id = account ?? (await client.accountId());
    const before = await newestOf(client, account_id, type);
    const result = await run(createFlow(context, client, account_id));
    const isLogged = type !== "webhook.test";
    const event = isLogged ? await nextOf(context, client, { account_id, type, before }) : result;
    printResult(context, {}, event, json ? "json" : "table");
  });
}

function unknownType(type: string): Error {
  const types = Object.keys(flows).sort((left, right) => left.localeCompare(right));
  return new UsageError(`${type} is not an event type. Types: ${types.join(", ")}`);
}

type StoredEvent = Awaited<ReturnType<ApiClient["florin"]["events"]["get"]>>;

async function newestOf(
  { florin }: ApiClient,
  account_id: string,
  type: string,
): Promise<StoredEvent | undefined> {
  const { events } = await florin.events.list({
    account_id,
    type,
    order: "newest",
    page: { size: 1 },
    ...(inManagedAccount.test(type) ? { include_managed: true } : {}),
  });
  return events[0];
}

async function nextOf(
  { now, signal }: CommandContext,
  client: ApiClient,
  { account_id, type, before }: { account_id: string; type: string; before: StoredEvent | undefined },
): Promise<StoredEvent> {
  const endsAtMs = now() + timeoutMs;
  for (;;) {
    const newest = await newestOf(client, account_id, type);
    if (newest !== undefined && newest.id !== before?.id) return newest;
    if (now() >= endsAtMs) throw new UnknownOutcomeError(`no ${type} within ${timeoutMs / 1000} seconds`);
    await sleep(pollMs, undefined, { signal });
  }
}
