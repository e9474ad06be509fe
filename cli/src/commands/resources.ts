import { Argument, type Command, InvalidArgumentError, Option } from "commander";
import { type ApiField, type ApiOperation, flagOf, kebabCase, pathIds } from "../api/operation.ts";
import { outputOptions } from "../api/print-result.ts";
import type { OperationOptions } from "../api/run-operation.ts";
import { isWaitable } from "../api/waitable.ts";
import type { CommandContext } from "../command-context.ts";
import { yesOption } from "../confirmation.ts";
import { parseDuration } from "../duration.ts";
import { apiOperations, resourceTexts } from "../generated/operations.ts";
import { profileOption } from "../profiles/profile-option.ts";
import { examplesOf } from "./examples.ts";

/** One command for each operation of the API: `florin <resource> <method>`. */
export function addResourceCommands(program: Command, context: CommandContext): void {
  const resources = [...new Set(apiOperations.map(({ resource }) => resource))];
  for (const resource of resources) {
    const parent = program.command(kebabCase(resource)).description(resourceTexts[resource] ?? "");
    for (const operation of apiOperations.filter((candidate) => candidate.resource === resource)) {
      addOperation(parent.command(kebabCase(operation.method)), context, operation);
    }
  }
}

/** Shorter names for what integrators use most. */
export function addShortcuts(program: Command, context: CommandContext): void {
  const shortcuts = [
    ["quote", "transfers", "quote"],
    ["balances", "addresses", "listBalances"],
  ] as const;
  for (const [name, resource, method] of shortcuts) {
    const operation = apiOperations.find(
      (candidate) => candidate.resource === resource && candidate.method === method,
    );
    if (operation !== undefined) addOperation(program.command(name), context, operation);
  }
}

function addOperation(command: Command, context: CommandContext, operation: ApiOperation): void {
  command.summary(operation.summary).description(descriptionOf(operation));
  for (const name of pathIds(operation)) command.addArgument(new Argument(`<${name}>`));
  const options = operation.fields.map((field) => [field, optionOf(field)] as const);
  for (const [, option] of options) command.addOption(option);
  for (const option of sharedOptions(operation)) command.addOption(option);
  const examples = examplesOf(operation);
  if (examples !== "") command.addHelpText("after", examples);
  command.action(async (...args: unknown[]) => {
    const given = command.opts<OperationOptions & Readonly<Record<string, unknown>>>();
    const texts = options.flatMap(([field, option]) => {
      const value = given[option.attributeName()];
      return typeof value === "string" ? [[field.name, value] as const] : [];
    });
    const ids = args.slice(0, pathIds(operation).length).map(String);
    const { runOperation } = await import("../api/run-operation.ts");
    await runOperation(context, operation, { ids, texts: new Map(texts), options: given });
  });
}

function descriptionOf({ summary, verb, path, scope, isTestnetOnly }: ApiOperation): string {
  const access = scope === undefined ? "" : `, scope ${scope}`;
  return `${summary} (${verb} ${path}${access}${isTestnetOnly === true ? ", testnet only" : ""})`;
}

const placeholders: Readonly<Record<ApiField["kind"], string>> = {
  text: "text",
  number: "number",
  boolean: "true|false",
  list: "a,b",
  amount: "amount",
  end: "end",
  file: "path",
  json: "json|@file",
};
const endText = "<transfer type>:<value type>, or <address id>:<value type>[:<transfer type>]";
const amountText = "An amount such as 500, or 500:FUSD";

function optionOf(field: ApiField): Option {
  const { kind, text, isRequired, choices } = field;
  const usual = kind === "end" ? endText : kind === "amount" ? amountText : text;
  const option = new Option(
    `--${flagOf(field)} <${placeholders[kind]}>`,
    isRequired === true ? `${usual} (required)` : usual,
  );
  return choices === undefined ? option : option.choices([...choices]);
}

function sharedOptions(operation: ApiOperation): readonly Option[] {
  const { hasBody, isWrite, takesKey, isPaged, path } = operation;
  return [
    ...(hasBody === true
      ? [new Option("--body <json|@file>", "The request as JSON; other options override it")]
      : []),
    ...(isPaged === true ? pageOptions() : []),
    ...(path.startsWith("/accounts/{account_id}/")
      ? [new Option("--account <id>", "Account (default: the application's own)")]
      : []),
    ...(isWaitable(operation) ? waitOptions() : []),
    ...(takesKey === true
      ? [new Option("--idempotency-key <key>", "Repeats a request safely (default: random)")]
      : []),
    ...(isWrite === true ? [yesOption()] : []),
    profileOption(),
    ...outputOptions(),
  ];
}

function pageOptions(): readonly Option[] {
  return [
    new Option("--limit <number>", "Items per page, at most 100").argParser(readLimit),
    new Option("--after <cursor>", "Next page"),
    new Option("--before <cursor>", "Previous page"),
    new Option("--all", "All pages").default(false),
  ];
}

function readLimit(text: string): number {
  if (!/^[1-9]\d?$|^100$/.test(text)) throw new InvalidArgumentError("Must be a number from 1 to 100.");
  return Number(text);
}

function waitOptions(): readonly Option[] {
  return [
    new Option("--wait", "Wait until it is no longer pending").default(false),
    new Option("--timeout <duration>", "Maximum duration of the wait (default: 15m)").argParser(
      parseDuration,
    ),
  ];
}
