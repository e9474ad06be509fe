import { shapeOf } from "@florin/service/sandbox-ports";
import Type, { type Static } from "typebox";
import { RpcFailure } from "../rpc-server.ts";
import { strictObject } from "../strict-object.ts";
import type { LedgerChain } from "./ledger-chain.ts";
import { eventId, type LedgerEvent } from "./ledger-events.ts";

const maxFilters = 5;
const maxContracts = 5;
const maxTopicFilters = 5;
const maxTopics = 4;
const defaultLimit = 100;
const maxLimit = 10_000;
/** Maximum number of ledgers per query, as on a real node. */
const maxLedgers = 10_000;

const eventFilter = strictObject({
  type: Type.Optional(Type.Enum(["contract", "system"])),
  contractIds: Type.Optional(Type.Array(Type.String(), { maxItems: maxContracts })),
  topics: Type.Optional(
    Type.Array(Type.Array(Type.String(), { minItems: 1, maxItems: maxTopics + 1 }), {
      maxItems: maxTopicFilters,
    }),
  ),
});
type EventFilter = Static<typeof eventFilter>;

const paramsShape = shapeOf(
  strictObject({
    startLedger: Type.Optional(Type.Integer({ minimum: 1 })),
    endLedger: Type.Optional(Type.Integer({ minimum: 1 })),
    filters: Type.Optional(Type.Array(eventFilter, { maxItems: maxFilters })),
    pagination: Type.Optional(
      strictObject({
        cursor: Type.Optional(Type.String()),
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maxLimit })),
      }),
    ),
    xdrFormat: Type.Optional(Type.Literal("base64")),
  }),
);

export interface EventPage {
  readonly events: readonly LedgerEvent[];
  readonly cursor: string;
}

/** The method getEvents: events in a range of ledgers that match any filter, in order. */
export function queryEvents(chain: LedgerChain, params: unknown): EventPage {
  const { startLedger, endLedger, filters = [], pagination = {} } = paramsShape.read(params);
  const { cursor, limit = defaultLimit } = pagination;
  if (cursor !== undefined && (startLedger !== undefined || endLedger !== undefined))
    throw new RpcFailure(-32602, "ledger ranges and cursor cannot both be set");
  const first = cursor === undefined ? startLedger : ledgerOf(cursor);
  const [oldest, latest] = [chain.oldest().sequence, chain.latest().sequence];
  if (first === undefined || first < oldest || first > latest)
    throw new RpcFailure(-32600, `startLedger must be within the ledger range: ${oldest} - ${latest}`);
  const end = Math.min(endLedger ?? latest + 1, latest + 1, first + maxLedgers);
  const events: LedgerEvent[] = [];
  for (let sequence = first; sequence < end && events.length < limit; sequence += 1) {
    const found = (chain.ledger(sequence)?.events ?? []).filter(
      (event) => (cursor === undefined || event.id > cursor) && matchesAny(event, filters),
    );
    events.push(...found.slice(0, limit - events.length));
  }
  const last = events.length === limit ? events.at(-1)?.id : undefined;
  return { events, cursor: last ?? endOf(end - 1) };
}

function ledgerOf(cursor: string): number {
  const match = /^(\d{19})-(\d{10})$/.exec(cursor);
  if (match === null) throw new RpcFailure(-32602, "invalid cursor");
  return Number(BigInt(match[1] ?? "0") >> 32n);
}

/** A cursor after everything in a ledger. */
function endOf(ledger: number): string {
  return eventId({ ledger, order: 0xfffff, operationIndex: 0xfff, index: 0xffff_ffff });
}

function matchesAny(event: LedgerEvent, filters: readonly EventFilter[]): boolean {
  return filters.length === 0 || filters.some((filter) => matches(event, filter));
}

function matches(event: LedgerEvent, { type, contractIds, topics }: EventFilter): boolean {
  if (type === "system") return false;
  if (contractIds !== undefined && contractIds.length > 0 && !contractIds.includes(event.contractId))
    return false;
  return (
    topics === undefined ||
    topics.length === 0 ||
    topics.some((pattern) => matchesTopics(event.topics, pattern))
  );
}

/** `*` matches any one topic; `**` at the end matches any that follow. */
function matchesTopics(topics: readonly string[], pattern: readonly string[]): boolean {
  const isOpen = pattern.at(-1) === "**";
  const named = isOpen ? pattern.slice(0, -1) : pattern;
  if (isOpen ? topics.length < named.length : topics.length !== named.length) return false;
  return named.every((segment, index) => segment === "*" || segment === topics[index]);
}
