import { createHash } from "node:crypto";
import { isChainName, labelOf } from "../../chains/chain-name.ts";
import { type Html, html } from "./html.ts";

const style = `
:root { color-scheme: light; }
body { font: 15px/1.45 system-ui, sans-serif; color: #1d2127; background: #fff; margin: 2rem auto; max-width: 62rem; padding: 0 1.25rem; }
h1 { font-size: 1.6rem; margin: 0 0 .25rem; }
h2 { font-size: 1.1rem; margin: 1.75rem 0 .5rem; }
p { margin: .4rem 0; max-width: 48rem; }
.note { color: #4d5560; }
.sandbox { background: #fff3cd; border: 1px solid #b88600; color: #5c4300; padding: .6rem .9rem; font-weight: 600; margin: 0 0 1.25rem; max-width: none; }
.warning { background: #fdecea; border: 1px solid #b3261e; color: #7a1610; padding: .6rem .9rem; max-width: none; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
caption { text-align: left; color: #4d5560; padding-bottom: .3rem; }
th, td { text-align: left; padding: .35rem .75rem .35rem 0; border-bottom: 1px solid #d9dde2; vertical-align: top; }
thead th { font-weight: 600; color: #4d5560; }
tbody th { font-weight: 400; }
.amount { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.total > * { font-weight: 600; }
code { font: 12.5px/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
a { color: #0b57a4; }
a:focus-visible, .scroll:focus-visible { outline: 2px solid #0b57a4; outline-offset: 2px; }
footer { margin-top: 2rem; color: #4d5560; }
@media print {
  @page { size: A4; margin: 12mm; }
  body { font-size: 10.5px; margin: 0; max-width: none; padding: 0; }
  h1 { font-size: 15px; } h2 { font-size: 12px; margin: 9px 0 3px; break-after: avoid; }
  code { font-size: 8.5px; } th, td { padding: 2px 8px 2px 0; }
  table, .sandbox, .warning { break-inside: avoid; }
  .screen { display: none; }
}
`;

/** Nothing but this page's own style: no scripts, no images, no requests. */
export const pagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join(";");

export interface PageContent {
  readonly title: string;
  /** Testnet: figures of play money. */
  readonly isSandbox: boolean;
  readonly main: Html;
}

export function layout({ title, isSandbox, main }: PageContent): string {
  const banner = isSandbox
    ? html`<p class="sandbox">Sandbox: a token on testnet. No real money is held for it.</p>`
    : html``;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${{ html: style }}</style>
</head>
<body>
<main>
${banner}
${main}
</main>
</body>
</html>
`;
  return page.html;
}

/** A wide table scrolls on its own, also by keyboard. */
export function tableSection(title: string, content: Html): Html {
  return html`<h2>${title}</h2>
<div class="scroll" role="region" aria-label="${title}" tabindex="0"><table>${content}</table></div>`;
}

/** A row of a table of figures; its first cell is its header. */
export function figure(label: string, amount: string, { isTotal = false } = {}): Html {
  const rowClass = isTotal ? "total" : "figure";
  return html`<tr class="${rowClass}"><th scope="row">${label}</th><td class="amount">${amount}</td></tr>
`;
}

export function chainLabel(chain: string): string {
  return isChainName(chain) ? labelOf(chain) : chain;
}

/** Groups thousands, as `1,000,000.00`; the amount stays text. */
export function grouped(amount: string): string {
  const [whole = "", fraction] = amount.split(".");
  const digits = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
  return fraction === undefined ? digits : `${digits}.${fraction}`;
}

/** `2026-11-01T00:00:04.217Z` as `2026-11-01 00:00:04 UTC`. */
export function inWords(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 19)} UTC`;
}
