import { expect, test } from "vitest";
import { openFeedDouble } from "../../test/feed-double.ts";
import { createTokenSource } from "./token-source.ts";

test("a token is used until a minute before its end, and asked for anew when it is forgotten", async () => {
  await using feed = await openFeedDouble();
  let nowMs = 1_000_000;
  const tokens = createTokenSource({
    credentials: { authUrl: feed.url, clientId: "a", clientSecret: "b" },
    scopes: ["events:read"],
    now: () => nowMs,
    patience: () => AbortSignal.timeout(10_000),
  });
  const asked = async (): Promise<number> => {
    expect(await tokens.get()).toBe("a token");
    return feed.requests.length;
  };
  expect(await asked()).toBe(1);
  nowMs += 3_539_999;
  expect(await asked()).toBe(1);
  nowMs += 1;
  expect(await asked()).toBe(2);
  tokens.forget();
  expect(await asked()).toBe(3);
});

test("of a short token the first half is used", async () => {
  await using feed = await openFeedDouble();
  let nowMs = 0;
  const tokens = createTokenSource({
    credentials: { authUrl: feed.url, clientId: "a", clientSecret: "b" },
    scopes: [],
    now: () => nowMs,
    patience: () => AbortSignal.timeout(10_000),
  });
  const short = { status: 200, body: { access_token: "brief", expires_in: 20 } };
  feed.answerOnce("/oauth2/token", short);
  expect(await tokens.get()).toBe("brief");
  nowMs += 9_999;
  expect(await tokens.get()).toBe("brief");
  nowMs += 1;
  expect(await tokens.get()).toBe("a token");
});
