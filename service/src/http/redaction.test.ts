import { readFileSync } from "node:fs";
import fc from "fast-check";
import Type from "typebox";
import { expect, test } from "vitest";
import { idPattern } from "../kernel/id.ts";
import { redact, redacted } from "./redaction.ts";
import { anyCase, DateTimeSchema, IdSchema, nullableString, oneOfList, strictObject } from "./schemas.ts";

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
    [`florin_sk_${"a1B2".repeat(10)}xyz`]: "",
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

test("a social security number or a bank account in a field of another kind is redacted", () => {
  const fields = strictObject({
    transfer_type: Type.String({ ...anyCase("lower"), ...oneOfList("transferTypes") }),
    transfer_types: Type.Array(Type.String()),
    value_type: Type.String({ pattern: "^[A-Za-z0-9]{2,12}$", ...anyCase("dollar") }),
    value: Type.String(),
    transaction_id: Type.String(),
    symbol: Type.String(),
  });
  const lists = { transferTypes: ["base", "wire"] };
  const hash = `0x${"ab".repeat(32)}`;
  const harmless = {
    transfer_type: "WIRE",
    transfer_types: ["rtp_credit"],
    value_type: "USD",
    value: "1250.00",
    transaction_id: hash,
    symbol: "EUR24",
  };
  expect(redact(fields, harmless, lists)).toEqual(harmless);
  for (const number of ["078-05-1120", "078051120", "4111111111111111", "jane.doe", "florin_sk_a1B2c3"]) {
    const sent = { ...harmless, transfer_type: number, transaction_id: number };
    const expected = { ...harmless, transfer_type: redacted, transaction_id: redacted };
    expect(redact(fields, sent, lists)).toEqual(expected);
  }
  for (const name of ["value_type", "symbol"]) {
    expect(redact(fields, { ...harmless, [name]: "078051120" }, lists)).toEqual({
      ...harmless,
      [name]: redacted,
    });
  }
  expect(redact(fields, { ...harmless, value: "078-05-1120" }, lists)).toEqual({
    ...harmless,
    value: redacted,
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
  expect(keptFields()).toEqual(kept);
});

const kept = {
  Account: "managing_account_id",
  Address: "transfer_types",
  Approval: "dollars outcome.code",
  ApprovalRule: "above value_type",
  Automation: "destination_address.transfer_type destination_address.value_type",
  AutomationDestination: "transfer_type value_type",
  AutomationDestinationRequest: "value_type",
  AutomationProblem: "code",
  AutomationSource: "address_id transfer_type value_type",
  AutomationSourceRequest: "value_type",
  ChainMemo: "value",
  ChainMemoRequest: "value",
  CreateApprovalRuleRequest: "above value_type",
  CreateAutomationRequest: "destination_address.value_type",
  CreateWebhookSubscriptionRequest: "events",
  CreatedWebhookSubscription: "address_id events",
  Payment: "amount.currency amount.value automation_id transfer_id",
  PaymentDetails: "reason.code",
  ReplayRequest: "types",
  RoutePlace: "transfer_type value_type",
  SimulatedDeposit: "amount transfer_type value_type",
  SimulatedReserveReport: "month value_type",
  TestWebhookRequest: "event_type",
  Token: "currency issuer_account_id symbol value_type",
  TokenBurn: "amount",
  TokenDeployment: "supply transaction_id transfer_type",
  TokenDestination: "transaction_id transfer_type value_type",
  TokenDestinationRequest: "value_type",
  TokenEndRequest: "value_type",
  TokenLeg: "transaction_id transfer_type value_type",
  TokenMint: "amount",
  TokenTransfer: "amount return_transaction_id",
  Transfer: "automation_id",
  TransferAmount: "currency value",
  TransferAmountRequest: "currency value",
  TransferDestination: "payment_id transaction_id transfer_type value_type",
  TransferDestinationRequest: "value_type",
  TransferFailure: "ach_return.code wire_return.code",
  TransferQuote: "steps.transfer_type",
  TransferRefund: "transaction_id",
  TransferSource: "address_id payment_id transaction_id transfer_type value_type",
  TransferSourceRequest: "value_type",
  UpdateWebhookSubscriptionRequest: "events",
  WebhookDelivery: "event_type",
  WebhookSubscription: "address_id events",
  "createTokenBurn body": "amount",
  "createTokenMint body": "amount",
  "createTokenTransfer body": "amount",
  "getAddressBalance query": "value_type",
  "issueToken body": "currency value_type",
  "listTokenBurns query": "transaction_id value_type",
  "listTokenMints query": "transaction_id value_type",
  "listTokenTransactions query": "transaction_id value_type",
  "listTokenTransfers query": "transaction_id value_type",
  "listTransfers query": "transaction_id value_type",
  "listWebhookDeliveries query": "event_type",
  "simulateAchReturn body": "code",
  "simulateDeposit body": "amount value_type",
  "simulatePayment body": "amount.value",
  "simulateReserveReport body": "value_type",
  "simulateReturn body": "code",
  "simulateWireReturn body": "code",
};

test("fields of alternatives and of parts of a schema are found, and those of queries", () => {
  const code = { type: "object", properties: { code: { type: "string" }, note: { type: "string" } } };
  const described = {
    components: { schemas: { Whole: { allOf: [code], properties: {} } } },
    paths: {
      "/a": {
        post: {
          operationId: "make",
          parameters: [{ name: "symbol", in: "query", schema: { type: "string" } }],
          requestBody: { content: { "application/json": { schema: { oneOf: [code] } } } },
          responses: {
            201: { content: { "application/json": { schema: { $ref: "#/components/schemas/Whole" } } } },
          },
        },
      },
    },
  };
  expect(keptFields(described)).toEqual({ "make query": "symbol", "make body": "code", Whole: "code" });
});

interface Node {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
  readonly oneOf?: readonly Node[];
  readonly allOf?: readonly Node[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
}

interface Described {
  readonly components: { readonly schemas: Readonly<Record<string, Node>> };
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
}

type Content = { readonly content?: Readonly<Record<string, { readonly schema: Node }>> };

interface DescribedOperation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Node }[];
  readonly requestBody?: Content;
  readonly responses?: Readonly<Record<string, Content>>;
}

/** Where a field is: in a schema with a name, or else in the query, the body or a response of an operation. */
interface Place {
  readonly owner: string;
  readonly path: readonly string[];
}

function readDescription(): Described {
  const file = new URL("../../../openapi.json", import.meta.url);
  return JSON.parse(readFileSync(file, "utf8")) as Described;
}

/** Paths of the kept text fields of all that is stored, by their owner. */
function keptFields({ components, paths }: Described = readDescription()): Readonly<Record<string, string>> {
  const kept = new Map<string, Set<string>>();
  const visit = (node: Node | undefined, place: Place): void => {
    if (node === undefined) return;
    if (node.$ref !== undefined) {
      const name = node.$ref.split("/").at(-1) ?? "";
      const named = components.schemas[name];
      visit(named, named?.properties === undefined ? place : { owner: name, path: [] });
      return;
    }
    const { anyOf = [], oneOf = [], allOf = [], properties = {}, items } = node;
    for (const part of [...anyOf, ...oneOf, ...allOf]) visit(part, place);
    for (const [name, member] of Object.entries(properties))
      visit(member, { ...place, path: [...place.path, name] });
    visit(items, place);
    if (isKeptText(node, place.path.at(-1) ?? ""))
      kept.set(place.owner, (kept.get(place.owner) ?? new Set<string>()).add(place.path.join(".")));
  };
  for (const methods of Object.values(paths))
    for (const [method, operation] of Object.entries(methods))
      for (const [place, node] of storedParts(method, operation)) visit(node, place);
  return Object.fromEntries([...kept].map(([owner, fields]) => [owner, [...fields].toSorted().join(" ")]));
}

/** Responses of reads are not stored, and errors are stored whole. */
function storedParts(
  method: string,
  { operationId, parameters = [], requestBody, responses = {} }: DescribedOperation,
): readonly (readonly [Place, Node])[] {
  const returned = Object.entries(responses).filter(([status]) => method !== "get" && Number(status) < 400);
  const contentsOf = (part: string, { content = {} }: Content) =>
    Object.values(content).map(
      ({ schema: node }) => [{ owner: `${operationId} ${part}`, path: [] }, node] as const,
    );
  return [
    ...parameters
      .filter((parameter) => parameter.in === "query")
      .map(({ name, schema: node }) => [{ owner: `${operationId} query`, path: [name] }, node] as const),
    ...contentsOf("body", requestBody ?? {}),
    ...returned.flatMap(([status, response]) => contentsOf(status, response)),
  ];
}

function isKeptText(node: Node, name: string): boolean {
  if (![node.type].flat().includes("string") || node.enum !== undefined || node.const !== undefined)
    return false;
  if (node.pattern === idPattern) return false;
  const isKept = (text: string) => redactMember(name, node, text) === text;
  expect(isKept("planted text")).toBe(false);
  return ["planted", "1.00", "R01", "AC04", "01JD7Q2M8W3T5V6X9YZABCDEFG"].some(isKept);
}

function redactMember(name: string, node: Node, text: string): unknown {
  const result = redact({ type: "object", properties: { [name]: node } }, { [name]: text });
  return (result as Readonly<Record<string, unknown>>)[name];
}
