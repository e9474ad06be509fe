import { setTimeout as sleep } from "node:timers/promises";
import type { Api } from "@florin/sdk";
import { type ApiClient, openClient, withApiErrors } from "../api/client.ts";
import { paintOf } from "../api/paint.ts";
import type { CommandContext } from "../command-context.ts";
import { plainText } from "../output.ts";

export interface TailInput {
  readonly status?: "2xx" | "3xx" | "4xx" | "5xx";
  readonly method?: string;
  readonly path?: string;
  readonly profile?: string;
  readonly json: boolean;
}

const pollMs = 1_000;
/** Shown at the start. */
const firstCount = 10;
const pageSize = 100;
const maxPages = 20;
/** More than nodes can write late, and out of order. */
const maxKnown = 10_000;
const failures = 400;

/** Prints the last requests, then every new one, until ^C. */
export function tailRequests(context: CommandContext, input: TailInput): Promise<void> {
  return withApiErrors(context.signal, async () => {
    const client = await openClient(context, { profile: input.profile });
    const known = new Set<string>();
    const first = await newRequests(client, input, known);
    for (const request of first.slice(-firstCount)) print(context, request, input.json);
    for (;;) {
      await sleep(pollMs, undefined, { signal: context.signal });
      for (const request of await newRequests(client, input, known)) print(context, request, input.json);
    }
  });
}

/**
 * Requests that are not known yet, oldest first. Nodes write with a delay, so that a new one can be older than a known
 * one: a page is read to its end, and the next one only if all of it was new and not empty.
 */
async function newRequests(
  { florin }: ApiClient,
  { status, method, path }: TailInput,
  known: Set<string>,
): Promise<readonly Api.LoggedRequest[]> {
  const filters = {
    ...(status === undefined ? {} : { status }),
    ...(method === undefined ? {} : { method: method.toUpperCase() as Methods }),
    ...(path === undefined ? {} : { path }),
  };
  const isFirst = known.size === 0;
  const found: Api.LoggedRequest[] = [];
  let after: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const cursor = after === undefined ? {} : { after };
    const { requests, pagination } = await florin.requests.list({
      ...filters,
      page: { size: pageSize, ...cursor },
    });
    const unknown = requests.filter(({ id }) => !known.has(id));
    found.push(...unknown);
    for (const { id } of unknown) known.add(id);
    after = pagination.next ?? undefined;
    if (isFirst || after === undefined || unknown.length === 0 || unknown.length < requests.length) break;
  }
  forgetOldest(known);
  return found.toSorted((left, right) => (left.id < right.id ? -1 : 1));
}

type Methods = NonNullable<NonNullable<Parameters<ApiClient["florin"]["requests"]["list"]>[0]>["method"]>;

function forgetOldest(known: Set<string>): void {
  for (const id of [...known].slice(0, Math.max(0, known.size - maxKnown))) known.delete(id);
}

function print(context: CommandContext, request: Api.LoggedRequest, asJson: boolean): void {
  const { stdout } = context;
  if (asJson) {
    stdout.write(`${JSON.stringify(request)}\n`);
    return;
  }
  const { at, status, method, path, duration_ms: ms, request_id: id, error_code: code } = request;
  const gap = stdout.terminalWidth === undefined ? "\t" : "  ";
  const text = status < failures ? `${status}` : paintOf(context).warning(`${status}`);
  const details = [method, path, `${ms} ms`, id, ...(code === null ? [] : [code])].map(plainText);
  stdout.write(`${[plainText(at), text, ...details].join(gap)}\n`);
}
