import { type CurlRequest, curlLine, quoted } from "./curl-line.ts";
import { operationNames } from "./generated/operation-names.ts";

export interface Snippet {
  readonly language: string;
  readonly text: string;
}

interface Place {
  readonly origin: string;
  readonly network: string;
}

/** A request of the public API in every way to send it. Each language has the same names and values. */
export function snippetsOf(request: CurlRequest, { origin, network }: Place): readonly Snippet[] {
  const curl = { language: "curl", text: curlLine(request, origin) };
  const call = callOf(request);
  if (call === undefined) return [curl];
  return [
    curl,
    { language: "TypeScript", text: typeScriptOf(call, { origin, network }) },
    { language: "CLI", text: commandOf(call) },
  ];
}

/** An operation with its parameters. */
interface Call {
  readonly resource: string;
  readonly method: string;
  /** In the order of the path. */
  readonly path: readonly (readonly [name: string, value: string])[];
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly body: unknown;
}

/** Finds the operation of a path; a literal part goes before a parameter. */
function callOf({ method = "GET", path, body }: CurlRequest): Call | undefined {
  const [bare = "", query = ""] = path.split("?");
  const parts = bare.split("/");
  const found = Object.entries(operationNames)
    .flatMap(([operation, name]) => {
      const [verb, template = ""] = operation.split(" ");
      const parameters = verb === method ? parametersOf(template.split("/"), parts) : undefined;
      return parameters === undefined ? [] : [{ name, parameters }];
    })
    .sort((left, right) => left.parameters.length - right.parameters.length)[0];
  const [resource, sdkMethod] = found?.name.split(".") ?? [];
  if (found === undefined || resource === undefined || sdkMethod === undefined) return undefined;
  const filters = [...new URLSearchParams(query)];
  return { resource, method: sdkMethod, path: found.parameters, query: filters, body };
}

function parametersOf(
  template: readonly string[],
  parts: readonly string[],
): readonly (readonly [string, string])[] | undefined {
  if (template.length !== parts.length) return undefined;
  const parameters: (readonly [string, string])[] = [];
  for (const [index, expected] of template.entries()) {
    const part = parts[index] ?? "";
    const name = /^\{(\w+)\}$/.exec(expected)?.[1];
    if (name !== undefined) parameters.push([name, part]);
    else if (expected !== part) return undefined;
  }
  return parameters;
}

function typeScriptOf({ resource, method, path, query, body }: Call, { origin, network }: Place): string {
  const fields = typeof body === "object" && body !== null ? body : {};
  const input = { ...Object.fromEntries(path), ...Object.fromEntries(query), ...fields };
  const written = Object.keys(input).length === 0 ? "" : literal(input, "");
  return [
    'import { createFlorin } from "@florin/sdk";',
    "",
    "const florin = createFlorin({",
    `  network: ${JSON.stringify(network)},`,
    `  baseUrl: ${JSON.stringify(origin)},`,
    "  credentials: { clientId, clientSecret },",
    "});",
    `const result = await florin.${resource}.${method}(${written});`,
  ].join("\n");
}

const indent = "  ";

/** JSON as a TypeScript literal: names are quoted only where they must be. */
function literal(value: unknown, margin: string): string {
  const inner = margin + indent;
  if (Array.isArray(value)) {
    const items = value.map((item) => `${inner}${literal(item, inner)},\n`);
    return items.length === 0 ? "[]" : `[\n${items.join("")}${margin}]`;
  }
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "undefined";
  const members = Object.entries(value).map(
    ([name, member]) => `${inner}${nameOf(name)}: ${literal(member, inner)},\n`,
  );
  return members.length === 0 ? "{}" : `{\n${members.join("")}${margin}}`;
}

function nameOf(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
}

/** The account is an option, other ids are arguments. */
function commandOf({ resource, method, path, query, body }: Call): string {
  const isInAccount = path[0]?.[0] === "account_id" && !(resource === "accounts" && path.length === 1);
  const [account, ids] = isInAccount ? [path[0], path.slice(1)] : [undefined, path];
  const options = [
    ...(account === undefined ? [] : [`--account ${quotedIfNeeded(account[1])}`]),
    ...query.map(([name, value]) => `--${kebabCase(name)} ${quotedIfNeeded(value)}`),
    ...(body === undefined ? [] : [`--body ${quoted(JSON.stringify(body))}`]),
  ];
  const command = [
    "florin",
    kebabCase(resource),
    kebabCase(method),
    ...ids.map(([, id]) => quotedIfNeeded(id)),
  ];
  return [command.join(" "), ...options].join(" \\\n  ");
}

function quotedIfNeeded(text: string): string {
  return /^[\w.:@/-]+$/.test(text) ? text : quoted(text);
}

function kebabCase(name: string): string {
  return name.replaceAll("_", "-").replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
