import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readPdf } from "../../../service/test/read-pdf.ts";
import { createAccount } from "../../test/applications.ts";
import { openOperator } from "../../test/operator.ts";

test("reports are in a list, and a report is written to the output or to a file", async () => {
  await using operator = await openOperator();
  const accountId = await createAccount(operator);
  const reports = await operator.responseOf<readonly { readonly name: string }[]>(["reports", "list"]);
  expect(reports.map(({ name }) => name)).toContain("statement");
  const run = ["reports", "run", "statement", "--network", "testnet", "--tenant", accountId];
  const csv = await operator.florin([...run, "--account", accountId]);
  expect(csv).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^wallet,wallet_id,.*\r\n$/) });
  const folder = await mkdtemp(join(tmpdir(), "florin-report-"));
  const file = join(folder, "statement.pdf");
  await operator.florin([...run, "--account", accountId, "--format", "pdf", "--out", file]);
  expect(readPdf(await readFile(file, "latin1")).title).toBe("Account statement");
  await rm(folder, { recursive: true });
  const entries = await operator.responseOf(["audit", "list", "--action", "report.download"]);
  expect(entries).toMatchObject(
    ["pdf", "csv"].map((format) => ({ subject_id: "statement", after: { format } })),
  );
});

test("what is wrong with a report is said by the name of its option", async () => {
  await using operator = await openOperator();
  const accountId = await createAccount(operator);
  const run = ["reports", "run", "statement", "--network", "testnet", "--tenant", accountId];
  const failures = [
    [["reports", "run", "weather", "--network", "testnet"], "report must be one of"],
    [run, "account id is required"],
    [[...run, "--account", accountId, "--from", "2026-02-30"], "from must be a date"],
    [[...run, "--account", accountId, "--actor", "ada"], "actor"],
    [["reports", "run", "audit", "--network", "testnet"], "tenant must be the id"],
  ] as const;
  for (const [command, message] of failures) {
    const { exitCode, stderr } = await operator.florin([...command]);
    expect([exitCode === 0, stderr]).toEqual([false, expect.stringContaining(message)]);
  }
});
