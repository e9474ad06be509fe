import { expect, test } from "vitest";
import { readClientCredentials } from "./client-credentials.ts";
import { readForm } from "./form.ts";
import { isOAuthError } from "./oauth-error.ts";

const basic = `Basic ${Buffer.from("client:secret").toString("base64")}`;
const jwtBearer = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

function read(authorization: string | undefined, body: Record<string, string>) {
  const form = readForm(body);
  if (isOAuthError(form)) throw new Error(form.description);
  return readClientCredentials(authorization, form);
}

test("credentials are read from the header, the form or an assertion", () => {
  const secret = { kind: "secret", clientId: "client", clientSecret: "secret" };
  expect(read(basic, {})).toEqual(secret);
  expect(read(undefined, { client_id: "client", client_secret: "secret" })).toEqual(secret);
  expect(read(undefined, { client_assertion: "a.b.c", client_assertion_type: jwtBearer })).toEqual({
    kind: "assertion",
    clientId: undefined,
    assertion: "a.b.c",
  });
});

test.each([
  ["header and form", basic, { client_id: "client", client_secret: "secret" }],
  ["header and assertion", basic, { client_assertion: "a.b.c", client_assertion_type: jwtBearer }],
  [
    "form and assertion",
    undefined,
    { client_secret: "s", client_assertion: "a.b.c", client_assertion_type: jwtBearer },
  ],
  ["a client_id in the form that differs from the header", basic, { client_id: "other" }],
  ["a secret without a client", undefined, { client_secret: "secret" }],
  ["an assertion without its type", undefined, { client_assertion: "a.b.c" }],
  ["a type without its assertion", undefined, { client_assertion_type: jwtBearer }],
])("%s is an invalid request", (_name, authorization, form) => {
  expect(read(authorization, form)).toMatchObject({ kind: "oauth_error", code: "invalid_request" });
});

test.each([
  ["no authentication", undefined, {}],
  ["a client without a secret", undefined, { client_id: "client" }],
  ["a secret without a value", undefined, { client_id: "client", client_secret: "" }],
  ["a header with another scheme", "Bearer token", {}],
  ["an unsupported assertion type", undefined, { client_assertion: "a.b.c", client_assertion_type: "saml" }],
])("%s is an invalid client", (_name, authorization, form) => {
  expect(read(authorization, form)).toMatchObject({ kind: "oauth_error", code: "invalid_client" });
});

test("the same client_id in the form and in the header is accepted", () => {
  expect(read(basic, { client_id: "client" })).toMatchObject({ kind: "secret", clientId: "client" });
});

test("a repeated parameter is refused, an unknown one is ignored, an empty one counts as absent", () => {
  expect(readForm({ scope: ["a", "b"] })).toMatchObject({
    code: "invalid_request",
    description: "the parameter scope is repeated",
  });
  expect(readForm({ "pass word": ["a", "b"] })).toMatchObject({
    description: "a parameter is repeated",
  });
  expect(readForm({ unknown: "x", scope: "" })).toEqual(new Map([["unknown", "x"]]));
});
