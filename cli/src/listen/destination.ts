import { UsageError } from "../failure.ts";

const scheme = /^[a-z][a-z0-9+.-]*:\/\//i;
const portOnly = /^:?(\d{1,5})(?=\/|$)/;

/** Parses `localhost:4000/webhooks`, `4000/webhooks` or a full URL; without a scheme, it is http. */
export function readDestination(text: string): URL {
  const whole = scheme.test(text) ? text : `http://${text.replace(portOnly, "localhost:$1")}`;
  const url = URL.canParse(whole) ? new URL(whole) : undefined;
  if (url === undefined || (url.protocol !== "http:" && url.protocol !== "https:")) {
    throw new UsageError(`${text} is not a URL to forward to, such as localhost:4000/webhooks`);
  }
  if (url.username !== "" || url.password !== "") {
    throw new UsageError("the URL to forward to must not contain a user name or password");
  }
  url.hash = "";
  return url;
}
