import { afterAll, beforeAll, expect, test } from "vitest";
import { statement } from "../../../service/src/db/statement.ts";
import { openSmtpServer } from "../../../service/test/smtp-server.ts";
import { type Operator, openOperator } from "../../test/operator.ts";

let operator: Operator;
beforeAll(async () => {
  operator = await openOperator();
});
afterAll(() => operator[Symbol.asyncDispose]());

const sent = "01JMA0000000000000000000S1";
const stuck = "01JMA0000000000000000000S2";
const unknown = "01JZZZZZZZZZZZZZZZZZZZZZZZ";

test("emails are shown newest first, by state, without recipient and content", async () => {
  await insertMails();
  const all = await operator.florin(["mail", "list"]);
  expect(all.stdout).toBe(
    `${stuck}\tlink\tqueued\t18\t2026-01-03T03:04:05.000Z\tconnection refused\n` +
      `${sent}\tapproval\tsent\t1\t2026-01-02T03:04:05.000Z\t\n`,
  );
  expect(await operator.responseOf(["mail", "list", "--state", "sent"])).toEqual([
    {
      id: sent,
      kind: "approval",
      state: "sent",
      attempts: 1,
      last_error: null,
      created: "2026-01-02T03:04:05.000Z",
      ended: "2026-01-02T03:04:06.000Z",
    },
  ]);
  expect(await operator.florin(["mail", "list", "--state", "lost"])).toMatchObject({
    exitCode: 1,
    stderr: "florin: state must be one of queued, sent, refused, dropped\n",
  });
});

test("only an email whose job died is retried, and only once", async () => {
  await insertMails();
  const retry = (id: string) => operator.florin(["mail", "retry", id]);
  const refused = {
    exitCode: 1,
    stdout: "",
    stderr: "florin: there is no email with this id whose job failed permanently\n",
  };
  for (const id of [sent, unknown, "nonsense"]) expect(await retry(id)).toEqual(refused);
  expect(await retry(stuck)).toMatchObject({ exitCode: 0, stdout: `retried\t${stuck}\n` });
  expect(await operator.database.rows(selectReady)).toEqual([
    { kind: "mail.send", payload: { mail_id: stuck } },
  ]);
  expect(await retry(stuck)).toEqual(refused);
});

test("a test email shows whether the mail server accepts it", async () => {
  await using server = await openSmtpServer();
  const environment = {
    SMTP_URL: `smtp://127.0.0.1:${server.port}`,
    SMTP_FROM: "Florin <florin@example.com>",
  };
  const send = () => operator.florin(["mail", "test", "--to", "ada@example.com"], { environment });
  expect(await send()).toEqual({
    exitCode: 0,
    stdout: "to\tada@example.com\noutcome\taccepted\n",
    stderr: "",
  });
  expect(server.received).toMatchObject([{ to: "ada@example.com" }]);
  server.replyWith({ to: "recipient", code: 550 });
  expect(await send()).toMatchObject({ stdout: "to\tada@example.com\noutcome\trejected\n" });
  server.replyWith({ to: "recipient", code: 451 });
  expect(await send()).toMatchObject({ exitCode: 1, stdout: "", stderr: expect.stringContaining("451") });
});

test("a test email needs a mail server and a recipient", async () => {
  expect(await operator.florin(["mail", "test", "--to", "ada@example.com"])).toMatchObject({
    exitCode: 1,
    stderr: "florin: there is no mail server; set SMTP_URL and SMTP_FROM\n",
  });
  expect(await operator.florin(["mail", "test"])).toMatchObject({ exitCode: 2, stdout: "" });
});

/** An email that was sent, and one whose job died. */
async function insertMails(): Promise<void> {
  await operator.database.run(insertSent, [sent]);
  await operator.database.run(insertStuck, [stuck]);
  await operator.database.run(insertDead, [stuck]);
}

const insertSent = statement(`
  INSERT INTO mails (id, key, kind, content, state, attempts, created_at, ended_at)
  VALUES ($1, 'one', 'approval', NULL, 'sent', 1, '2026-01-02T03:04:05Z', '2026-01-02T03:04:06Z')
  ON CONFLICT (id) DO NOTHING`);

const insertStuck = statement(`
  INSERT INTO mails (id, key, kind, content, state, attempts, last_error, created_at)
  VALUES ($1, 'two', 'link', '\\x00', 'queued', 18, 'connection refused', '2026-01-03T03:04:05Z')
  ON CONFLICT (id) DO NOTHING`);

const insertDead = statement(`
  INSERT INTO dead_jobs (id, kind, tenant_id, payload, attempts, last_error, created_at, died_at)
  VALUES ('01JD0000000000000000000000', 'mail.send', 'platform', jsonb_build_object('mail_id', $1::text), 18,
          'connection refused', '2026-01-03T03:04:05Z', '2026-01-03T10:04:05Z')
  ON CONFLICT (id) DO NOTHING`);

const selectReady = statement(`SELECT kind, payload FROM jobs WHERE kind = 'mail.send' AND state = 'ready'`);
