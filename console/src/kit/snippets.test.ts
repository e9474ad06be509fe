import { expect, test } from "vitest";
import { snippetsOf } from "./snippets.ts";

const place = { origin: "https://api.example", network: "testnet" };
const textsOf = (request: Parameters<typeof snippetsOf>[0]) =>
  new Map(snippetsOf(request, place).map(({ language, text }) => [language, text]));

test("a create request is a curl command, a call of the SDK and a command", () => {
  const texts = textsOf({
    method: "POST",
    path: "/accounts/A1/transfers",
    body: { amount: { value: "5.00", currency: "USD" }, note: "it's" },
    idempotent: true,
  });
  expect([...texts.keys()]).toEqual(["curl", "TypeScript", "CLI"]);
  expect(texts.get("curl")).toContain("curl -X POST");
  expect(texts.get("TypeScript")?.split("\n").slice(-8)).toEqual([
    "const result = await florin.transfers.create({",
    '  account_id: "A1",',
    "  amount: {",
    '    value: "5.00",',
    '    currency: "USD",',
    "  },",
    '  note: "it\'s",',
    "});",
  ]);
  expect(texts.get("CLI")?.split(" \\\n  ")).toEqual([
    "florin transfers create",
    "--account A1",
    `--body '{"amount":{"value":"5.00","currency":"USD"},"note":"it'\\''s"}'`,
  ]);
});

test("ids of the path are arguments of the command, and filters are options", () => {
  expect(textsOf({ path: "/accounts/A1/transfers/T1" }).get("CLI")).toBe(
    "florin transfers get T1 \\\n  --account A1",
  );
  expect(textsOf({ path: "/accounts/A1" }).get("CLI")).toBe("florin accounts get A1");
  expect(textsOf({ path: "/accounts/A1/addresses?type=internal" }).get("CLI")).toContain("--type internal");
  expect(textsOf({ path: "/accounts/A1/addresses?type=internal" }).get("TypeScript")).toContain(
    'florin.addresses.list({\n  account_id: "A1",\n  type: "internal",\n})',
  );
});

test("a literal part of a path goes before an id", () => {
  expect(textsOf({ path: "/accounts/A1/webhooks/deliveries" }).get("CLI")).toContain("list-deliveries");
});

test("a webhook subscription is created with each of them", () => {
  const body = { url: "https://hooks.example.com/florin", events: ["transfer.*"] };
  const request = { method: "POST", path: "/accounts/A1/webhooks", body, idempotent: true } as const;
  expect([...textsOf(request).keys()]).toEqual(["curl", "TypeScript", "CLI"]);
  expect(textsOf(request).get("CLI")).toContain("florin webhooks create-subscription \\\n  --account A1");
});

test("a path that is not an operation has curl alone", () => {
  expect([...textsOf({ path: "/unknown" }).keys()]).toEqual(["curl"]);
});
