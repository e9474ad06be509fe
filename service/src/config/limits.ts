import { parseAmount, usd } from "../kernel/money.ts";
import { isRefusal } from "../kernel/refusal.ts";
import { type BankRail, isBankRail, mostCentsBy } from "../rails/rail.ts";
import { converted, type ValuesOf, withDefault } from "./setting.ts";

/** Maximum amounts; undefined for none. */
type Amounts = Readonly<Record<"perTransferCents" | "dailyCents" | "thirtyDayCents", bigint | undefined>>;

const amounts = converted(
  readAmounts,
  "must be none, or three amounts in USD or none: per transfer, per day and in 30 days, such as " +
    "1000000.00,10000000.00,none",
);

const million = 100_000_000n;

/** Limits of a tenant on mainnet that has no limit of its own for the same scope. */
export const limitVariables = {
  DEFAULT_LIMITS_MAINNET: withDefault(amounts, amountsOf([million, 10n * million, 100n * million])),
  DEFAULT_MINT_LIMITS_MAINNET: withDefault(amounts, amountsOf([million, 5n * million, 50n * million])),
  DEFAULT_WITHDRAWAL_LIMITS_MAINNET: withDefault(amounts, amountsOf([million, 5n * million, 50n * million])),
  BANK_RAIL_LIMITS: withDefault(
    converted(
      readRailLimits,
      "must be rails with an amount in USD that is not above that of the network, such as fednow_credit=1000000.00, " +
        "separated by commas",
    ),
    new Map<BankRail, bigint>(),
  ),
};

export function limitSettingsOf(env: ValuesOf<typeof limitVariables>) {
  return {
    all: env.DEFAULT_LIMITS_MAINNET,
    token_mint: env.DEFAULT_MINT_LIMITS_MAINNET,
    treasury_withdrawal: env.DEFAULT_WITHDRAWAL_LIMITS_MAINNET,
    rails: env.BANK_RAIL_LIMITS,
  };
}

function amountsOf([perTransferCents, dailyCents, thirtyDayCents]: readonly (bigint | undefined)[]): Amounts {
  return { perTransferCents, dailyCents, thirtyDayCents };
}

function readAmounts(text: string): Amounts | undefined {
  if (text.trim() === "none") return amountsOf([]);
  const values = text.split(",").map((part) => readCents(part.trim()));
  const cents = values.filter((value) => value !== "invalid");
  return cents.length === values.length && cents.length === 3 ? amountsOf(cents) : undefined;
}

/** Most cents in one payment, by rail. */
function readRailLimits(text: string): ReadonlyMap<BankRail, bigint> | undefined {
  const limits = new Map<BankRail, bigint>();
  for (const part of text.split(",")) {
    const [rail = "", amount = ""] = part.split("=").map((word) => word.trim());
    const cents = readCents(amount);
    if (!isBankRail(rail) || limits.has(rail) || typeof cents !== "bigint" || cents > mostCentsBy(rail))
      return undefined;
    limits.set(rail, cents);
  }
  return limits;
}

function readCents(text: string): bigint | "invalid" | undefined {
  if (text === "none") return undefined;
  const amount = parseAmount(text, usd, "");
  return isRefusal(amount) ? "invalid" : amount.units;
}
