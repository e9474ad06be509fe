import { CommandError, InterruptedError } from "../failure.ts";
import type { Surroundings } from "../surroundings.ts";
import { type Credentials, findCredentials } from "./credentials.ts";
import { readDestination } from "./destination.ts";
import type { StreamedEvent } from "./event-stream.ts";
import { type Feed, type FeedStart, findFeed, ownAccountId } from "./feed.ts";
import { isWanted } from "./feed-event.ts";
import { createFlorinApi, type FlorinApi } from "./florin-api.ts";
import { followEvents } from "./follow-events.ts";
import { createForwarder, type Forwarder, type ForwardOutcome } from "./forwarder.ts";
import { createJsonReport, createTextReport, type Report } from "./report.ts";
import { signingSecret } from "./signing-secret.ts";

export interface ListenWish {
  readonly apiUrl: string | undefined;
  readonly accountId: string | undefined;
  readonly patterns: readonly string[];
  readonly start: FeedStart;
  readonly forwardTo: string | undefined;
  readonly isVerified: boolean;
  readonly asJson: boolean;
}

/** Tells of events as they happen, and forwards them, until ^C. */
export async function listen(surroundings: Surroundings, wish: ListenWish): Promise<never> {
  const { environment, stderr, signal, now } = surroundings;
  const say = (message: string): void => stderr.write(`${message}\n`);
  const destination = wish.forwardTo === undefined ? undefined : readDestination(wish.forwardTo);
  const secret = destination === undefined ? undefined : signingSecret(environment["FLORIN_WEBHOOK_SECRET"]);
  const forwarder =
    destination === undefined || secret === undefined
      ? undefined
      : createForwarder({ destination, secret: secret.text, isVerified: wish.isVerified, now, signal });
  const credentials = await findCredentials(environment, wish.apiUrl);
  if (credentials.remark !== undefined) say(credentials.remark);
  const { api, accountId } = await openApi(surroundings, credentials, wish.accountId);
  const feed = await findFeed(api, { accountId, patterns: wish.patterns, start: wish.start });
  const report = wish.asJson ? createJsonReport(surroundings) : createTextReport(surroundings);
  say(
    `Listening to account ${accountId}${feed.hasManaged ? " and those that it manages" : ""} at ${api.url}.`,
  );
  report.begin({ apiUrl: api.url, accountId, forwardTo: destination?.href, secret });
  return relay({ api, feed, wish, forwarder, report, signal, say });
}

async function openApi(
  { now, signal }: Surroundings,
  credentials: Credentials,
  givenAccountId: string | undefined,
): Promise<{ readonly api: FlorinApi; readonly accountId: string }> {
  const known = givenAccountId ?? credentials.accountId;
  const scopes = known === undefined ? ["accounts:read", "events:read"] : ["events:read"];
  const api = createFlorinApi({ credentials, scopes, now, signal });
  return { api, accountId: known ?? (await ownAccountId(api)) };
}

interface Relay {
  readonly api: FlorinApi;
  readonly feed: Feed;
  readonly wish: ListenWish;
  readonly forwarder: Forwarder | undefined;
  readonly report: Report;
  readonly signal: AbortSignal;
  readonly say: (message: string) => void;
}

/** One event after the other, in their order. */
async function relay(parts: Relay): Promise<never> {
  const { feed, wish, signal, say } = parts;
  // Before the very first event there is no place that has a name.
  let cursor = feed.first === undefined ? feed.cursor : undefined;
  const tell = createAdvice(parts);
  try {
    for await (const streamed of eventsOf(parts)) {
      if (isWanted(streamed.event, wish.patterns)) tell(await handle(parts, streamed), cursor);
      cursor = streamed.cursor;
      if (signal.aborted) throw new InterruptedError("interrupted");
    }
  } catch (error) {
    if (error instanceof InterruptedError && cursor !== undefined) {
      say(`To go on from here: ${commandFor(wish, cursor)}`);
    }
    throw error;
  }
  throw new CommandError("the events have ended");
}

async function* eventsOf({ api, feed, signal, say }: Relay): AsyncGenerator<StreamedEvent, void, undefined> {
  if (feed.first !== undefined) yield feed.first;
  yield* followEvents({ api, path: feed.path, cursor: feed.cursor, signal, say });
}

async function handle(
  { forwarder, report }: Relay,
  streamed: StreamedEvent,
): Promise<ForwardOutcome | undefined> {
  report.arrived(streamed);
  const outcome = await forwarder?.(streamed.event);
  report.done(streamed, outcome);
  return outcome;
}

/** Says once, and again only after a success, what to do about an event that was not taken. */
function createAdvice({ wish, say }: Relay) {
  let isTold = false;
  return (outcome: ForwardOutcome | undefined, cursorBefore: string | undefined): void => {
    if (outcome === undefined) return;
    const isTaken = outcome.type === "answered" && outcome.status >= 200 && outcome.status < 300;
    if (!isTaken && !isTold) {
      say(`Not taken, and not sent again by itself. To have it again: ${commandFor(wish, cursorBefore)}`);
    }
    isTold = !isTaken;
  };
}

/** What to type to go on behind a place; from the beginning where there is none. */
function commandFor(
  { apiUrl, accountId, patterns, forwardTo }: ListenWish,
  cursor: string | undefined,
): string {
  const options = [
    ["--api", apiUrl],
    ["--account", accountId],
    ["--events", patterns.length === 0 ? undefined : patterns.join(",")],
    ["--forward-to", forwardTo],
    ["--since-cursor", cursor],
  ].flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${inShell(value)}`]));
  return ["florin listen", ...options, ...(cursor === undefined ? ["--from-beginning"] : [])].join(" ");
}

/** A shell would make names of files of a star. */
function inShell(text: string): string {
  return /^[\w./:,@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
