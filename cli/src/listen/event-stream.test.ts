import { expect, test } from "vitest";
import { accountId, openFeedDouble } from "../../test/fake-feed.ts";
import { findCredentials } from "../profiles/credentials.ts";
import { systemNow } from "../system-clock.ts";
import { readEventStream } from "./event-stream.ts";
import { createFlorinApi } from "./florin-api.ts";
import { UnavailableError } from "./http.ts";

const path = `/accounts/${accountId}/events`;

async function openStream(environment: Readonly<Record<string, string>>, maxSilenceMs?: number) {
  const { signal } = new AbortController();
  const credentials = await findCredentials(environment);
  const api = createFlorinApi({ credentials, scopes: ["events:read"], now: systemNow, signal });
  const retries: number[] = [];
  const stream = readEventStream({
    api,
    path,
    cursor: "0",
    signal,
    onOpen: () => {},
    onRetry: (ms) => void retries.push(ms),
    ...(maxSilenceMs === undefined ? {} : { maxSilenceMs }),
  });
  return { stream, retries };
}

test("a silent connection times out and can be retried", async () => {
  await using feed = await openFeedDouble();
  feed.happen("transfer.created");
  const { stream, retries } = await openStream(feed.environment, 4_000);
  expect(await stream.next()).toMatchObject({ value: { cursor: "1", event: { type: "transfer.created" } } });
  expect(retries).toEqual([5]);
  const next = stream.next();
  await expect(next).rejects.toThrow(UnavailableError);
  await expect(next).rejects.toThrow("timed out");
});

test("a response that is not a stream, or not an event, is reported", async () => {
  await using feed = await openFeedDouble();
  feed.respondOnce(path, { status: 200, body: { events: [] } });
  const { stream } = await openStream(feed.environment);
  await expect(stream.next()).rejects.toThrow("does not stream events");
  feed.happen("transfer.created", {}, { created: 7 });
  const { stream: odd } = await openStream(feed.environment);
  await expect(odd.next()).rejects.toThrow("an event that this CLI cannot parse");
});
