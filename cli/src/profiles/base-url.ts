import { UsageError } from "../failure.ts";

export const defaultApiUrl = "http://127.0.0.1:8080";

/** Without a trailing slash, so that paths can be appended. */
export function readBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isHttp = url?.protocol === "http:" || url?.protocol === "https:";
  if (url === undefined || !isHttp || url.username !== "" || url.search !== "" || url.hash !== "") {
    throw new UsageError(`${text} is not an API URL such as ${defaultApiUrl}`);
  }
  return url.href.replace(/\/+$/, "");
}
