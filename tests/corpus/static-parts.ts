import { readdir, readFile } from "node:fs/promises";
import { describeService } from "../../service/scripts/described-service.ts";
import type { OpenApiDocument } from "../../service/src/http/openapi.ts";
import { networks } from "../../service/src/kernel/id.ts";
import { memberRoles, operatorRoles } from "../../service/src/users/roles/role.ts";
import { nameOf, operationsOf } from "../matrix/operation.ts";
import { type Caller, expectedOutcome } from "../matrix/outcome.ts";
import { readTable } from "../matrix/table.ts";
import { type Json, type Part, type PartName, partOf } from "./part.ts";

/** What needs no running service: the documents, the permissions, and the sizes of the stored pictures. */
export async function recordStaticParts(): Promise<readonly (readonly [PartName, Part])[]> {
  const { document, consoleDocument } = await describeService();
  const documents = { public: plain(document), console: plain(consoleDocument) };
  const described = Object.entries(documents).flatMap(([name, each]) => describedOperations(name, each));
  return [
    ["openapi", partOf(described)],
    ["matrix", partOf(permissions(documents.console))],
    ["screenshots", partOf(await pictureSizes())],
  ];
}

type Entry = readonly [group: string, key: string, value: Json];

function plain(document: OpenApiDocument): OpenApiDocument {
  return JSON.parse(JSON.stringify(document)) as OpenApiDocument;
}

function describedOperations(name: string, document: OpenApiDocument): readonly Entry[] {
  const {
    paths,
    webhooks = {},
    components,
    ...rest
  } = document as OpenApiDocument & { readonly components: Components };
  const operations = [...Object.entries(paths), ...Object.entries(webhooks)].flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Entry => {
      const value = dereferenced(operation as Json, components.schemas);
      return [`${name} ${method.toUpperCase()} ${path}`, "operation", value];
    }),
  );
  const { schemas: _schemas, ...otherComponents } = components;
  return [
    ...operations,
    [`${name} document`, "rest", sorted({ ...rest, components: otherComponents } as Json)],
  ];
}

interface Components {
  readonly schemas: Readonly<Record<string, Json>>;
}

/** With each schema in place of its name, and with sorted names. */
function dereferenced(value: Json, schemas: Components["schemas"], within: readonly string[] = []): Json {
  if (Array.isArray(value)) return value.map((item) => dereferenced(item, schemas, within));
  if (typeof value !== "object" || value === null) return value;
  const fields = value as Readonly<Record<string, Json>>;
  const { $ref, ...others } = fields;
  const name = /^#\/components\/schemas\/(.+)$/.exec(typeof $ref === "string" ? $ref : "")?.[1];
  const schema = name === undefined ? undefined : schemas[name];
  // A schema that contains itself keeps its name there.
  if (name === undefined || schema === undefined || within.includes(name))
    return mapFields(fields, (field) => dereferenced(field, schemas, within));
  const found = dereferenced(schema, schemas, [...within, name]) as Readonly<Record<string, Json>>;
  return mapFields({ ...found, ...others }, (field) => field);
}

function sorted(value: Json): Json {
  return dereferenced(value, {});
}

function mapFields(fields: Readonly<Record<string, Json>>, change: (field: Json) => Json): Json {
  const names = Object.keys(fields).toSorted();
  return Object.fromEntries(names.map((name) => [name, change(fields[name] ?? null)]));
}

/** Per operation and role, as tests/console-matrix.test.ts finds them at the running service. */
function permissions(document: OpenApiDocument): readonly Entry[] {
  const table = readTable();
  const signedIn = { cookie: undefined, stage: "everything", hasFreshFactor: true } as const;
  const callers: readonly Caller[] = [
    { name: "unknown", cookie: undefined, stage: "nothing", hasFreshFactor: false },
    {
      name: "password only",
      cookie: undefined,
      stage: "password",
      hasFreshFactor: false,
      operatorRole: "admin",
    },
    { ...signedIn, name: "without a role" },
    ...operatorRoles.map((operatorRole) => ({ ...signedIn, name: `operator ${operatorRole}`, operatorRole })),
    ...memberRoles.map((memberRole) => ({ ...signedIn, name: `member ${memberRole}`, memberRole })),
    { ...signedIn, name: "operator admin, a while later", operatorRole: "admin", hasFreshFactor: false },
  ];
  return operationsOf(document).flatMap((operation) => [
    [nameOf(operation), "confirmation", operation.confirmation ?? "none"] as const,
    ...callers.flatMap((caller) =>
      (operation.isInWorkspace ? networks : networks.slice(0, 1)).map((network): Entry => {
        const outcome = expectedOutcome(table, operation, caller, network);
        return [
          nameOf(operation),
          operation.isInWorkspace ? `${caller.name}, ${network}` : caller.name,
          outcome,
        ];
      }),
    ),
  ]);
}

const pictures = new URL("../browser/screenshots/", import.meta.url);
/** Place of width and height in a PNG (W3C PNG, third edition, 11.2.1). */
const [widthAt, heightAt] = [16, 20];

async function pictureSizes(): Promise<readonly Entry[]> {
  const names = (await readdir(pictures)).filter((name) => name.endsWith(".png")).toSorted();
  return Promise.all(
    names.map(async (name): Promise<Entry> => {
      const file = await readFile(new URL(name, pictures));
      return ["console", name, `${file.readUInt32BE(widthAt)} × ${file.readUInt32BE(heightAt)}`];
    }),
  );
}
