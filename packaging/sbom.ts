import { createHash } from "node:crypto";
import type { ThirdParty } from "./third-party.ts";

interface Release {
  readonly version: string;
  readonly createdAt: Date;
}

/** The release's bill of materials as CycloneDX 1.5. The same packages give the same document. */
export function createSbom({ version, createdAt }: Release, packages: readonly ThirdParty[]): string {
  const components = [...new Map(packages.map((each) => [purlOf(each), componentOf(each)])).values()];
  const content = {
    metadata: {
      timestamp: createdAt.toISOString(),
      component: {
        type: "application",
        "bom-ref": `florin@${version}`,
        name: "florin",
        version,
        licenses: [{ license: { id: "Apache-2.0" } }],
      },
    },
    components,
    dependencies: [
      { ref: `florin@${version}`, dependsOn: components.map((component) => component["bom-ref"]) },
    ],
  };
  const document = {
    $schema: "http://cyclonedx.org/schema/bom-1.5.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify(content))}`,
    version: 1,
    ...content,
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

function componentOf(thirdParty: ThirdParty) {
  const { name, version, license, integrity } = thirdParty;
  return {
    type: "library",
    "bom-ref": purlOf(thirdParty),
    name,
    version,
    purl: purlOf(thirdParty),
    ...(license === undefined ? {} : { licenses: [licenseOf(license)] }),
    ...(integrity === undefined ? {} : { hashes: integrity.split(" ").map(hashOf) }),
  };
}

function purlOf({ name, version }: ThirdParty): string {
  return `pkg:npm/${name.replace("@", "%40")}@${version}`;
}

/** An expression such as "(MIT OR Apache-2.0)" is not the id of a license. */
function licenseOf(license: string): object {
  return /[\s()]/.test(license) ? { expression: license } : { license: { id: license } };
}

function hashOf(integrity: string): object {
  const [algorithm = "", digest = ""] = integrity.split("-");
  const alg = algorithm.toUpperCase().replace("SHA", "SHA-");
  return { alg, content: Buffer.from(digest, "base64").toString("hex") };
}

/** A UUID of version 8 (RFC 9562), made from the content. */
function uuidOf(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
