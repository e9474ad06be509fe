// Runs in every runtime against a scripted server, and prints what it saw. Arguments: the SDK, the server, the webhook.
const [sdk, baseUrl, webhook] = process.argv.slice(2);
const { createFlorin, isApiError, verifyWebhook, verifyWebhookAsync } = await import(sdk);

const pair = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, false, [
  "sign",
  "verify",
]);
const florin = createFlorin({
  network: "testnet",
  baseUrl,
  credentials: { clientId: "app", keyId: "key-1", privateKey: pair.privateKey },
  retryDelayMs: 1,
});
const account_id = "01ACCOUNT";

const created = await florin.transfers.cancel(
  { account_id, transfer_id: "01TRANSFER" },
  { idempotencyKey: "order-7" },
);
const ids = [];
for await (const { id } of florin.transfers.list({ account_id })) ids.push(id);
const staged = await florin.documents.stage({ file: new Blob(["%PDF-1.4"]), document_kind: "ein_letter" });
const rejection = await florin.accounts.get({ account_id: "missing" }).catch((error) => error);
const sequences = [];
for await (const { sequence } of florin.events.stream({ account_id })) {
  sequences.push(sequence);
  if (sequences.length === 3) break;
}
const final = await florin.transfers.waitUntilFinal({ account_id, transfer_id: "01TRANSFER" }, { pollMs: 1 });
const aborted = await florin.accounts
  .get({ account_id }, { signal: AbortSignal.abort(new Error("no longer needed")) })
  .catch((error) => error);

const { body, headers, secrets, timestamp } = JSON.parse(webhook);
const options = { clock: { now: () => timestamp * 1000 } };
const events = [
  verifyWebhook(body, headers, secrets, options),
  await verifyWebhookAsync(body, new Headers(headers), secrets, options),
];

const result = {
  created,
  ids,
  staged,
  rejection: [isApiError(rejection, "not_found"), rejection.requestId],
  sequences,
  final: final.status,
  aborted: aborted.message,
  events,
};
process.stdout.write(JSON.stringify(result), () => process.exit(0));
