import type { GeneratedRequest, Header } from "./generated-request.ts";
import type { CommandContext } from "./context.ts";

/** What earlier runs have found, so that it stays mended whatever the seed. */
export interface EarlierFinding {
  readonly was: string;
  readonly status: number;
  readonly request: (context: CommandContext) => Partial<GeneratedRequest>;
}

const json: Header = ["Content-Type", "application/json"];
const form: Header = ["Content-Type", "application/x-www-form-urlencoded"];
const many = 60_000;

export const earlierFindings: readonly EarlierFinding[] = [
  {
    was: "a page of endless size was a fault",
    status: 400,
    request: ({ token }) => ({ target: "/accounts?page[size]=Infinity", headers: [bearer(token)] }),
  },
  {
    was: "a form with one name again and again kept the service busy for minutes",
    status: 400,
    request: () => ({
      method: "POST",
      target: "/oauth2/token",
      headers: [form],
      body: Buffer.from("a=&".repeat(many)),
    }),
  },
  {
    was: "a body full of unknown properties kept the service busy for seconds",
    status: 400,
    request: ({ token, known }) => ({
      method: "POST",
      target: `/accounts/${known["account_id"]?.[0]}/notes`,
      headers: [bearer(token), json, ["Idempotency-Key", "properties"]],
      body: Buffer.from(`{${Array.from({ length: many }, (_, index) => `"a${index}":0`).join()}}`),
    }),
  },
  {
    was: "things that say how they are to be read, in a list of names, were a fault",
    status: 400,
    request: ({ token, known }) => ({
      method: "POST",
      target: `/accounts/${known["account_id"]?.[0]}/tokens`,
      headers: [bearer(token), json, ["Idempotency-Key", "names"]],
      body: Buffer.from(
        JSON.stringify({
          name: "A",
          value_type: "AA",
          kind: "attested",
          currency: "USD",
          transfer_types: [{ toString: "a" }, { toString: "a" }],
        }),
      ),
    }),
  },
  {
    was: "a path that cannot be decoded was answered without the standing headers",
    status: 404,
    request: () => ({ target: "/accounts/%zz" }),
  },
  {
    was: "an id longer than any was answered without the standing headers",
    status: 404,
    request: () => ({ target: `/accounts/${"a".repeat(300)}` }),
  },
  {
    was: "the body decided how an unknown path was answered",
    status: 404,
    request: () => ({ method: "POST", target: "/nowhere", headers: [json], body: Buffer.from("{") }),
  },
  {
    was: "a request without a host was answered without a body",
    status: 400,
    // The empty line ends the headers before the one that is wanted.
    request: () => ({
      target: "/healthz",
      headers: [
        ["X-Odd", "\r\n"],
        ["Host", "localhost"],
      ],
    }),
  },
  {
    was: "an expectation that nobody knows was answered without a body",
    status: 200,
    request: () => ({ target: "/healthz", headers: [["Expect", "a miracle"]] }),
  },
  {
    was: "a body of another type where none is wanted was answered as the API document does not say",
    status: 415,
    request: ({ token, known }) => ({
      method: "POST",
      target: `/accounts/${known["account_id"]?.[0]}/webhooks/subscriptions/${known["subscription_id"]?.[0]}/test`,
      headers: [bearer(token), ["Content-Type", "text/plain"]],
      body: Buffer.from("a"),
    }),
  },
  {
    was: "a body larger than any where none is wanted was answered as the API document does not say",
    status: 413,
    request: ({ token, known }) => ({
      method: "POST",
      target: `/accounts/${known["account_id"]?.[0]}/webhooks/subscriptions/${known["subscription_id"]?.[0]}/test`,
      headers: [bearer(token), json, ["Content-Length", "99999999"]],
      body: Buffer.from("{}"),
    }),
  },
];

function bearer(token: string): Header {
  return ["Authorization", `Bearer ${token}`];
}
