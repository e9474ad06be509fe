import Type, { type TSchema } from "typebox";
import { jsonType, multipartType } from "./conventions.ts";
import {
  type FilePart,
  fileMemberName,
  fileNameMemberName,
  filePartName,
  type RequestBody,
} from "./route.ts";

/** The two ways to send a file: raw, as a form part, or in JSON, as base64. */
export function describeUpload({ schema, example }: RequestBody, file: FilePart): object {
  const [fileExample, contentExample] = [file.example.toString("latin1"), file.example.toString("base64")];
  const fields = typeof example === "object" ? example : {};
  return {
    [multipartType]: {
      schema: formUploadSchema(schema, file),
      encoding: { [filePartName]: { contentType: file.contentTypes.join(", ") } },
      example: { ...fields, [filePartName]: fileExample },
    },
    [jsonType]: {
      schema: jsonUploadSchema(schema, file),
      example: { ...fields, [fileMemberName]: contentExample },
    },
  };
}

/** The parts of a form with a file. The media type of the part is in its `encoding`, as in OpenAPI 3.1. */
export function formUploadSchema(
  schema: TSchema,
  { description, maxBytes }: Pick<FilePart, "description" | "maxBytes">,
): TSchema {
  const file = Type.String({
    contentMediaType: "application/octet-stream",
    description: `${description} At most ${maxBytes} bytes.`,
  });
  return withMembers(schema, { [filePartName]: file });
}

const maxFileNameLength = 255;

/** The JSON body of an upload: its fields, the bytes, and a file name that is ignored. */
export function jsonUploadSchema(schema: TSchema, { description }: Pick<FilePart, "description">): TSchema {
  const content = Type.String({
    contentEncoding: "base64",
    description: `${description} Base64 (RFC 4648 §4, padded). Prefer a form: it is 25% smaller.`,
  });
  const name = Type.Optional(
    Type.String({ maxLength: maxFileNameLength, description: "Accepted but not stored." }),
  );
  return withMembers(schema, { [fileMemberName]: content, [fileNameMemberName]: name });
}

function withMembers(schema: TSchema, members: Readonly<Record<string, TSchema>>): TSchema {
  const { properties = {}, ...options } = schema as TSchema & {
    readonly properties?: Record<string, TSchema>;
    readonly required?: readonly string[];
  };
  const required = Object.keys(members).filter((name) => name !== fileNameMemberName);
  return {
    ...options,
    properties: { ...members, ...properties },
    required: [...required, ...(options.required ?? [])],
  };
}
