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
  const problems: string[] = [];
  for (const type of Object.keys(flows)) {
    const profile = type.startsWith("token.") ? "issuer" : "payments";
    const { exitCode, stdout, stderr } = await florin(["trigger", type, "--profile", profile, "--json"], {
      environment,
    });
    const event = exitCode === 0 ? JSON.parse(stdout) : {};
    if ((event.type ?? event.event_type) !== type) problems.push(`${type}: ${exitCode} ${stderr}${stdout}`);
  }
  expect(problems).toEqual([]);
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
