import { expect, test } from "vitest";
import { openAuthEnvironment } from "../../test/auth.ts";
import { statement } from "../db/statement.ts";
import { systemCause } from "../kernel/cause.ts";
import { createRefusedAddresses } from "./refused-addresses.ts";

const scope = { tenantId: undefined, network: undefined };
const consoleSubject = { cause: systemCause("console"), subject: { type: "console", id: "console" } };
const count = statement<{ readonly entries: number }>(
  "SELECT count(*)::int AS entries FROM audit_log WHERE action = 'console.refuse_address'",
);

test("an address is recorded once in ten minutes, and many addresses do not fill the log", async () => {
  await using env = await openAuthEnvironment();
  const record = createRefusedAddresses(env);
  const refuse = (address: string) => record(scope, { ...consoleSubject, address });
  const entries = async () => (await env.database.first(count))?.entries;
  await Promise.all(Array.from({ length: 5 }, () => refuse("2001:db8::1")));
  expect(await entries()).toBe(1);
  for (let host = 1; host <= 150; host += 1) await refuse(`2001:db8::${host.toString(16)}`);
  expect(await entries()).toBe(100);
  env.clock.advance(10 * 60_000);
  await refuse("2001:db8::1");
  expect(await entries()).toBe(101);
});
