import { afterAll, beforeAll, expect, test } from "vitest";
import { flows, notTriggerable } from "../cli/src/trigger/flows.ts";
import { florin } from "../cli/test/operator.ts";
import { eventTypes } from "../service/src/webhooks/event-types.ts";
import { type RunningService, startService } from "./guides/start-service.ts";

let service: RunningService;
let environment: Readonly<Record<string, string>> = {};

beforeAll(async () => {
  service = await startService();
  environment = { DATA_DIR: service.dataFolder, XDG_CONFIG_HOME: `${service.dataFolder}/cli` };
  for (const [profile, account] of [
    ["payments", "Demo Payments"],
    ["issuer", "Demo Tokenization"],
  ] as const) {
    const { exitCode, stderr } = await florin(["login", "--profile", profile, "--demo", account], {
      environment,
    });
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  }
});
afterAll(() => service.stop());

test("every event type can be triggered, or the command says why not", () => {
  const known = [...Object.keys(flows), ...Object.keys(notTriggerable)].sort(byText);
  expect(known).toEqual(eventTypes.map(({ type }) => type as string).sort(byText));
});

test("each event happens", async () => {
  const types = Object.keys(flows);
  const ofTokens = types.filter((type) => type.startsWith("token."));
  const others = types.filter((type) => !type.startsWith("token."));
  const problems = await Promise.all([problemsOf(ofTokens, "issuer"), problemsOf(others, "payments")]);
  expect(problems.flat()).toEqual([]);
});

async function problemsOf(types: readonly string[], profile: string): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const type of types) {
    const argv = ["trigger", type, "--profile", profile, "--json"];
    const { exitCode, stdout, stderr } = await florin(argv, { environment });
    const event = exitCode === 0 ? JSON.parse(stdout) : {};
    if ((event.type ?? event.event_type) !== type) problems.push(`${type}: ${exitCode} ${stderr}${stdout}`);
  }
  return problems;
}

test("a wait for what was canceled ends with exit code 4, and its page is in the console", async () => {
  const inPayments = ["--profile", "payments"];
  const canceled = await florin(["trigger", "transfer.canceled", ...inPayments, "--json"], { environment });
  const { id, account_id } = JSON.parse(canceled.stdout).data;
  expect(await florin(["transfers", "get", id, "--wait", ...inPayments], { environment })).toMatchObject({
    exitCode: 4,
    stdout: expect.stringContaining("status\tcanceled\n"),
    stderr: "florin: the status is canceled\n",
  });
  const workspace = `${service.baseUrl.replace("127.0.0.1", "localhost")}/console/w/${account_id}/testnet`;
  const open = await florin(["open", id, ...inPayments], { environment });
  expect(open).toMatchObject({ exitCode: 0, stdout: `${workspace}/transfers/${id}\n` });
  const requests = await florin(["open", "requests", ...inPayments], { environment });
  expect(requests.stdout).toBe(`${workspace}/requests\n`);
});

test.each([
  [
    "approval.approved",
    1,
    "approval.approved cannot be triggered: another user or application has to decide",
  ],
  ["transfer.exploded", 2, "transfer.exploded is not an event type that can be triggered"],
])("%s cannot be triggered", async (type, code, text) => {
  const { exitCode, stderr } = await florin(["trigger", type], { environment });
  expect({ exitCode, stderr }).toEqual({ exitCode: code, stderr: expect.stringContaining(text) });
});

function byText(left: string, right: string): number {
  return left < right ? -1 : 1;
}
