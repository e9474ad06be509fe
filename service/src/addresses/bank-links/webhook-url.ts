import { type Complaint, complain } from "../../accounts/index.ts";

export const maxUrlLength = 2_048;

/** Where a customer wants to hear of a bank account. What it resolves to is looked at when something is sent. */
export function readWebhookUrl(text: string): string | Complaint {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== "https:") return complain("must be an https address");
  if (url.username !== "" || url.password !== "") return complain("must not hold credentials");
  if (text.includes("#")) return complain("must not have a fragment");
  return url.href.length > maxUrlLength ? complain(`must have at most ${maxUrlLength} characters`) : url.href;
}
