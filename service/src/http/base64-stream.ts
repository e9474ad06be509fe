/** Decodes base64 (RFC 4648 §4, padded) chunk by chunk, as it appears between the quotes of a JSON string. */
export interface Base64Decoder {
  /** The bytes that are complete so far; undefined when the text is not base64. */
  push(text: string): Buffer | undefined;
  /** True when the text ended at a valid base64 boundary. */
  isWhole(): boolean;
}

const alphabet = /^[A-Za-z0-9+/]*={0,2}$/;
// Some JSON encoders escape the slash, and some the plus and the equals sign as well.
const escapes = /\\\/|\\u00([0-9A-Fa-f]{2})/g;
const openEscape = /\\(?:u[0-9A-Fa-f]{0,3})?$/;

export function createBase64Decoder(): Base64Decoder {
  let open = "";
  let carry = "";
  let hasEnded = false;
  return {
    push: (text) => {
      const raw = open + text;
      open = openEscape.exec(raw)?.[0] ?? "";
      const plain = raw.slice(0, raw.length - open.length).replace(escapes, signOf);
      const whole = carry + plain;
      if (!alphabet.test(whole) || (hasEnded && plain !== "")) return undefined;
      const end = whole.length - (whole.length % 4);
      carry = whole.slice(end);
      hasEnded ||= carry === "" && whole.endsWith("=");
      return Buffer.from(whole.slice(0, end), "base64");
    },
    isWhole: () => carry === "" && open === "",
  };
}

function signOf(_escape: string, code: string | undefined): string {
  return code === undefined ? "/" : String.fromCharCode(Number.parseInt(code, 16));
}
