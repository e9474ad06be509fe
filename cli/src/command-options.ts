import { Option } from "commander";
import { yesOption } from "./confirmation.ts";
import { parseDuration } from "./duration.ts";
import { jsonOption } from "./output.ts";

/** An option, with the members that it adds to the input of a command. */
export type Choice<Members> = Option & { readonly members?: Members };

type CamelCase<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name extends `${infer Head}_${infer Tail}`
    ? `${Head}${Capitalize<CamelCase<Tail>>}`
    : Name;

type NameOf<Flags extends string> = Flags extends `--${infer Name} ${string}`
  ? CamelCase<Name>
  : Flags extends `--${infer Name}`
    ? CamelCase<Name>
    : never;

type Required<Flags extends string, Value> = Choice<{ readonly [Name in NameOf<Flags>]: Value }>;
type Optional<Flags extends string, Value> = Choice<{ readonly [Name in NameOf<Flags>]?: Value }>;

export function required<Flags extends string>(flags: Flags, description: string): Required<Flags, string> {
  return new Option(flags, description).makeOptionMandatory();
}

export function optional<Flags extends string>(flags: Flags, description: string): Optional<Flags, string> {
  return new Option(flags, description);
}

/** False unless it is passed. */
export function flag<Flags extends string>(flags: Flags, description: string): Required<Flags, boolean> {
  return new Option(flags, description).default(false);
}

/** One of these values. */
export function oneOf<Flags extends string, const Value extends string>(
  flags: Flags,
  description: string,
  values: readonly Value[],
): Optional<Flags, Value> {
  return new Option(flags, description).choices(values);
}

export function requiredOneOf<Flags extends string, const Value extends string>(
  flags: Flags,
  description: string,
  values: readonly Value[],
): Required<Flags, Value> {
  return new Option(flags, description).choices(values).makeOptionMandatory();
}

export function defaultOneOf<Flags extends string, const Value extends string>(
  flags: Flags,
  description: string,
  { values, fallback }: { readonly values: readonly Value[]; readonly fallback: Value },
): Required<Flags, Value> {
  return new Option(flags, description).choices(values).default(fallback, fallback);
}

export function withDefault<Flags extends string>(
  flags: Flags,
  description: string,
  fallback: string,
): Required<Flags, string> {
  return new Option(flags, description).default(fallback);
}

/** May be passed several times. */
export function repeatable<Flags extends string>(
  flags: Flags,
  description: string,
): Required<Flags, readonly string[]> {
  const append = (value: string, before: readonly string[]): readonly string[] => [...before, value];
  return new Option(flags, description).argParser(append).default([]);
}

export const networks = ["testnet", "mainnet"] as const;

export const network = requiredOneOf("--network <network>", "Network", networks);
export const networkFilter = oneOf("--network <network>", "Filter by network", networks);
export const reason = required("--reason <text>", "Reason, for the audit log");
/** Seconds. */
export const wait: Choice<{ readonly wait: number }> = new Option(
  "--wait <duration>",
  "How long to wait for the result",
)
  .argParser(parseDuration)
  .default(300, "5m");
export const json: Choice<{ readonly json: boolean }> = jsonOption();
export const yes: Choice<{ readonly yes: boolean }> = yesOption();

/** The members of the arguments in a usage such as `release <id>` or `retry [ids...]`. */
type Arguments<Usage extends string> = Usage extends `${string}<${infer Name}>${infer Rest}`
  ? ArgumentOf<Name> & Arguments<Rest>
  : Usage extends `${string}[${infer Name}]${string}`
    ? ArgumentOf<Name>
    : unknown;

type ArgumentOf<Name extends string> = Name extends `${infer Plain}...`
  ? { readonly [Key in CamelCase<Plain>]: readonly string[] }
  : { readonly [Key in CamelCase<Name>]: string };

type Intersection<Union> = (Union extends unknown ? (member: Union) => void : never) extends (
  member: infer Whole,
) => void
  ? Whole
  : never;

type MembersOf<One> = One extends Choice<infer Members> ? Members : never;

/** Arguments and options of a command, under their names in camel case. */
export type Input<Usage extends string, Options extends readonly Option[]> = Arguments<Usage> &
  Intersection<MembersOf<Options[number]>>;
