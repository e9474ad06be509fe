import type { Network } from "../../service/src/kernel/id.ts";
import { consoleHeader } from "../../service/src/users/sessions/identify-session-user.ts";
import type { Operation } from "./operation.ts";
import { type Caller, type Outcome, outcomeOf } from "./outcome.ts";

export interface EntryPoint {
  readonly baseUrl: string;
  readonly tenantId: string;
  /** Id of a resource that does not exist. */
  readonly unknownId: string;
}

export interface SessionRequest {
  readonly operation: Operation;
  readonly caller: Caller;
  readonly network: Network;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Calls an endpoint. A change gets an invalid body, so that the request passes the guard and has no effect; a read is
 * executed.
 */
export async function sessionRequest(
  entryPoint: EntryPoint,
  { operation, caller, network, headers }: SessionRequest,
): Promise<Outcome> {
  const { method } = operation;
  const hasBody = method !== "GET";
  const response = await fetch(entryPoint.baseUrl + pathOf(entryPoint, operation, network), {
    method,
    redirect: "manual",
    headers: {
      ...(caller.cookie === undefined ? {} : { cookie: caller.cookie }),
      ...(hasBody ? { "content-type": "application/json" } : {}),
      ...(headers ?? { [consoleHeader]: "1" }),
    },
    ...(hasBody ? { body: JSON.stringify({ nothing_accepts_this: true }) } : {}),
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
  const outcome = outcomeOf(response.status, isJson ? JSON.parse(text) : {});
  const isDone = hasBody && outcome === "passes" && response.ok;
  return isDone ? `fault: ${response.status}, something was done` : outcome;
}

function pathOf({ tenantId, unknownId }: EntryPoint, { template }: Operation, network: Network): string {
  return template.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    if (name === "tenant_id" || name === "account_id") return tenantId;
    if (name === "network") return network;
    return name === "id" || name.endsWith("_id") ? unknownId : "1";
  });
}

const atOnce = 12;

/** Processes all items with limited concurrency. */
export async function forAll<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = items.values();
  const worker = async (): Promise<void> => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
