import type { Command, Option } from "commander";
import { type AdminApi, type AdminContext, withAdmin } from "./admin-api.ts";
import type { CommandContext } from "./command-context.ts";
import { type Input, json, yes } from "./command-options.ts";
import { confirm } from "./confirmation.ts";
import { printList, printOne, type Shown, shown } from "./output.ts";

/** A group of operator commands, such as `florin admin transfers`. */
export interface CommandGroup {
  readonly name: string;
  readonly description: string;
  readonly commands: readonly (AdminCommand | CommandGroup)[];
}

/** A command as data, made by `listCommand`, `itemCommand` or `command`. */
export interface AdminCommand {
  readonly usage: string;
  readonly description: string;
  readonly options: readonly Option[];
  readonly choices: Readonly<Record<string, readonly string[]>>;
  readonly run: (invocation: Invocation<never>) => Promise<void>;
}

/** One call of a command. */
export interface Invocation<In> {
  readonly context: CommandContext;
  /** Name without `florin admin`, such as `transfers show`. */
  readonly name: string;
  readonly input: In;
}

interface Description<Options extends readonly Option[]> {
  readonly description: string;
  readonly options?: Options;
  /** Choices of arguments by their names. */
  readonly choices?: AdminCommand["choices"];
}

/** A command that prints in its own way. */
export function command<const Usage extends string, const Options extends readonly Option[] = readonly []>(
  usage: Usage,
  spec: Description<Options> & {
    readonly run: (invocation: Invocation<Input<Usage, Options>>) => Promise<void>;
  },
): AdminCommand {
  return { options: [], choices: {}, usage, ...spec };
}

interface Operation<In, Result, Printed = Result> {
  /** Throws a `UsageError` if arguments and options do not fit together. */
  readonly check?: (input: In) => void;
  /** What happens, for a confirmation; undefined if none is necessary. */
  readonly consequence?: (input: In) => string | undefined;
  readonly run: (api: AdminApi, admin: AdminContext, input: In) => Promise<Result>;
  /** Follows the output: a note on standard error, or a failure. */
  readonly after?: (context: CommandContext, printed: Printed, input: In) => void;
}

interface Presentation<Item> {
  /** Names of fields, with spaces between them; by default all. */
  readonly fields?: string;
  /** The printed item, if it is not as `run` returns it. */
  readonly view?: (item: Item, asJson: boolean) => Shown;
}

type List<Item> = readonly Item[] | { readonly items: readonly Item[]; readonly isComplete: boolean };

/** Prints the items that `run` returns. */
export function listCommand<
  const Usage extends string,
  Item extends object,
  const Options extends readonly Option[] = readonly [],
>(
  usage: Usage,
  spec: Description<Options> &
    Presentation<Item> &
    Operation<Input<Usage, Options>, List<Item>, readonly Item[]> & {
      /** Plural noun for the items. */
      readonly noun: string;
      /** Fields in tables, with spaces between them; JSON has all fields. */
      readonly columns: string;
    },
): AdminCommand {
  const { noun } = spec;
  const columns = spec.columns.split(" ");
  return operation(usage, spec, (context, result, asJson) => {
    const { items, isComplete } = "items" in result ? result : { items: result, isComplete: true };
    const views = items.map((item) => viewOf(spec, item, asJson));
    printList(context, { items: views, columns, asJson, noun, isComplete });
    return items;
  });
}

/** Prints the item that `run` returns. */
export function itemCommand<
  const Usage extends string,
  Item extends object,
  const Options extends readonly Option[] = readonly [],
>(
  usage: Usage,
  spec: Description<Options> &
    Presentation<Item> &
    Operation<Input<Usage, Options>, Item> & {
      /** Columns of members that follow as tables in text. */
      readonly tables?: Texts;
      /** Nouns of tables that are reported in text when they are empty: "No addresses". */
      readonly whenEmpty?: Texts;
    },
): AdminCommand {
  return operation(usage, spec, (context, item, asJson) => {
    const view = viewOf(spec, item, asJson);
    if (asJson) printOne(context, view, { asJson });
    else printWithTables(context, view, spec);
    return item;
  });
}

function viewOf<Item extends object>(
  { view, fields }: Presentation<Item>,
  item: Item,
  asJson: boolean,
): Shown {
  return view === undefined ? shown(item, fields) : view(item, asJson);
}

type Texts = Readonly<Record<string, string>>;

/** Fields line by line, then each table; an empty one only if it has a noun for that. */
function printWithTables(
  context: CommandContext,
  item: Shown,
  { tables = {}, whenEmpty = {} }: { readonly tables?: Texts; readonly whenEmpty?: Texts },
): void {
  const fields = Object.entries(item).filter(([name]) => !(name in tables));
  if (fields.length > 0) printOne(context, Object.fromEntries(fields), { asJson: false });
  for (const [name, columns] of Object.entries(tables)) {
    const items = item[name];
    const noun = whenEmpty[name];
    if (!Array.isArray(items) || (items.length === 0 && noun === undefined)) continue;
    printList(context, {
      items,
      columns: columns.split(" "),
      asJson: false,
      noun: noun ?? name,
      isComplete: true,
    });
  }
}

interface Entered {
  readonly json: boolean;
  readonly yes?: boolean;
}

/** Confirms, opens the database, runs and prints; with `--json`, and with `--yes` if it has a consequence. */
function operation<In, Result, Printed>(
  usage: string,
  spec: Description<readonly Option[]> & Operation<In, Result, Printed>,
  print: (context: CommandContext, result: Result, asJson: boolean) => Printed,
): AdminCommand {
  const { description, options = [], choices = {}, check, consequence, run, after } = spec;
  return {
    usage,
    description,
    choices,
    options: [...options, ...(consequence === undefined ? [] : [yes]), json],
    run: async ({ context, name, input: entered }: Invocation<Entered>) => {
      const { json: asJson, yes: isConfirmed = false, ...rest } = entered;
      const input = rest as In;
      check?.(input);
      const text = consequence?.(input);
      if (text !== undefined) await confirm(context, { consequence: text, isConfirmed });
      const result = await withAdmin(context, name, (api, admin) => run(api, admin, input));
      const printed = print(context, result, asJson);
      after?.(context, printed, input);
    },
  };
}

/** Adds a group with all its commands. */
export function addGroup(parent: Command, context: CommandContext, group: CommandGroup, path = ""): void {
  const added = parent.command(group.name).description(group.description);
  const name = `${path}${group.name} `;
  for (const entry of group.commands) {
    if ("commands" in entry) addGroup(added, context, entry, name);
    else addCommand(added, context, entry, name);
  }
}

/** Adds one command; `path` is the name of its group. */
export function addCommand(parent: Command, context: CommandContext, entry: AdminCommand, path = ""): void {
  const added = parent.command(entry.usage).description(entry.description);
  for (const option of entry.options) added.addOption(option);
  for (const argument of added.registeredArguments) {
    const choices = entry.choices[argument.name()];
    if (choices !== undefined) argument.choices(choices);
  }
  added.action(() => entry.run({ context, name: `${path}${added.name()}`, input: inputOf(added) as never }));
}

/** Arguments and options by their names in camel case. */
function inputOf(entered: Command): Readonly<Record<string, unknown>> {
  const names = entered.registeredArguments.map((argument) =>
    argument.name().replaceAll(/[-_]([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  );
  const values = names.map((name, index) => [name, entered.processedArgs[index]] as const);
  return { ...Object.fromEntries(values), ...entered.opts() };
}
