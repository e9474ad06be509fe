import type { Institution, PageFile } from "../bank-links/provider.ts";
import { sandboxPageScript } from "./sandbox-page-script.ts";
import { sandboxPageStyle } from "./sandbox-page-style.ts";

/** The page for acting as the owner of a bank account. It loads only its own two files. */
export function createSandboxPage(institutions: readonly Institution[]): readonly PageFile[] {
  return [
    { path: "", contentType: "text/html", body: renderPage(institutions) },
    { path: "page.css", contentType: "text/css", body: sandboxPageStyle },
    { path: "page.js", contentType: "text/javascript", body: sandboxPageScript },
  ];
}

// URLs are relative, so that the page works under any base URL.
function renderPage(institutions: readonly Institution[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Link a test bank account</title>
<link rel="icon" href="../docs/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="sandbox/page.css">
</head>
<body>
<main>
<p class="badge">Sandbox: no real bank, no real money</p>
<h1 id="title">Link a bank account</h1>
<p id="status" role="status">Loading…</p>
<noscript><p>This page requires JavaScript.</p></noscript>
<form id="pick" hidden>
<div id="choices">
<fieldset>
<legend>Bank</legend>
${institutions.map(renderInstitution).join("\n")}
</fieldset>
<fieldset>
<legend>Account</legend>
<label class="choice"><input type="radio" name="account_type" value="checking" checked><span>Checking</span></label>
<label class="choice"><input type="radio" name="account_type" value="savings"><span>Savings</span></label>
</fieldset>
</div>
<button id="submit" type="submit">Link account</button>
</form>
<section id="result" aria-labelledby="done" hidden>
<h2 id="done" tabindex="-1">Account linked</h2>
<p>Send this public token to the application that requested it. It works once, until <time id="until"></time>.</p>
<label for="token">Public token</label>
<div class="token"><input id="token" readonly spellcheck="false" autocomplete="off"><button id="copy" type="button">Copy</button></div>
<p id="copied" role="status"></p>
</section>
</main>
<script src="sandbox/page.js"></script>
</body>
</html>
`;
}

function renderInstitution({ id, name, routingNumber }: Institution, index: number): string {
  const checked = index === 0 ? " checked" : "";
  const input = `<input type="radio" name="institution" value="${id}"${checked}>`;
  return `<label class="choice">${input}<span>${name} <small>routing number ${routingNumber}</small></span></label>`;
}
