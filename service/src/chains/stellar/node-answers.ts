import { z } from "zod";
import { ChainUnavailableError } from "../chain.ts";
import { NodeError } from "../node-pool.ts";

/** What Stellar RPC answers, as far as the adapter looks at it. */
export const latestLedgerAnswer = z.object({ id: z.string(), sequence: z.int() });

export const networkAnswer = z.object({ passphrase: z.string() });

export const versionAnswer = z.object({ version: z.string() });

export const ledgerEntriesAnswer = z.object({
  entries: z
    .array(z.object({ key: z.string(), xdr: z.string() }))
    .nullish()
    .transform((entries) => entries ?? []),
  latestLedger: z.int(),
});

export const ledgersAnswer = z.object({
  ledgers: z.array(z.object({ hash: z.string(), sequence: z.int() })),
});

export const feeStatsAnswer = z.object({
  inclusionFee: z.object({ p90: z.string().regex(/^\d{1,18}$/) }),
});

export const transactionAnswer = z.discriminatedUnion("status", [
  z.object({ status: z.literal("NOT_FOUND"), latestLedger: z.int(), oldestLedger: z.int() }),
  z.object({ status: z.enum(["SUCCESS", "FAILED"]), ledger: z.int(), resultXdr: z.string() }),
]);

export const eventsAnswer = z.object({
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
export type NodeEvent = z.infer<typeof eventsAnswer>["events"][number];

export const sendAnswer = z.discriminatedUnion("status", [
  z.object({ status: z.enum(["PENDING", "DUPLICATE", "TRY_AGAIN_LATER"]) }),
  z.object({ status: z.literal("ERROR"), errorResultXdr: z.string().optional() }),
]);

/** An answer that is none of these, or a no where there is none, is as good as no answer. */
export function readAnswer<T>(shape: z.ZodType<T>, answer: unknown): T {
  if (answer instanceof NodeError)
    throw new ChainUnavailableError("a node of Stellar could not answer", { cause: answer });
  const read = shape.safeParse(answer);
  if (!read.success)
    throw new ChainUnavailableError("a node does not answer as Stellar RPC does", { cause: read.error });
  return read.data;
}
