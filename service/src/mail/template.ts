/** What an email says, without its format. */
export interface MailContent {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** Labels and values. */
  readonly facts?: readonly (readonly [label: string, value: string])[];
  readonly action?: { readonly label: string; readonly url: string };
  /** Below the action, in small print. */
  readonly footer: string;
}

export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const maxSubjectLength = 200;

/** The same words in plain text and in HTML. The HTML loads nothing, and follows the reader's dark mode. */
export function renderMail(content: MailContent): RenderedMail {
  const { paragraphs, facts = [], action, footer } = content;
  // Names are part of some subjects and values: a line break must not begin another header or fact.
  const subject = oneLine(content.subject).slice(0, maxSubjectLength);
  const shownFacts = facts.map(([label, value]) => [label, oneLine(value)] as const);
  const blocks = [
    ...paragraphs.map(oneLine),
    ...(shownFacts.length === 0 ? [] : [shownFacts.map(([label, value]) => `${label}: ${value}`).join("\n")]),
    ...(action === undefined ? [] : [`${action.label}:\n${action.url}`]),
    footer,
  ];
  return {
    subject,
    text: `${blocks.join("\n\n")}\n`,
    html: htmlOf({ ...content, subject, facts: shownFacts }),
  };
}

function htmlOf({ subject, paragraphs, facts = [], action, footer }: MailContent): string {
  const rows = facts.map(
    ([label, value]) => `<tr><th scope="row">${escaped(label)}</th><td>${escaped(value)}</td></tr>`,
  );
  const body = [
    `<h1>${escaped(subject)}</h1>`,
    ...paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`),
    ...(rows.length === 0 ? [] : [`<table>${rows.join("")}</table>`]),
    ...(action === undefined
      ? []
      : [
          `<p><a class="action" href="${escaped(action.url)}">${escaped(action.label)}</a></p>`,
          `<p class="small">Or copy this link: ${escaped(action.url)}</p>`,
        ]),
    `<p class="small">${escaped(footer)}</p>`,
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escaped(subject)}</title>
<style>${style}</style>
</head>
<body>
<main>
${body.join("\n")}
</main>
</body>
</html>
`;
}

const style = `
:root { color-scheme: light dark; }
body { margin: 0; padding: 24px; background: #f6f6f4; color: #1c1c1a; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 560px; margin: 0 auto; padding: 24px; background: #fff; border-radius: 8px; }
h1 { margin: 0 0 16px; font-size: 20px; }
th { padding: 4px 16px 4px 0; text-align: left; font-weight: 600; vertical-align: top; }
td { padding: 4px 0; overflow-wrap: anywhere; }
.action { display: inline-block; padding: 10px 16px; border-radius: 6px; background: #1d4ed8; color: #fff; text-decoration: none; }
.small { color: #5a5a55; font-size: 14px; overflow-wrap: anywhere; }
@media (prefers-color-scheme: dark) {
  body { background: #161614; color: #ececea; }
  main { background: #22221f; }
  .action { background: #93b4ff; color: #10131c; }
  .small { color: #b3b3ab; }
}
`;

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? "");
}

/** Control characters include line breaks; U+2028 and U+2029 are shown as such. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}
