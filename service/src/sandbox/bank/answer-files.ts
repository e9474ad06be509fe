import type { Network } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import type { BankFile, BankIdentity } from "../../rails/bank.ts";
import type { BankReason } from "../../rails/bank-work.ts";
import { writeNacha } from "../../rails/nacha/write-nacha.ts";
import {
  type MessageHead,
  notificationOf,
  paymentReturnsOf,
  refusalOf,
  statusReportOf,
} from "./answer-messages.ts";
import { returnFileOf } from "./answer-returns.ts";
import { fileNameOf, messageIdOf, type Numbers } from "./numbers.ts";
import type { DoneItem } from "./settle-items.ts";
import { type AnswerMessage, writeAnswer } from "./write-answer.ts";

/** What every answer is made with. */
export interface AnswerContext {
  readonly network: Network;
  readonly identity: BankIdentity;
  readonly numbers: Numbers;
  readonly at: Instant;
}

export interface NumberedFile extends BankFile {
  readonly number: bigint;
}

/** Everything that was done at once, in as few files as it takes: at most one of each kind. */
export function answerFiles(context: AnswerContext, done: readonly DoneItem[]): readonly NumberedFile[] {
  const { identity, at, numbers } = context;
  const returnFile = returnFileOf(identity, at, done, numbers);
  return [
    ...messageFile(context, "camt054.xml", (head) => notificationOf(head, identity, done)),
    ...messageFile(context, "pacs002.xml", (head) => statusReportOf(head, done)),
    ...messageFile(context, "pacs004.xml", (head) => paymentReturnsOf(head, done)),
    ...(returnFile === undefined ? [] : [numbered(context, "returns.ach", writeNacha(returnFile))]),
  ];
}

/** The answer to a file that the bank does not take. */
export function refusalFile(
  context: AnswerContext,
  fileName: string,
  reason: BankReason,
): readonly NumberedFile[] {
  return messageFile(context, "pacs002.xml", (head) => refusalOf(head, fileName, reason));
}

/** Its id is its number, as is its name. A message that says nothing is not made. */
export function messageFile(
  { network, numbers, at }: AnswerContext,
  ending: string,
  messageOf: (head: MessageHead) => AnswerMessage | undefined,
): readonly NumberedFile[] {
  const number = numbers.take();
  const message = messageOf({ messageId: messageIdOf(network, number), at });
  if (message === undefined) return [];
  return [{ number, name: fileNameOf(network, number, ending), bytes: writeAnswer(message) }];
}

function numbered({ network, numbers }: AnswerContext, ending: string, bytes: Buffer): NumberedFile {
  const number = numbers.take();
  return { number, name: fileNameOf(network, number, ending), bytes };
}
