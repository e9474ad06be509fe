import { isRefusal, type Refusal, refuse } from "../../kernel/refusal.ts";
import type { LinkCallbacks } from "./provider.ts";

export const maxUrlLength = 2_048;

/** A customer's webhook URL for a bank account: the same URLs are allowed as for webhook subscriptions. */
export function readWebhookUrl(
  { readDestination }: Pick<LinkCallbacks, "readDestination">,
  text: string | undefined,
): string | undefined | Refusal {
  const url = text === undefined ? undefined : readDestination(text);
  return isRefusal(url) ? atPointer(url) : url;
}

/** Also resolves its hostname, which uses the network: never with a transaction open. */
export async function inquireWebhookUrl(
  callbacks: Pick<LinkCallbacks, "readDestination" | "checkDestination">,
  text: string | undefined,
): Promise<Refusal | undefined> {
  const url = readWebhookUrl(callbacks, text);
  if (url === undefined || isRefusal(url)) return url;
  const refusal = await callbacks.checkDestination(url);
  return refusal && atPointer(refusal);
}

/** The refusal of a subscription's `url`, for this field. */
function atPointer({ errors = [], detail }: Refusal): Refusal {
  const pointer = "/customer_webhook_url";
  const problem = errors[0]?.detail ?? detail;
  return refuse("unprocessable", `${pointer} ${problem}`, { errors: [{ pointer, detail: problem }] });
}
