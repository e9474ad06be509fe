import { z } from "zod";
import { ChainUnavailableError } from "../chain.ts";
import { NodeError } from "../node-pool.ts";

/** Stellar RPC results, as far as the adapter uses them. */
export const latestLedgerResponse = z.object({ id: z.string(), sequence: z.int() });

export const networkResponse = z.object({ passphrase: z.string() });

export const versionResponse = z.object({ version: z.string() });

export const ledgerEntriesResponse = z.object({
  entries: z
    .array(z.object({ key: z.string(), xdr: z.string() }))
    .nullish()
    .transform((entries) => entries ?? []),
  latestLedger: z.int(),
});

export const ledgersResponse = z.object({
  ledgers: z.array(z.object({ hash: z.string(), sequence: z.int() })),
});

export const feeStatsResponse = z.object({
  inclusionFee: z.object({ p90: z.string().regex(/^\d{1,18}$/) }),
});

export const transactionResponse = z.discriminatedUnion("status", [
  z.object({ status: z.literal("NOT_FOUND"), latestLedger: z.int(), oldestLedger: z.int() }),
  z.object({ status: z.enum(["SUCCESS", "FAILED"]), ledger: z.int(), resultXdr: z.string() }),
]);

export const eventsResponse = z.object({
  events: z
    .array(
      z.object({
        id: z.string().regex(/^\d{1,19}-\d{1,10}$/),
        ledger: z.int(),
        contractId: z.string(),
        txHash: z.string(),
        topic: z.array(z.string()).default([]),
        value: z.string(),
      }),
    )
    .nullish()
    .transform((events) => events ?? []),
  cursor: z.string().optional(),
  latestLedger: z.int(),
});
export type NodeEvent = z.infer<typeof eventsResponse>["events"][number];

export const sendResponse = z.discriminatedUnion("status", [
  z.object({ status: z.enum(["PENDING", "DUPLICATE", "TRY_AGAIN_LATER"]) }),
  z.object({ status: z.literal("ERROR"), errorResultXdr: z.string().optional() }),
]);

/** An unexpected result or error counts as an unavailable node. */
export function readResponse<T>(shape: z.ZodType<T>, result: unknown): T {
  if (result instanceof NodeError)
    throw new ChainUnavailableError("Stellar RPC node returned an error", { cause: result });
  const read = shape.safeParse(result);
  if (!read.success)
    throw new ChainUnavailableError("Stellar RPC node returned an unexpected result", { cause: read.error });
  return read.data;
}
