import { readFileSync } from "node:fs";
import fc from "fast-check";
import Type from "typebox";
import { expect, test } from "vitest";
import { redact, redacted } from "./redaction.ts";
import { DateTimeSchema, IdSchema, nullableString, strictObject } from "./schemas.ts";

const id = "01JD7Q2M8W3T5V6X9YZABCDEFG";
const schema = strictObject({
  id: IdSchema,
  created: DateTimeSchema,
  status: Type.Enum(["pending", "complete"]),
  kind: Type.Union([Type.Literal("wire"), Type.Literal("ach")]),
  amount: strictObject({ value: Type.String(), currency: Type.String() }),
  account_number: Type.String({ pattern: "^[0-9]+$" }),
  note: nullableString(),
  transfer_types: Type.Array(Type.String()),
  is_frozen: Type.Boolean(),
  count: Type.Integer(),
});

test("values that the schema proves harmless are kept, and all other text is redacted", () => {
  const sent = {
    id,
    created: "2026-11-15T10:51:12.000Z",
    status: "pending",
    kind: "wire",
    amount: { value: "25.00", currency: "USD" },
    account_number: "000123456789",
    note: "For Jane Doe",
    transfer_types: ["base", "wire"],
    is_frozen: false,
    count: 3,
  };
  expect(redact(schema, sent)).toEqual({ ...sent, account_number: redacted, note: redacted });
});

test("values that do not match their schema are redacted, and unknown names are shown only if they look like names", () => {
  const sent = {
    id: "not an id",
    status: "jane@example.com",
    count: "12-3456789",
    created: "born on 2 May",
    amount: "25 for Jane",
    acount_id: id,
    "021000021 is mine": 1,
    note: null,
  };
  expect(redact(schema, sent)).toEqual({
    id: redacted,
    status: redacted,
    count: redacted,
    created: redacted,
    amount: redacted,
    acount_id: redacted,
    "(not shown)": redacted,
    note: null,
  });
});

test("without a schema everything is redacted, and a large body is cut", () => {
  expect(redact(undefined, { a: 1, b: ["x"] })).toEqual({ a: redacted, b: [redacted] });
  const many = { transfer_types: Array.from({ length: 100_000 }, () => "wire") };
  expect(JSON.stringify(redact(schema, many)).length).toBeLessThan(500);
});

test("without a schema no value survives, whatever the body", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      for (const leaf of leavesOf(redact(Type.Unknown(), value))) {
        expect([null, redacted, "[cut]"]).toContain(leaf);
      }
    }),
  );
});

function leavesOf(value: unknown): readonly unknown[] {
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(leavesOf) : [value];
}

/** Fails when an endpoint gets a text field that the request log would store: check that it is harmless, then add it. */
test("of all text fields of the API without a closed set of values, only these are kept", () => {
  expect(keptFields()).toEqual([
    "above",
    "additional_transfer_types",
    "address_id",
    "amount",
    "automation_id",
    "code",
    "currency",
    "dollars",
    "event_type",
    "events",
    "issuer_account_id",
    "managing_account_id",
    "month",
    "payment_id",
    "return_transaction_id",
    "supply",
    "symbol",
    "transaction_id",
    "transfer_id",
    "transfer_type",
    "transfer_types",
    "types",
    "value",
    "value_type",
  ]);
});

interface Node {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
}

interface Described {
  readonly components: { readonly schemas: Readonly<Record<string, Node>> };
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
}

type Content = { readonly content?: { readonly "application/json"?: { readonly schema: Node } } };

interface DescribedOperation {
  readonly requestBody?: Content;
  readonly responses?: Readonly<Record<string, Content>>;
}

function keptFields(): readonly string[] {
  const file = new URL("../../../openapi.json", import.meta.url);
  const { components, paths } = JSON.parse(readFileSync(file, "utf8")) as Described;
  const kept = new Set<string>();
  const visit = (node: Node | undefined, name: string): void => {
    if (node === undefined) return;
    if (node.$ref !== undefined) {
      visit(components.schemas[node.$ref.split("/").at(-1) ?? ""], name);
      return;
    }
    for (const option of node.anyOf ?? []) visit(option, name);
    for (const [member, each] of Object.entries(node.properties ?? {})) visit(each, member);
    visit(node.items, name);
    if (![node.type].flat().includes("string") || node.enum !== undefined || node.const !== undefined) return;
    const isKept = (text: string) => redactMember(name, node, text) === text;
    if (["planted", "1.00", "R01", "AC04"].some(isKept)) kept.add(name);
    expect(isKept("planted text")).toBe(false);
  };
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    visit(operation.requestBody?.content?.["application/json"]?.schema, "");
    for (const response of Object.values(operation.responses ?? {})) {
      visit(response.content?.["application/json"]?.schema, "");
    }
  }
  return [...kept].sort((left, right) => (left < right ? -1 : 1));
}

function redactMember(name: string, node: Node, text: string): unknown {
  const result = redact({ type: "object", properties: { [name]: node } }, { [name]: text });
  return (result as Readonly<Record<string, unknown>>)[name];
}
