import { assert } from "../src/kernel/assert.ts";

/** One row of a specification table: a field, its type in the specification's words, and whether it is required. */
export interface SpecField {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
}

export type SpecTables = Readonly<Record<string, readonly SpecField[]>>;

const rootTable = "CreateManagedAccountRequest";

/** The tables of account creation in the specification. If the specification is available, a test compares them. */
export const accountTables: SpecTables = {
  USStreetAddress: [
    field("street_line_1", "string", "yes"),
    field("street_line_2", "string", "no"),
    field("city", "string", "yes"),
    field("state", "string", "yes"),
    field("zip", "string", "yes"),
  ],
  ControllingParty: [
    field("first_name", "string", "yes"),
    field("last_name", "string", "yes"),
    field("dob", "string", "yes"),
    field("ssn", "string", "yes"),
    field("address", "USStreetAddress", "yes"),
    field("email", "string", "yes"),
    field("phone_number", "string", "yes"),
    field("ownership_percentage", "number, nullable", "no"),
  ],
  EndUserTosAttestation: [
    field("accepted_at", "DateTime", "yes"),
    field("ip", "string", "no"),
    field("user_agent", "string", "no"),
    field("version", "string", "no"),
  ],
  [rootTable]: [
    field("business_name", "string", "yes"),
    field("ein", "string", "yes"),
    field("address", "USStreetAddress", "yes"),
    field("phone_number", "string", "yes"),
    field("email", "string", "yes"),
    field("website", "string", "yes"),
    field("business_controller", "ControllingParty", "yes"),
    field("tos_attestation", "EndUserTosAttestation", "yes"),
    field("beneficial_owners", "array of ControllingParty, nullable", "no"),
    field("ultimate_beneficial_owners", "array of ControllingParty", "no"),
    field("name", "string", "no"),
    field("doc_submission_ids", "array of strings (KSUID)", "no"),
  ],
};

/** Reads the first table after each name, where the name is in bold or in backticks at the start of a line. */
export function readSpecTables(markdown: string, names: readonly string[]): SpecTables {
  const lines = markdown.split("\n");
  return Object.fromEntries(names.map((name) => [name, readTable(lines, name)]));
}

function readTable(lines: readonly string[], name: string): readonly SpecField[] {
  const heading = lines.findIndex(
    (line) => line.startsWith(`**${name}**`) || line.startsWith(`Request shape \`${name}\``),
  );
  const start = lines.findIndex((line, index) => index > heading && line.startsWith("|"));
  assert(heading >= 0 && start > heading, `the specification has no table of ${name}`);
  const end = lines.findIndex((line, index) => index > start && !line.startsWith("|"));
  return lines.slice(start + 2, end).map((line) => {
    const [, fieldName = "", type = "", required = ""] = line.split("|").map((cell) => cell.trim());
    return field(fieldName, type, required);
  });
}

function field(name: string, type: string, required: string): SpecField {
  assert(required === "yes" || required === "no", `${name} is neither required nor optional`);
  return { name, type, isRequired: required === "yes" };
}

/** A request that differs from a valid one in one place, and the expected result. */
export interface GeneratedCase {
  readonly name: string;
  readonly body: unknown;
  /** Where the error is; undefined when the request is valid. */
  readonly pointer: string | undefined;
}

type JsonObject = Readonly<Record<string, unknown>>;

/** Every rule of the tables, applied everywhere it holds. */
export function generateCases(tables: SpecTables, good: JsonObject): readonly GeneratedCase[] {
  return placesOf(tables, good).flatMap(({ pointer, table }) => {
    const put = (name: string, value: unknown) => changed(good, `${pointer}/${name}`, value);
    return [
      {
        name: `${pointer}/surprise is no property`,
        body: put("surprise", 1),
        pointer: `${pointer}/surprise`,
      },
      ...(tables[table] ?? []).flatMap((entry) => casesOf(entry, pointer, put)),
    ];
  });
}

interface Place {
  readonly pointer: string;
  readonly table: string;
}

/** The objects of a valid request: the request itself and, through fields whose type is a table, those inside it. */
function placesOf(tables: SpecTables, good: JsonObject): readonly Place[] {
  const walk = (value: unknown, { pointer, table }: Place): readonly Place[] => [
    { pointer, table },
    ...(tables[table] ?? []).flatMap(({ name, type }) => {
      const inner = Object.keys(tables).find((known) => type.includes(known));
      const member = (value as JsonObject)[name];
      if (inner === undefined || member === undefined) return [];
      const at = `${pointer}/${name}`;
      return Array.isArray(member)
        ? member.flatMap((item, index) => walk(item, { pointer: `${at}/${index}`, table: inner }))
        : walk(member, { pointer: at, table: inner });
    }),
  ];
  return walk(good, { pointer: "", table: rootTable });
}

function casesOf(
  { name, type, isRequired }: SpecField,
  place: string,
  put: (name: string, value: unknown) => unknown,
): readonly GeneratedCase[] {
  const pointer = `${place}/${name}`;
  const isNullable = type.endsWith(", nullable");
  return [
    {
      name: `${pointer} is missing`,
      body: put(name, undefined),
      pointer: isRequired ? pointer : undefined,
    },
    { name: `${pointer} is null`, body: put(name, null), pointer: isNullable ? undefined : pointer },
    ...wrongValues(type).map(({ value, within }) => ({
      name: `${pointer} is ${JSON.stringify(value)}`,
      body: put(name, value),
      pointer: `${pointer}${within}`,
    })),
  ];
}

/** Values of every other JSON type, and for lists also a wrong item, which is reported at its index. */
function wrongValues(type: string): readonly { readonly value: unknown; readonly within: string }[] {
  const here = (...values: readonly unknown[]) => values.map((value) => ({ value, within: "" }));
  if (type.startsWith("array of")) {
    return [...here("text", 7, true, {}), { value: [7], within: "/0" }, { value: [null], within: "/0" }];
  }
  if (type.startsWith("number")) return here("a quarter", "", "1e1", true, {}, []);
  if (type === "string") return here(7, true, {}, []);
  if (type === "DateTime") return here(7, true, {}, [], "yesterday", "2026-02-30T00:00:00Z");
  return here("text", 7, true, []);
}

/** A copy with one place changed; undefined removes the member. */
function changed(value: unknown, pointer: string, replacement: unknown): unknown {
  const [, name = "", ...rest] = pointer.split("/");
  if (pointer === "") return replacement;
  const below = rest.length === 0 ? "" : `/${rest.join("/")}`;
  if (Array.isArray(value)) {
    return value.map((item, index) => (String(index) === name ? changed(item, below, replacement) : item));
  }
  const object = value as JsonObject;
  return { ...object, [name]: changed(object[name], below, replacement) };
}
