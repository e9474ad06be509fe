import Type, { type Static } from "typebox";
import { type Shape, ShapeError, shapeOf } from "../../kernel/shape.ts";
import { ChainUnavailableError } from "../chain.ts";
import { NodeError } from "../node-pool.ts";

const text = Type.String();
const ledger = Type.Integer({ maximum: Number.MAX_SAFE_INTEGER });
/** Some nodes omit an empty list, or send null. */
const list = <Schema extends Type.TSchema>(schema: Schema) =>
  Type.Optional(Type.Union([Type.Array(schema), Type.Null()]));

/** Stellar RPC results, as far as the adapter uses them. */
export const latestLedgerResponse = shapeOf(Type.Object({ id: text, sequence: ledger }));

export const networkResponse = shapeOf(Type.Object({ passphrase: text }));

export const versionResponse = shapeOf(Type.Object({ version: text }));

export const ledgerEntriesResponse = shapeOf(
  Type.Object({ entries: list(Type.Object({ key: text, xdr: text })), latestLedger: ledger }),
);

export const ledgersResponse = shapeOf(
  Type.Object({ ledgers: Type.Array(Type.Object({ hash: text, sequence: ledger })) }),
);

export const feeStatsResponse = shapeOf(
  Type.Object({ inclusionFee: Type.Object({ p90: Type.String({ pattern: "^[0-9]{1,18}$" }) }) }),
);

const transaction = Type.Union([
  Type.Object({ status: Type.Literal("NOT_FOUND"), latestLedger: ledger, oldestLedger: ledger }),
  Type.Object({ status: Type.Enum(["SUCCESS", "FAILED"]), ledger, resultXdr: text }),
]);
export type TransactionResponse = Static<typeof transaction>;
export const transactionResponse = shapeOf(transaction);

const event = Type.Object({
  id: Type.String({ pattern: "^[0-9]{1,19}-[0-9]{1,10}$" }),
  ledger,
  contractId: text,
  txHash: text,
  topic: Type.Optional(Type.Array(text)),
  value: text,
});
export type NodeEvent = Static<typeof event>;
export const eventsResponse = shapeOf(
  Type.Object({ events: list(event), cursor: Type.Optional(text), latestLedger: ledger }),
);

export const sendResponse = shapeOf(
  Type.Union([
    Type.Object({ status: Type.Enum(["PENDING", "DUPLICATE", "TRY_AGAIN_LATER"]) }),
    Type.Object({ status: Type.Literal("ERROR"), errorResultXdr: Type.Optional(text) }),
  ]),
);

/** An unexpected result or error counts as an unavailable node. */
export function readResponse<T>(shape: Shape<T>, result: unknown): T {
  if (result instanceof NodeError)
    throw new ChainUnavailableError("Stellar RPC node returned an error", { cause: result });
  try {
    return shape.read(result);
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error;
    throw new ChainUnavailableError("Stellar RPC node returned an unexpected result", { cause: error });
  }
}
