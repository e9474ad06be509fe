import { expect, test } from "vitest";
import { takenSecret } from "./taken-secret.ts";

test("the secret of an approved operation is that of its application or of its webhook", () => {
  expect(takenSecret({ client_id: "c", client_secret: "s" })).toMatchObject({
    label: "Client secret",
    secret: "s",
  });
  const linked = { address_id: "a", customer_webhook: { subscription_id: "w", sharedSecret: "s" } };
  expect(takenSecret(linked)).toMatchObject({ label: "Signing secret", secret: "s" });
  expect(takenSecret({ address_id: "a" })).toMatchObject({ label: "Response", secret: '{"address_id":"a"}' });
});
