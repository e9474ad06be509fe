import { CommandError } from "../failure.ts";
import { fieldOf, listOf, textOf } from "../json-fields.ts";
import type { StreamedEvent } from "./event-stream.ts";
import { readFeedEvent } from "./feed-event.ts";
import type { FlorinApi } from "./florin-api.ts";
import { RefusedError } from "./http.ts";

/** The account, the event types and the start position. */
export interface FeedInput {
  readonly accountId: string;
  readonly patterns: readonly string[];
  readonly start: FeedStart;
}

export type FeedStart =
  | { readonly from: "now" | "beginning" }
  | { readonly from: "cursor"; readonly cursor: string };

/** The feed of an account, with a position in it. */
export interface Feed {
  readonly path: string;
  /** True if the feed includes the accounts that this one manages. */
  readonly hasManaged: boolean;
  /** The oldest event, when reading from the beginning and there is one. */
  readonly first: StreamedEvent | undefined;
  /** Continue after this cursor. */
  readonly cursor: string;
}

/** The application's own account is the first in the list. */
export async function ownAccountId(api: FlorinApi): Promise<string> {
  const [first] = listOf(await api.json("/accounts?page[size]=1"), "accounts");
  if (typeof first !== "string")
    throw new CommandError(`${api.url} did not return the account of these credentials`);
  return first;
}

/** Requests one event before streaming, so that missing permissions are reported immediately. */
export async function findFeed(api: FlorinApi, { accountId, patterns, start }: FeedInput): Promise<Feed> {
  const path = `/accounts/${encodeURIComponent(accountId)}/events`;
  const { query, page } = await firstPage(api, path, start.from === "beginning" ? "oldest" : "newest");
  for (const pattern of patterns) await requireType(api, path, pattern);
  const feed = { path: path + queryText(query), hasManaged: query.includes(withManaged) };
  if (start.from === "cursor") return { ...feed, first: undefined, cursor: start.cursor };
  // The newest page may have no next cursor (it ends at the oldest event); the other order always has one.
  const cursor = nextOf(page) ?? nextOf(await requestPage(api, path, { query, order: "oldest" }));
  if (cursor === undefined) throw new CommandError(`${api.url} did not return a cursor for its events`);
  const event = start.from === "now" ? undefined : readFeedEvent(listOf(page, "events")[0]);
  return { ...feed, first: event === undefined ? undefined : { event, cursor }, cursor };
}

const withManaged = "include_managed=true";

type Order = "oldest" | "newest";

/** A managed account can't manage others and gets an error; then request its own events only. */
async function firstPage(
  api: FlorinApi,
  path: string,
  order: Order,
): Promise<{ readonly query: readonly string[]; readonly page: unknown }> {
  const query = [withManaged];
  try {
    return { query, page: await requestPage(api, path, { query, order }) };
  } catch (error) {
    if (!(error instanceof RefusedError && error.code === "not_a_managing_account")) throw error;
    return { query: [], page: await requestPage(api, path, { query: [], order }) };
  }
}

/**
 * The service rejects unknown types; without this check, a typo would wait forever. Events are still filtered here,
 * because a cursor of a filtered feed is not valid for other filters.
 */
async function requireType(api: FlorinApi, path: string, pattern: string): Promise<void> {
  try {
    await requestPage(api, path, { query: [`type=${encodeURIComponent(pattern)}`], order: "newest" });
  } catch (error) {
    if (!(error instanceof RefusedError && error.status === badRequest)) throw error;
    throw new CommandError(`unknown event type ${pattern}: ${error.message}`, { cause: error });
  }
}

const badRequest = 400;

/** A page with one event. The cursor after the newest event marks the present. */
function requestPage(
  api: FlorinApi,
  path: string,
  { query, order }: { readonly query: readonly string[]; readonly order: Order },
): Promise<unknown> {
  return api.json(path + queryText([...query, `order=${order}`, "page[size]=1"]));
}

function nextOf(page: unknown): string | undefined {
  return textOf(fieldOf(page, "pagination"), "next");
}

function queryText(parts: readonly string[]): string {
  return parts.length === 0 ? "" : `?${parts.join("&")}`;
}
