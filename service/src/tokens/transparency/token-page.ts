import { type Html, html } from "./html.ts";
import { chainLabel, figure, grouped, inWords, layout, tableSection } from "./layout.ts";
import type { Transparency } from "./snapshot.ts";

/** Supply, reserve and reports of a token. */
export function tokenPage(view: Transparency): string {
  const { name, value_type: valueType, currency, reserves } = view;
  return layout({
    title: `${valueType} transparency`,
    isSandbox: view.network === "testnet",
    main: html`<h1>${name} (${valueType})</h1>
<p class="note">Supply and reserve as of ${inWords(reserves.as_of)}, at most a minute old. One ${valueType} represents one ${currency}.</p>
${reserveSection(view)}
${supplySection(view)}
${reportSection(view)}
${verifySection(view)}`,
  });
}

function reserveSection({ reserves }: Transparency): Html {
  const { chain_supply: supply, reserve_gross: gross, claims, reserve_net: net } = reserves;
  return tableSection(
    "Supply and reserve",
    html`<tbody>
${figure("Circulating supply on all chains", supply === null ? "not known: a chain is unreachable" : grouped(supply))}
${figure("Supply in the ledger, including tokens in transit between chains", amountOf(reserves.ledger_supply))}
${figure("Reserve, gross", amountOf(gross?.value))}
${figure("Claims after returned debits", amountOf(claims?.value))}
${figure("Reserve, net of claims", amountOf(net?.value), { isTotal: true })}
${figure("Reserve net of claims minus supply", amountOf(reserves.difference_net), { isTotal: true })}
</tbody>`,
  );
}

function supplySection({ reserves }: Transparency): Html {
  const rows = reserves.deployments.map(
    (
      each,
    ) => html`<tr><th scope="row">${chainLabel(each.transfer_type)}<br><code>${each.contract_address}</code></th>
<td class="amount">${each.chain_supply === null ? (each.chain_error ?? "") : grouped(each.chain_supply)}</td>
<td class="amount">${amountOf(each.ledger_supply)}</td><td class="amount">${grouped(each.minting)}</td><td class="amount">${grouped(each.burning)}</td></tr>
`,
  );
  return tableSection(
    "Chains",
    html`
<thead><tr><th scope="col">Chain and contract</th><th scope="col" class="amount">On chain</th><th scope="col" class="amount">In ledger</th><th scope="col" class="amount">Minting</th><th scope="col" class="amount">Burning</th></tr></thead>
<tbody>
${rows}</tbody>`,
  );
}

function reportSection({ value_type: valueType, reports }: Transparency): Html {
  if (reports.length === 0) {
    return html`<h2>Reserve reports</h2><p>None yet. A report is signed after the end of each month.</p>`;
  }
  const rows = reports.map(
    ({ month, as_of, chain_supply: supply, reserve_net: net, unexplained_differences: unexplained }) =>
      html`<tr><th scope="row"><a href="/transparency/${valueType}/reports/${month}">${month}</a></th><td>${inWords(as_of)}</td><td class="amount">${grouped(supply)}</td><td class="amount">${grouped(net)}</td><td class="amount">${String(unexplained)}</td><td><a href="/transparency/${valueType}/reports/${month}.json">Signed JSON<span> of ${month}</span></a></td></tr>
`,
  );
  return tableSection(
    "Reserve reports",
    html`
<thead><tr><th scope="col">Month</th><th scope="col">As of</th><th scope="col" class="amount">Supply</th><th scope="col" class="amount">Reserve, net</th><th scope="col" class="amount">Unexplained differences</th><th scope="col">File</th></tr></thead>
<tbody>
${rows}</tbody>`,
  );
}

function verifySection({ public_keys: keys }: Transparency): Html {
  if (keys.length === 0) return html``;
  const items = keys.map(
    (key) => html`<li><code>${key}</code></li>
`,
  );
  return html`<h2>Verify the reports</h2>
<p>Each report contains the digest of the previous one and is signed with Ed25519. Save the JSON files and verify them offline: <code>florin admin reserves verify *.json --public-key keys.txt</code></p>
<p>Public keys of these reports, newest first. Compare them with those that the issuer published elsewhere.</p>
<ul>
${items}</ul>`;
}

function amountOf(amount: string | null | undefined): string {
  return amount === null || amount === undefined ? "not known" : grouped(amount);
}
