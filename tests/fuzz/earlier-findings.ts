import type { CommandContext } from "./context.ts";
import type { GeneratedRequest, Header } from "./generated-request.ts";

/** Findings of earlier runs, to keep them fixed whatever the seed. */
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
    was: "an oversized page size caused a 5xx error",
    status: 400,
    request: ({ token }) => ({ target: "/accounts?page[size]=Infinity", headers: [bearer(token)] }),
  },
  {
    was: "a form with one name many times kept the service busy for minutes",
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
    was: "objects with a toString member in a list of names caused a 5xx error",
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
    was: "a path that cannot be decoded got a response without the default headers",
    status: 404,
    request: () => ({ target: "/accounts/%zz" }),
  },
  {
    was: "an overlong id got a response without the default headers",
    status: 404,
    request: () => ({ target: `/accounts/${"a".repeat(300)}` }),
  },
  {
    was: "the body determined the response for an unknown path",
    status: 404,
    request: () => ({ method: "POST", target: "/nowhere", headers: [json], body: Buffer.from("{") }),
  },
  {
    was: "a request without a host got a response without a body",
    status: 400,
    // The empty line ends the headers before the Host header.
    request: () => ({
      target: "/healthz",
      headers: [
        ["X-Odd", "\r\n"],
        ["Host", "localhost"],
      ],
    }),
  },
  {
    was: "an unknown expectation got a response without a body",
    status: 200,
    request: () => ({ target: "/healthz", headers: [["Expect", "a miracle"]] }),
  },
  {
    was: "a body of another type where none is expected got an undocumented response",
    status: 415,
    request: ({ token, known }) => ({
      method: "POST",
      target: `/accounts/${known["account_id"]?.[0]}/webhooks/subscriptions/${known["subscription_id"]?.[0]}/test`,
      headers: [bearer(token), ["Content-Type", "text/plain"]],
      body: Buffer.from("a"),
    }),
  },
  {
    was: "an oversized body where none is expected got an undocumented response",
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
