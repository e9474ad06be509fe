import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type NewAutomation, readNewAutomation } from "../service/src/automations/automation-request.ts";
import { isRefusal } from "../service/src/kernel/refusal.ts";

const document = JSON.parse(readFileSync(new URL("../openapi.json", import.meta.url), "utf8")) as {
  readonly components: { readonly schemas: object };
};
const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
ajv.addSchema(document, "api");
const follows = (schema: string, value: unknown) => ajv.validate(`api#/components/schemas/${schema}`, value);

test("of each set of fields, the document allows exactly those that the endpoint accepts", () => {
  const end = { address_id: "01JD7Q2M8W3T5V6X9YZABCDEFG", value_type: "ACME", transfer_type: "base" };
  const brand = { account_id: end.address_id };
  const fields = {
    source: { value_type: "USD" },
    destination: end,
    destination_address: end,
    brand,
    branding: brand,
  };
  fc.assert(
    fc.property(fc.subarray(Object.entries(fields)), (chosen) => {
      const body = { name: "Rent", ...Object.fromEntries(chosen) } as NewAutomation;
      expect(follows("CreateAutomationRequest", body)).toBe(!isRefusal(readNewAutomation(body, "testnet")));
    }),
  );
});

test.each([
  ["TokenRequest", {}, { grant_type: "client_credentials" }],
  ["RevocationRequest", {}, { token: "a.b.c" }],
  [
    "CreateWebhookSubscriptionRequest",
    { url: "http://example.com/", events: ["transfer.*"] },
    { url: "https://example.com/", events: ["transfer.*"] },
  ],
  ["TransferAmountRequest", { value: "0.000000", currency: "USD" }, { value: "0.000001", currency: "USD" }],
])("%s states in the document what the endpoint checks itself", (schema, refused, accepted) => {
  expect([follows(schema, refused), follows(schema, accepted)]).toEqual([false, true]);
});
