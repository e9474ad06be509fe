import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { verifyWebhook } from "@florin/sdk";
import { expect, test } from "vitest";
import { accountId, type FeedDouble, openFeedDouble, openReceiver } from "../../test/fake-feed.ts";
import { florin, type Outcome } from "../../test/operator.ts";

type Said = Pick<Outcome, "stdout" | "stderr">;

interface Listening {
  readonly environment: Readonly<Record<string, string>>;
  readonly atTerminal?: boolean;
  /** Called on each output. */
  readonly onSaid?: (said: Said) => void;
}

/** Listens until the expected output has appeared, then presses ^C. */
async function listenUntil(
  isEnough: (said: Said) => boolean,
  argv: readonly string[],
  { onSaid = () => {}, ...sessionClient }: Listening,
): Promise<Outcome> {
  const stop = new AbortController();
  return florin(["listen", ...argv], {
    ...sessionClient,
    signal: stop.signal,
    onSaid: (said) => {
      onSaid(said);
      if (isEnough(said)) stop.abort();
    },
  });
}

const hasLines =
  (count: number) =>
  ({ stdout }: Said): boolean =>
    stdout.split("\n").length > count;

/** Runs once listening has started. */
function whenListening(work: () => void): (said: Said) => void {
  let isDone = false;
  return ({ stderr }) => {
    if (isDone || !stderr.includes("Listening to")) return;
    isDone = true;
    work();
  };
}

const streamsOf = (feed: FeedDouble) =>
  feed.requests.filter(({ headers }) => headers.accept === "text/event-stream");

test("events are streamed, and ^C prints the command to resume", async () => {
  await using feed = await openFeedDouble();
  feed.happen("transfer.created");
  const outcome = await listenUntil(hasLines(2), ["--from-beginning"], {
    environment: feed.environment,
    onSaid: whenListening(() => feed.happen("account.verification.completed", { id: undefined })),
  });
  expect(outcome).toEqual({
    exitCode: 130,
    stdout:
      "2026-11-15T12:00:00.000Z\ttransfer.created\t01JD7Q2M8W3T5V6X9YZEVENT01\t" +
      `transfer 01JD7Q2M8W3T5V6X9YZTHING00 of account ${accountId}\n` +
      `2026-11-15T12:00:00.000Z\taccount.verification.completed\t01JD7Q2M8W3T5V6X9YZEVENT02\taccount ${accountId}\n`,
    stderr:
      `Listening to account ${accountId} and its managed accounts at ${feed.url}.\n` +
      "To resume from here: florin listen --since-cursor 2\nflorin: interrupted\n",
  });
});

test("its access token has only the required scopes", async () => {
  await using feed = await openFeedDouble();
  feed.happen("transfer.created");
  feed.happen("transfer.completed");
  await listenUntil(hasLines(2), ["--from-beginning"], { environment: feed.environment });
  const [token, accounts, , stream] = feed.requests;
  expect(token).toMatchObject({ method: "POST", path: "/oauth2/token" });
  expect(new URLSearchParams(token?.body).get("scope")).toBe("accounts:read events:read");
  expect(token?.headers.authorization).toBe(
    `Basic ${Buffer.from("a%20client:florin_sk_double").toString("base64")}`,
  );
  expect(accounts).toMatchObject({ path: "/accounts", headers: { authorization: "Bearer a token" } });
  expect(stream?.query.get("include_managed")).toBe("true");
});

