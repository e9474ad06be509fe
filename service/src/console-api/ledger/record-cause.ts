import { parseId } from "../../kernel/id.ts";

export const recordCauses = [
  "transfer",
  "token_movement",
  "payment",
  "deposit",
  "micro_deposit",
  "treasury_payment",
  "other",
] as const;

/** What a record was made for, by its key, such as `transfer/01J8…/taken`. */
export interface RecordCause {
  readonly type: (typeof recordCauses)[number];
  /** Undefined where the key names something else than an id of ours. */
  readonly id: string | undefined;
  readonly deed: string;
}

const prefixes: readonly (readonly [string, RecordCause["type"]])[] = [
  ["transfer/", "transfer"],
  ["token-movement/", "token_movement"],
  ["payment/", "payment"],
  ["deposit/", "deposit"],
  ["micro-deposit/", "micro_deposit"],
  ["treasury/payment/", "treasury_payment"],
];

export function causeOfRecord(key: string): RecordCause {
  const [prefix, type] = prefixes.find(([each]) => key.startsWith(each)) ?? ["", "other"];
  const [first = "", ...rest] = key.slice(prefix.length).split("/");
  const id = parseId(first);
  return { type, id, deed: id === undefined ? key.slice(prefix.length) : rest.join("/") };
}
