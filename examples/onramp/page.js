// @ts-check
/** @param {string} id */
function element(id) {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`there is no element ${id}`);
  return found;
}

/**
 * @param {string} path
 * @param {object} [body]
 */
async function send(path, body) {
  const response = await fetch(path, {
    method: body === undefined ? "GET" : "POST",
    ...(body === undefined
      ? {}
      : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  });
  const result = await response.json();
  if (!response.ok) throw new Error(result.detail);
  return result;
}

/**
 * @param {string} id
 * @param {(fields: Record<string, FormDataEntryValue>) => Promise<void>} work
 */
function onSubmit(id, work) {
  element(id).addEventListener("submit", (event) => {
    event.preventDefault();
    element("problem").textContent = "";
    const fields = Object.fromEntries(new FormData(/** @type {HTMLFormElement} */ (event.target)));
    work(fields).catch((error) => {
      element("problem").textContent = error instanceof Error ? error.message : String(error);
    });
  });
}

onSubmit("link", async (fields) => {
  const { link_url } = await send("/api/link", fields);
  const link = /** @type {HTMLAnchorElement} */ (element("bank-page"));
  link.href = link_url;
  link.hidden = false;
});

onSubmit("bank", async (fields) => {
  const { name } = await send("/api/bank", fields);
  element("linked").textContent = `Linked: ${name}`;
});

// A new purchase gets a new id; a repeated one keeps it until it has succeeded.
let purchaseId = crypto.randomUUID();

onSubmit("buy", async (fields) => {
  const { id } = await send("/api/purchases", { ...fields, purchase_id: purchaseId });
  purchaseId = crypto.randomUUID();
  await show(id);
});

const pollMs = 1000;

/** @param {string} id */
async function show(id) {
  const { status, amount } = await send(`/api/purchases/${id}`);
  element("bought").textContent = `${amount.value} ${amount.currency}: ${status}`;
  if (status === "pending") setTimeout(() => void show(id).catch(() => {}), pollMs);
}