test("a forwarded event is identical to a webhook delivery, signed with the secret shown", async () => {
  await using feed = await openFeedDouble();
  await using receiver = await openReceiver();
  const id = feed.happen("transfer.created", { amount: { value: "10.00", currency: "USD" }, memo: "Grüße" });
  const forward = ["--from-beginning", "--forward-to", `${receiver.url}/webhooks?x=1`];
  const outcome = await listenUntil(hasLines(3), forward, { environment: feed.environment });
  const [, secret = ""] = /^Signing secret: ([\w-]{43})\n/.exec(outcome.stdout) ?? [];
  expect(outcome.stdout).toMatch(/\n\t-> 200 after \d+ ms\n$/);
  const [post] = receiver.posts;
  expect(post).toMatchObject({ method: "POST", path: "/webhooks" });
  expect(post?.headers).toMatchObject({ "content-type": "application/json", "webhook-id": id });
  expect(verifyWebhook(post?.body ?? "", post?.headers ?? {}, secret)).toMatchObject({
    id,
    data: { memo: "Grüße" },
  });
  expect(Object.keys(JSON.parse(post?.body ?? ""))).toEqual(["id", "type", "created", "data"]);
});

test("a secret from the environment is used for signing and not shown", async () => {
  await using feed = await openFeedDouble();
  await using receiver = await openReceiver();
  feed.happen("transfer.created");
  const secret = Buffer.alloc(32, 7).toString("base64url");
  const environment = { ...feed.environment, FLORIN_WEBHOOK_SECRET: secret };
  const forward = ["--from-beginning", "--forward-to", receiver.url];
  const outcome = await listenUntil(hasLines(2), forward, { environment });
  expect(outcome.stdout + outcome.stderr).not.toContain(secret);
  const [post] = receiver.posts;
  expect(verifyWebhook(post?.body ?? "", post?.headers ?? {}, secret)).toMatchObject({
    type: "transfer.created",
  });
});

test("a rejected event is reported once with a hint, and the next event is handled", async () => {
  await using feed = await openFeedDouble();
  await using receiver = await openReceiver([200, 500, 503, 200]);
  for (let count = 0; count < 4; count += 1) feed.happen("transfer.created");
  const forward = ["--from-beginning", "--forward-to", receiver.url];
  const outcome = await listenUntil(hasLines(9), forward, { environment: feed.environment });
  expect([...outcome.stdout.matchAll(/-> (\d+) after/g)].map(([, status]) => status)).toEqual([
    "200",
    "500",
    "503",
    "200",
  ]);
  expect(outcome.stderr.match(/To replay it: .*/g)).toEqual([
    `To replay it: florin listen --forward-to ${receiver.url} --since-cursor 1`,
  ]);
});

test("an unreachable endpoint is reported and does not stop listening", async () => {
  await using feed = await openFeedDouble();
  const receiver = await openReceiver();
  await receiver[Symbol.asyncDispose]();
  feed.happen("transfer.created");
  feed.happen("transfer.completed");
  const forward = ["--from-beginning", "--forward-to", receiver.url.replace("http://", ""), "--json"];
  const outcome = await listenUntil(hasLines(3), forward, { environment: feed.environment });
  const [begin, ...events] = outcome.stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(begin).toEqual({
    listening: {
      api: feed.url,
      account_id: accountId,
      forward_to: `${receiver.url}/`,
      signing_secret: expect.stringMatching(/^[\w-]{43}$/),
    },
  });
  expect(events).toMatchObject([
    {
      event: { type: "transfer.created", sequence: 1 },
      cursor: "1",
      forwarded: { status_code: null, failure_message: "connection refused" },
    },
    { event: { type: "transfer.completed" }, cursor: "2" },
  ]);
});

test("after a disconnect, the stream resumes after the last event without loss or duplicates", async () => {
  await using feed = await openFeedDouble();
  feed.happen("transfer.created");
  let happened = 1;
  const outcome = await listenUntil(hasLines(6), ["--from-beginning", "--json"], {
    environment: feed.environment,
    onSaid: ({ stdout }) => {
      const reported = stdout.trim().split("\n").length - 1;
      if (reported < happened || happened >= 5) return;
      happened += 1;
      feed.endStreams();
      feed.happen("transfer.created");
    },
  });
  const cursors = [...outcome.stdout.matchAll(/"cursor":"(\d+)"/g)].map(([, cursor]) => cursor);
  expect(cursors).toEqual(["1", "2", "3", "4", "5"]);
});

