import { complain, type ValidationIssue } from "../../accounts/index.ts";

export const maxUrlLength = 2_048;

/** A customer's webhook URL for a bank account. Its resolved address is checked when a webhook is sent. */
export function readWebhookUrl(text: string): string | ValidationIssue {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== "https:") return complain("must be an https URL");
  if (url.username !== "" || url.password !== "") return complain("must not contain credentials");
  if (text.includes("#")) return complain("must not have a fragment");
  return url.href.length > maxUrlLength ? complain(`must have at most ${maxUrlLength} characters`) : url.href;
}
