import { refusalCodes } from "../service/src/kernel/refusal.ts";

/** Every error code, from the table that the service uses. */
export function errorCatalogue(): string {
  const statuses = [...new Set(Object.values(refusalCodes).map(({ status }) => status))];
  const entries = statuses.map((status) => {
    const codes = Object.entries(refusalCodes).filter(([, refusal]) => refusal.status === status);
    const texts = codes.map(
      ([code, { meaning, remedy }]) => `### \`${code}\`\n\n${meaning}\n\n**What to do:** ${remedy}\n`,
    );
    return `## Status ${status}\n\n${texts.join("\n")}`;
  });
  return `${errorIntroduction}\n${entries.join("\n")}`;
}

const errorIntroduction = `# Errors

Every error of the API has one shape. \`code\` is for programs: it comes from the closed list on this page. Codes are added,
never renamed. \`detail\` is for humans and can change. \`errors\` is present for validation errors only and has every invalid
field as a JSON pointer. The \`Link\` header with \`rel="help"\` points to the entry on this page.

\`\`\`json
{
  "status": 400,
  "title": "Bad Request",
  "detail": "/source/value_type must be string",
  "code": "validation_failed",
  "request_id": "01JD7Q2M8W3T5V6X9YZABCDEFG",
  "errors": [{ "pointer": "/source/value_type", "detail": "must be string" }]
}
\`\`\`

Quote \`request_id\` when you report a problem: it finds the request in the request log and in the logs of the service. The
token service, \`/oauth2/*\`, has the errors of RFC 6749 section 5.2 instead.

Repeat a request after a lost connection, 429, 500 or 503 with the same \`Idempotency-Key\`: it has one effect. All other
errors come back until you change something.
`;

const resource = /^\/\*\*\n([\s\S]*?)^ \*\/\nexport interface (\w+) \{\n([\s\S]*?)^\}$/gm;
const method = /^ {2}\/\*\*\n([\s\S]*?) {3}\*\/\n {2}(\w+)\(([\s\S]*?)\): (.+);$/gm;

/** The methods of the SDK, from its generated types. */
export function sdkMethods(types: string): string {
  const chapters = [...types.matchAll(resource)].map(([, comment = "", name = "", body = ""]) => {
    const property = name.charAt(0).toLowerCase() + name.slice(1);
    const methods = [...body.matchAll(method)].map(
      ([, text = "", called = "", input = "", result = ""]) =>
        `### \`florin.${property}.${called}\`\n\n\`\`\`ts\n${called}(${input}): ${result}\n\`\`\`\n\n${plain(text)}\n`,
    );
    return methods.length === 0 ? "" : `## ${property}\n\n${plain(comment)}\n\n${methods.join("\n")}`;
  });
  return `${sdkIntroduction}\n${chapters.filter((chapter) => chapter !== "").join("\n")}`;
}

const sdkIntroduction = `# SDK methods

Every method of [the SDK](sdk.md), generated from the OpenAPI document. \`Body\` and \`Query\` are the fields of the request;
types of \`Api\` have the names of the schemas in the [API reference](../api.html).
`;

/** The text of a doc comment. */
function plain(comment: string): string {
  return comment
    .replace(/^ *\* ?/gm, "")
    .replace(/<(?=[a-z/])/gi, "&lt;")
    .trim();
}
