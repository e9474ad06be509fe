import Type, { type Static } from "typebox";
import type { ApiResponse } from "../../http/route.ts";
import { DateTimeSchema, named, nullableString } from "../../http/schemas.ts";
import { formatInstant } from "../../kernel/instant.ts";
import type { LinkToken } from "./create-link-token.ts";
import { PrefillSchema } from "./prefill.ts";

export const LinkTokenSchema = named(
  "LinkToken",
  Type.Object(
    {
      link_token: Type.String({ description: "A secret that can be used once." }),
      expiration: DateTimeSchema,
      link_url: Type.String({
        description:
          "The page where the owner picks the account. The token is in the fragment, so that no server sees it in " +
          "a URL.",
      }),
      callback_url: nullableString({
        description:
          "Takes `POST {public_token, transfer_types?, customer_webhook_url?}` without a bearer token, once, until the " +
          "link token expires, and registers the account. A secret, like the link token. Null in the console.",
      }),
    },
    { description: "Link token and page for the owner of a bank account." },
  ),
);

/** The same for every link token. */
export const prefillBody = {
  schema: PrefillSchema,
  isOptional: true,
  example: { legal_name: "Wilhelmina Vanderquack", email_address: "wilhelmina@example.com" },
};

const exampleToken = "florin_link_3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
export const exampleLink: Static<typeof LinkTokenSchema> = {
  link_token: exampleToken,
  expiration: "2026-11-15T11:21:12.000Z",
  link_url: `http://127.0.0.1:8080/banklink/sandbox#${exampleToken}`,
  callback_url: "http://127.0.0.1:8080/banklink/callbacks/3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
};

export function presentLink({ linkToken, expiresAt, linkUrl, callbackUrl }: LinkToken): ApiResponse {
  const body: Static<typeof LinkTokenSchema> = {
    link_token: linkToken,
    expiration: formatInstant(expiresAt),
    link_url: linkUrl,
    callback_url: callbackUrl ?? null,
  };
  return { status: 201, body };
}
