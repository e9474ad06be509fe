import { expect, test } from "vitest";
import { createManualClock } from "../../../test/auth.ts";
import type { Profile } from "../profile.ts";
import type { ProviderQuestion } from "../verification/provider.ts";
import { createManualVerification } from "./manual-verification.ts";
import { createSandboxVerification } from "./sandbox-verification.ts";

const clock = createManualClock();
const submitted = {
  documentKind: "certificate_of_good_standing",
  personLabel: undefined,
  status: "uploaded",
} as const;

function questionAbout(name: string, rest: Partial<ProviderQuestion> = {}): ProviderQuestion {
  return {
    key: "question",
    network: "testnet",
    profile: { business: { name } } as Profile,
    documents: [],
    requestedSince: clock.now(),
    signal: new AbortController().signal,
    ...rest,
  };
}

const passed = { providerDecision: "passed" };
const denied = { providerDecision: "denied", code: "verification_failed" };
const referred = { providerDecision: "referred" };
const documents = { providerDecision: "documents_required", set: "standard" };

test.each([
  ["Acme Denied LLC", denied],
  ["ACME DENIED LLC", denied],
  ["Acme Document LLC", documents],
  ["Acme Documents LLC", documents],
  ["Acme Review LLC", referred],
  ["acme review llc", referred],
  ["Denied Document Review LLC", denied],
  ["Document Review LLC", documents],
  ["Acme LLC", passed],
])("the sandbox decides by name: %s", async (name, decision) => {
  const sandbox = createSandboxVerification({ clock, delayMs: 0 });
  expect(await sandbox.ask(questionAbout(name))).toEqual({ outcome: "accepted", decision });
});

test.each([
  ["Acme Document LLC", passed],
  ["Acme Document Review LLC", referred],
])("after documents are submitted, the sandbox decides: %s", async (name, decision) => {
  const sandbox = createSandboxVerification({ clock, delayMs: 0 });
  const question = questionAbout(name, { documents: [submitted] });
  expect(await sandbox.ask(question)).toEqual({ outcome: "accepted", decision });
});

test("the sandbox completes after its delay, and denies immediately", async () => {
  const localClock = createManualClock();
  const sandbox = createSandboxVerification({ clock: localClock, delayMs: 1_000 });
  const question = questionAbout("Acme LLC", { requestedSince: localClock.now() });
  expect(await sandbox.ask(question)).toEqual({ outcome: "pending", askAgainAt: localClock.now() + 1_000 });
  const other = questionAbout("Acme Denied LLC", { requestedSince: localClock.now() });
  expect(await sandbox.ask(other)).toMatchObject({ outcome: "accepted" });
  localClock.advance(1_000);
  expect(await sandbox.ask(question)).toMatchObject({ outcome: "accepted" });
});

test("manual verification refers every account to manual review", async () => {
  const result = await createManualVerification().ask(questionAbout("Acme LLC"));
  expect(result).toEqual({ outcome: "accepted", decision: referred });
});
