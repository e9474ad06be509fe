import type { Json } from "../kernel/canonical-json.ts";
import { idPattern } from "../kernel/id.ts";
import { shownName } from "./json-structure.ts";
import { letterCaseKey, oneOfListKey } from "./schemas.ts";
import type { ValueLists } from "./validation.ts";

/**
 * A copy of JSON without anything that may be a secret, personal data or a bank number. What the schema does not prove
 * to be harmless is replaced: only numbers, booleans, members of closed sets and of the deployment's lists, ids, times
 * and the fields below are kept, the latter only if they have the form of what they are for.
 */
export function redact(schema: unknown, value: unknown, lists: ValueLists = {}): Json {
  return redactValue(ruleOf(schema), value, { lists, left: maxValues });
}

export const redacted = "[redacted]";
const cut = "[cut]";

/** Values that are copied; the rest is cut, so that a large body costs no more than a small one. */
const maxValues = 300;
const maxItems = 20;

/** A code without the digits of a social security number or a bank account. */
const code = /^(?!(?:\D*\d){7})[\w.:*+-]{1,100}$/;
/** An amount; a whole number of many digits may be one of an account. */
const decimal = /^(?:\d{1,6}|\d{1,18}\.\d{1,18})$/;
/** An id of ours, or the hash of a transaction. */
const idOrHash = /^(?:[0-9A-Z]{26}|(?:0x)?[0-9A-Za-z]{43,88})$/;

/** Forms of text fields without a closed set of values that say nothing about an individual or a bank account. */
const harmlessForms: ReadonlyMap<string, RegExp> = new Map([
  ...["above", "amount", "dollars", "supply", "value"].map((name) => [name, decimal] as const),
  ...[
    "additional_transfer_types",
    "code",
    "currency",
    "event_type",
    "events",
    "month",
    "symbol",
    "transfer_type",
    "transfer_types",
    "types",
    "value_type",
  ].map((name) => [name, code] as const),
  ...[
    "address_id",
    "automation_id",
    "issuer_account_id",
    "managing_account_id",
    "payment_id",
    "return_transaction_id",
    "transaction_id",
    "transfer_id",
  ].map((name) => [name, idOrHash] as const),
]);
const dateTime = /^\d{4}-\d{2}-\d{2}T[\d:.]{8,18}(?:Z|[+-]\d{2}:\d{2})$/;

/** The keywords of JSON Schema that matter here. */
interface Shape {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly items?: unknown;
  readonly anyOf?: readonly unknown[];
  readonly oneOf?: readonly unknown[];
  readonly allOf?: readonly unknown[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: unknown;
  readonly format?: unknown;
  readonly [letterCaseKey]?: unknown;
  readonly [oneOfListKey]?: string;
}

/** What a schema says about a value. Built once for each schema, because redaction runs for many requests. */
interface Rule {
  readonly name: string;
  readonly shapes: readonly Shape[];
  /** Of members and items, built when they are first seen. */
  readonly members: Map<string, Rule>;
  items?: Rule;
}

const rules = new WeakMap<object, Rule>();

function ruleOf(schema: unknown): Rule {
  if (typeof schema !== "object" || schema === null) return newRule("", []);
  const known = rules.get(schema) ?? newRule("", shapesOf(schema));
  rules.set(schema, known);
  return known;
}

function newRule(name: string, shapes: readonly Shape[]): Rule {
  return { name, shapes, members: new Map() };
}

/** The alternatives of a schema. */
function shapesOf(schema: unknown): readonly Shape[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { anyOf, oneOf, allOf, ...shape } = schema as Shape;
  return [shape, ...(anyOf ?? oneOf ?? allOf ?? []).flatMap(shapesOf)];
}

/** Undefined for a member that the schema does not have: names of requests are not kept here. */
function memberRule(rule: Rule, name: string): Rule | undefined {
  const known = rule.members.get(name);
  if (known !== undefined) return known;
  const shapes = rule.shapes.flatMap(({ properties }) =>
    properties !== undefined && Object.hasOwn(properties, name) ? shapesOf(properties[name]) : [],
  );
  if (shapes.length === 0) return undefined;
  const made = newRule(name, shapes);
  rule.members.set(name, made);
  return made;
}

function itemRule(rule: Rule): Rule {
  rule.items ??= newRule(
    rule.name,
    rule.shapes.flatMap(({ items }) => shapesOf(items)),
  );
  return rule.items;
}

interface Redaction {
  readonly lists: ValueLists;
  left: number;
}

function redactValue(rule: Rule | undefined, value: unknown, redaction: Redaction): Json {
  if (redaction.left <= 0) return cut;
  redaction.left -= 1;
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return redactItems(rule, value, redaction);
  if (typeof value === "object") return redactMembers(rule, value, redaction);
  return rule !== undefined && isHarmless(rule, value, redaction.lists) ? (value as Json) : redacted;
}

function redactItems(rule: Rule | undefined, items: readonly unknown[], redaction: Redaction): Json {
  const ofItems = rule === undefined ? undefined : itemRule(rule);
  const kept = items.slice(0, maxItems).map((item) => redactValue(ofItems, item, redaction));
  return items.length > maxItems ? [...kept, cut] : kept;
}

function redactMembers(rule: Rule | undefined, value: object, redaction: Redaction): Json {
  const members: [string, Json][] = [];
  for (const [name, member] of Object.entries(value)) {
    if (redaction.left <= 0) {
      members.push([cut, cut]);
      break;
    }
    const known = rule === undefined ? undefined : memberRule(rule, name);
    // A name of the schema is harmless.
    members.push([known === undefined ? shownName(name) : name, redactValue(known, member, redaction)]);
  }
  return Object.fromEntries(members);
}

function isHarmless({ shapes, name }: Rule, value: unknown, lists: ValueLists): boolean {
  if (shapes.some((shape) => shape.enum?.includes(value) === true || shape.const === value)) return true;
  const ofType = shapes.filter(({ type }) => isTypeIn(type, value));
  if (ofType.length === 0) return false;
  return typeof value !== "string" || ofType.every((shape) => isHarmlessText(shape, value, { name, lists }));
}

function isTypeIn(type: unknown, value: unknown): boolean {
  const actual = typeof value;
  const isOne = (each: unknown) => each === actual || (actual === "number" && each === "integer");
  return Array.isArray(type) ? type.some(isOne) : isOne(type);
}

function isHarmlessText(
  shape: Shape,
  text: string,
  { name, lists }: { readonly name: string; readonly lists: ValueLists },
): boolean {
  if (shape.format === "date-time") return dateTime.test(text);
  if (!matches(shape.pattern, text)) return false;
  if (shape.pattern === idPattern) return true;
  const list = shape[oneOfListKey];
  if (list !== undefined) return lists[list]?.includes(text.toLowerCase()) === true;
  // The letter case is still as it was sent if the request was refused.
  if (shape[letterCaseKey] !== undefined && shape.enum !== undefined)
    return shape.enum.includes(text.toLowerCase());
  return harmlessForms.get(name)?.test(text) === true;
}

const patterns = new Map<string, RegExp>();

function matches(pattern: unknown, text: string): boolean {
  if (typeof pattern !== "string") return true;
  const known = patterns.get(pattern) ?? new RegExp(pattern, "u");
  patterns.set(pattern, known);
  return known.test(text);
}
