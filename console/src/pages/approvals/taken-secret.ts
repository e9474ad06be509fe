export interface TakenSecret {
  readonly label: string;
  readonly secret: string;
  readonly fileName: string;
}

/** The secret in the response of an operation: of an application, or of the webhook of a linked bank account. */
export function takenSecret(result: unknown): TakenSecret {
  const { client_secret: client, customer_webhook: webhook } = result as {
    readonly client_secret?: string;
    readonly customer_webhook?: { readonly sharedSecret: string };
  };
  if (client !== undefined) return { label: "Client secret", secret: client, fileName: "client-secret.txt" };
  if (webhook !== undefined)
    return { label: "Signing secret", secret: webhook.sharedSecret, fileName: "webhook-secret.txt" };
  return { label: "Response", secret: JSON.stringify(result), fileName: "response.json" };
}
