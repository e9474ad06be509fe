import { amountOf, type Order, unitsOf } from "./orders.ts";

export const products: Readonly<Record<string, string>> = { Tea: "4.50", Coffee: "6.00", Teapot: "25.00" };

export function shopPage(): string {
  const rows = Object.entries(products).map(
    ([name, price]) =>
      `<li><form method="post" action="/orders"><button name="product" value="${escaped(name)}">${escaped(name)} – ` +
      `${amountOf(unitsOf(price))} USDC</button></form></li>`,
  );
  return page("Shop", `<ul>${rows.join("")}</ul>`);
}

/** Reloads while it is not paid. */
export function orderPage(order: Order): string {
  const { id, product, price, paid, address } = order;
  const due = price > paid ? price - paid : 0n;
  if (due === 0n) return page("Paid", `<p>${escaped(product)} is on its way. Thank you!</p>`);
  return page(
    "Pay your order",
    `<p>Send <strong>${amountOf(due)} USDC</strong> on Base to</p><p><code>${escaped(address ?? "")}</code></p>` +
      `<form method="post" action="/orders/${escaped(id)}/simulate"><button>Simulate the payment</button></form>`,
    '<meta http-equiv="refresh" content="3">',
  );
}

function page(title: string, body: string, head = ""): string {
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${head}` +
    '<meta name="viewport" content="width=device-width"></head>' +
    `<body><main><h1>${title}</h1>${body}</main></body></html>`
  );
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? "");
}
