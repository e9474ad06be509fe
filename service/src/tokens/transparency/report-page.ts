import { countUnexplained, type ReportedDifference, type ReserveReport } from "../reserve-reports/report.ts";
import { type Html, html } from "./html.ts";
import { chainLabel, figure, grouped, inWords, layout, tableSection } from "./layout.ts";

/** One report, to be read and printed. The signed bytes are the JSON file. */
export function reportPage(report: ReserveReport, digest: string): string {
  const { name, value_type: valueType, currency, month, number } = report;
  return layout({
    title: `${valueType} reserve report ${month}`,
    isSandbox: report.network === "testnet",
    main: html`<h1>Reserve report ${month}: ${name} (${valueType})</h1>
<p class="note">Report ${String(number)} of this token, as of ${inWords(report.as_of)}. Amounts are in ${valueType} and ${currency}, one to one.</p>
${unexplainedNote(report)}
${supplySection(report)}
${reserveSection(report)}
${differenceSection(report)}
${signatureSection(report, digest)}`,
  });
}

function unexplainedNote(report: ReserveReport): Html {
  const count = countUnexplained(report);
  if (count === 0) return html``;
  return html`<p class="warning">Unexplained differences: ${String(count)}. See below.</p>`;
}

function supplySection({ supply }: ReserveReport): Html {
  const rows = supply.chains.map(
    (
      chain,
    ) => html`<tr><th scope="row">${chainLabel(chain.transfer_type)}<br><code>${chain.contract_address}</code></th>
<td>${chain.block_height}<br><code>${chain.block_hash}</code></td>
<td class="amount">${grouped(chain.chain_supply)}</td><td class="amount">${grouped(chain.ledger_supply)}</td>
<td class="amount">${grouped(chain.difference)}</td></tr>
`,
  );
  return tableSection(
    "Circulating supply",
    html`
<thead><tr><th scope="col">Chain and contract</th><th scope="col">Final block</th><th scope="col" class="amount">On chain</th><th scope="col" class="amount">In ledger</th><th scope="col" class="amount">Difference</th></tr></thead>
<tbody>
${rows}<tr><th scope="row">In transit between chains</th><td></td><td></td><td class="amount">${grouped(supply.in_transit)}</td><td></td></tr>
<tr class="total"><th scope="row">Total</th><td></td><td class="amount">${grouped(supply.chain_supply)}</td><td class="amount">${grouped(supply.ledger_supply)}</td><td></td></tr>
</tbody>`,
  );
}

const compositionLabels = { cash_at_bank: "Cash at bank", claims: "Claims after returned debits" } as const;

function reserveSection({ reserve }: ReserveReport): Html {
  const parts = reserve.composition.map(
    ({ type, ledger_account: account, amount }) =>
      html`<tr><th scope="row">${compositionLabels[type]} <code>${account}</code></th><td class="amount">${grouped(amount)}</td></tr>
`,
  );
  return tableSection(
    "Reserve",
    html`<tbody>
${parts}${figure("Reserve, gross", grouped(reserve.gross), { isTotal: true })}
${figure("Claims", grouped(reserve.claims))}
${figure("Reserve, net of claims", grouped(reserve.net), { isTotal: true })}
${figure("Reserve minus supply", grouped(reserve.difference))}
${figure("Reserve net of claims minus supply", grouped(reserve.difference_net))}
</tbody>`,
  );
}

const causeLabels: Readonly<Record<ReportedDifference["cause"], string>> = {
  in_flight: "Mints or burns in flight",
  claims: "Claims: debits returned after their tokens were minted",
  minted_outside: "Unexplained: more on the chain than in the ledger",
  burned_outside: "Unexplained: less on the chain than in the ledger",
  deposit_not_recorded: "Unexplained",
  left_without_record: "Unexplained",
  unknown: "Unexplained",
};

function differenceSection({ differences }: ReserveReport): Html {
  if (differences.length === 0) return html`<h2>Differences</h2><p>None.</p>`;
  const rows = differences.map(
    ({ transfer_type: chain, amount, cause }) =>
      html`<tr><th scope="row">${chain === null ? "Reserve" : chainLabel(chain)}</th><td>${causeLabels[cause]}</td><td class="amount">${grouped(amount)}</td></tr>
`,
  );
  return tableSection(
    "Differences",
    html`
<thead><tr><th scope="col">Where</th><th scope="col">Cause</th><th scope="col" class="amount">Amount</th></tr></thead>
<tbody>
${rows}</tbody>`,
  );
}

function signatureSection(report: ReserveReport, digest: string): Html {
  const { value_type: valueType, month, previous } = report;
  const before =
    previous === null ? "none: this is the first report" : `${previous.month}, ${previous.digest}`;
  return html`${tableSection(
    "Signature",
    html`<tbody>
<tr><th scope="row">Digest (SHA-256)</th><td><code>${digest}</code></td></tr>
<tr><th scope="row">Previous report</th><td><code>${before}</code></td></tr>
<tr><th scope="row">Public key (Ed25519)</th><td><code>${report.public_key}</code></td></tr>
<tr><th scope="row">Signature</th><td><code>${report.signature}</code></td></tr>
</tbody>`,
  )}
<p>This page is a copy. The signed report is the <a href="/transparency/${valueType}/reports/${month}.json">JSON file</a>; verify it offline: <code>florin admin reserves verify ${month}.json --public-key keys.txt</code></p>
<p class="screen"><a href="/transparency/${valueType}">All reports of ${valueType}</a></p>`;
}
