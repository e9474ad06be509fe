import { groupedDecimal } from "../../../kit/grouped-decimal.ts";
import { statusWords } from "../../../kit/status-tone.ts";

/** Amount and status of an event's object: "1,250.00 USD · Pending". */
export function eventSummary(data: unknown): string {
  const amount = memberOf(data, "amount");
  const [value, currency] = [memberOf(amount, "value"), memberOf(amount, "currency")];
  const [name, status] = [memberOf(data, "name"), memberOf(data, "status")];
  const parts = [
    typeof value === "string" && typeof currency === "string" ? `${groupedDecimal(value)} ${currency}` : "",
    typeof name === "string" ? name : "",
    typeof status === "string" ? statusWords(status) : "",
  ];
  return parts.filter((part) => part !== "").join(" · ") || "–";
}

function memberOf(data: unknown, name: string): unknown {
  return typeof data === "object" && data !== null ? new Map(Object.entries(data)).get(name) : undefined;
}
