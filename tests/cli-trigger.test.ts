import { afterAll, beforeAll, expect, test } from "vitest";
import { flows } from "../cli/src/trigger/flows.ts";
import { florin } from "../cli/test/operator.ts";
import { eventTypes } from "../service/src/webhooks/event-types.ts";
import { isLong } from "../service/test/scale.ts";
import { differencesOf, readTour, recordTour, tourPath } from "./cli/tour.ts";
import { type RunningService, startService } from "./guides/start-service.ts";

let service: RunningService;
let environment: Readonly<Record<string, string>> = {};

beforeAll(async () => {
  service = await startService();
  environment = { DATA_DIR: service.dataFolder, XDG_CONFIG_HOME: `${service.dataFolder}/cli` };
});
afterAll(() => service.stop());

/** With `TOUR_RECORD=1`, the transcript is written again. */
test("the recorded tour of the README happens again on a fresh start", async () => {
  const tour = await readTour();
  expect(tour.length).toBeGreaterThan(5);
  const tourEnvironment = { ...environment, XDG_CONFIG_HOME: `${service.dataFolder}/tour`, NO_COLOR: "1" };
  const run = (argv: readonly string[]) => florin(argv, { environment: tourEnvironment, atTerminal: true });
  if (process.env["TOUR_RECORD"] === "1") await recordTour(tour, run);
  else expect(await differencesOf(tour, run), tourPath).toEqual([]);
});

test("every event type can be triggered", () => {
  const types = eventTypes.map(({ type }) => type as string);
  expect(Object.keys(flows).sort(byText)).toEqual(types.sort(byText));
});

/** One of each kind of flow; `npm run test:long` has all types. */
const usual = [
  "transfer.failed",
  "account.verification.rejected",
  "address.updated",
  "approval.failed",
  "deposit.held",
  "token.mint.failed",
  "webhook.subscription.disabled",
];

test("each event happens", async () => {
  for (const [profile, account] of [
    ["payments", "Demo Payments"],
    ["issuer", "Demo Tokenization"],
  ] as const) {
    const login = await florin(["login", "--profile", profile, "--demo", account], { environment });
    expect(login).toMatchObject({ exitCode: 0 });
  }
  const types = isLong ? Object.keys(flows) : usual;
  const ofIssuer = types.filter((type) => /^token\.(?!reserve)/.test(type));
  const others = types.filter((type) => !ofIssuer.includes(type));
  const problems = await Promise.all([problemsOf(ofIssuer, "issuer"), problemsOf(others, "payments")]);
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

test("a type that does not exist is refused with those that do", async () => {
  const { exitCode, stderr } = await florin(["trigger", "transfer.exploded"], { environment });
  expect({ exitCode, stderr }).toEqual({
    exitCode: 2,
    stderr: expect.stringContaining("transfer.exploded is not an event type. Types: account."),
  });
});

function byText(left: string, right: string): number {
  return left < right ? -1 : 1;
}
