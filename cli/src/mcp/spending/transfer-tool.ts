import { randomUUID } from "node:crypto";
import { ApiError, ApprovalRequiredError, FlorinError } from "@florin/sdk";
import { ToolRefusal } from "../tool-result.ts";
import type { Input, Tool } from "../tools.ts";
import { unitsOf } from "./amount.ts";
import type { Budget } from "./budget.ts";
import type { Decision } from "./replay.ts";

/** Counts the attempts of requests by their key. */
export interface AttemptCount {
  attemptsOf(key: string): number;
}

/** `create_transfer` within a limit: counted before it is sent, and until it is known to be rejected. */
export function limitedTransferTool(tool: Tool, budget: Budget, attempts: AttemptCount): Tool {
  return {
    ...tool,
    description: `${tool.description} Counts against the limit that get_spending_limit shows.`,
    run: async ({ idempotency_key: givenKey, ...input }, signal) => {
      const key = typeof givenKey === "string" ? givenKey : randomUUID();
      refuseUnless(await budget.reserve({ key, units: amountOf(input), input }));
      const attemptsBefore = attempts.attemptsOf(key);
      try {
        const transfer = await tool.run({ ...input, idempotency_key: key }, signal);
        await recordQuietly(budget, key, "accepted");
        return transfer;
      } catch (error) {
        if (error instanceof ApprovalRequiredError) await recordQuietly(budget, key, "awaiting_approval");
        else if (hadNoEffect(error, attempts.attemptsOf(key) - attemptsBefore)) {
          await recordQuietly(budget, key, "rejected");
        }
        throw error;
      }
    },
  };
}

export function spendingLimitTool(budget: Budget): Tool {
  return {
    name: "get_spending_limit",
    title: "Get the spending limit",
    description:
      "The limit of create_transfer, what was spent and what remains, in USD. Transfers with an unknown outcome count.",
    inputSchema: { type: "object", properties: {}, required: [], additionalProperties: false },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    run: () => budget.report(),
  };
}

function amountOf(input: Input): bigint {
  const { value } = (input["amount"] ?? {}) as { readonly value?: unknown };
  const units = unitsOf(value);
  if (units !== undefined) return units;
  throw new ToolRefusal({
    code: "validation_failed",
    detail: "/amount/value must be a decimal string such as 100.00, with at most six decimals.",
    remedy: "Correct the amount; nothing was sent.",
  });
}

function refuseUnless(decision: Decision): void {
  if (decision === "exceeded") {
    throw new ToolRefusal({
      code: "spending_limit_exceeded",
      detail: "This transfer would exceed the spending limit of this server. Nothing was sent.",
      remedy:
        "See get_spending_limit for what remains. Only the operator of this server can raise the limit.",
    });
  }
  if (decision === "key_reused") {
    throw new ToolRefusal({
      code: "idempotency_key_reused",
      detail: "This idempotency_key was used with another input. Nothing was sent.",
      remedy: "Repeat the original input with this key, or omit the key for another transfer.",
    });
  }
}

const timeoutStatus = 408;
const rejection = { from: 400, below: 500 };

/** After several attempts a rejection says nothing about the first one; an aborted call may have been sent. */
function hadNoEffect(error: unknown, attempts: number): boolean {
  if (attempts === 0) return error instanceof FlorinError;
  if (attempts > 1 || !(error instanceof ApiError)) return false;
  const { status, code } = error;
  const isRejection = status >= rejection.from && status < rejection.below && status !== timeoutStatus;
  return isRejection && code !== "idempotency_key_in_flight";
}

/** Without its outcome a transfer still counts, so the result of the call is worth more than the failure to record it. */
async function recordQuietly(budget: Budget, ...outcome: Parameters<Budget["record"]>): Promise<void> {
  await budget.record(...outcome).catch(() => undefined);
}
