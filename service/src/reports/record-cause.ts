import { parseId } from "../kernel/id.ts";

export const recordCauses = [
  "transfer",
  "payment",
  "deposit",
  "micro_deposit",
  "treasury_payment",
  "other",
] as const;

/** The cause of a record, parsed from its key, such as `transfer/01J8…/withdrawn`. */
export interface RecordCause {
  readonly type: (typeof recordCauses)[number];
  /** Undefined if the key doesn't contain one of our ids. */
  readonly id: string | undefined;
  readonly effect: string;
}

const prefixes: readonly (readonly [string, RecordCause["type"]])[] = [
  ["transfer/", "transfer"],
  ["payment/", "payment"],
  ["deposit/", "deposit"],
  ["micro-deposit/", "micro_deposit"],
  ["treasury/payment/", "treasury_payment"],
];

export function causeOfRecord(key: string): RecordCause {
  const [prefix, type] = prefixes.find(([each]) => key.startsWith(each)) ?? ["", "other"];
  const [first = "", ...rest] = key.slice(prefix.length).split("/");
  const id = parseId(first);
  return { type, id, effect: id === undefined ? key.slice(prefix.length) : rest.join("/") };
}