test("events during a disconnect are not missed, even before the first event", async () => {
  await using feed = await openFeedDouble();
  for (const before of [0, 1]) {
    for (let count = 0; count < before; count += 1) feed.happen("token.created");
    const ended = { status: 503, body: { status: 503, title: "Service Unavailable" } };
    const outcome = await listenUntil(hasLines(1), ["--events", "transfer.*,payment.*"], {
      environment: feed.environment,
      onSaid: whenListening(() => {
        feed.respondOnce(`/accounts/${accountId}/events`, ended);
        feed.happen("transfer.created");
      }),
    });
    expect(outcome.stderr).toContain("retrying");
    expect(outcome.stdout.trim().split("\n")).toHaveLength(1);
  }
});

test("a temporary failure is retried, and the user is informed", async () => {
  await using feed = await openFeedDouble();
  let isBroken = false;
  const outcome = await listenUntil(hasLines(1), [], {
    environment: feed.environment,
    onSaid: ({ stderr }) => {
      if (stderr.includes("Listening to") && !isBroken) {
        isBroken = true;
        const body = { status: 503, title: "Service Unavailable", detail: "the service is draining" };
        feed.respondOnce(`/accounts/${accountId}/events`, { status: 503, body });
      }
      if (stderr.includes("reconnected")) feed.happen("transfer.created");
    },
  });
  expect(outcome.stderr).toContain(`${feed.url} returned 503: the service is draining; retrying in 1 s\n`);
  expect(outcome.stdout).toContain("transfer.created");
});

test("a rejected token is replaced once; a second rejection is final", async () => {
  await using feed = await openFeedDouble();
  feed.happen("transfer.created");
  const refused = {
    status: 401,
    body: { status: 401, title: "Unauthorized", detail: "the token is revoked" },
  };
  feed.respondOnce("/accounts", refused);
  await listenUntil(hasLines(1), ["--from-beginning"], { environment: feed.environment });
  expect(feed.requests.map(({ path }) => path).slice(0, 4)).toEqual([
    "/oauth2/token",
    "/accounts",
    "/oauth2/token",
    "/accounts",
  ]);
  feed.respondOnce("/oauth2/token", {
    status: 401,
    body: { error: "invalid_client", error_description: "the secret is wrong" },
  });
  expect(await florin(["listen"], { environment: feed.environment })).toEqual({
    exitCode: 1,
    stdout: "",
    stderr: `florin: ${feed.url} returned 401: the secret is wrong\n`,
  });
});

test("only matching event types are shown, and an unknown type is rejected", async () => {
  await using feed = await openFeedDouble();
  const { environment } = feed;
  const types = [
    "transfer.created",
    "token.created",
    "payment.completed",
    "transferred.oddly",
    "transfer.failed",
  ];
  for (const type of types) feed.happen(type);
  const expected = ["--from-beginning", "--events", "transfer.*,payment.completed"];
  const outcome = await listenUntil(hasLines(3), expected, { environment });
  expect(outcome.stdout.match(/[a-z]+\.[a-z]+(?=\t)/g)).toEqual([
    "transfer.created",
    "payment.completed",
    "transfer.failed",
  ]);
  expect(outcome.stderr).toContain(
    "florin listen --events 'transfer.*,payment.completed' --since-cursor 5\n",
  );
  expect(await florin(["listen", "--events", "transfer.*,nonsense"], { environment })).toEqual({
    exitCode: 1,
    stdout: "",
    stderr: `florin: unknown event type nonsense: ${feed.url} returned 400: type is no type of event\n`,
  });
});

