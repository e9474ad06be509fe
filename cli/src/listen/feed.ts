import { CommandError } from "../failure.ts";
import { RefusedError } from "./answer.ts";
import type { StreamedEvent } from "./event-stream.ts";
import { readFeedEvent } from "./feed-event.ts";
import type { FlorinApi } from "./florin-api.ts";
import { fieldOf, listOf, textOf } from "./json-fields.ts";

/** Whose events, which of them, and from where on. */
export interface FeedWish {
  readonly accountId: string;
  readonly patterns: readonly string[];
  readonly start: FeedStart;
}

export type FeedStart =
  | { readonly from: "now" | "beginning" }
  | { readonly from: "cursor"; readonly cursor: string };

/** The feed of an account, found, and a place in it. */
export interface Feed {
  readonly path: string;
  /** True when it also tells of the accounts that this one manages. */
  readonly hasManaged: boolean;
  /** The first event of all, where it is wanted from the beginning and there is one. */
  readonly first: StreamedEvent | undefined;
  /** The place behind which to go on. */
  readonly cursor: string;
}

/** The account of the application itself stands first in the list. */
export async function ownAccountId(api: FlorinApi): Promise<string> {
  const [first] = listOf(await api.json("/accounts?page[size]=1"), "accounts");
  if (typeof first !== "string") throw new CommandError(`${api.url} does not say which account this is`);
  return first;
}

/** Asks for one event before anything is streamed, which tells at once whether listening is allowed. */
export async function findFeed(api: FlorinApi, { accountId, patterns, start }: FeedWish): Promise<Feed> {
  const path = `/accounts/${encodeURIComponent(accountId)}/events`;
  const { query, page } = await firstPage(api, path, start.from === "beginning" ? "oldest" : "newest");
  for (const pattern of patterns) await requireType(api, path, pattern);
  const feed = { path: path + queryText(query), hasManaged: query.includes(withManaged) };
  if (start.from === "cursor") return { ...feed, first: undefined, cursor: start.cursor };
  // The list of the newest ends with the oldest of all, and has no place behind that; the other list always has one.
  const cursor = nextOf(page) ?? nextOf(await askPage(api, path, { query, order: "oldest" }));
  if (cursor === undefined) throw new CommandError(`${api.url} does not say where its events are`);
  const event = start.from === "now" ? undefined : readFeedEvent(listOf(page, "events")[0]);
  return { ...feed, first: event === undefined ? undefined : { event, cursor }, cursor };
}

const withManaged = "include_managed=true";

type Order = "oldest" | "newest";

/** A managed account manages nobody, and is told so; then it is asked about alone. */
async function firstPage(
  api: FlorinApi,
  path: string,
  order: Order,
): Promise<{ readonly query: readonly string[]; readonly page: unknown }> {
  const query = [withManaged];
  try {
    return { query, page: await askPage(api, path, { query, order }) };
  } catch (error) {
    if (!(error instanceof RefusedError && error.code === "not_a_managing_account")) throw error;
    return { query: [], page: await askPage(api, path, { query: [], order }) };
  }
}

/**
 * The service knows its types, and refuses others: who mistyped one would wait for ever. Events are sorted out here all
 * the same, because a place among some of them would be none among others.
 */
async function requireType(api: FlorinApi, path: string, pattern: string): Promise<void> {
  try {
    await askPage(api, path, { query: [`type=${encodeURIComponent(pattern)}`], order: "newest" });
  } catch (error) {
    if (!(error instanceof RefusedError && error.status === badRequest)) throw error;
    throw new CommandError(`there are no events ${pattern}: ${error.message}`, { cause: error });
  }
}

const badRequest = 400;

/** A page of one event. Behind the newest one is what comes from now on. */
function askPage(
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
