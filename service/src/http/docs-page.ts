import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { OpenApiDocument } from "./openapi.ts";

const title = "Florin API reference";

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="/docs/icon.svg" type="image/svg+xml">
</head>
<body>
<div id="reference"></div>
<script src="/docs/reference.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<circle cx="16" cy="16" r="15" fill="#c8962e"/><circle cx="16" cy="16" r="12" fill="none" stroke="#fff" stroke-width="1.5"/>
<path d="M12.5 23V9.5h8M12.5 16h6.5" fill="none" stroke="#fff" stroke-width="2.5" stroke-linecap="round"/>
</svg>
`;

// No third-party fonts, agents or proxies: the page works offline and reveals its readers to no third party.
const start = `Scalar.createApiReference("#reference", {
  url: "/openapi.json",
  withDefaultFonts: false,
  hideClientButton: true,
  authentication: { preferredSecurityScheme: "oauth2" },
  telemetry: false,
  showDeveloperTools: "never",
  agent: { disabled: true },
  mcp: { disabled: true },
});
`;

// The reference renders its own styles; scripts come only from this server, and none are inline.
export const docsSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/**
 * The OpenAPI document at `/openapi.json`, also without its extension, and a reference generated from it at `/docs`, which
 * the documentation site at `/docs/` has as `api.html`.
 */
export function installDocs(app: FastifyInstance, document: () => OpenApiDocument): void {
  let json: string | undefined;
  const documentJson = (): string => {
    json ??= JSON.stringify(document());
    return json;
  };
  const serve = (url: string, type: string, body: () => string | Promise<Buffer>): void => {
    app.get(url, async (_request, reply) =>
      reply
        .type(type)
        .header("content-security-policy", docsSecurityPolicy)
        .header("cache-control", "public, max-age=300")
        .send(await body()),
    );
  };
  for (const path of ["/openapi.json", "/openapi"])
    serve(path, "application/json; charset=utf-8", documentJson);
  serve("/docs", "text/html; charset=utf-8", () => page);
  serve("/docs/api.html", "text/html; charset=utf-8", () => page);
  // Three megabytes that few nodes ever serve are not kept in memory.
  serve("/docs/reference.js", "text/javascript; charset=utf-8", () => readFile(referenceScriptPath()));
  serve("/docs/icon.svg", "image/svg+xml", () => icon);
  serve("/docs/start.js", "text/javascript; charset=utf-8", () => start);
}

/** The browser bundle that the package ships for its own plugin; we serve it under a stricter policy. */
function referenceScriptPath(): string {
  const entry = createRequire(import.meta.url).resolve("@scalar/fastify-api-reference");
  return join(dirname(entry), "js", "standalone.js");
}