test("a managed account receives only its own events", async () => {
  await using feed = await openFeedDouble();
  feed.happen("transfer.created");
  feed.happen("transfer.completed");
  feed.respondOnce(`/accounts/${accountId}/events`, {
    status: 403,
    body: { status: 403, title: "Forbidden", code: "not_a_managing_account" },
  });
  const outcome = await listenUntil(hasLines(2), ["--from-beginning", "--account", accountId], {
    environment: feed.environment,
  });
  expect(outcome.stderr).toContain(`Listening to account ${accountId} at `);
  expect(streamsOf(feed)[0]?.query.has("include_managed")).toBe(false);
  expect(new URLSearchParams(feed.requests[0]?.body).get("scope")).toBe("events:read");
});

test("event contents cannot control the terminal", async () => {
  await using feed = await openFeedDouble();
  feed.happen("transfer.created", { id: "\u001b[2J" });
  const outcome = await listenUntil(hasLines(1), ["--from-beginning"], {
    environment: feed.environment,
    atTerminal: true,
  });
  expect(outcome.stdout).toContain("transfer  [2J of account");
});

test("without credentials the demo account is used, and only for its own service", async () => {
  await using feed = await openFeedDouble();
  feed.happen("transfer.created");
  const folder = await mkdtemp(join(tmpdir(), "florin-listen-"));
  try {
    const applications = [
      { network: "mainnet", client_id: "m", client_secret: "florin_sk_m" },
      { network: "testnet", client_id: "t", client_secret: "florin_sk_t" },
    ];
    const accounts = [{ id: accountId, name: "Demo Payments", kind: "standard", applications }];
    const path = join(folder, "demo-credentials.json");
    await writeFile(path, JSON.stringify({ base_url: feed.url, auth_url: feed.url, accounts }));
    const outcome = await listenUntil(hasLines(1), ["--from-beginning"], {
      environment: { DATA_DIR: folder },
    });
    expect(outcome.stderr).toContain(
      `Using the demo account Demo Payments on testnet, from ${path}.\nListening to account ${accountId} `,
    );
    expect(feed.requests[0]?.headers.authorization).toBe(
      `Basic ${Buffer.from("t:florin_sk_t").toString("base64")}`,
    );
    expect(
      await florin(["listen", "--api", "http://127.0.0.1:1"], { environment: { DATA_DIR: folder } }),
    ).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining(`are for ${feed.url}. For http://127.0.0.1:1`),
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

const credentials = { FLORIN_CLIENT_ID: "a", FLORIN_CLIENT_SECRET: "b" };

test.each<[readonly string[], Readonly<Record<string, string>>, string]>([
  [[], { DATA_DIR: "/nowhere" }, "no demo credentials in /nowhere/demo-credentials.json"],
  [[], { FLORIN_CLIENT_ID: "a" }, "must be set together"],
  [["--api", "florin.example"], credentials, "is not an API URL"],
  [["--forward-to", "ftp://x"], credentials, "ftp://x is not a URL to forward to"],
  [["--forward-to", "http://me:you@x"], credentials, "must not contain a user name or password"],
  [
    ["--forward-to", "x"],
    { ...credentials, FLORIN_WEBHOOK_SECRET: "short" },
    "FLORIN_WEBHOOK_SECRET must be 32",
  ],
  [["--events", "transfer.*,,"], credentials, "Use comma-separated event types"],
  [["--from-beginning", "--since-cursor", "x"], credentials, "cannot be used with"],
])("%j is a usage error, and no request is sent", async (argv, environment, validationIssue) => {
  const outcome = await florin(["listen", ...argv], { environment });
  expect(outcome).toMatchObject({ exitCode: 2, stdout: "" });
  expect(outcome.stderr).toContain(validationIssue);
});

test("an unreachable service is reported on one line", async () => {
  const feed = await openFeedDouble();
  await feed[Symbol.asyncDispose]();
  expect(await florin(["listen"], { environment: feed.environment })).toEqual({
    exitCode: 1,
    stdout: "",
    stderr: `florin: ${feed.url} cannot be reached: connect ECONNREFUSED ${feed.url.slice("http://".length)}\n`,
  });
});
