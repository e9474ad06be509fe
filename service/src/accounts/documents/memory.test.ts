import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { startTestApi } from "../../../test/api.ts";
import { makeDataFolder } from "../../../test/data-folder.ts";
import { formType, samplePdf, stagingForm } from "../../../test/documents.ts";
import { isLong } from "../../../test/scale.ts";
import { startApiProcess } from "../../../test/start-api-process.ts";
import { maxDocumentBytes } from "./document.ts";

const mebibyte = 1024 * 1024;
const parallel = isLong ? 8 : 3;
/** Buffered, three files of 25 MiB would need 75 MiB, and more in base64. */
const maxGrowthBytes = 64 * mebibyte;

test.skipIf(process.platform !== "linux")(
  `${parallel} concurrent uploads of 25 MiB need hardly more memory than ${parallel} of 1 MiB, as form or JSON`,
  async () => {
    await using folder = await makeDataFolder();
    const masterKey = randomBytes(32);
    const addresses = { BASE_URL: "https://api.example.com", DATA_DIR: folder.path };
    const api = await startTestApi({ masterKey, environment: addresses });
    const node = await startApiProcess({
      target: api.testDatabase.target,
      masterKey: masterKey.toString("hex"),
      baseUrl: addresses.BASE_URL,
      environment: addresses,
    });
    try {
      const { token } = await api.createClient({ network: "mainnet" });
      const peakOf = async (upload: Upload): Promise<number> => {
        const uploads = Array.from({ length: parallel }, () => send(node.baseUrl, token, upload));
        expect(await Promise.all(uploads)).toEqual(Array(parallel).fill(201));
        return peakMemory(node.child.pid);
      };
      const small = samplePdf(mebibyte);
      const base = Math.max(await peakOf(asForm(small)), await peakOf(asJson(small)));
      const large = samplePdf(maxDocumentBytes);
      expect((await peakOf(asForm(large))) - base).toBeLessThan(maxGrowthBytes);
      expect((await peakOf(asJson(large))) - base).toBeLessThan(maxGrowthBytes);
    } finally {
      await node.stop();
      await api.stop();
    }
  },
);

interface Upload {
  readonly type: string;
  readonly body: Uint8Array<ArrayBuffer>;
}

function asForm(file: Buffer): Upload {
  return { type: formType, body: stagingForm(file) };
}

function asJson(file: Buffer): Upload {
  const body = JSON.stringify({ document_kind: "ein_letter", content: file.toString("base64") });
  return { type: "application/json", body: new Uint8Array(Buffer.from(body)) };
}

async function send(baseUrl: string, token: string, { type, body }: Upload): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, "content-type": type };
  const response = await fetch(`${baseUrl}/documents`, { method: "POST", headers, body });
  await response.text();
  return response.status;
}

/** Peak resident memory of the process, as reported by the kernel. */
async function peakMemory(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
}
