import { File } from "node:buffer";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import type { CommandContext } from "../command-context.ts";
import { CommandError, UsageError } from "../failure.ts";
import { readSmallFile } from "../small-file.ts";
import { type ApiField, type ApiOperation, flagOf } from "./operation.ts";

type Values = Readonly<Record<string, unknown>>;

/** Resolves `<address id>:<value type>`, whose chain is not given. */
export type FindTransferType = (addressId: string, valueType: string) => Promise<string>;

const maxBodyBytes = 4 * 1024 * 1024;

/** The fields of a request from the options of its command, over those of `--body`. */
export async function readFields(
  context: Pick<CommandContext, "readInput">,
  operation: ApiOperation,
  given: { readonly texts: ReadonlyMap<string, string>; readonly body: string | undefined },
  findTransferType: FindTransferType,
): Promise<Values> {
  const body = given.body === undefined ? {} : await readJson(context, given.body, "--body");
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw new UsageError("--body must be a JSON object");
  }
  const fields: Record<string, unknown> = { ...body };
  for (const field of operation.fields) {
    const text = given.texts.get(field.name);
    if (text !== undefined) fields[field.name] = await readField(context, field, text, findTransferType);
    if (field.isRequired === true && !(field.name in fields)) {
      throw new UsageError(
        `--${flagOf(field)} is required${operation.hasBody === true ? ", here or in --body" : ""}`,
      );
    }
  }
  return fields;
}

async function readField(
  context: Pick<CommandContext, "readInput">,
  field: ApiField,
  text: string,
  findTransferType: FindTransferType,
): Promise<unknown> {
  const flag = `--${flagOf(field)}`;
  switch (field.kind) {
    case "text":
      return text;
    case "number":
      return readNumber(text, flag);
    case "boolean":
      return readBoolean(text, flag);
    case "list":
      return text.split(",").map((part) => part.trim());
    case "amount":
      return isJson(text) ? readJson(context, text, flag) : readAmount(text, flag);
    case "end":
      return isJson(text) ? readJson(context, text, flag) : readEnd(text, flag, findTransferType);
    case "file":
      return readUpload(text);
    case "json":
      return readJson(context, text, flag);
  }
}

function isJson(text: string): boolean {
  return /^\s*[{@]|^-$/.test(text);
}

/** JSON, a file after `@`, or standard input with `-` or `@-`. */
export async function readJson(
  { readInput }: Pick<CommandContext, "readInput">,
  text: string,
  flag: string,
): Promise<unknown> {
  const path = text.startsWith("@") ? text.slice(1) : undefined;
  const isPiped = text === "-" || path === "-";
  const content = isPiped
    ? await readInput(maxBodyBytes)
    : path === undefined
      ? text
      : await readSmallFile(path, maxBodyBytes);
  try {
    return JSON.parse(content);
  } catch (cause) {
    throw new UsageError(`${flag} is not valid JSON. Pass JSON, @<file>, or - for standard input.`, {
      cause,
    });
  }
}

function readNumber(text: string, flag: string): number {
  if (!/^-?\d{1,15}(?:\.\d{1,6})?$/.test(text)) throw new UsageError(`${flag} must be a number`);
  return Number(text);
}

function readBoolean(text: string, flag: string): boolean {
  if (text !== "true" && text !== "false") throw new UsageError(`${flag} must be true or false`);
  return text === "true";
}

/** Stays text, as every amount of the API. */
function readAmount(text: string, flag: string): Values {
  const { value, currency = "USD" } =
    /^(?<value>\d[\d.]*)(?:[ :]?(?<currency>[A-Za-z]\w*))?$/.exec(text)?.groups ?? {};
  if (value === undefined) throw new UsageError(`${flag} must be an amount such as 500 or "500.00 FUSD"`);
  return { value, currency };
}

const id = /^[0-9A-HJKMNP-TV-Z]{26}$/i;

/** `wire:USD`, `<address id>:FUSD:base`, or `<address id>:FUSD` if only one chain is possible. */
async function readEnd(text: string, flag: string, findTransferType: FindTransferType): Promise<Values> {
  const [first = "", valueType = "", transferType, ...others] = text.split(":");
  if (valueType === "" || others.length > 0 || (!id.test(first) && transferType !== undefined)) {
    throw new UsageError(
      `${flag} must be <transfer type>:<value type> such as wire:USD, or <address id>:<value type>:<transfer type>`,
    );
  }
  if (!id.test(first)) return { transfer_type: first, value_type: valueType };
  return {
    address_id: first,
    value_type: valueType,
    transfer_type: transferType ?? (await findTransferType(first, valueType)),
  };
}

async function readUpload(path: string): Promise<File> {
  try {
    return new File([await readFile(path)], basename(path));
  } catch (cause) {
    throw new CommandError(`${path} cannot be read: ${cause instanceof Error ? cause.message : ""}`, {
      cause,
    });
  }
}
