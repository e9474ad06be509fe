import { expect, test } from "vitest";
import { accountId, openFeedDouble } from "../../test/feed-double.ts";
import { systemNow } from "../system-clock.ts";
import { UnavailableError } from "./answer.ts";
import { findCredentials } from "./credentials.ts";
import { readEventStream } from "./event-stream.ts";
import { createFlorinApi } from "./florin-api.ts";

const path = `/accounts/${accountId}/events`;

async function openStream(environment: Readonly<Record<string, string>>, maxSilenceMs?: number) {
  const { signal } = new AbortController();
  const credentials = await findCredentials(environment, undefined);
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

test("a service that has fallen silent is given up, and may be asked again", async () => {
  await using feed = await openFeedDouble();
  feed.happen("transfer.created");
  const { stream, retries } = await openStream(feed.environment, 1500);
  expect(await stream.next()).toMatchObject({ value: { cursor: "1", event: { type: "transfer.created" } } });
  expect(retries).toEqual([5]);
  const next = stream.next();
  await expect(next).rejects.toThrow(UnavailableError);
  await expect(next).rejects.toThrow("has said nothing for too long");
});

test("an answer that is no stream, or no event, is told as what it is", async () => {
  await using feed = await openFeedDouble();
  feed.answerOnce(path, { status: 200, body: { events: [] } });
  const { stream } = await openStream(feed.environment);
  await expect(stream.next()).rejects.toThrow("does not stream events");
  feed.happen("transfer.created", {}, { created: 7 });
  const { stream: odd } = await openStream(feed.environment);
  await expect(odd.next()).rejects.toThrow("an event that this command cannot read");
});
