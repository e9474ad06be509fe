import { expect, test } from "vitest";
import { openFeedDouble } from "../../test/fake-feed.ts";
import { createTokenSource } from "./token-source.ts";

test("a token is used until a minute before it expires, and requested again after forget()", async () => {
  await using feed = await openFeedDouble();
  let nowMs = 1_000_000;
  const tokens = createTokenSource({
    credentials: { authUrl: feed.url, clientId: "a", clientSecret: "b" },
    scopes: ["events:read"],
    now: () => nowMs,
    patience: () => AbortSignal.timeout(10_000),
  });
  const requested = async (): Promise<number> => {
    expect(await tokens.get()).toBe("a token");
    return feed.requests.length;
  };
  expect(await requested()).toBe(1);
  nowMs += 3_539_999;
  expect(await requested()).toBe(1);
  nowMs += 1;
  expect(await requested()).toBe(2);
  tokens.forget();
  expect(await requested()).toBe(3);
});

test("a short-lived token is used for the first half of its lifetime", async () => {
  await using feed = await openFeedDouble();
  let nowMs = 0;
  const tokens = createTokenSource({
    credentials: { authUrl: feed.url, clientId: "a", clientSecret: "b" },
    scopes: [],
    now: () => nowMs,
    patience: () => AbortSignal.timeout(10_000),
  });
  const short = { status: 200, body: { access_token: "brief", expires_in: 20 } };
  feed.respondOnce("/oauth2/token", short);
  expect(await tokens.get()).toBe("brief");
  nowMs += 9_999;
  expect(await tokens.get()).toBe("brief");
  nowMs += 1;
  expect(await tokens.get()).toBe("a token");
});
