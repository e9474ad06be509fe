import { z } from "zod";
import { parseAmount, usd } from "../kernel/money.ts";
import { isRefusal } from "../kernel/refusal.ts";

const defaultDollars = "10000.00";

export const dualApprovalVariables = {
  DUAL_APPROVAL_ABOVE: z
    .string()
    .default(defaultDollars)
    .transform((text, context) => {
      const given = text.trim();
      if (given === "none") return undefined;
      if (/^0+(?:\.0{1,2})?$/.test(given)) return 0n;
      const amount = parseAmount(given, usd, "");
      if (!isRefusal(amount)) return amount.units;
      context.addIssue("must be an amount in USD such as 10000.00, or none");
      return z.NEVER;
    }),
};
