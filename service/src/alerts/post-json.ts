const timeoutMs = 15_000;

/** The URL and the body may have secrets, so the error has neither. */
export async function postJson(
  receiver: { readonly name: string; readonly url: string },
  body: object,
  signal: AbortSignal,
): Promise<void> {
  const response = await fetch(receiver.url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    redirect: "error",
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  }).catch(() => {
    throw new Error(`${receiver.name} could not be reached`);
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`${receiver.name} replied ${response.status}`);
}
