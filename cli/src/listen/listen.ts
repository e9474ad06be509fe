import type { CommandContext } from "../command-context.ts";
import { CommandError, InterruptedError, UsageError } from "../failure.ts";
import { type Credentials, findCredentials } from "../profiles/credentials.ts";
import { readDestination } from "./destination.ts";
import type { StreamedEvent } from "./event-stream.ts";
import { type Feed, type FeedStart, findFeed, ownAccountId } from "./feed.ts";
import { isRequested } from "./feed-event.ts";
import { createFlorinApi, type FlorinApi } from "./florin-api.ts";
import { followEvents } from "./follow-events.ts";
import { createForwarder, type Forwarder, type ForwardOutcome } from "./forwarder.ts";
import { createJsonReport, createTextReport, type Report } from "./report.ts";
import { signingSecret } from "./signing-secret.ts";

export interface ListenInput {
  readonly apiUrl: string | undefined;
  readonly profile: string | undefined;
  readonly accountId: string | undefined;
  readonly patterns: readonly string[];
  readonly start: FeedStart;
  readonly forwardTo: string | undefined;
  readonly isVerified: boolean;
  readonly asJson: boolean;
}

/** Prints events as they arrive, and forwards them, until ^C. */
export async function listen(context: CommandContext, input: ListenInput): Promise<never> {
  const { environment, stderr, signal, now } = context;
  const log = (message: string): void => stderr.write(`${message}\n`);
  const destination = input.forwardTo === undefined ? undefined : readDestination(input.forwardTo);
  const secret = destination === undefined ? undefined : signingSecret(environment["FLORIN_WEBHOOK_SECRET"]);
  const forwarder =
    destination === undefined || secret === undefined
      ? undefined
      : createForwarder({ destination, secret: secret.text, isVerified: input.isVerified, now, signal });
  const credentials = await findCredentials(environment, { apiUrl: input.apiUrl, profile: input.profile });
  if (credentials.clientId === "") {
    throw new UsageError(
      "listen gets its own tokens; set FLORIN_CLIENT_ID and FLORIN_CLIENT_SECRET, or log in",
    );
  }
  if (credentials.remark !== undefined) log(credentials.remark);
  const { api, accountId } = await openApi(context, credentials, input.accountId);
  const feed = await findFeed(api, { accountId, patterns: input.patterns, start: input.start });
  const report = input.asJson ? createJsonReport(context) : createTextReport(context);
  log(
    `Listening to account ${accountId}${feed.hasManaged ? " and its managed accounts" : ""} at ${api.url}.`,
  );
  report.begin({ apiUrl: api.url, accountId, forwardTo: destination?.href, secret });
  return relay({ api, feed, input, forwarder, report, signal, log });
}

async function openApi(
  { now, signal }: CommandContext,
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
  readonly input: ListenInput;
  readonly forwarder: Forwarder | undefined;
  readonly report: Report;
  readonly signal: AbortSignal;
  readonly log: (message: string) => void;
}

/** Handles one event at a time, in order. */
async function relay(parts: Relay): Promise<never> {
  const { feed, input, signal, log } = parts;
  // There is no cursor before the first event.
  let cursor = feed.first === undefined ? feed.cursor : undefined;
  const advise = createAdvice(parts);
  try {
    for await (const streamed of eventsOf(parts)) {
      if (isRequested(streamed.event, input.patterns)) advise(await handle(parts, streamed), cursor);
      cursor = streamed.cursor;
      if (signal.aborted) throw new InterruptedError("interrupted");
    }
  } catch (error) {
    if (error instanceof InterruptedError && cursor !== undefined) {
      log(`To resume from here: ${commandFor(input, cursor)}`);
    }
    throw error;
  }
  throw new CommandError("the event stream ended");
}

async function* eventsOf({ api, feed, signal, log }: Relay): AsyncGenerator<StreamedEvent, void, undefined> {
  if (feed.first !== undefined) yield feed.first;
  yield* followEvents({ api, path: feed.path, cursor: feed.cursor, signal, log });
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

/** Prints a hint after an event that was not accepted; again only after a success in between. */
function createAdvice({ input, log }: Relay) {
  let isAdvised = false;
  return (outcome: ForwardOutcome | undefined, cursorBefore: string | undefined): void => {
    if (outcome === undefined) return;
    const isAccepted = outcome.type === "responded" && outcome.status >= 200 && outcome.status < 300;
    if (!isAccepted && !isAdvised) {
      log(`The event was not accepted and is not retried. To replay it: ${commandFor(input, cursorBefore)}`);
    }
    isAdvised = !isAccepted;
  };
}

/** The command that resumes after a cursor, or from the beginning without one. */
function commandFor(
  { apiUrl, profile, accountId, patterns, forwardTo }: ListenInput,
  cursor: string | undefined,
): string {
  const options = [
    ["--api", apiUrl],
    ["--profile", profile],
    ["--account", accountId],
    ["--events", patterns.length === 0 ? undefined : patterns.join(",")],
    ["--forward-to", forwardTo],
    ["--since-cursor", cursor],
  ].flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${inShell(value)}`]));
  return ["florin listen", ...options, ...(cursor === undefined ? ["--from-beginning"] : [])].join(" ");
}

/** Quotes a value, so that the shell does not expand a star. */
function inShell(text: string): string {
  return /^[\w./:,@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
