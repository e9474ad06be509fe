/** An operation of the API as a command. The table is generated from the API document. */
export interface ApiOperation {
  /** The SDK's names: `florin.<resource>.<method>`. */
  readonly resource: string;
  readonly method: string;
  readonly verb: "GET" | "POST" | "PATCH" | "DELETE";
  readonly path: string;
  readonly summary: string;
  /** Scope that the application needs; absent if any token or none will do. */
  readonly scope?: string;
  /** Fields of the query or of the body. */
  readonly fields: readonly ApiField[];
  readonly hasBody?: true;
  /** Changes something. */
  readonly isWrite?: true;
  readonly takesKey?: true;
  readonly isTestnetOnly?: true;
  /** Name of the list in the response. */
  readonly items?: string;
  readonly isPaged?: true;
  /** Fields of an item that fit into a table. */
  readonly columns?: readonly string[];
}

export interface ApiField {
  readonly name: string;
  readonly kind: FieldKind;
  readonly text: string;
  readonly isRequired?: true;
  readonly choices?: readonly string[];
}

/** `amount` is `{ value, currency }`, `end` is a source or a destination. */
export type FieldKind = "text" | "number" | "boolean" | "list" | "amount" | "end" | "file" | "json";

/** `createInternal` is `create-internal`, `transfer_type` is `transfer-type`. */
export function kebabCase(name: string): string {
  return name.replaceAll("_", "-").replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Ids of the path other than the account, which every command has as an option. */
export function pathIds({ path }: ApiOperation): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) =>
    name === undefined || (name === "account_id" && path.startsWith("/accounts/{account_id}/")) ? [] : [name],
  );
}

/** The option of a field: a source is `--from`, a destination is `--to`. */
export function flagOf({ name, kind }: ApiField): string {
  const shorthand = kind === "end" ? endFlags[name] : undefined;
  return shorthand ?? kebabCase(name);
}

const endFlags: Readonly<Record<string, string>> = { source: "from", destination: "to" };
